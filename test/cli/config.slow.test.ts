import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configKeys } from '../../src/config/schema.ts';
import { dms } from '../support/process.ts';

const FILE = `server:
  port: 9090
limits:
  reserve_bytes: 1G
smtp:
  from: dms@example.org
`;
const SECRET = 'smtps://dms:tr0ub4dor@mail.example.org';

describe('dms config', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-config-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const config = (args: readonly string[], environment: Record<string, string> = {}) =>
    dms(['config', ...args], { cwd: directory, environment });

  it('prints each key with its value and where that comes from', async () => {
    await writeFile(join(directory, 'config.yaml'), FILE);
    const environment = { DMS_SMTP_URL: SECRET, DMS_LOG_LEVEL: 'warn', DMS_SERVER_HOST: '127.0.0.2' };
    const { code, stdout } = await config(['print', '--json', '--host', '::1'], environment);
    assert.equal(code, 0);
    const { values } = JSON.parse(stdout);
    assert.deepEqual(Object.keys(values), configKeys);
    assert.deepEqual(values['server.port'], { value: 9090, from: 'file', source: 'config.yaml', line: 2 });
    assert.deepEqual(values['limits.reserve_bytes'].value, 2 ** 30);
    assert.deepEqual(values['log.level'], {
      value: 'warn',
      from: 'environment',
      source: 'DMS_LOG_LEVEL',
      line: null,
    });
    assert.deepEqual(values['server.host'], { value: ['::1'], from: 'flag', source: '--host', line: null });
    assert.deepEqual(values['trash.keep_days'], { value: 30, from: 'default', source: null, line: null });
    assert.deepEqual(values['metrics.token'].value, null);
    assert.deepEqual([values['smtp.url'].value, values['smtp.url'].from], ['(secret)', 'environment']);
    assert.doesNotMatch(stdout, /tr0ub4dor/);
  });

  it('prints the same for people, and never a secret', async () => {
    await writeFile(join(directory, 'config.yaml'), FILE);
    await writeFile(join(directory, 'url'), SECRET);
    const { stdout, stderr } = await config(['print'], { DMS_SMTP_URL_FILE: join(directory, 'url') });
    assert.match(stdout, /^KEY +VALUE +FROM\n/);
    assert.match(stdout, /^server\.port +9090 +config\.yaml:2$/m);
    assert.match(stdout, /^server\.host +127\.0\.0\.1 +default$/m);
    assert.match(stdout, /^smtp\.url +\(secret\) +DMS_SMTP_URL_FILE$/m);
    assert.doesNotMatch(stdout + stderr, /tr0ub4dor/);
    assert.ok(!existsSync(join(directory, 'data')), 'it makes nothing');
  });

  it('check says that all is well', async () => {
    await writeFile(join(directory, 'config.yaml'), FILE);
    const { code, stdout } = await config(['check', '--json']);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), { valid: true, problems: [], warnings: [] });
    assert.equal((await config(['check'])).stdout, 'the configuration is valid\n');
  });

  it('check names all problems of all sources at once, and ends with 2', async () => {
    await writeFile(join(directory, 'config.yaml'), 'server:\n  prot: 80\ndurability: perhaps\n');
    const environment = { DMS_TRASH_KEEP_DAYS: 'long', DMS_SERVICE_HOST: '10.0.0.1' };
    const { code, stdout, stderr } = await config(['check', '--json', '--port', 'many'], environment);
    assert.equal(code, 2);
    const { valid, problems, warnings } = JSON.parse(stdout);
    assert.equal(valid, false);
    assert.deepEqual(
      problems.map(({ source, line, key }: Record<string, unknown>) => [source, line, key]),
      [
        ['config.yaml', 2, 'server.prot'],
        ['config.yaml', 3, 'durability'],
        ['DMS_TRASH_KEEP_DAYS', null, 'trash.keep_days'],
        ['--port', null, 'server.port'],
      ],
    );
    assert.match(warnings[0], /^DMS_SERVICE_HOST /);
    const { message } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
    assert.match(message, /^config\.yaml:2: server\.prot: .*did you mean server\.port/);
    const text = await config(['check', '--port', 'many'], environment);
    assert.deepEqual([text.code, text.stdout], [2, '']);
    for (const place of [/^dms: config\.yaml:3: durability/m, /--port: server\.port/])
      assert.match(text.stderr, place);
  });
});
