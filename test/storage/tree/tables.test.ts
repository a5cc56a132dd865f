import assert from 'node:assert/strict';
import type { Lock } from '../../../src/model/entries/lock.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { createTreeTables } from '../../../src/storage/tree/tree.ts';
import { type CoreFixture, openCoreFixture, PAGE, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const NOBODY = 999_999;

describe('the tables of the tree', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;
  let file: number;
  let tables: ReturnType<typeof createTreeTables>;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
    file = await write(core.dms, ann, 'file', 'x', folder);
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    tables = createTreeTables(core.database);
  });
  afterEach(() => core.close());

  it('tell the same of an entry, whichever way it is asked for', () => {
    const { entries } = tables;
    const [inner, outer] = [entries.find(file), entries.find(folder)];
    assert.deepEqual(entries.listChildren(folder, '', 10), { entries: [inner], last: undefined });
    assert.deepEqual(entries.listChildIds(folder, '', 10), { ids: [file], last: undefined });
    assert.deepEqual(entries.listChildIds(folder, '', 1), { ids: [file], last: 'file' });
    assert.deepEqual(entries.listChildIds(folder, 'file', 1), { ids: [], last: undefined });
    assert.deepEqual(entries.findChild(folder, 'file'), inner);
    assert.deepEqual(entries.listByIds([file]), [inner]);
    assert.deepEqual(entries.listChildren(ann.homeId, '', 10).entries, [outer]);
  });

  it('have no lineage and no locks of what is not there', () => {
    assert.deepEqual(tables.ancestry.list(NOBODY), []);
    assert.deepEqual(tables.locks.listCovering([NOBODY], core.now()), []);
  });

  it('hand over the locks of all, or those of one user', () => {
    const lock = (token: string, userId: number): Omit<Lock, 'userName'> => ({
      token,
      userId,
      entryId: file,
      depth: '0',
      scope: 'shared',
      ownerXml: '',
      timeoutSeconds: 60,
      expiresAt: core.now() + 60_000,
    });
    tables.locks.insert(lock('of ann', ann.userId));
    tables.locks.insert(lock('of ben', ben.userId));
    const tokens = (id: number) => tables.locks.listOn([id], core.now()).map(({ token }) => token);
    tables.locks.updateEntry(file, folder, ben.userId);
    assert.deepEqual([tokens(file), tokens(folder)], [['of ann'], ['of ben']]);
    tables.locks.updateEntry(folder, file);
    assert.deepEqual([tokens(file).sort(), tokens(folder)], [['of ann', 'of ben'], []]);
  });

  it('tell who has been told of a share by mail', () => {
    const [share] = tables.shares.listOn(folder, core.now());
    assert.deepEqual([share?.users, share?.notified], [['ben'], []]);
    tables.shares.updateNotified(share?.id ?? 0, ben.userId, core.now());
    assert.deepEqual(tables.shares.find(share?.id ?? 0)?.notified, ['ben']);
  });

  it('let nothing be remembered of grants and folders that have changed', () => {
    const { erasures, shares } = tables;
    const grant = { entryId: file, permissions: 1, createdBy: ann.userId, createdAt: 0, expiresAt: 1000 };
    const rises = (change: () => unknown) => {
      const before = core.database.structure;
      core.database.prepare('BEGIN').run();
      change();
      core.database.prepare('COMMIT').run();
      assert.ok(core.database.structure > before, String(change));
    };
    let id = 0;
    const shareWithBen = () => {
      id = shares.insert(grant);
      shares.putRecipients(id, file, { users: [ben.userId], groups: [] });
    };
    rises(() => {
      tables.mountNames.put(ben.userId, file, 'file');
      shareWithBen();
    });
    rises(() => shares.update(id, { permissions: 3, expiresAt: 1000 }));
    rises(() => shares.putRecipients(id, file, { users: [ben.userId], groups: [] }));
    const { structure } = core.database;
    shares.deleteExpired(999);
    assert.equal(core.database.structure, structure);
    rises(() => shares.deleteExpired(1000));
    rises(shareWithBen);
    rises(() => shares.deleteRecipient(id, ben.userId));
    rises(shareWithBen);
    rises(() => shares.delete(id));
    rises(() => erasures.deleteSome({ entryId: folder, ownerId: ann.userId, parentId: ann.homeId }, 3));
  });

  it('tell nobody as the author of a version whose author is deleted', async () => {
    const id = await write(core.dms, ben, 'of ben', 'x', folder);
    await core.dms.users.remove(SYSTEM, ben.userId);
    const [version] = core.dms.versions.list(ann, id, PAGE).items;
    assert.equal(version?.author, null);
  });

  it('keep the name of a share that has ended as long as they are told to', () => {
    const { mountNames, shares } = tables;
    const [share] = shares.listOn(folder, core.now());
    shares.delete(share?.id ?? 0);
    mountNames.deleteEnded(1000, 0);
    mountNames.deleteEnded(2000, 999);
    assert.equal(mountNames.find(ben.userId, 'folder')?.entryId, folder);
    mountNames.deleteEnded(2000, 1000);
    assert.equal(mountNames.find(ben.userId, 'folder'), undefined);
  });

  it('tell which names at the mount root the home has, too', async () => {
    const { mountNames } = tables;
    assert.deepEqual([...mountNames.listDisplaced(ben.userId)], []);
    const names = mountNames.list(ben.userId);
    assert.deepEqual(
      [...names],
      [[folder, { entryId: folder, name: 'folder', isDisplaced: false, isEnded: false }]],
    );
    // While the shared folder is not shown, its name is free for REST.
    await core.dms.entries.remove(ann, folder);
    await makeFolder(core.dms, ben, 'folder');
    assert.deepEqual([...mountNames.listDisplaced(ben.userId)], [[folder, 'folder']]);
    assert.equal(mountNames.findOf(ben.userId, folder)?.isDisplaced, true);
  });
});
