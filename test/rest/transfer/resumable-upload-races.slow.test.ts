import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { link, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { blobPath } from '../../../src/storage/blobs/blobs.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { type Client, clientOf } from '../client.ts';
import { metadataOf, type TusAnswer, type TusClient, tusOf } from './tus.ts';

describe('uploads that can be resumed, beside others', () => {
  let service: Service;
  let ann: Account;
  let client: Client;
  let tus: TusClient;
  let others: TusClient;

  beforeEach(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    const ben = await service.createUser('ben');
    client = await clientOf(service, ann);
    tus = await tusOf(service, ann.actor);
    others = await tusOf(service, ben.actor);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const until = waiter(() => JSON.stringify(service.log().slice(-3)));

  async function assertContent(id: number, content: Buffer): Promise<void> {
    const { body } = await client.get(`/documents/${id}/download`).responseType('blob').expect(200);
    assert.ok(Buffer.isBuffer(body) && content.equals(body), 'the content has changed');
  }

  it('never change what is stored, when they are refused after others stored the same bytes', async () => {
    const content = randomBytes(200_000);
    const { id } = await client.document('contract.bin', content);
    await client.post('/shares', { document_id: id, users: ['ben'], permissions: 1 }).expect(201);
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => others.create(content.length, { filename: 'x', conflict: 'fail' })),
    );
    const end = content.length - 1;
    await Promise.all(begun.map((path) => others.append(path, 0, content.subarray(0, end))));
    const last = await Promise.all(begun.map((path) => others.append(path, end, content.subarray(end))));
    const refused = begun.filter((_, index) => last[index]?.status === 422);
    assert.equal(refused.length, 7);
    for (const path of refused) {
      await others.append(path, end, Buffer.from([255 - (content[end] ?? 0)]));
      await others.append(path, end, Buffer.alloc(0));
    }
    await assertContent(id, content);
  });

  it('never change what is stored, after a kill between the file and its row', async () => {
    const content = randomBytes(200_000);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const { id } = await client.document('contract.bin', content);
    const stored = blobPath(join(service.dataDirectory, 'blobs'), sha256);
    for (const [offset, rest] of [
      [0, randomBytes(1000)],
      [100_000, Buffer.concat([content.subarray(100_000, 199_999), Buffer.from('x')])],
    ] as const) {
      const path = await others.create(content.length, { filename: `x${String(offset)}` });
      if (offset > 0) await others.append(path, 0, content.subarray(0, offset));
      const file = join(service.dataDirectory, 'incoming', `upload-${path.split('/').at(-1) ?? ''}`);
      await rm(file, { force: true });
      await link(stored, file);
      assert.equal((await others.append(path, offset, rest)).status, 204);
      await assertContent(id, content);
      assert.equal((await stat(stored)).nlink, 1);
    }
    const { data } = (await clientOf(service, ann).then((each) => each.get(`/documents/${id}`))).body;
    assert.equal(data.sha256, sha256);
  });

  it('are gone or whole, when another request goes on with one that is just being begun', async () => {
    const content = randomBytes(100_000);
    for (let round = 0; round < 10; round++) {
      const post = request({
        port: service.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/uploads',
        headers: {
          'Tus-Resumable': '1.0.0',
          Authorization: `Bearer ${tus.token}`,
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Length': content.length,
          'Upload-Metadata': metadataOf({ filename: `${String(round)}.bin` }),
          'Content-Length': content.length,
        },
      });
      post.on('error', () => undefined);
      post.flushHeaders();
      const list = async (): Promise<{ id: number }[]> => (await client.get('/uploads')).body.data;
      await until(async () => (await list()).length === 1);
      const [upload] = await list();
      const path = `/uploads/${String(upload?.id)}`;
      // The two end each other's connection until one of them has come to its end.
      let answer: TusAnswer | undefined;
      await until(async () => {
        answer = await tus.append(path, 0, content).catch(() => undefined);
        return answer !== undefined;
      });
      const head = await tus.ask('HEAD', path);
      if (answer?.status === 204) {
        assert.equal(head.status, 200);
        await assertContent(Number(head.headers['content-location']?.split('/').at(-1)), content);
      } else assert.deepEqual([answer?.status, head.status], [404, 404]);
      post.destroy();
    }
    // The file of an upload goes after its row, whose end the request has seen.
    await until(async () => (await readdir(join(service.dataDirectory, 'incoming'))).length === 0);
  });

  it('are known after they were completed, whatever is tidied meanwhile', async () => {
    const begun = await Promise.all(
      Array.from({ length: 100 }, (_, index) => tus.create(2, { filename: String(index) })),
    );
    await Promise.all(begun.map((path) => tus.append(path, 0, Buffer.from('a'))));
    await service.restart();
    const [, ...answers] = await Promise.all([
      service.dms.housekeeping.tidy(),
      ...begun.map((path) => tus.append(path, 1, Buffer.from('b'))),
    ]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
    for (const path of begun) assert.equal((await tus.ask('HEAD', path)).status, 200);
  });

  it('take no more bytes where nothing may be stored any more', async () => {
    const { id } = await client.folder('folder');
    const share = { folder_id: id, users: ['ben'], permissions: 5 };
    const shared = (await client.post('/shares', share).expect(201)).body.data;
    const path = await others.create(3, { filename: 'x', folder_id: id });
    await client.delete(`/shares/${String(shared.id)}`).expect(200);
    assert.equal((await others.append(path, 0, Buffer.from('ab'))).status, 422);
    assert.equal(await others.offset(path), 0);
  });

  it('leave an empty version alone that was stored after they had begun', async () => {
    const { id } = await client.document('letter.txt', Buffer.from('first'));
    const path = await tus.create(6, { filename: 'letter.txt' });
    await tus.append(path, 0, Buffer.from('sec'));
    await client.document('letter.txt', Buffer.alloc(0));
    await tus.append(path, 3, Buffer.from('ond'));
    const { data } = (await client.get(`/documents/${id}/versions`).expect(200)).body;
    assert.deepEqual(
      data.map(({ size }: { readonly size: number }) => size),
      [6, 0, 5],
    );
  });
});
