import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Service } from '../../support/service.ts';
import { type Example, examples } from '../description/examples.ts';
import { CALLERS, DescriptionFixture, startCountingService } from '../description/fixture.ts';
import { type Answer, type Described, Interface } from '../description/interface.ts';

const PARTS = 10_000;

/** Text that no body may contain: a stack trace, our file names, SQL. */
const TELLTALE = /\n\s+at |node_modules|\.ts:\d|SQLITE_|\bSELECT\b|\/src\//;

const value = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    -1,
    1.5,
    2 ** 53,
    1e308,
    null,
    true,
    '',
    ' ',
    'a/b',
    '..',
    '\u0000',
    '\ud800',
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(256),
    '9'.repeat(400),
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    '2026-02-30',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e3',
    '0x1',
    '9007199254740992',
    '१',
    '\u0000',
    "' OR 1=1 --",
    '"',
    '*',
    '(a',
  ),
  fc.constantFrom(
    'type:file type:file',
    'after:2026-02-30',
    'larger:1e999',
    'ext:',
    'NEAR(a b)',
    '2026-13-01',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((any) => any.toWellFormed()),
);
/** Raw path segments. */
const segment = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '%00',
    '%2e%2e',
    '%ff',
    '%',
    '..',
    ';',
    '__proto__',
    '9'.repeat(30),
    'constructor',
  ),
  text.map(encodeURIComponent),
);
const HEADERS = [
  { Range: 'bytes=0-,0-,-5' },
  { Range: `bytes=${'0-0,'.repeat(500)}0-0` },
  { 'If-Match': '"x"', 'If-None-Match': '*' },
  { 'If-Modified-Since': 'never', 'If-Range': 'x' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'multipart/form-data' },
  { 'Content-Type': '*/*;;=' },
  { 'Content-Encoding': 'gzip' },
  { Cookie: '=; dms_session=%; dms_session' },
  { Authorization: 'Bearer \u00ff' },
  { Accept: 'text/csv;q=x, */*;q=-1' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-Forwarded-For': '999.1.1.1, ::::' },
  { Host: '[' },
  { Expect: '100-continue' },
  { 'X-Long': 'x'.repeat(10_000) },
] as const;
const header = fc.constantFrom<Readonly<Record<string, string>>>(...HEADERS);

/** Changes to a request that would succeed. */
interface Mischief {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly fields: Readonly<Record<string, unknown>>;
  /** Replaces the body. */
  readonly text: string | undefined;
  readonly headers: readonly Readonly<Record<string, string>>[];
}

const torn = fc.oneof(
  fc.string(),
  fc.constantFrom('['.repeat(50_000), '{"a":'.repeat(20_000), '\ufeff{}', ''),
);

/** Random changes to all parameters and fields of an operation. */
function mischiefOf({ operation }: Described, { body, form }: Example): fc.Arbitrary<Mischief> {
  const namesIn = (place: string) =>
    operation.parameters.filter((one) => one.in === place).map(({ name }) => name);
  const fields = body ?? form;
  return fc.record({
    path: rarely(some(namesIn('path'), segment), {}),
    query: fc.array(fc.tuple(fc.constantFrom(...namesIn('query'), 'unknown'), text), { maxLength: 2 }),
    fields: fields
      ? some([...Object.keys(fields), 'unknown', '__proto__'], form ? text : value)
      : fc.constant({}),
    text: rarely(torn, undefined),
    headers: rarely(fc.array(header, { maxLength: 2 }), []),
  });
}

function rarely<T, U>(arbitrary: fc.Arbitrary<T>, usual: U): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });
}

/** Random values for some of the names. */
function some<T>(names: readonly string[], arbitrary: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  if (names.length === 0) return fc.constant({});
  return fc.dictionary(fc.constantFrom(...names), arbitrary, { maxKeys: names.length });
}

const BOUNDARY = 'b';

