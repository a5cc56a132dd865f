import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { type Client, clientOf } from '../client.ts';

interface Result {
  readonly id: number;
  readonly status: string;
  readonly code?: string;
  readonly message?: string;
  readonly entry?: { readonly id: number; readonly name: string; readonly folder_id: number };
}

describe('a batch', () => {
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

  async function run(body: object, asking = client): Promise<readonly Result[]> {
    return (await asking.post('/entries/batch', body).expect(200)).body.data;
  }

  function said(results: readonly Result[]): unknown[] {
    return results.map(({ status, code, entry }) => [status, code ?? entry?.name]);
  }

  async function names(folderId: number): Promise<string[]> {
    const { body } = await client.get(`/folders/${folderId}/contents?per_page=200`).expect(200);
    return body.data.map(({ name }: { name: string }) => name);
  }

  it('moves what it can, and says of each in the order of the list', async () => {
    const target = await client.folder('target');
    const folder = await client.folder('folder');
    const taken = await client.document('taken.txt');
    await client.document('taken.txt', 'other', target.id);
    const one = await client.document('one.txt');
    const results = await run({
      action: 'move',
      ids: [folder.id, taken.id, 999_999, one.id, target.id],
      folder_id: target.id,
    });
    assert.deepEqual(said(results), [
      ['done', 'folder'],
      ['failed', 'name_taken'],
      ['failed', 'not_found'],
      ['done', 'one.txt'],
      ['failed', 'invalid'],
    ]);
    assert.deepEqual(
      results.map(({ id }) => id),
      [folder.id, taken.id, 999_999, one.id, target.id],
    );
    assert.equal(results[0]?.entry?.folder_id, target.id);
    assert.match(results[1]?.message ?? '', /already taken/);
    assert.deepEqual(await names(target.id), ['folder', 'one.txt', 'taken.txt']);
  });

  it('numbers or skips what is taken, and leaves what is there already', async () => {
    const target = await client.folder('target');
    const inside = await client.document('a.txt', 'there', target.id);
    const sources: number[] = [];
    for (const name of ['x', 'y', 'z']) {
      const folder = await client.folder(name);
      sources.push((await client.document('a.txt', name, folder.id)).id);
    }
    const [x = 0, y = 0, z = 0] = sources;
    const skipped = { action: 'move', ids: [x, inside.id], folder_id: target.id, conflict: 'skip' };
    assert.deepEqual(said(await run(skipped)), [
      ['skipped', 'name_taken'],
      ['skipped', 'in_place'],
    ]);
    const moved = { action: 'move', ids: [x, y], folder_id: target.id, conflict: 'rename' };
    assert.deepEqual(said(await run(moved)), [
      ['done', 'a (2).txt'],
      ['done', 'a (3).txt'],
    ]);
    const copied = await run({ ...moved, action: 'copy', ids: [z, inside.id] });
    assert.deepEqual(said(copied), [
      ['done', 'a (4).txt'],
      ['done', 'a (5).txt'],
    ]);
    assert.notEqual(copied[1]?.entry?.id, inside.id);
  });

  it('carries what lies in another of the list, once', async () => {
    const target = await client.folder('target');
    const outer = await client.folder('outer');
    const inner = await client.folder('inner', outer.id);
    const deep = await client.document('deep.txt', 'deep', inner.id);
    const ids = [deep.id, inner.id, outer.id];
    const copied = await run({ action: 'copy', ids, folder_id: target.id });
    assert.deepEqual(said(copied), [
      ['done', undefined],
      ['done', undefined],
      ['done', 'outer'],
    ]);
    assert.deepEqual(await names(target.id), ['outer']);
    const kept = await run({ action: 'move', ids, folder_id: target.id });
    assert.deepEqual(said(kept), [
      ['skipped', 'included'],
      ['skipped', 'included'],
      ['failed', 'name_taken'],
    ]);
    assert.deepEqual(said(await run({ action: 'delete', ids })), [
      ['done', undefined],
      ['done', undefined],
      ['done', undefined],
    ]);
    assert.equal((await client.get('/trash')).body.meta.total, 1);
  });

  it('restores what was in a deleted folder into that folder, and deletes for good', async () => {
    const folder = await client.folder('folder');
    const within = await client.document('within.txt', 'x', folder.id);
    const other = await client.document('other.txt');
    await client.delete(`/documents/${within.id}`).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(said(await run({ action: 'delete', ids: [folder.id, other.id] })), [
      ['done', undefined],
      ['done', undefined],
    ]);
    const [restored] = await run({ action: 'restore', ids: [within.id, folder.id] });
    assert.equal(restored?.entry?.folder_id, folder.id);
    const purged = await run({ action: 'purge', ids: [other.id, within.id] });
    assert.deepEqual(said(purged), [
      ['done', undefined],
      ['failed', 'not_found'],
    ]);
    assert.equal((await client.get('/trash')).body.meta.total, 0);
  });

  it('does with large folders what takes long in steps of their own', async () => {
    const { dms } = service;
    const target = await client.folder('target');
    const big = await makeFolder(dms, ann.actor, 'big');
    for (let batch = 0; batch < 16; batch += 1) {
      const folder = await makeFolder(dms, ann.actor, `part ${batch}`, big);
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => write(dms, ann.actor, `f${index}`, 'x', folder)),
      );
    }
    const small = await client.document('small.txt');
    const ids = [big, small.id];
    const copied = await run({ action: 'copy', ids, folder_id: target.id });
    assert.deepEqual(said(copied), [
      ['done', 'big'],
      ['done', 'small.txt'],
    ]);
    assert.equal((await names(copied[0]?.entry?.id ?? 0)).length, 16);
    const copy = copied[0]?.entry?.id ?? 0;
    assert.deepEqual(said(await run({ action: 'delete', ids: [big, copy] })), [
      ['done', undefined],
      ['done', undefined],
    ]);
    assert.deepEqual(said(await run({ action: 'purge', ids: [big, copy] })), [
      ['done', undefined],
      ['done', undefined],
    ]);
    const { body } = await client.get('/account').expect(200);
    assert.equal(body.data.used_entries, 3);
  });

  it('tells nothing of what one may not read, and changes nothing there', async () => {
    const bens = await clientOf(service, await service.createUser('ben'));
    const outer = await client.folder('outer');
    const shared = await client.document('shared.txt', 'x', outer.id);
    const hidden = await client.document('hidden.txt', 'x', outer.id);
    await client.post('/shares', { document_id: shared.id, users: ['ben'], permissions: 1 }).expect(201);
    const ids = [shared.id, outer.id, hidden.id];
    assert.deepEqual(said(await run({ action: 'delete', ids }, bens)), [
      ['failed', 'may_not'],
      ['failed', 'not_found'],
      ['failed', 'not_found'],
    ]);
    assert.deepEqual(said(await run({ action: 'copy', ids, folder_id: 0 }, bens)), [
      ['failed', 'name_of_shared'],
      ['failed', 'not_found'],
      ['failed', 'not_found'],
    ]);
    await bens.post('/entries/batch', { action: 'copy', ids, folder_id: outer.id }).expect(422);
    assert.deepEqual(await names(outer.id), ['hidden.txt', 'shared.txt']);
  });

  it('refuses what is no batch', async () => {
    const { id } = await client.document('one.txt');
    for (const [field, body] of [
      ['action', { ids: [id] }],
      ['action', { action: 'rename', ids: [id] }],
      ['ids', { action: 'delete', ids: [] }],
      ['ids', { action: 'delete', ids: [id, id] }],
      ['ids', { action: 'delete', ids: Array.from({ length: 1001 }, (_, index) => index) }],
      ['folder_id', { action: 'move', ids: [id] }],
      ['folder_id', { action: 'delete', ids: [id], folder_id: 0 }],
      ['conflict', { action: 'move', ids: [id], folder_id: 0, conflict: 'replace' }],
      ['folder_id', { action: 'move', ids: [id], folder_id: 999_999 }],
    ] as const) {
      const refused = await client.post('/entries/batch', body).expect(422);
      assert.deepEqual(Object.keys(refused.body.errors), [field], JSON.stringify(body));
    }
    const reading = await clientOf(service, ann, ['read']);
    await reading.post('/entries/batch', { action: 'delete', ids: [id] }).expect(403);
  });

  it('takes a thousand documents', async () => {
    const { dms } = service;
    const from = await makeFolder(dms, ann.actor, 'from');
    const ids = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => write(dms, ann.actor, `f${index}`, 'x', from)),
    );
    const target = await client.folder('target');
    for (const body of [
      { action: 'copy', ids, folder_id: target.id },
      { action: 'move', ids, folder_id: 0 },
      { action: 'delete', ids },
      { action: 'restore', ids },
      { action: 'delete', ids },
      { action: 'purge', ids },
    ]) {
      const results = await run(body);
      assert.equal(results.filter(({ status }) => status === 'done').length, 1000, body.action);
    }
    assert.equal((await client.get('/account').expect(200)).body.data.used_entries, 1002);
    assert.equal((await names(target.id)).length, 200);
  });
});
