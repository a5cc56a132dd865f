import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { type Service, startService } from '../../support/service.ts';
import { Client } from '../client.ts';

const ALLOWED = new Set([200, 201, 206, 304, 400, 401, 403, 404, 412, 415, 416, 422, 429]);

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
const ROUTES = [
  ...[
    'POST /login',
    'POST /logout',
    'GET /account',
    'PATCH /account',
    'GET /account/sessions',
    'POST /account/tokens',
  ],
  ...[
    'DELETE /account/tokens/*',
    'GET /activity',
    'GET /users',
    'POST /users',
    'PATCH /users/*',
    'GET /trash',
  ],
  ...[
    'POST /trash/*/restore',
    'DELETE /trash/*',
    'POST /folders',
    'POST /folders',
    'GET /folders/shares',
    'PATCH /folders/*',
  ],
  ...['GET /folders/*/contents', 'GET /folders/*/search', 'POST /folders/*/move', 'POST /folders/*/copy'],
  ...[
    'POST /documents/upload',
    'POST /documents/upload',
    'GET /documents/*',
    'PATCH /documents/*',
    'GET /documents/*/download',
  ],
  ...[
    'GET /documents/*/metadata',
    'POST /documents/*/move',
    'POST /documents/*/copy',
    'GET /documents/*/versions',
  ],
  ...[
    'PATCH /documents/*/versions/*',
    'DELETE /documents/*/versions/*',
    'POST /documents/*/versions/*/restore',
  ],
  ...['GET /documents/*/versions/*/download', 'GET /v2/documents/*/activity', 'GET /*/*'],
];
/** `F` and `D` stand for an existing folder and an existing document. */
const IDS = [
  'F',
  'D',
  'F',
  'D',
  '0',
  '1',
  '2',
  '9007199254740991',
  '-1',
  '%00',
  '%2e%2e',
  '%ff',
  '__proto__',
  'constructor',
];
const FIELDS = [
  'folder_id',
  'name',
  'title',
  'comments',
  'comment',
  'login',
  'password',
  'scopes',
  'email',
  '__proto__',
];
const QUERIES = [
  'page',
  'per_page',
  'sort',
  'direction',
  'q',
  'filter',
  'version',
  'inline',
  'after',
  'user',
];

const value = fc.oneof(
  fc.constantFrom(
    0,
    1,
    -1,
    2 ** 53,
    1e308,
    null,
    true,
    '',
    'a/b',
    '\u0000',
    '\ud800',
    '..',
    'x'.repeat(300),
    [],
    {},
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);
const folder = fc.oneof(fc.constantFrom(0, 0, 1, 2), value);
const json = fc
  .oneof(
    fc.dictionary(fc.constantFrom(...FIELDS), value),
    fc.record({ folder_id: folder, name: value }),
    fc.record({ folder_id: folder }),
    fc.record({ name: value }),
    fc.record({ title: value, comments: value }, { requiredKeys: [] }),
    fc.record({ comment: value }),
    fc.record({ login: value, password: value }),
  )
  .map((object) => JSON.stringify(object));
const part = fc.tuple(
  fc.constantFrom('folder_id', 'file', 'title', 'a[b]', '__proto__', ''),
  fc.string(),
  fc.boolean(),
);
const multipart = fc.array(part, { maxLength: 4 }).map((parts) =>
  [...parts, ['folder_id', '0', false] as const]
    .map(
      ([name, text, isFile]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"${isFile ? `; filename="${text}"` : ''}\r\n\r\n${text}\r\n`,
    )
    .join('')
    .concat('--b--\r\n'),
);
const body = fc.oneof(
  fc.record({ type: fc.constant('application/json'), text: fc.oneof(json, fc.string()) }),
  fc.record({ type: fc.constant('multipart/form-data; boundary=b'), text: fc.oneof(multipart, fc.string()) }),
  fc.record({
    type: fc.constantFrom('text/plain', '', 'application/json; charset=x', 'multipart/form-data'),
    text: fc.string(),
  }),
);
const header = fc.constantFrom<Record<string, string>>(
  {},
  { Range: 'bytes=0-,0-,-5' },
  { Range: 'bytes=9-1' },
  { 'If-Match': '"x"' },
  { 'If-None-Match': '*' },
  { 'If-Modified-Since': 'never' },
  { Cookie: 'dms_session=%; dms_session=x' },
  { Authorization: 'Basic x' },
  { 'Content-Encoding': 'gzip' },
);
const hostile = fc.record({
  route: fc.constantFrom(...ROUTES),
  other: fc.option(fc.constantFrom(...METHODS), { freq: 2 }),
  ids: fc.tuple(fc.constantFrom(...IDS), fc.constantFrom(...IDS)),
  query: fc.array(fc.tuple(fc.constantFrom(...QUERIES), fc.string()), { maxLength: 3 }),
  header,
  body,
});

/**
 * Defines the test of random hostile requests over REST.
 * @param count number of requests
 */
export function testHostileRest(seed: number, count: number): void {
  let service: Service;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const existing = new Map<string, string>();
  let secret: string;

  before(async () => {
    service = await startService();
    // Several tokens, so that a random request rarely revokes the used one.
    for (let count = 0; count < 10; count += 1) {
      ({ secret } = await service.dms.tokens.create(service.admin.actor, {
        name: 'x',
        scopes: ['read', 'write', 'admin'],
      }));
    }
    const client = new Client(service, secret);
    existing.set('F', String((await client.folder('folder')).id));
    existing.set('D', String((await client.document('document.txt')).id));
  });
  after(async () => {
    agent.destroy();
    await service.stop();
  });

  it('get an answer of the contract each, never a 500, and nothing is logged as an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostile,
        async ({ route, other: instead, ids, query, header: extra, body: { type, text } }) => {
          const [usual = '', path = ''] = route.split(' ');
          const method = instead ?? usual;
          const search = query
            .map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
            .join('&');
          const length = String(Buffer.byteLength(text));
          const headers = {
            Authorization: `Bearer ${secret}`,
            'Content-Type': type,
            'Content-Length': length,
            ...extra,
          };
          const [one, other] = ids.map((id) => existing.get(id) ?? id);
          const filled = path.replace('*', one ?? '').replace('*', other ?? '');
          const answer = await ask(method, `/api${filled}?${search}`, headers, text);
          assert.ok(ALLOWED.has(answer.status), `${answer.status} ${answer.text}`);
          if (answer.status >= 400 && method !== 'HEAD') {
            const keys = Object.keys(JSON.parse(answer.text)).filter((key) => key !== 'facts');
            const isWith422 = answer.status === 422 ? ['errors', 'message'] : ['message'];
            const codes = answer.status === 422 ? ['rule_facts', 'rules'] : [];
            assert.deepEqual(keys.sort(), ['code', ...isWith422, ...codes]);
          }
        },
      ),
      { numRuns: count, seed },
    );
    assert.deepEqual(service.errors(), []);
  });

  function ask(method: string, path: string, headers: Record<string, string>, text: string) {
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const req = request({ port: service.port, agent, method, path, headers }, (res) => {
        res
          .toArray()
          .then(
            (chunks) => resolve({ status: res.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
            reject,
          );
      });
      req.on('error', reject);
      req.end(text);
    });
  }
}
