import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('versions', () => {
  let service: Service;
  let ann: Account;
  let client: Client;
  let id: number;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
  });
  after(() => service.stop());
  beforeEach(async () => {
    const folder = await client.folder(`folder ${service.log().length}`);
    ({ id } = await client.document('v.txt', 'one', folder.id));
    for (const content of ['two', 'three']) await client.document('v.txt', content, folder.id);
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  const numbers = async () =>
    (await client.get(`/documents/${id}/versions`)).body.data.map(({ number }: { number: number }) => number);

  it('are listed newest first, paged', async () => {
    const { body } = await client.get(`/documents/${id}/versions?per_page=2`).expect(200);
    assert.deepEqual(body.meta, { current_page: 1, per_page: 2, last_page: 2, total: 3 });
    const [head] = body.data;
    assert.deepEqual(
      { ...head, sha256: '', created_at: '' },
      {
        number: 3,
        size: 5,
        mime_type: 'text/plain',
        sha256: '',
        author: { id: ann.id, name: 'ann' },
        comment: '',
        created_at: '',
      },
    );
    assert.deepEqual(await numbers(), [3, 2, 1]);
    assert.deepEqual((await client.get(`/documents/${id}/versions/3`).expect(200)).body.data, head);
  });

  it('that do not exist, or are no number, are 404', async () => {
    for (const number of ['0', '4', 'x', '-1', '1.0', '9007199254740992']) {
      await client.get(`/documents/${id}/versions/${number}`).expect(404);
      await client.patch(`/documents/${id}/versions/${number}`, { comment: 'x' }).expect(404);
      await client.post(`/documents/${id}/versions/${number}/restore`).expect(404);
      await client.delete(`/documents/${id}/versions/${number}`).expect(404);
    }
    const path = `/documents/${id}/versions/9`;
    for (const request of [
      client.get(`${path}/download`),
      client.post(`${path}/restore`),
      client.delete(path),
    ])
      assert.equal((await request.expect(404)).body.message, 'This document has no version 9.');
    const missing = await client.get('/documents/999999/versions/9/download').expect(404);
    assert.equal(missing.body.message, 'Not found.');
  });

  it('take a comment', async () => {
    const { body } = await client.patch(`/documents/${id}/versions/1`, { comment: 'the first' }).expect(200);
    assert.deepEqual([body.data.number, body.data.comment], [1, 'the first']);
    for (const change of [{}, { comment: null }, { comment: 'x', number: 2 }]) {
      await client.patch(`/documents/${id}/versions/1`, change).expect(422);
    }
  });

  it('are restored as the new head', async () => {
    const { body } = await client.post(`/documents/${id}/versions/1/restore`).expect(200);
    assert.deepEqual([body.data.id, body.data.version], [id, 4]);
    await client.get(`/documents/${id}/download`).expect(200, 'one');
  });

  it('are deleted, but for the head', async () => {
    assert.deepEqual((await client.delete(`/documents/${id}/versions/2`).expect(200)).body.data, {
      id,
      number: 2,
    });
    assert.deepEqual(await numbers(), [3, 1]);
    await client.delete(`/documents/${id}/versions/3`).expect(422);
    assert.deepEqual(await numbers(), [3, 1]);
  });

  it('are read by readers, changed by those who may change the document, unknown to others', async () => {
    const bob = await service.createUser(`bob${id}`);
    const bobs = await clientOf(service, bob);
    await bobs.get(`/documents/${id}/versions`).expect(404);
    await service.dms.shares.create(ann.actor, { entryId: id, users: [bob.login], permissions: 1 });
    await bobs.get(`/documents/${id}/versions`).expect(200);
    await bobs.get(`/documents/${id}/versions/1/download`).expect(200, 'one');
    await bobs.patch(`/documents/${id}/versions/1`, { comment: 'x' }).expect(403);
    await bobs.post(`/documents/${id}/versions/1/restore`).expect(403);
    await bobs.delete(`/documents/${id}/versions/1`).expect(403);
  });
});
