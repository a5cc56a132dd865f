import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('GET /documents/{id}/download', () => {
  let service: Service;
  let client: Client;

  before(async () => {
    service = await startService();
    client = await clientOf(service, await service.createUser('ann'));
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('answers the content as an attachment with its validators', async () => {
    const { id } = await client.document('Größe "a".txt', 'hello');
    const response = await client.get(`/documents/${id}/download`).expect(200, 'hello');
    assert.equal(
      response.get('Content-Disposition'),
      `attachment; filename="Gr__e _a_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22a%22.txt`,
    );
    assert.match(response.get('ETag') ?? '', /^"[0-9a-f]{32}-1"$/);
    assert.match(response.get('Last-Modified') ?? '', / GMT$/);
    assert.match(response.get('Content-Type') ?? '', /^text\/plain/);
    assert.equal(response.get('Accept-Ranges'), 'bytes');
    assert.equal(response.get('Cache-Control'), 'private, no-cache');
    assert.equal(response.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(response.get('Content-Security-Policy'), 'sandbox');
    const head = await client.head(`/documents/${id}/download`).expect(200);
    assert.equal(head.get('Content-Length'), '5');
    assert.equal(head.get('ETag'), response.get('ETag'));
  });

  for (const size of [1000, 200_000]) {
    it(`answers ranges and conditions over ${size} bytes`, async () => {
      const content = Buffer.alloc(size, '0123456789');
      const { id } = await client.document(`${size}.txt`, content);
      const path = `/documents/${id}/download`;
      const etag = (await client.head(path)).get('ETag') ?? '';
      const part = await client.get(path).set('Range', 'bytes=10-14').expect(206, '01234');
      assert.equal(part.get('Content-Range'), `bytes 10-14/${size}`);
      await client.get(path).set('Range', 'bytes=-3').expect(206, '789');
      await client
        .get(path)
        .set('Range', 'bytes=0-1,5-6')
        .expect(206)
        .expect('Content-Type', /^multipart\/byteranges/);
      await client.get(path).set('If-None-Match', etag).expect(304, '');
      await client.get(path).set({ Range: 'bytes=0-1', 'If-Range': '"other"' }).expect(200);
      const outside = await client.get(path).set('Range', `bytes=${size}-`).expect(416);
      assert.equal(outside.get('Content-Range'), `bytes */${size}`);
      assert.deepEqual(Object.keys(outside.body), ['message', 'code']);
      const failed = await client.get(path).set('If-Match', '"other"').expect(412);
      assert.deepEqual(Object.keys(failed.body), ['message', 'code']);
    });
  }

  it('answers an older version, with its own validators; another is 404', async () => {
    const { id } = await client.document('history.txt', 'one');
    await client.document('history.txt', 'two');
    const head = await client.get(`/documents/${id}/download`).expect(200, 'two');
    const first = await client.get(`/documents/${id}/download?version=1`).expect(200, 'one');
    assert.notEqual(first.get('ETag'), head.get('ETag'));
    await client.get(`/documents/${id}/versions/1/download`).expect(200, 'one');
    for (const version of ['0', '3', 'x', '', '1.0', '99999999999999999999']) {
      await client.get(`/documents/${id}/download?version=${version}`).expect(404);
    }
    await client.get(`/documents/${id}/download?version=1&version=2`).expect(404);
    await client.get(`/documents/${id}/versions/x/download`).expect(404);
    await client.get(`/documents/${id}/versions/3/download`).expect(404);
  });

  it('shows inline what carries no script, under a sandbox, and nothing else', async () => {
    const inline = async (name: string) => {
      const { id } = await client.document(name);
      const response = await client.get(`/documents/${id}/download?inline=1`).expect(200);
      assert.equal(response.get('Content-Security-Policy'), 'sandbox');
      return response.get('Content-Disposition')?.startsWith('inline');
    };
    for (const name of ['a.png', 'a.pdf', 'a.mp3', 'a.mp4', 'a.txt'])
      assert.equal(await inline(name), true, name);
    for (const name of ['a.svg', 'a.html', 'a.xml', 'a.js', 'a.bin', 'a.xhtml'])
      assert.equal(await inline(name), false, name);
  });

  it('is 404 to who may not read it, with the envelope', async () => {
    const { id } = await client.document('private.txt');
    const other = await clientOf(service, await service.createUser('bob'));
    const response = await other.get(`/documents/${id}/download`).expect(404);
    assert.deepEqual(Object.keys(response.body), ['message', 'code']);
  });
});
