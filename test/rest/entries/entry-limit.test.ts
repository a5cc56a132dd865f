import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { snapshotOf } from '../../support/tree.ts';
import { type Client, clientOf } from '../client.ts';

const LIMIT = 6;

describe('the limit on the entries of a home', () => {
  let service: Service;
  let database: Database;
  let bens: Account;
  let ann: Client;
  let ben: Client;

  beforeEach(async () => {
    service = await startService({ config: { limits: { entries_per_user: LIMIT, reserve_bytes: 0 } } });
    database = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    ann = await clientOf(service, await service.createUser('ann'));
    bens = await service.createUser('ben');
    ben = await clientOf(service, bens);
  });
  afterEach(async () => {
    await database.close();
    await service.stop();
  });

  async function held(client: Client): Promise<number> {
    return (await client.get('/account').expect(200)).body.data.used_entries;
  }

  async function isRefused(ask: () => ReturnType<Client['post']>): Promise<void> {
    const before = snapshotOf(database);
    const { body } = await ask().expect(422);
    assert.deepEqual(Object.keys(body.errors), ['folder_id']);
    assert.match(body.message, /more than 6 documents and folders/);
    assert.equal(snapshotOf(database), before);
  }

  /** A folder with two documents. @returns its id */
  async function threeEntries(client: Client, name: string): Promise<number> {
    const { id } = await client.folder(name);
    for (const document of ['one', 'two']) await client.document(document, document, id);
    return id;
  }

  it('stops new folders, uploads and copies with 422 on folder_id, and leaves everything as it is', async () => {
    const tree = await threeEntries(ann, 'tree');
    await ann.post(`/folders/${tree}/copy`, { folder_id: 0, name: 'copy' }).expect(201);
    assert.equal(await held(ann), LIMIT);
    const { id } = (await ann.get(`/folders/${tree}/contents`).expect(200)).body.data[0];
    await isRefused(() => ann.post('/folders', { folder_id: 0, name: 'new' }));
    await isRefused(() => ann.upload({ folder_id: 0 }, { name: 'new', content: 'x' }));
    await isRefused(() => ann.post(`/documents/${id}/copy`, { folder_id: 0, name: 'new' }));
    await isRefused(() => ann.post(`/folders/${tree}/copy`, { folder_id: 0, name: 'new' }));
    // What makes no new entry goes on.
    await ann.upload({ folder_id: tree }, { name: 'one', content: 'another content' }).expect(200);
    await ann.patch(`/documents/${id}`, { name: 'renamed' }).expect(200);
  });

  it('counts all files of a form together', async () => {
    await threeEntries(ann, 'tree');
    await threeEntries(ann, 'more').then((id) => ann.delete(`/folders/${id}`).expect(200));
    const before = await held(ann);
    assert.equal(before, LIMIT);
    const { id } = (await ann.get('/trash').expect(200)).body.data[0];
    await ann.delete(`/trash/${id}`).expect(200);
    assert.equal(await held(ann), 3);
    const files = ['a', 'b', 'c', 'd'].map((name) => ({ name, content: name }));
    await isRefused(() => ann.upload({ folder_id: 0 }, ...files));
    await ann.upload({ folder_id: 0 }, ...files.slice(1)).expect(201);
    assert.equal(await held(ann), LIMIT);
  });

  it('counts what is in the trash until it is purged', async () => {
    const tree = await threeEntries(ann, 'tree');
    const more = await threeEntries(ann, 'more');
    await ann.delete(`/folders/${tree}`).expect(200);
    await isRefused(() => ann.post('/folders', { folder_id: 0, name: 'new' }));
    await ann.post(`/trash/${tree}/restore`).expect(200);
    await ann.delete(`/folders/${more}`).expect(200);
    await ann.delete(`/trash/${more}`).expect(200);
    assert.equal(await held(ann), 3);
    await ann.folder('new');
  });

  it('holds for what comes from another home, by move and out of the trash', async () => {
    const tree = await threeEntries(ann, 'tree');
    const inner = await ann.folder('inner', tree);
    const full = await threeEntries(ben, 'full');
    await ben.folder('4');
    await ann.post('/shares', { folder_id: inner.id, users: ['ben'], permissions: 31 }).expect(201);
    await ben.post('/shares', { folder_id: full, users: ['ann'], permissions: 31 }).expect(201);
    await isRefused(() => ann.post(`/folders/${tree}/move`, { folder_id: full }));
    await ann.delete(`/folders/${tree}`).expect(200);
    await isRefused(() => ann.post(`/trash/${tree}/restore`, { folder_id: full }));
    await ann.post(`/trash/${tree}/restore`).expect(200);
    await ann.post(`/folders/${inner.id}/move`, { folder_id: full }).expect(200);
    assert.deepEqual([await held(ann), await held(ben)], [3, 5]);
  });

  it('does not hold for system folders', async () => {
    const admin = await clientOf(service, service.admin);
    const { data } = (await admin.post('/folders', { name: 'Office', system: true }).expect(201)).body;
    for (let number = 0; number < LIMIT + 2; number += 1) await admin.folder(`${number}`, data.id);
    assert.equal(await held(admin), 0);
  });
});
