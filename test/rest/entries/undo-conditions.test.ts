// Catches an undo that takes away, moves or renames what another user has changed since.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

const ALL = 31;

interface Outcome {
  readonly since: number;
  readonly results: readonly {
    readonly id: number;
    readonly status: string;
    readonly code?: string;
    readonly facts?: object;
    readonly entry?: { readonly id: number };
  }[];
}

describe('the conditions of an undo', () => {
  let service: Service;
  let ann: Client;
  let ben: Client;
  let cyd: Client;
  /** A folder of Ann that Ben may change. */
  let team: number;
  let count = 0;

  before(async () => {
    service = await startService();
    [ann, ben, cyd] = (await Promise.all(
      ['ann', 'ben', 'cyd'].map(async (login) => clientOf(service, await service.createUser(login))),
    )) as [Client, Client, Client];
  });
  after(() => service.stop());
  beforeEach(async () => {
    ({ id: team } = await ann.folder(`team ${(count += 1)}`));
    await ann.post('/shares', { folder_id: team, users: ['ben'], permissions: ALL }).expect(201);
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function run(body: object, by = ann): Promise<Outcome> {
    const { data, meta } = (await by.post('/entries/batch', body).expect(200)).body;
    return { results: data, since: meta.activity_id };
  }

  async function codes(body: object, by = ann): Promise<(string | undefined)[]> {
    return (await run(body, by)).results.map(({ status, code }) => (status === 'done' ? status : code));
  }

  async function copied(id: number): Promise<{ copy: number; since: number }> {
    const { results, since } = await run({ action: 'copy', ids: [id], folder_id: team, conflict: 'rename' });
    return { copy: results[0]?.entry?.id ?? 0, since };
  }

  /** As retention of the log does after a quiet time. */
  function emptyLog(): void {
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
    database.prepare('DELETE FROM activities').run();
    database.close();
  }

  const gone = (id: number, since: number) => ({ action: 'delete', ids: [id], unchanged_since: since });

  async function newTree(): Promise<{ folder: number; inner: number; document: number }> {
    const { id: folder } = await ann.folder(`tree ${(count += 1)}`);
    const { id: inner } = await ann.folder('inner', folder);
    const { id: document } = await ann.document('a.txt', 'a', inner);
    return { folder, inner, document };
  }

  async function idIn(folder: number, name: string): Promise<number> {
    const { data } = (await ann.get(`/folders/${folder}/contents`).expect(200)).body;
    return data.find((entry: { name: string }) => entry.name === name).id;
  }

  it('leave the copy of a document with the versions of another user', async () => {
    const { id } = await ann.document('plan.txt', 'plan');
    const { copy, since } = await copied(id);
    await ben.document('plan.txt', 'by Ben', team);
    const { results } = await run(gone(copy, since));
    assert.deepEqual(
      [results[0]?.code, results[0]?.facts],
      ['changed_meanwhile_by', { name: 'plan.txt', user: 'ben' }],
    );
    assert.equal((await ben.get(`/documents/${copy}/download`).expect(200)).text, 'by Ben');
    const second = await copied(id);
    assert.deepEqual(await codes(gone(second.copy, second.since)), ['done']);
  });

  const CHANGES: Readonly<Record<string, (ids: { inner: number; document: number }) => Promise<unknown>>> = {
    'a new document': ({ inner }) => ben.document('b.txt', 'b', inner),
    'a new folder': ({ inner }) => ben.folder('b', inner),
    'a version': ({ inner }) => ben.document('a.txt', 'by Ben', inner),
    'a title': ({ document }) => ben.patch(`/documents/${document}`, { title: 'T' }).expect(200),
    'a name': ({ inner }) => ben.patch(`/folders/${inner}`, { name: 'other' }).expect(200),
    'a move into it': async ({ inner }) => {
      const { id } = await ben.document(`moved ${(count += 1)}.txt`, 'moved', team);
      await ben.post(`/documents/${id}/move`, { folder_id: inner }).expect(200);
    },
  };

  for (const [name, change] of Object.entries(CHANGES)) {
    it(`leave a copied, restored or moved folder in which another user made ${name}`, async () => {
      const { folder } = await newTree();
      const { copy, since } = await copied(folder);
      const inner = await idIn(copy, 'inner');
      await change({ inner, document: await idIn(inner, 'a.txt') });
      assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile_by']);

      const tree = await newTree();
      await run({ action: 'move', ids: [tree.folder], folder_id: team });
      await run({ action: 'delete', ids: [tree.folder] });
      const restored = await run({ action: 'restore', ids: [tree.folder] });
      await change(tree);
      assert.deepEqual(await codes(gone(tree.folder, restored.since)), ['changed_meanwhile_by']);

      const another = await newTree();
      const moved = await run({ action: 'move', ids: [another.folder], folder_id: team });
      await change(another);
      const back = { action: 'move', ids: [another.folder], folder_id: 0, unchanged_since: moved.since };
      assert.deepEqual(await codes(back), ['changed_meanwhile_by']);
    });
  }

  it('tell a user without the permission nothing about changes by others', async () => {
    const { id } = await ann.document(`r ${(count += 1)}.txt`, '1', team);
    await ann.post('/shares', { document_id: id, users: ['cyd'], permissions: 1 }).expect(201);
    const { since } = await run({ action: 'copy', ids: [id], folder_id: 0 }, cyd);
    await ben.patch(`/documents/${id}`, { title: 'T' }).expect(200);
    for (const action of [{ action: 'move', folder_id: 0 }, { action: 'delete' }])
      for (const condition of [{ unchanged_since: since }, { expected_folder_id: team }])
        assert.deepEqual(await codes({ ...action, ...condition, ids: [id] }, cyd), ['may_not']);
  });

  it('leave what another user has moved on', async () => {
    const { id: other } = await ann.folder('other', team);
    const { id } = await ann.document(`x ${(count += 1)}.txt`);
    const { since } = await run({ action: 'move', ids: [id], folder_id: team });
    await ben.post(`/documents/${id}/move`, { folder_id: other }).expect(200);
    const back = { action: 'move', ids: [id], folder_id: 0, unchanged_since: since };
    assert.deepEqual(await codes(back), ['changed_meanwhile_by']);
  });

  it('leave what the user has moved on in another window', async () => {
    const { id: other } = await ann.folder('other', team);
    const { id } = await ann.document(`z ${(count += 1)}.txt`);
    await run({ action: 'move', ids: [id], folder_id: team });
    await ann.post(`/documents/${id}/move`, { folder_id: other }).expect(200);
    const back = { action: 'move', ids: [id], folder_id: 0 };
    assert.deepEqual(await codes({ ...back, expected_folder_id: team }), ['moved_meanwhile']);
    assert.deepEqual(await codes({ action: 'delete', ids: [id], expected_folder_id: 0 }), [
      'moved_meanwhile',
    ]);
    assert.deepEqual(await codes({ ...back, expected_folder_id: other }), ['done']);
    const away = { action: 'move', ids: [id], folder_id: team, expected_folder_id: 0 };
    assert.deepEqual(await codes(away), ['done']);
  });

  it('delete no content that the user has stored since, but move it back', async () => {
    const { id } = await ann.document(`own ${(count += 1)}.txt`, 'own');
    const { copy, since } = await copied(id);
    await ann.post(`/documents/${copy}/versions/1/restore`).expect(200);
    await ann.patch(`/documents/${copy}`, { comments: 'mine' }).expect(200);
    assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile']);
    const moved = await run({ action: 'move', ids: [copy], folder_id: 0, conflict: 'rename' });
    await ann.patch(`/documents/${copy}`, { comments: 'mine again' }).expect(200);
    const back = { action: 'move', ids: [copy], folder_id: team, unchanged_since: moved.since };
    assert.deepEqual(await codes(back), ['done']);
  });

  it('delete no content that the user has stored in an empty copy', async () => {
    const name = `empty ${(count += 1)}.txt`;
    const { id } = await ann.document(name, '');
    const { copy, since } = await copied(id);
    await ann.document(name, 'mine', team);
    assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile']);
    assert.equal((await ann.get(`/documents/${copy}/download`).expect(200)).text, 'mine');
  });

  it('delete no folder with a document that a program of the user saved under a temporary name', async () => {
    const { folder } = await newTree();
    const { copy, since } = await copied(folder);
    const { id } = await ann.document('~WRD0001.tmp', 'mine', copy);
    await ann.patch(`/documents/${id}`, { name: 'mine.txt' }).expect(200);
    assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile']);
  });

  it('let the user undo own changes one after the other', async () => {
    const { folder } = await newTree();
    const { copy, since } = await copied(folder);
    const inner = await idIn(copy, 'inner');
    const document = await idIn(inner, 'a.txt');
    for (const name of ['b.txt', 'a.txt']) await ann.patch(`/documents/${document}`, { name }).expect(200);
    const second = await run({ action: 'copy', ids: [document], folder_id: copy, conflict: 'rename' });
    assert.deepEqual(await codes(gone(second.results[0]?.entry?.id ?? 0, second.since)), ['done']);
    assert.deepEqual(await codes(gone(copy, since)), ['done']);
  });

  it('take nothing from what other users do elsewhere, or did before', async () => {
    const { id } = await ann.document(`y ${(count += 1)}.txt`);
    await ben.document('before.txt', 'before', team);
    const { copy, since } = await copied(id);
    await ben.document('elsewhere.txt', 'elsewhere', team);
    await ben.document('elsewhere.txt', 'again', team);
    assert.deepEqual(await codes(gone(copy, since)), ['done']);
  });

  it('delete a new folder only while it is empty', async () => {
    const { id } = await ann.folder('new', team);
    await ben.document('b.txt', 'b', id);
    const body = { action: 'delete', ids: [id], only_empty: true };
    assert.deepEqual(await codes(body), ['not_empty']);
    const { id: empty } = await ann.folder('empty', team);
    assert.deepEqual(await codes({ ...body, ids: [empty] }), ['done']);
  });

  it('delete a new folder only while it has the name that it was created with', async () => {
    const { id } = await ann.folder('new', team);
    await ben.patch(`/folders/${id}`, { name: 'plans' }).expect(200);
    const body = { action: 'delete', ids: [id], only_empty: true, expected_name: 'new' };
    assert.deepEqual(await codes(body), ['renamed_meanwhile']);
    assert.deepEqual(await codes({ ...body, expected_name: 'plans' }), ['done']);
  });

  it('know a system folder by the name that the user sees, beside an own folder of its name', async () => {
    const admin = await clientOf(service, service.admin);
    await admin.folder('archive');
    const { id, name } = (await admin.post('/folders', { name: 'archive', system: true }).expect(201)).body
      .data;
    const body = {
      action: 'delete',
      ids: [id],
      only_empty: true,
      expected_folder_id: 0,
      expected_name: name,
    };
    assert.deepEqual(await codes(body, admin), ['done']);
  });

  it('say nothing about entries that the user may not read', async () => {
    const { id } = await ann.document(`hidden ${(count += 1)}.txt`);
    assert.deepEqual(await codes(gone(id, 0), cyd), ['not_found']);
  });

  it('refuse when the log does not go back to the change', async () => {
    const { id } = await ann.document(`old ${(count += 1)}.txt`);
    const { copy, since } = await copied(id);
    await ben.document('later.txt', 'later', team);
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
    database.prepare('DELETE FROM activities WHERE id < (SELECT max(id) FROM activities)').run();
    database.close();
    assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile']);
  });

  it('refuse when the log has too many records since the change', async () => {
    const { id } = await ann.document(`busy ${(count += 1)}.txt`);
    const { copy, since } = await copied(id);
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
    database
      .prepare(
        `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50001)
         INSERT INTO activities (action, user_name, at, details) SELECT 'sign_in', 'x', 0, '' FROM n`,
      )
      .run();
    database.close();
    assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile']);
    const now = await copied(id);
    assert.deepEqual(await codes(gone(now.copy, now.since)), ['done']);
  });

  it('refuse when the whole log since the change is deleted', async () => {
    const { id } = await ann.document(`quiet ${(count += 1)}.txt`);
    const { copy, since } = await copied(id);
    await ben.patch(`/documents/${copy}`, { comments: 'by Ben' }).expect(200);
    emptyLog();
    assert.deepEqual(await codes(gone(copy, since)), ['changed_meanwhile']);
  });

  it('undo what was done when the log was empty', async () => {
    const { id } = await ann.document(`first ${(count += 1)}.txt`);
    emptyLog();
    const { copy, since } = await copied(id);
    assert.deepEqual(await codes(gone(copy, since)), ['done']);
  });

  it('refuse a position that the log has not reached, as after the restore of a backup', async () => {
    const { id } = await ann.document(`later ${(count += 1)}.txt`);
    const { copy, since } = await copied(id);
    await ben.patch(`/documents/${copy}`, { comments: 'by Ben' }).expect(200);
    assert.deepEqual(await codes(gone(copy, since + 1000)), ['changed_meanwhile']);
  });

  it('name the folder in which the user sees a shared entry, and confirm no hidden one', async () => {
    const { id: hidden } = await cyd.folder(`hidden ${(count += 1)}`);
    const { id } = await cyd.document('shared.txt', 'shared', hidden);
    await cyd.post('/shares', { document_id: id, users: ['ben'], permissions: ALL }).expect(201);
    const move = { action: 'move', ids: [id], folder_id: team };
    assert.deepEqual(await codes({ ...move, expected_folder_id: hidden }, ben), ['moved_meanwhile']);
    const shown = (await ben.get(`/documents/${id}`).expect(200)).body.data.folder_id;
    assert.equal(shown, 0);
    assert.deepEqual(await codes({ ...move, expected_folder_id: shown }, ben), ['done']);
  });

  it('judge in the transaction: of a deletion and a save at the same time, only one succeeds', async () => {
    const { id } = await ann.document(`race ${(count += 1)}.txt`);
    for (let round = 0; round < 20; round += 1) {
      const { copy, since } = await copied(id);
      const [outcome, saved] = await Promise.all([
        codes(gone(copy, since)),
        ben.patch(`/documents/${copy}`, { comments: 'by Ben' }),
      ]);
      assert.deepEqual(
        [outcome[0] === 'done', saved.status],
        [saved.status !== 200, outcome[0] === 'done' ? 404 : 200],
      );
    }
  });

  it('rename only what has the name that the user has seen', async () => {
    const { id } = await ann.document('n.txt', 'n', team);
    const { id: folder } = await ann.folder('n', team);
    await ben.patch(`/documents/${id}`, { name: 'by Ben.txt' }).expect(200);
    await ben.patch(`/folders/${folder}`, { name: 'by Ben' }).expect(200);
    const lost = await ann.patch(`/documents/${id}`, { name: 'm.txt', expected: { name: 'n.txt' } });
    assert.deepEqual(
      [lost.status, lost.body.code, lost.body.facts],
      [412, 'renamed_meanwhile', { name: 'by Ben.txt' }],
    );
    const other = await ann.patch(`/folders/${folder}`, { name: 'm', expected: { name: 'n' } });
    assert.deepEqual([other.status, other.body.code], [412, 'renamed_meanwhile']);
    await ann.patch(`/documents/${id}`, { name: 'm.txt', expected: { name: 'by Ben.txt' } }).expect(200);
    await ann.patch(`/folders/${folder}`, { name: 'm', expected: { name: 'by Ben' } }).expect(200);
  });

  it('change only the texts that the user has seen', async () => {
    const { id, title } = await ann.document('t.txt', 't', team);
    await ben.patch(`/documents/${id}`, { comments: 'by Ben' }).expect(200);
    const lost = await ann.patch(`/documents/${id}`, { comments: 'mine', expected: { comments: '' } });
    assert.deepEqual([lost.status, lost.body.code], [412, 'changed_meanwhile']);
    await ann.patch(`/documents/${id}`, { expected: { comments: 'by Ben' } }).expect(422);
    await ann.patch(`/documents/${id}`, { title: 'T', expected: { title, comments: 'by Ben' } }).expect(200);
  });

  it('restore a version only while the content is the one that the user has seen', async () => {
    const { id } = await ann.document('v.txt', 'one', team);
    await ann.document('v.txt', 'two', team);
    const { headers } = await ann.get(`/documents/${id}/download`).expect(200);
    await ben.document('v.txt', 'by Ben', team);
    const etag = String(headers['etag']);
    await ann.post(`/documents/${id}/versions/1/restore`).set('If-Match', etag).expect(412);
    assert.equal((await ben.get(`/documents/${id}/download`)).text, 'by Ben');
  });
});
