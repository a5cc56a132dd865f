import assert from 'node:assert/strict';
import { MAX_DEPTH } from '../../../src/model/entries/names.ts';
import type { ErrorCode } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, putTo, read, snapshotOf, write } from '../../support/tree.ts';

describe('what a write goes to', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let admin: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    admin = await newUser(core, 'root', { isAdmin: true });
  });
  afterEach(() => core.close());

  const put = (actor: UserActor, ...path: string[]) => putTo(core.dms, actor, { path }, 'put');
  const mkcol = (actor: UserActor, ...path: string[]) => core.dms.folders.create(actor, { path });

  async function isRefused(work: () => unknown, code: ErrorCode, fields?: string[]): Promise<void> {
    const before = snapshotOf(core.database);
    await refuses(work, code, fields);
    assert.equal(snapshotOf(core.database), before);
  }

  it('is no name in the home that a shared entry has at the mount root', async () => {
    const id = await write(core.dms, ann, 'plan.txt');
    await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 3 });
    await isRefused(() => write(core.dms, ben, 'plan.txt', 'x'), 'name_taken', ['file']);
    await isRefused(() => makeFolder(core.dms, ben, 'plan.txt'), 'name_taken', ['name']);
    const own = await write(core.dms, ben, 'own.txt');
    await isRefused(() => core.dms.entries.move(ben, own, { folderId: 0, name: 'plan.txt' }), 'name_taken', [
      'name',
    ]);
  });

  it('is no bad name, which is told of the field that it came in', async () => {
    const own = await write(core.dms, ann, 'own.txt');
    for (const name of ['', '..', 'a/b', 'a\nb']) {
      await isRefused(() => write(core.dms, ann, name, 'x'), 'invalid', ['file']);
      await isRefused(() => makeFolder(core.dms, ann, name), 'invalid', ['name']);
      await isRefused(() => core.dms.entries.copy(ann, own, { folderId: 0, name }), 'invalid', ['name']);
    }
  });

  it('by a path is a new name, or what the user sees there', async () => {
    const id = await write(core.dms, ann, 'plan.txt');
    await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 3 });
    await put(ben, 'plan.txt');
    await put(ben, 'new.txt');
    await mkcol(ben, 'folder');
    await put(ben, 'folder', 'plan.txt');
    assert.deepEqual(await paths(core.dms, ben), ['folder/', 'folder/plan.txt', 'new.txt', 'plan.txt']);
    assert.equal(await read(core.dms, ann, id), 'put');
  });

  it('by a path is not a name whose share has ended, but the same name elsewhere', async () => {
    const id = await makeFolder(core.dms, ann, 'Docs');
    const share = await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 15 });
    await core.dms.shares.remove(ann, share.id);
    await isRefused(() => put(ben, 'Docs'), 'parent_missing');
    await isRefused(() => mkcol(ben, 'Docs'), 'parent_missing');
    await mkcol(ben, 'own');
    await mkcol(ben, 'own', 'Docs');
    assert.deepEqual(await paths(core.dms, ben), ['own/', 'own/Docs/']);
  });

  it('by a path is neither the mount root nor a folder of the office', async () => {
    await core.dms.folders.createSystem(admin, 'Office');
    for (const actor of [ann, admin]) {
      await isRefused(() => put(actor), 'forbidden');
      await isRefused(() => mkcol(actor), 'forbidden');
    }
    await isRefused(() => put(admin, 'Office'), 'name_taken', ['file']);
    await isRefused(() => mkcol(admin, 'Office'), 'forbidden');
  });

  it('takes the spelling of a name from the path', async () => {
    const id = await write(core.dms, ann, 'é');
    await core.dms.entries.move(ann, { path: ['é'] }, { path: ['e\u0301'] });
    assert.equal(core.dms.tree.document(ann, id).name, 'e\u0301');
  });

  it('may be a document in the deepest folder, in whatever way it comes there', async () => {
    let deepest = 0;
    for (let level = 1; level < MAX_DEPTH; level += 1)
      deepest = await makeFolder(core.dms, ann, `${level}`, deepest);
    await isRefused(() => makeFolder(core.dms, ann, 'deeper', deepest), 'invalid', ['folder_id']);
    const folder = await makeFolder(core.dms, ann, 'folder');
    await isRefused(() => core.dms.entries.move(ann, folder, { folderId: deepest, name: 'f' }), 'invalid', [
      'folder_id',
    ]);
    const moved = await write(core.dms, ann, 'moved');
    await core.dms.entries.move(ann, moved, { folderId: deepest, name: 'moved' });
    await core.dms.entries.copy(ann, moved, { folderId: deepest, name: 'copied' });
    await core.dms.entries.remove(ann, moved);
    await core.dms.trash.restore(ann, moved);
    const uploaded = await write(core.dms, ann, 'uploaded', 'x', deepest);
    const { items } = await core.dms.folderPages.members(ann, deepest, {
      page: 1,
      perPage: 9,
      sort: 'name',
      direction: 'asc',
    });
    assert.deepEqual(
      items.map(({ name }) => name),
      ['copied', 'moved', 'uploaded'],
    );
    assert.ok(uploaded > 0);
  });
});
