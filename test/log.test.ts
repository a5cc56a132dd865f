import assert from 'node:assert/strict';
import { createLogger, type LineFormat, loadLineFormat } from '../src/log.ts';

function logInto(format: LineFormat) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLogger({ level: 'info', format, destination }) };
}

const secret = 'hunter2';

describe('log', () => {
  for (const format of ['json', 'pretty'] as const) {
    it(`shows no secret at any depth, in children and in errors (${format})`, async () => {
      const { lines, log } = logInto(await loadLineFormat(format, false));
      const headers = {
        authorization: secret,
        cookie: secret,
        'set-cookie': [secret],
        Authorization: secret,
      };
      const error = Object.assign(new Error('refused'), { config: { headers } });
      log.info({
        req: { headers },
        password: secret,
        body: { code: secret, list: [{ new_password: secret }] },
      });
      log
        .child({ req: { headers }, token: secret })
        .warn({ a: { b: { c: { d: { e: { secret } } } } } }, 'deep');
      log.error({ err: error, metrics_token: secret, recovery_codes: [secret] }, 'failed');
      assert.ok(lines.length > 0);
      assert.doesNotMatch(lines.join(''), new RegExp(secret));
      assert.match(lines.join(''), /\[redacted\]/);
    });
  }

  for (const format of ['json', 'pretty'] as const) {
    it(`sends a terminal nothing that it would obey (${format})`, async () => {
      const { lines, log } = logInto(await loadLineFormat(format, false));
      const bad = 'a\u001b[31m\u009b31m\u0085\u007f\r\b\u202e\u2066\u200f\u2028b\\u0041';
      const error = Object.assign(new Error(bad), { detail: bad });
      log.info({ path: bad, list: [bad], deep: { [bad]: bad } }, bad);
      log.child({ user: bad }).error({ err: error }, 'failed');
      assert.doesNotMatch(lines.join(''), /[^\n\t\P{Cc}]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      assert.match(lines.join(''), /\\u009b31m/);
      if (format === 'json') assert.equal(JSON.parse(lines[0] ?? '').path, bad);
    });
  }

  it('keeps the code of an error, which says what went wrong', () => {
    const { lines, log } = logInto('json');
    log.error({ err: Object.assign(new Error('open'), { code: 'ENOENT' }) });
    assert.equal(JSON.parse(lines[0] ?? '').err.code, 'ENOENT');
  });

  it('writes one JSON object a line with level, time, fields and message', async () => {
    const { lines, log } = logInto(await loadLineFormat('auto', false));
    log.child({ request_id: 'r1' }).info({ status: 200 }, 'request');
    const { time, ...rest } = JSON.parse(lines[0] ?? '');
    assert.deepEqual(rest, { level: 'info', request_id: 'r1', status: 200, msg: 'request' });
    assert.match(time, /^\d{4}-.*Z$/);
    assert.match(lines[0] ?? '', /\n$/);
  });

  it('is pretty and in colours on a terminal, unless it is to be JSON', async () => {
    const { lines, log } = logInto(await loadLineFormat('auto', true));
    log.info('request');
    assert.match(lines[0] ?? '', /\u001b\[32mINFO/);
    assert.equal(await loadLineFormat('json', true), 'json');
  });

  it('leaves out what is below its level', () => {
    const { lines, log } = logInto('json');
    log.debug('nothing');
    assert.deepEqual(lines, []);
  });
});
