import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, speak } from '../client.ts';

const LENGTH = 500;
const BODY = 'x'.repeat(LENGTH);

/** RFC 9110 §10.1.1: a body is asked for only when it would be taken. */
describe('webdav Expect: 100-continue', () => {
  let service: Service;
  let full: Service;
  let ann: DavClient;
  let ben: DavClient;

  before(async () => {
    service = await startService({ config: { limits: { upload_bytes: '10K', reserve_bytes: 0 } } });
    full = await startService({ config: { limits: { reserve_bytes: '4000T' } } });
    const owner = await service.createUser('ann');
    const reader = await service.createUser('ben');
    ann = new DavClient(service.port, basic(owner.login, owner.password));
    ben = new DavClient(service.port, basic(reader.login, reader.password));
    await ann.expect(201, 'MKCOL', '/shown');
    await ann.expect(201, 'PUT', '/shown/file', { body: 'x' });
    const shown = service.dms.tree.resolve(owner.actor, ['shown']);
    assert.ok(shown !== undefined);
    await service.dms.shares.create(owner.actor, { entryId: shown.entry.id, users: ['ben'], permissions: 1 });
  });

  after(() => Promise.all([service.stop(), full.stop()]));

  afterEach(() => assert.deepEqual([...service.errors(), ...full.errors()], []));

  /** Sends the head of a request, and nothing after it. */
  function announce(
    client: DavClient,
    path: string,
    headers: Record<string, string> = {},
    method = 'PUT',
  ): Promise<string> {
    const all: Record<string, string> = {
      Host: `127.0.0.1:${String(client.port)}`,
      Connection: 'close',
      Authorization: client.authorization ?? 'Basic eDp5',
      Expect: '100-continue',
      'Content-Length': String(LENGTH),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return speak(client.port, `${method} /webdav${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 500);
  }

  async function refused(status: number, ...request: Parameters<typeof announce>): Promise<void> {
    const heard = await announce(...request);
    assert.match(heard, new RegExp(`^HTTP/1\\.1 ${String(status)} `), heard);
    assert.doesNotMatch(heard, /100 Continue/);
  }

  it('is answered at once where the content will be taken, chunked or not', async () => {
    assert.match(await announce(ann, '/taken'), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    const head = `PUT /webdav/taken HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${ann.authorization ?? ''}\r\nExpect: 100-Continue\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const heard = await speak(service.port, `${head}1f4\r\n${BODY}\r\n0\r\n\r\n`, 500);
    assert.match(heard, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    assert.equal((await ann.expect(200, 'GET', '/taken')).text, BODY);
  });

  it('that is answered binds to nothing: conditions are judged again when the body has come', async () => {
    for (const [name, conditions] of [
      ['new', { 'If-None-Match': '*' }],
      ['old', { 'If-Match': '"*"' }],
      ['listed', { If: '' }],
    ] as const) {
      const path = `/raced-${name}`;
      const headers: Record<string, string> = { ...conditions, Expect: '100-continue' };
      if (name !== 'new') {
        const etag = String((await ann.expect(201, 'PUT', path, { body: 'one' })).headers.etag);
        headers[name === 'old' ? 'If-Match' : 'If'] = name === 'old' ? etag : `([${etag}])`;
      }
      const asked = request({
        ...{ host: '127.0.0.1', port: service.port, path: `/webdav${path}`, method: 'PUT', agent: false },
        headers: { ...headers, Authorization: ann.authorization ?? '', 'Content-Length': '5' },
      });
      asked.flushHeaders();
      await once(asked, 'continue');
      const meanwhile = await ann.ask('PUT', path, { body: 'meanwhile' });
      assert.ok(meanwhile.status === 201 || meanwhile.status === 204);
      asked.end('mine!');
      const [answer]: IncomingMessage[] = await once(asked, 'response');
      assert.equal(answer?.resume().statusCode, 412, name);
      assert.equal((await ann.expect(200, 'GET', path)).text, 'meanwhile', name);
    }
  });

  it('is not answered before 401', () => refused(401, new DavClient(service.port), '/file'));

  it('is not answered before 403 and 404', async () => {
    await refused(403, ben, '/shown/file');
    await refused(403, ben, '/shown/new');
    await refused(404, ben, '/nothing', { Depth: '0' }, 'DELETE');
  });

  it('is not answered before 400, 405 and 409', async () => {
    await refused(400, ann, '/file', { 'Content-Range': 'bytes 0-499/1000' });
    await refused(400, ann, '/file', { If: '(' });
    await refused(405, ann, '/shown/');
    await refused(409, ann, '/none/file');
    await refused(415, ann, '/new', { 'Content-Type': 'text/plain' }, 'MKCOL');
    await refused(405, ann, '/shown', { 'Content-Type': 'text/xml' }, 'MKCOL');
  });

  it('is not answered before 412', async () => {
    await refused(412, ann, '/shown/file', { 'If-Match': '"other"' });
    await refused(412, ann, '/shown/file', { 'If-None-Match': '*' });
    await refused(412, ann, '/shown/file', { 'If-Unmodified-Since': 'Sun, 09 Sep 2001 01:46:40 GMT' });
    await refused(412, ann, '/shown/file', { If: '(["other"])' });
  });

  it('is not answered before 423', async () => {
    await ann.expect(201, 'PUT', '/held', { body: '' });
    await ann.lock('/held');
    await refused(423, ann, '/held');
    // Nor is it a matter of conditions then (RFC 9110 §13.2.1).
    await refused(423, ann, '/held', { 'If-Match': '"other"' });
  });

  it('is not answered before 413', () => refused(413, ann, '/long', { 'Content-Length': '10241' }));

  it('is not answered before 507, for want of quota or of room on the disk', async () => {
    const poor = await service.createUser('poor', { quotaBytes: LENGTH - 1 });
    await refused(507, new DavClient(service.port, basic(poor.login, poor.password)), '/much');
    const { login, password } = await full.createUser('eve', { quotaBytes: 1000 });
    const eve = new DavClient(full.port, basic(login, password));
    await refused(507, eve, '/little');
    // What is the user's own to mend is told first (RFC 4331 §6).
    assert.match(
      (await eve.expect(507, 'PUT', '/little', { body: 'x' })).text,
      /<d:sufficient-disk-space\/>/,
    );
    const large = await eve.expect(507, 'PUT', '/large', { body: 'x'.repeat(1001) });
    assert.match(large.text, /<d:quota-not-exceeded\/>/);
  });
});
