import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('POST /documents/upload', () => {
  let service: Service;
  let ann: Account;
  let client: Client;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
  });
  after(() => service.stop());
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    assert.deepEqual(await staged(), []);
  });

  /** What lies half-received in the data directory. */
  async function staged(): Promise<string[]> {
    return readdir(join(service.dataDirectory, 'incoming')).catch(() => []);
  }
  const total = async () => (await client.get('/folders/0/contents')).body.meta.total;

  it('makes a document: 201 with its record', async () => {
    const file = { name: 'new.bin', content: 'abc', type: 'application/octet-stream' };
    const { body } = await client
      .upload({ folder_id: 0, title: 'New', comment: 'the first' }, file)
      .expect(201);
    assert.deepEqual(
      [body.data.name, body.data.title, body.data.version, body.data.size],
      ['new.bin', 'New', 1, 3],
    );
    const versions = await client.get(`/documents/${body.data.id}/versions`);
    assert.equal(versions.body.data[0].comment, 'the first');
  });

  it('onto an existing name makes a version: 200 with the same id', async () => {
    const { id } = await client.document('twice.txt', 'one');
    const { body } = await client.upload({ folder_id: 0 }, { name: 'twice.txt', content: 'two' }).expect(200);
    assert.deepEqual([body.data.id, body.data.version], [id, 2]);
    await client.upload({ folder_id: 0 }, { name: 'twice.txt', content: 'two' }).expect(200);
    assert.equal((await client.get(`/documents/${id}`)).body.data.version, 2);
  });

  it('of a form that breaks leaves nothing of the files that came whole: 400, 422', async () => {
    const before = await total();
    const large = randomBytes(200_000);
    const file = { name: 'whole.bin', content: large };
    await client
      .upload({ folder_id: 0 }, file)
      .field('title', 'x'.repeat(2 ** 20))
      .expect(422);
    assert.deepEqual(await staged(), []);
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="whole.bin"\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), large, Buffer.from('\r\n--b\r\nno header\r\n\r\n')]);
    const broken = client.post('/documents/upload').set('Content-Type', 'multipart/form-data; boundary=b');
    assert.equal((await broken.send(body)).status, 400);
    assert.deepEqual(await staged(), []);
    assert.equal(await total(), before);
  });

  it('takes its parts in any order', async () => {
    const test = client.post('/documents/upload').attach('file', Buffer.from('x'), 'order.txt');
    const { body } = await test.field('title', 'After').field('folder_id', '0').expect(201);
    assert.equal(body.data.title, 'After');
  });

  it('takes several files, and answers with an array in their order', async () => {
    const files = ['b.txt', 'a.txt', 'twice.txt'].map((name) => ({ name, content: `several ${name}` }));
    const { body } = await client.upload({ folder_id: 0 }, ...files).expect(201);
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      ['b.txt', 'a.txt', 'twice.txt'],
    );
    for (const { id, name } of body.data)
      await client.get(`/documents/${id}/download`).expect(200, `several ${name}`);
  });

  for (const size of [0, 1, 64 * 1024, 70 * 1024, 5 * 1024 * 1024]) {
    it(`keeps ${size} bytes as they are`, async () => {
      const content = randomBytes(size);
      const { body } = await client.upload({ folder_id: 0 }, { name: `${size}.bin`, content }).expect(201);
      assert.equal(body.data.size, size);
      const download = await client
        .get(`/documents/${body.data.id}/download`)
        .responseType('blob')
        .expect(200);
      assert.ok(Buffer.isBuffer(download.body) && content.equals(download.body));
    });
  }

  it('takes the file name without its folders, decoded as browsers encode it', async () => {
    const names: [string, string][] = [
      ['filename="/home/ann/posix.txt"', 'posix.txt'],
      ['filename="C:\\\\docs\\\\dos.txt"', 'dos.txt'],
      ['filename="a %22quoted%22 name.txt"', 'a "quoted" name.txt'],
      ['filename="Übersicht 日本.txt"', 'Übersicht 日本.txt'],
      ['filename="100%25 #1?.txt"', '100%25 #1?.txt'],
    ];
    for (const [parameter, name] of names) {
      const response = await raw(`Content-Disposition: form-data; name="file"; ${parameter}\r\n\r\nx`);
      assert.equal(response.status, 201, response.text);
      assert.equal(JSON.parse(response.text).data.name, name);
    }
  });

  it('refuses a file name that is not allowed: 422 on file', async () => {
    const folders = ['..', '.', '/', 'folder/', 'folder/..', 'C:\\\\folder\\\\..'];
    for (const name of ['a%0Ab.txt', 'a%0D.txt', 'x'.repeat(256), 'x'.repeat(5000), ...folders]) {
      const response = await raw(`Content-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nx`);
      assert.equal(response.status, 422, response.text);
      assert.deepEqual(Object.keys(JSON.parse(response.text).errors), ['file']);
    }
  });

  it('drops no file silently because of its name, and stores none of a form that has such a one', async () => {
    const before = await total();
    const good = { name: 'good.txt', content: 'good' };
    const { body } = await client.upload({ folder_id: 0 }, good, { name: '..', content: 'lost' }).expect(422);
    assert.deepEqual(Object.keys(body.errors), ['file']);
    assert.equal(await total(), before);
  });

  it('refuses a form without a file: 422 on file', async () => {
    const before = await total();
    const answers = [
      await client.post('/documents/upload').field('folder_id', '0').expect(422),
      await client.post('/documents/upload').field('folder_id', '0').field('file', 'text').expect(422),
      await client
        .post('/documents/upload')
        .field('folder_id', '0')
        .attach('file', Buffer.from(''), { filename: '' })
        .expect(422),
    ];
    for (const { body } of answers) assert.deepEqual(Object.keys(body.errors), ['file']);
    assert.equal(await total(), before);
  });

  it('refuses unknown, repeated and bad fields, all at once, and keeps nothing', async () => {
    const before = await total();
    const file = { name: 'refused.txt', content: Buffer.alloc(100_000) };
    const { body } = await client
      .upload({ folder_id: 'x', titel: 'slip', title: 'x'.repeat(1001) }, file)
      .attach('other', Buffer.from('x'), 'other.txt')
      .expect(422);
    assert.deepEqual(Object.keys(body.errors).sort(), ['folder_id', 'other', 'titel', 'title']);
    assert.deepEqual(body.errors.other, ['is not a known field']);
    await client.upload({}, file).expect(422);
    await client.upload({ folder_id: 0 }, file).field('folder_id', '0').expect(422);
    await client.upload({ folder_id: 0, 'a[b]': 'x' }, file).expect(422);
    await client.upload({ folder_id: 0, comment: 'x'.repeat(64 * 1024 + 1) }, file).expect(422);
    await client.upload({ folder_id: 0, comment: 'x'.repeat(600 * 1024) }, file).expect(422);
    assert.equal(await total(), before);
  });

  it('refuses a folder that cannot be reached with 422, one without the right with 403', async () => {
    const bob = await service.createUser('bob');
    const bobs = await clientOf(service, bob);
    const folder = await bobs.folder('read only');
    const file = { name: 'x.txt', content: 'x' };
    for (const id of [folder.id, 999999]) {
      const { body } = await client.upload({ folder_id: id }, file).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['folder_id']);
    }
    await service.dms.shares.create(bob.actor, { entryId: folder.id, users: ['ann'], permissions: 1 });
    await client.upload({ folder_id: folder.id }, file).expect(403);
    const late = client.post('/documents/upload').attach('file', Buffer.from('x'), 'late.txt');
    await late.field('folder_id', String(folder.id)).expect(403);
    await (await clientOf(service, ann, ['read'])).upload({ folder_id: 0 }, file).expect(403);
  });

  it('refuses the name of a folder, and a body that is not multipart', async () => {
    await client.folder('a folder');
    const { body } = await client.upload({ folder_id: 0 }, { name: 'a folder', content: 'x' }).expect(422);
    assert.deepEqual(Object.keys(body.errors), ['file']);
    await client.post('/documents/upload', { folder_id: 0 }).expect(400);
    await client.post('/documents/upload').expect(400);
    await client.post('/documents/upload').set('Content-Type', 'multipart/form-data').send('x').expect(400);
    await client
      .post('/documents/upload')
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .send('--b\r\nx')
      .expect(400);
  });

  it('refuses what is over the quota or the limit: 422 on file', async () => {
    const small = await startService({ config: { limits: { upload_bytes: 100_000 } } });
    try {
      const eve = await clientOf(small, await small.createUser('eve', { quotaBytes: 1000 }));
      const admin = await clientOf(small, small.admin);
      const over = await eve
        .upload({ folder_id: 0 }, { name: 'a.bin', content: Buffer.alloc(1001) })
        .expect(422);
      const long = await admin
        .upload({ folder_id: 0 }, { name: 'a.bin', content: Buffer.alloc(100_001) })
        .expect(422);
      for (const { body } of [over, long]) assert.deepEqual(Object.keys(body.errors), ['file']);
      await eve.upload({ folder_id: 0 }, { name: 'a.bin', content: Buffer.alloc(1000) }).expect(201);
    } finally {
      await small.stop();
    }
  });

  it('heeds If-Match and If-None-Match', async () => {
    const { id } = await client.document('conditional.txt', 'one');
    const etag = (await client.head(`/documents/${id}/download`)).get('ETag') ?? '';
    const put = (content: string, header: string, value: string) =>
      client.upload({ folder_id: 0 }, { name: 'conditional.txt', content }).set(header, value);
    await put('two', 'If-None-Match', '*').expect(412);
    await put('two', 'If-Match', '"other"').expect(412);
    await put('two', 'If-Match', etag).expect(200);
    await put('three', 'If-Match', etag).expect(412);
    await client
      .upload({ folder_id: 0 }, { name: 'fresh.txt', content: 'x' })
      .set('If-Match', '*')
      .expect(412);
    await client
      .upload({ folder_id: 0 }, { name: 'fresh.txt', content: 'x' })
      .set('If-None-Match', '*')
      .expect(201);
    await client.get(`/documents/${id}/download`).expect(200, 'two');
  });

  it('that breaks off in the middle leaves nothing', async () => {
    const before = await total();
    for (const size of [1000, 5_000_000]) {
      await breakOff(size);
      while ((await staged()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal(await total(), before);
    }
  });

  it('that ends without its last boundary is 400 and leaves nothing', async () => {
    const before = await total();
    const part = (name: string, rest: string, body: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${body}`;
    const body = `${part('folder_id', '', '0')}\r\n${part('file', '; filename="cut.txt"', 'x'.repeat(200_000))}`;
    const type = 'multipart/form-data; boundary=b';
    await client.post('/documents/upload').set('Content-Type', type).send(body).expect(400);
    assert.equal(await total(), before);
  });

  /** Sends a form with one part besides folder_id, byte for byte. */
  async function raw(part: string) {
    const body = `--b\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n0\r\n--b\r\n${part}\r\n--b--\r\n`;
    return client.post('/documents/upload').set('Content-Type', 'multipart/form-data; boundary=b').send(body);
  }

  /** Sends the beginning of an upload and hangs up. */
  async function breakOff(size: number): Promise<void> {
    const { secret } = await service.dms.tokens.create(ann.actor, { name: 'breaks off' });
    const headers = {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': 10_000_000,
    };
    const req = httpRequest({ port: service.port, path: '/api/documents/upload', method: 'POST', headers });
    req.on('error', () => undefined);
    req.write('--b\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n0\r\n');
    req.write('--b\r\nContent-Disposition: form-data; name="file"; filename="broken.bin"\r\n\r\n');
    await new Promise((resolve) => req.write(Buffer.alloc(size), resolve));
    const lines = service.log().length;
    req.destroy();
    while (service.log().length === lines) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});
