import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { answersIn, converse, headOf } from '../raw.ts';

const LONG = 10_000_000;
const MULTIPART = 'Content-Type: multipart/form-data; boundary=b';
const FORM =
  '--b\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n999999\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nbegun';

/** A request whose body is not all there when the answer goes out. */
interface EarlyAnswer {
  readonly line: string;
  readonly headers?: readonly string[];
  /** As whom: nobody if left out. */
  readonly as?: 'dav' | 'rest';
  readonly body?: string;
  /** Of the whole body; {@link LONG} if left out. */
  readonly length?: number;
  readonly status: number;
}

const EARLY: readonly EarlyAnswer[] = [
  { line: 'PUT /webdav/a.bin', status: 401 },
  { line: 'PUT /webdav/%zz', status: 400 },
  { line: 'POST /webdav/a.bin', as: 'dav', status: 405 },
  { line: 'PROPFIND /webdav/', status: 401 },
  { line: 'PROPFIND /webdav/', as: 'dav', headers: ['Depth: infinity'], status: 403 },
  { line: 'PROPFIND /webdav/', as: 'dav', headers: ['Depth: 0'], status: 413 },
  { line: 'PROPPATCH /webdav/a.bin', as: 'dav', status: 413 },
  { line: 'LOCK /webdav/a.bin', as: 'dav', status: 413 },
  { line: 'MKCOL /webdav/new', as: 'dav', status: 415 },
  { line: 'DELETE /webdav/missing', as: 'dav', status: 404 },
  { line: 'GET /webdav/missing', as: 'dav', status: 404 },
  { line: 'GET /webdav/there.txt', as: 'dav', status: 200 },
  { line: 'COPY /webdav/missing', as: 'dav', headers: ['Destination: /webdav/b'], status: 404 },
  { line: 'OPTIONS /webdav/', status: 200 },
  { line: 'PUT /webdav/folder', as: 'dav', status: 405 },
  { line: 'PUT /webdav/missing/a.bin', as: 'dav', status: 409 },
  { line: 'PUT /webdav/there.txt', as: 'dav', headers: ['If-None-Match: *'], length: 500_000, status: 412 },
  { line: 'PUT /webdav/locked.txt', as: 'dav', length: 500_000, status: 423 },
  { line: 'PUT /webdav/a.bin', as: 'dav', headers: ['X-Expected-Entity-Length: 1'], status: 400 },
  { line: 'PUT /webdav/a.bin', as: 'dav', headers: ['Content-Range: bytes 0-1/2'], status: 400 },
  { line: 'PUT /webdav/a.bin', as: 'dav', status: 507 },
  { line: 'POST /api/documents/upload', headers: [MULTIPART], status: 401 },
  { line: 'POST /api/documents/upload', as: 'rest', headers: [MULTIPART], body: FORM, status: 422 },
  { line: 'POST /api/documents/upload', as: 'rest', status: 400 },
  { line: 'POST /api/folders', as: 'rest', headers: ['Content-Type: application/json'], status: 400 },
  { line: 'PUT /api/folders', as: 'rest', status: 404 },
  { line: 'DELETE /api/documents/999999', as: 'rest', status: 404 },
  { line: 'GET /api/account', as: 'rest', status: 200 },
  { line: 'GET /healthz', status: 200 },
  { line: 'PUT /elsewhere', status: 404 },
];