/** The encoded form; a file is represented by its name. */
function multipart(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).map(([name, of]) => {
    const isFile = name === 'file';
    const file = isFile ? `; filename="${of instanceof File ? of.name : String(of)}"` : '';
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${isFile ? 'x' : String(of)}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/**
 * Defines the tests of random hostile requests, generated from the description of the interface.
 * @param seed seed of the random requests
 * @param count number of requests to each operation
 */
export function testHostileRequests(seed: number, count: number): void {
  let service: Service;
  let described: Interface;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  before(async () => {
    service = await startCountingService();
    described = await Interface.read(service.url);
  });
  after(async () => {
    agent.destroy();
    await service.stop();
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = { 'Content-Length': String(Buffer.byteLength(body)) };
      const sent = request(
        { port: service.port, agent, method, path: `/api${path}`, headers: { ...headers, ...length } },
        (response) => {
          // An event stream never ends, so only its head is checked.
          const isEndless = response.headers['content-type']?.startsWith('text/event-stream') === true;
          const body = isEndless ? Promise.resolve([]) : response.toArray();
          if (isEndless) response.destroy();
          body.then((chunks) => {
            const pairs = Object.entries(response.headers).map(([name, of]) => [name, String(of)] as const);
            const answered = {
              status: response.statusCode ?? 0,
              headers: new Headers(pairs.map(([name, of]) => [name, of])),
            };
            resolve({ ...answered, text: Buffer.concat(chunks).toString() });
          }, reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  function check(operation: Described, answer: Answer): void {
    described.check(operation, answer);
    const tells = TELLTALE.test(answer.text) || answer.text.includes(service.dataDirectory);
    assert.ok(!tells, answer.text.slice(0, 500));
  }

  /** Sends a request: the example with the random changes. */
  async function sendHostile(
    operation: Described,
    example: Example,
    own: Readonly<Record<string, string>>,
    mischief: Mischief,
  ): Promise<Answer> {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(mischief.path[name] ?? example.path?.[name]),
    );
    const query = [...Object.entries(example.query ?? {}), ...mischief.query];
    const search = query.map(([name, of]) => `${name}=${encodeURIComponent(of)}`).join('&');
    const { body, form } = example;
    const whole = form
      ? multipart({ ...form, ...mischief.fields })
      : JSON.stringify({ ...body, ...mischief.fields });
    const type = form ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
    const headers = { ...own, 'Content-Type': type, ...Object.assign({}, ...mischief.headers) };
    const content = mischief.text ?? (body || form ? whole : '');
    return send(operation.method, search === '' ? path : `${path}?${search}`, headers, content);
  }

  for (const [id, example] of Object.entries(examples)) {
    it(`to ${id} are answered as the description says`, async () => {
      const operation = described.operations.find((one) => one.operation.operationId === id);
      assert.ok(operation, `${id} is not described`);
      const fixture = await DescriptionFixture.set(service);
      const caller = await CALLERS[operation.path.startsWith('/users') ? 'administrator' : 'user'](fixture);
      const usual = await example(fixture, caller);
      await fc.assert(
        fc.asyncProperty(mischiefOf(operation, usual), async (mischief) => {
          check(operation, await sendHostile(operation, usual, caller.headers, mischief));
        }),
        { numRuns: count, seed },
      );
    });
  }

  describe(`a form of ${PARTS} parts`, () => {
    const file = (name: string) => `Content-Disposition: form-data; name="${name}"; filename="a"`;
    const forms = {
      'of fields': () => 'Content-Disposition: form-data; name="title"',
      'of fields of all names': (number: number) => `Content-Disposition: form-data; name="n${number}"`,
      'of files': () => file('file'),
      'of files in strange fields': (number: number) => file(`n${number}`),
      'of nested names': (number: number) =>
        `Content-Disposition: form-data; name="${'[a]'.repeat(10)}${number}"`,
      'without names': () => 'X-Header: x',
    };
    for (const [name, head] of Object.entries(forms)) {
      it(`${name} is refused and leaves nothing`, async () => {
        const upload = described.operations.find((one) => one.path === '/documents/upload');
        assert.ok(upload);
        const { headers } = await CALLERS.user(await DescriptionFixture.set(service));
        const parts = Array.from(
          { length: PARTS },
          (_, number) => `--${BOUNDARY}\r\n${head(number)}\r\n\r\nx\r\n`,
        );
        const body = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n0\r\n${parts.join('')}--${BOUNDARY}--\r\n`;
        const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
        const answer = await send('POST', '/documents/upload', { ...headers, ...type }, body);
        check(upload, answer);
        assert.ok(
          answer.status === 400 || answer.status === 422,
          `${answer.status} ${answer.text.slice(0, 500)}`,
        );
        assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
        assert.equal(
          (await send('GET', '/folders/0/contents', headers, '')).text.includes('"total":0'),
          true,
        );
      });
    }
  });
}
