import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

interface Named {
  readonly name: string;
}
const namesOf = (body: { data: Named[] }) => body.data.map(({ name }) => name);

describe('folders', () => {
  let service: Service;
  let ann: Account;
  let bob: Account;
  let client: Client;
  let bobs: Client;
  let admins: Client;

  before(async () => {
    service = await startService();
    [ann, bob] = [await service.createUser('ann'), await service.createUser('bob')];
    [client, bobs] = [await clientOf(service, ann), await clientOf(service, bob)];
    admins = await clientOf(service, service.admin);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('are made in a folder or, with 0, in the home: 201 with the record', async () => {
    const { body } = await client.post('/folders', { folder_id: 0, name: 'made' }).expect(201);
    const { id, created_at, updated_at, ...rest } = body.data;
    assert.deepEqual(rest, {
      folder_id: ann.actor.homeId,
      name: 'made',
      type: 'folder',
      size: 0,
      mime_type: 'httpd/unix-directory',
      permissions: 31,
      owner: { id: ann.id, name: 'ann' },
      shared: false,
      system: false,
      locked: null,
    });
    for (const time of [created_at, updated_at]) assert.match(time, /\.\d{3}Z$/);
    const place = { path: '/made', ancestors: [] };
    const { body: found } = await client.get(`/folders/${id}`).expect(200);
    assert.deepEqual(found, { data: { ...body.data, ...place } });
    const within = await client.post('/folders', { folder_id: id, name: 'within' }).expect(201);
    assert.equal(within.body.data.folder_id, id);
  });

  it('0 is the home: a root, in no folder', async () => {
    const { data } = (await client.get('/folders/0').expect(200)).body;
    assert.deepEqual([data.id, data.folder_id, data.permissions], [ann.actor.homeId, null, 31]);
  });

  it('refuse names that are not allowed or taken, naming the field, and nothing changes', async () => {
    await client.folder('taken');
    const before = (await client.get('/folders/0/contents')).body.meta.total;
    for (const name of [
      '',
      '.',
      '..',
      'a/b',
      'a\u0000b',
      'a\nb',
      '\u007f',
      'x'.repeat(256),
      '\ud800',
      'taken',
      5,
      null,
    ]) {
      const { body } = await client.post('/folders', { folder_id: 0, name }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['name'], JSON.stringify(name));
    }
    assert.equal((await client.get('/folders/0/contents')).body.meta.total, before);
  });

  it('take any other name and give it back as it was', async () => {
    const parent = await client.folder('names');
    for (const name of ['#%?&+', '"quotes\'', ' spaces ', '🙂', 'a\\b', 'x'.repeat(255), '%2F', 'e\u0301']) {
      const { body } = await client.post('/folders', { folder_id: parent.id, name }).expect(201);
      assert.equal((await client.get(`/folders/${body.data.id}`)).body.data.name, name);
    }
  });

  it('refuse a parent that cannot be reached with 422, and one without the right with 403', async () => {
    const document = await client.document('no folder');
    for (const folder_id of [999999, document.id, bob.actor.homeId]) {
      const { body } = await client.post('/folders', { folder_id, name: 'x' }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['folder_id']);
    }
    const { id } = await bobs.folder('readable');
    await service.dms.shares.create(bob.actor, { entryId: id, users: ['ann'], permissions: 1 });
    await client.post('/folders', { folder_id: id, name: 'x' }).expect(403);
  });

  it('of documents and of others are 404', async () => {
    const document = await client.document('a document');
    const { id } = await bobs.folder('private');
    for (const path of [`/folders/${document.id}`, `/folders/${id}`]) {
      await client.get(path).expect(404);
      await client.get(`${path}/contents`).expect(404);
      await client.get(`${path}/search?q=x`).expect(404);
      await client.patch(path, { name: 'x' }).expect(404);
      await client.delete(path).expect(404);
      await client.post(`${path}/move`, { folder_id: 0 }).expect(404);
      await client.post(`${path}/copy`, { folder_id: 0, name: 'x' }).expect(404);
    }
  });

  describe('contents', () => {
    let id: number;
    before(async () => {
      ({ id } = await client.folder('contents'));
      for (const name of ['10.txt', '2.txt', 'B.txt', 'a.txt'])
        await client.document(name, name.repeat(name.length), id);
      for (const name of ['z folder', 'a folder']) await client.folder(name, id);
    });

    it('list folders first, then by name in natural order', async () => {
      const { body } = await client.get(`/folders/${id}/contents`).expect(200);
      assert.deepEqual(namesOf(body), ['a folder', 'z folder', '2.txt', '10.txt', 'a.txt', 'B.txt']);
      assert.deepEqual(body.meta, { current_page: 1, per_page: 50, last_page: 1, total: 6 });
      assert.deepEqual(Object.keys(body.data[2]).slice(0, 3), ['id', 'folder_id', 'name']);
    });

    it('are paged; a page beyond the last is empty', async () => {
      const page = await client.get(`/folders/${id}/contents?page=2&per_page=4`).expect(200);
      assert.deepEqual(namesOf(page.body), ['a.txt', 'B.txt']);
      assert.deepEqual(page.body.meta, { current_page: 2, per_page: 4, last_page: 2, total: 6 });
      const beyond = await client.get(`/folders/${id}/contents?page=9`).expect(200);
      assert.deepEqual([beyond.body.data, beyond.body.meta.total], [[], 6]);
    });

    it('are sorted as asked', async () => {
      const sorted = async (query: string) =>
        namesOf((await client.get(`/folders/${id}/contents?${query}`).expect(200)).body);
      assert.deepEqual((await sorted('sort=name&direction=desc')).slice(-4), [
        'B.txt',
        'a.txt',
        '10.txt',
        '2.txt',
      ]);
      assert.equal((await sorted('sort=size&direction=desc'))[2], '10.txt');
      for (const sort of ['updated_at', 'created_at', 'mime_type'])
        assert.equal((await sorted(`sort=${sort}`)).length, 6);
      for (const query of ['sort=x', 'sort=', 'direction=up', 'sort=name&sort=size']) {
        const { body } = await client.get(`/folders/${id}/contents?${query}`).expect(422);
        assert.deepEqual(Object.keys(body.errors), [query.split('=')[0]]);
      }
    });

    it('of 0 are the mount root: the home, what is shared, and system folders', async () => {
      const eve = await service.createUser('eve');
      const eves = await clientOf(service, eve);
      await eves.document('own.txt');
      const system = (await admins.post('/folders', { system: true, name: 'Office' })).body.data;
      for (const [actor, entryId] of [
        [ann.actor, id],
        [service.admin.actor, system.id],
      ] as const) {
        await service.dms.shares.create(actor, { entryId, users: ['eve'], permissions: 1 });
      }
      const { body } = await eves.get('/folders/0/contents').expect(200);
      assert.deepEqual(namesOf(body).sort(), ['Office', 'contents', 'own.txt']);
      const shares = await eves.get('/folders/shares').expect(200);
      assert.deepEqual(namesOf(shares.body).sort(), ['Office', 'contents']);
      const fromAnn = shares.body.data.find(({ name }: Named) => name === 'contents');
      assert.deepEqual(fromAnn.shared_by, { id: ann.id, name: 'ann' });
      assert.equal(shares.body.meta.total, 2);
    });
  });

  describe('of the office', () => {
    it('are made by administrators only', async () => {
      const { body } = await admins.post('/folders', { system: true, name: 'Archive' }).expect(201);
      assert.deepEqual([body.data.system, body.data.folder_id, body.data.owner], [true, null, null]);
      await client.post('/folders', { system: true, name: 'Mine' }).expect(403);
      await client.post('/folders', { system: true }).expect(403);
      const adminless = await clientOf(service, service.admin, ['read', 'write']);
      await adminless.post('/folders', { system: true, name: 'Mine' }).expect(403);
    });

    it('have a name of their own, and no folder', async () => {
      await admins.post('/folders', { system: true, name: 'Twice' }).expect(201);
      for (const [body, field] of [
        [{ system: true, name: 'Twice' }, 'name'],
        [{ system: true }, 'name'],
        [{ system: true, name: 'x', folder_id: 0 }, 'folder_id'],
        [{ system: 'yes', name: 'x', folder_id: 0 }, 'system'],
      ] as const) {
        const refused = await admins.post('/folders', body).expect(422);
        assert.deepEqual(Object.keys(refused.body.errors), [field]);
      }
    });
  });

  it('are renamed, moved, copied and deleted', async () => {
    const [{ id }, target] = [await client.folder('old name'), await client.folder('target')];
    const document = await client.document('within.txt', 'within', id);
    const renamed = await client.patch(`/folders/${id}`, { name: 'new name' }).expect(200);
    assert.equal(renamed.body.data.name, 'new name');
    const moved = await client.post(`/folders/${id}/move`, { folder_id: target.id }).expect(200);
    assert.deepEqual([moved.body.data.id, moved.body.data.folder_id], [id, target.id]);
    const copied = await client.post(`/folders/${id}/copy`, { folder_id: 0, name: 'a copy' }).expect(201);
    const inCopy = (await client.get(`/folders/${copied.body.data.id}/contents`)).body;
    assert.deepEqual(namesOf(inCopy), ['within.txt']);
    assert.notEqual(inCopy.data[0].id, document.id);
    assert.deepEqual((await client.delete(`/folders/${id}`).expect(200)).body, { data: { id } });
    await client.get(`/documents/${document.id}`).expect(404);
  });

  it('do not go into themselves', async () => {
    const outer = await client.folder('outer');
    const inner = await client.folder('inner', outer.id);
    for (const folder_id of [outer.id, inner.id]) {
      const { body } = await client.post(`/folders/${outer.id}/move`, { folder_id }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['folder_id']);
    }
    assert.equal((await client.get(`/folders/${outer.id}`)).body.data.folder_id, ann.actor.homeId);
  });

  it('that are homes stay where they are', async () => {
    const { id } = await client.folder('for homes');
    await client.delete('/folders/0').expect(403);
    await client.patch('/folders/0', { name: 'x' }).expect(403);
    await client
      .post('/folders/0/move', { folder_id: id })
      .expect((response) => assert.ok([403, 422].includes(response.status)));
  });

  it('take only known fields', async () => {
    const { id } = await client.folder('strict');
    for (const test of [
      client.patch(`/folders/${id}`, { name: 'x', title: 'y' }),
      client.patch(`/folders/${id}`, {}),
      client.post(`/folders/${id}/move`, { folder_id: 0, name: 'x' }),
      client.post(`/folders/${id}/copy`, { folder_id: 0 }),
    ]) {
      await test.expect(422);
    }
  });
});
