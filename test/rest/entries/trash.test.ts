import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('the trash', () => {
  let service: Service;
  let ann: Account;
  let client: Client;

  beforeEach(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  it('has one record per deletion, newest first, with where it was and who deleted it', async () => {
    const folder = await client.folder('folder');
    const within = await client.document('within.txt', 'x', folder.id);
    await client.document('later.txt', 'x', folder.id);
    await client.delete(`/documents/${within.id}`).expect(200);
    await client.delete(`/folders/${folder.id}`).expect(200);
    const { body } = await client.get('/trash').expect(200);
    assert.deepEqual(body.meta, { current_page: 1, per_page: 50, last_page: 1, total: 2, purgeable: 2 });
    const [first, second] = body.data;
    assert.deepEqual([first.id, first.type, first.path], [folder.id, 'folder', '/folder']);
    assert.deepEqual([second.id, second.type, second.path], [within.id, 'file', '/folder/within.txt']);
    assert.deepEqual(first.deleted_by, { id: ann.id, name: 'ann' });
    assert.match(first.deleted_at, /\.\d{3}Z$/);
  });

  it('says how many records the caller may purge, on all pages', async () => {
    const admins = await clientOf(service, service.admin);
    const folder = await client.folder('folder');
    await client
      .post('/shares', { folder_id: folder.id, users: [service.admin.login], permissions: 15 })
      .expect(201);
    const office = (await admins.post('/folders', { name: 'office', system: true }).expect(201)).body.data.id;
    for (const [remover, folderId] of [
      [client, 0],
      [client, folder.id],
      [admins, folder.id],
      [admins, 0],
      [admins, office],
    ] as const) {
      const owner = folderId === folder.id ? client : remover;
      await remover.delete(`/documents/${(await owner.document('file', 'x', folderId)).id}`).expect(200);
    }
    for (const [caller, total, purgeable] of [
      [client, 3, 3],
      [admins, 3, 2],
    ] as const) {
      const { meta } = (await caller.get('/trash?per_page=1').expect(200)).body;
      assert.deepEqual([meta.total, meta.purgeable], [total, purgeable]);
    }
  });

  it('says when a record will be purged, if the service does that', async () => {
    for (const keepDays of [30, 0]) {
      const other = await startService({ config: { trash: { keep_days: keepDays } } });
      try {
        const its = await clientOf(other, await other.createUser('ben'));
        await its.delete(`/documents/${(await its.document('file')).id}`).expect(200);
        const [{ deleted_at: from, expires_at: until }] = (await its.get('/trash').expect(200)).body.data;
        assert.equal(until && (Date.parse(until) - Date.parse(from)) / 86_400_000, keepDays || null);
      } finally {
        await other.stop();
      }
    }
  });

  it('is emptied at once', async () => {
    for (const name of ['one', 'two']) await client.delete(`/documents/${(await client.document(name)).id}`);
    const { body } = await client.delete('/trash').expect(200);
    assert.deepEqual(body, { data: { purged: 2, left: 0 } });
    assert.equal((await client.get('/trash')).body.meta.total, 0);
  });

  it('gives back what it has, where it was, with its id and versions', async () => {
    const { id } = await client.document('back.txt', 'one');
    await client.document('back.txt', 'two');
    await client.delete(`/documents/${id}`);
    const { body } = await client.post(`/trash/${id}/restore`).expect(200);
    assert.deepEqual([body.data.id, body.data.name, body.data.version], [id, 'back.txt', 2]);
    await client.get(`/documents/${id}/versions/1/download`).expect(200, 'one');
    assert.equal((await client.get('/trash')).body.meta.total, 0);
  });

  it('gives back to another folder, and under another name where the old one is taken', async () => {
    const { id } = await client.document('report.pdf');
    await client.delete(`/documents/${id}`);
    await client.document('report.pdf', 'another');
    const numbered = await client.post(`/trash/${id}/restore`, {}).expect(200);
    assert.equal(numbered.body.data.name, 'report (2).pdf');
    await client.delete(`/documents/${id}`);
    const folder = await client.folder('folder');
    const { body } = await client.post(`/trash/${id}/restore`, { folder_id: folder.id }).expect(200);
    assert.equal(body.data.folder_id, folder.id);
  });

  it('refuses a bad or unreachable folder and unknown fields, and keeps the entry', async () => {
    const { id } = await client.document('kept.txt');
    await client.delete(`/documents/${id}`);
    for (const body of [
      { folder_id: 'x' },
      { folder_id: 999999 },
      { folder_id: service.admin.actor.homeId },
    ]) {
      const refused = await client.post(`/trash/${id}/restore`, body).expect(422);
      assert.deepEqual(Object.keys(refused.body.errors), ['folder_id']);
    }
    await client.post(`/trash/${id}/restore`, { name: 'x' }).expect(422);
    assert.equal((await client.get('/trash')).body.meta.total, 1);
  });

  it('deletes for good', async () => {
    const { id } = await client.document('for good.txt');
    await client.delete(`/trash/${id}`).expect(404);
    await client.delete(`/documents/${id}`);
    assert.deepEqual((await client.delete(`/trash/${id}`).expect(200)).body, { data: { id } });
    await client.post(`/trash/${id}/restore`).expect(404);
    assert.equal((await client.get('/trash')).body.meta.total, 0);
  });

  it('is not seen by others', async () => {
    const { id } = await client.document('private.txt');
    await client.delete(`/documents/${id}`);
    const admins = await clientOf(service, service.admin);
    assert.equal((await admins.get('/trash')).body.meta.total, 0);
    await admins.post(`/trash/${id}/restore`).expect(404);
    await admins.delete(`/trash/${id}`).expect(404);
  });
});