describe('an answer before the request body has arrived', () => {
  let service: Service;
  let ann: Account;
  let dav: DavClient;
  let authorization: Readonly<Record<'dav' | 'rest', string>>;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann', { quotaBytes: 1_000_000 });
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'test' });
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    authorization = {
      dav: `Authorization: ${basic(ann.login, ann.password)}`,
      rest: `Authorization: Bearer ${secret}`,
    };
    await dav.expect(201, 'MKCOL', '/folder');
    await dav.expect(201, 'PUT', '/there.txt', { body: 'there' });
    await dav.expect(201, 'PUT', '/locked.txt', { body: 'locked' });
    await dav.lock('/locked.txt');
  });

  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  function headFor({ line, headers = [], as }: EarlyAnswer, ...framing: readonly string[]): string {
    return headOf(line, ...headers, ...(as === undefined ? [] : [authorization[as]]), ...framing);
  }

  for (const early of EARLY) {
    const { line, status, headers = [], body = '', length = LONG, as = 'nobody' } = early;

    it(`ends the connection: ${line} ${headers.join(', ')} by ${as} is ${status}`, async () => {
      const head = headFor(early, `Content-Length: ${length}`);
      const heard = await converse(service.port, head + body);
      const [answer, ...more] = answersIn(heard);
      assert.equal(answer?.status, status, heard);
      assert.match(answer.head, /\r\nconnection: close\r\n/);
      assert.deepEqual(more, []);
    });
  }

  it('reaches a client that reads only after it has sent a lot', async () => {
    const head = headOf('PUT /webdav/a.bin', `Content-Length: ${LONG}`);
    const pieces = Array.from({ length: 30 }, () => Buffer.alloc(100_000));
    const [answer] = answersIn(await converse(service.port, head, ...pieces));
    assert.equal(answer?.status, 401);
  });

  it('says so of a body in chunks, too', async () => {
    const put = headOf('PUT /webdav/a.bin', 'Transfer-Encoding: chunked');
    const [refused] = answersIn(await converse(service.port, `${put}5\r\nhello\r\n`));
    assert.equal(refused?.status, 401);
    assert.match(refused.head, /\r\nconnection: close\r\n/);
    const long = headFor(
      { line: 'PUT /webdav/a.bin', as: 'dav', headers: ['X-Expected-Entity-Length: 3'], status: 400 },
      'Transfer-Encoding: chunked',
    );
    const [answer] = answersIn(await converse(service.port, `${long}5\r\nhello\r\n`));
    assert.equal(answer?.status, 400);
    assert.match(answer.head, /\r\nconnection: close\r\n/);
  });

  it('asks for no body that it does not want: Expect: 100-continue', async () => {
    const head = headOf('PUT /webdav/a.bin', 'Content-Length: 5', 'Expect: 100-continue');
    const heard = await converse(service.port, head);
    assert.doesNotMatch(heard, / 100 /);
    assert.match(heard, /^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n/);
  });

  it('lets no further request of the connection take effect', async () => {
    await dav.expect(201, 'PUT', '/kept.txt', { body: 'kept' });
    const body = Buffer.alloc(200_000);
    const put = headOf('PUT /webdav/a.bin', `Content-Length: ${body.length}`);
    const next = headOf('DELETE /webdav/kept.txt', authorization.dav);
    const answers = answersIn(await converse(service.port, put, body, next.repeat(3)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401],
    );
    await dav.expect(200, 'GET', '/kept.txt');
  });

  it('keeps the connection when the body is small and comes', async () => {
    const requests = [
      ['PUT /webdav/a.bin', 401],
      ['PROPFIND /webdav/', 401],
      ['POST /api/documents/upload', 401],
      ['POST /api/nothing', 404],
      ['PUT /elsewhere', 404],
    ] as const;
    const body = 'x'.repeat(20_000);
    const sent = requests.flatMap(([line]) => [headOf(line, `Content-Length: ${body.length}`), body]);
    const last = headOf('OPTIONS /webdav/', 'Connection: close');
    const answers = answersIn(await converse(service.port, ...sent, last));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...requests.map(([, status]) => status), 200],
    );
  });

  it('keeps the connection after requests without a body', async () => {
    const get = headOf('GET /webdav/missing', authorization.dav);
    const last = headOf('GET /api/account', authorization.rest, 'Connection: close');
    const answers = answersIn(await converse(service.port, get, get, headOf('GET /api/account'), last));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 401, 200],
    );
  });

  it('is not replaced by that to the nonsense after the request, which ends the connection', async () => {
    const put = headOf('PUT /webdav/a.bin', 'Content-Length: 5');
    const nonsense = 'Authorization: Basic YTpi\r\n\r\n';
    const heard = await converse(service.port, `${put}hello${nonsense}`);
    assert.deepEqual(
      answersIn(heard).map(({ status }) => status),
      [401],
    );
    assert.match(heard, /\r\nConnection: close\r\n/);
  });

  it('is 400 to nonsense alone, and to a body in chunks that is none', async () => {
    const put = headOf('PUT /webdav/b.bin', authorization.dav, 'Transfer-Encoding: chunked');
    for (const sent of ['nonsense\r\n\r\n', `${put}nonsense\r\n`]) {
      const [answer] = answersIn(await converse(service.port, sent));
      assert.equal(answer?.status, 400);
    }
    await dav.expect(404, 'GET', '/b.bin');
  });
});
