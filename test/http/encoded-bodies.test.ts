/* Would catch an upload that is stored compressed, because its sender compressed the body, and sent back as if it were not. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic, DavClient, propfindBody } from '../webdav/client.ts';
import { answersIn, converse, headOf } from './raw.ts';

const FORM =
  '--b\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n0\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nplain\r\n--b--\r\n';

describe('a body with a coding', () => {
  let service: Service;
  let ann: Account;
  let dav: DavClient;
  let token: string;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'test' });
    token = `Authorization: Bearer ${secret}`;
  });
  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });
  afterEach(async () => {
    assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
  });

  const davLine = (): string => `Authorization: ${dav.authorization ?? ''}`;

  for (const [line, type, body] of [
    ['PUT /webdav/a.txt', 'text/plain', 'plain'],
    ['PROPFIND /webdav/', 'application/xml', propfindBody('<d:allprop/>')],
    ['MKCOL /webdav/new', 'application/xml', '<d:mkcol xmlns:d="DAV:"/>'],
    ['POST /api/documents/upload', 'multipart/form-data; boundary=b', FORM],
    ['POST /api/folders', 'application/json', '{"folder_id":0,"name":"other"}'],
  ] as const) {
    for (const coding of ['gzip', 'br', 'identity, gzip', 'rot13'])
      it(`is 415 that names identity: ${line} in ${coding}`, async () => {
        const bytes = gzipSync(body);
        const head = headOf(
          line,
          line.includes('webdav') ? davLine() : token,
          'Depth: 0',
          `Content-Type: ${type}`,
          `Content-Encoding: ${coding}`,
          `Content-Length: ${String(bytes.length)}`,
          'Connection: close',
        );
        const [answer] = answersIn(await converse(service.port, head, bytes));
        assert.equal(answer?.status, 415);
        assert.match(answer.head, /\r\naccept-encoding: identity\r\n/);
      });

    it(`may be identity: ${line}`, async () => {
      const head = headOf(
        line,
        line.includes('webdav') ? davLine() : token,
        'Depth: 0',
        `Content-Type: ${type}`,
        'Content-Encoding: identity',
        `Content-Length: ${String(body.length)}`,
        'Connection: close',
      );
      const [answer] = answersIn(await converse(service.port, head, body));
      assert.ok([200, 201, 207].includes(answer?.status ?? 0), String(answer?.status));
    });
  }

  it('is refused before a client that asks first sends it', async () => {
    for (const [line, authorization] of [
      ['PUT /webdav/b.txt', davLine()],
      ['POST /api/documents/upload', token],
    ] as const) {
      const expecting = ['Expect: 100-continue', 'Content-Encoding: gzip', 'Content-Length: 100000'];
      const heard = await converse(service.port, headOf(line, authorization, ...expecting));
      assert.match(heard, /^HTTP\/1\.1 415 /);
    }
  });

  it('may not be the transfer coding either, except chunked: 501', async () => {
    for (const coding of ['gzip, chunked', 'chunked'])
      for (const line of ['PUT /webdav/coded.txt', 'PUT /elsewhere']) {
        const head = headOf(line, davLine(), `Transfer-Encoding: ${coding}`, 'Connection: close');
        const [answer] = answersIn(await converse(service.port, `${head}5\r\nhello\r\n0\r\n\r\n`));
        const plain = line.includes('webdav') ? 201 : 404;
        assert.equal(answer?.status, coding === 'chunked' ? plain : 501);
      }
  });
});

describe('a method', () => {
  let service: Service;

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('that the parser does not know is 501, and ends the connection', async () => {
    for (const line of [
      'VERSION-CONTROL /webdav/a.txt',
      'BASELINE-CONTROL /webdav/',
      'BREW /api/folders',
      'get /healthz',
    ]) {
      const heard = await converse(service.port, headOf(line));
      assert.match(heard, /^HTTP\/1\.1 501 [^]*\r\nConnection: close\r\n/, line);
    }
  });

  it('that the parser knows is 405 over WebDAV', async () => {
    const ann = await service.createUser('ann');
    const dav = new DavClient(service.port, basic(ann.login, ann.password));
    for (const method of ['REPORT', 'CHECKOUT', 'SEARCH', 'ACL', 'PATCH']) await dav.expect(405, method, '/');
  });
});
