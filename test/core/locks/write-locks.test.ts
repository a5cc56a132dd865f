import assert from 'node:assert/strict';
import type { LockRequest } from '../../../src/core/locks/write-locks.ts';
import type { Lock, LockScope } from '../../../src/model/entries/lock.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, snapshotOf, write } from '../../support/tree.ts';

describe('locks', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;
  let file: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
    file = await write(core.dms, ann, 'file', 'x', folder);
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 15 });
  });
  afterEach(() => core.close());

  async function take(actor: UserActor, id: number, request: Partial<LockRequest> = {}): Promise<Lock> {
    const usual: LockRequest = {
      depth: 'infinity',
      scope: 'exclusive',
      ownerXml: '<x/>',
      timeoutSeconds: 600,
    };
    return (await core.dms.lockCreation.create(actor, id, { ...usual, ...request })).lock;
  }

  /** The actor with a lock token in hand. */
  function holding(actor: UserActor, ...locks: Lock[]): UserActor {
    return { ...actor, lockTokens: new Set(locks.map(({ token }) => token)) };
  }

  function tokens(actor: UserActor, id: number): string[] {
    return core.dms.locks.covering(actor, id).map(({ token }) => token);
  }

  it('say who has them, how far they reach and until when', async () => {
    const lock = await take(ann, file, { depth: '0' });
    assert.match(lock.token, /^opaquelocktoken:[0-9a-f-]{36}$/);
    assert.deepEqual(
      [lock.entryId, lock.depth, lock.scope, lock.ownerXml, lock.userId, lock.userName, lock.timeoutSeconds],
      [file, '0', 'exclusive', '<x/>', ann.userId, 'Name of ann', 600],
    );
    assert.equal(lock.expiresAt, core.now() + 600_000);
    assert.deepEqual(core.dms.locks.covering(ben, file), [lock]);
    assert.deepEqual(core.dms.tree.document(ben, file).locked, {
      user: 'Name of ann',
      expiresAt: lock.expiresAt,
      breakable: false,
    });
  });

  it('are for those who may update, also to refresh and to end, and are shown to those who may read', async () => {
    const { locks, shares } = core.dms;
    const lock = await take(ben, file);
    await shares.create(ann, { entryId: folder, users: ['ben'], permissions: 1 });
    const before = snapshotOf(core.database);
    await refuses(() => take(ben, folder), 'forbidden');
    await refuses(() => locks.refresh(ben, file, lock.token, 20), 'forbidden');
    await refuses(() => locks.release(ben, file, lock.token), 'forbidden');
    assert.equal(snapshotOf(core.database), before);
    const cyd = await newUser(core, 'cyd');
    await refuses(() => locks.ofMembers(cyd, folder), 'not_found');
    await refuses(() => locks.covering(cyd, file), 'not_found');
    assert.deepEqual([...locks.ofMembers(ben, folder)], [[file, [lock]]]);
  });

  it('last at least a second and at most a day', async () => {
    assert.equal((await take(ann, file, { timeoutSeconds: 0 })).timeoutSeconds, 1);
    core.pass(1000);
    assert.equal((await take(ann, file, { timeoutSeconds: 1e9 })).timeoutSeconds, 86_400);
  });

  it('keep everybody from changing a document who does not show the token, the holder too', async () => {
    const lock = await take(ann, file);
    const before = snapshotOf(core.database);
    const stranger = holding(ben, lock);
    for (const actor of [ann, ben, stranger]) {
      for (const change of [
        () => putTo(core.dms, actor, onto(core.dms, actor, file), 'y'),
        () => core.dms.documents.update(actor, file, { title: 'T' }),
        () => core.dms.properties.patch(actor, file, [], { modifiedAt: 1 }),
        () => core.dms.properties.patch(actor, file, [{ remove: { namespace: 'a', name: 'b' } }]),
        () => core.dms.entries.rename(actor, file, 'x'),
        () => core.dms.entries.move(actor, file, { folderId: 0, name: 'x' }),
        () => core.dms.entries.remove(actor, file),
        () => core.dms.entries.remove(actor, folder),
      ]) {
        const error = await refuses(change, 'locked');
        assert.deepEqual(error.lock, { user: 'Name of ann', expiresAt: lock.expiresAt });
      }
    }
    assert.equal(snapshotOf(core.database), before);
    await putTo(core.dms, holding(ann, lock), onto(core.dms, holding(ann, lock), file), 'y');
    // Reading and copying it away are free.
    await core.dms.entries.copy(ben, file, { folderId: 0, name: 'copy' });
  });

  it('that are exclusive go with no other, those that are shared with each other', async () => {
    const shared = await take(ann, file, { scope: 'shared' });
    const another = await take(ben, file, { scope: 'shared' });
    await refuses(() => take(ben, file), 'locked');
    assert.deepEqual(tokens(ann, file).sort(), [shared.token, another.token].sort());
    await refuses(() => putTo(core.dms, ann, onto(core.dms, ann, file), 'y'), 'locked');
    await putTo(core.dms, holding(ben, another), onto(core.dms, holding(ben, another), file), 'y');
    await core.dms.locks.release(ann, file, shared.token);
    await core.dms.locks.release(ben, file, another.token);
    await take(ann, file);
    await refuses(() => take(ben, file, { scope: 'shared' }), 'locked');
  });

  it('of depth infinity cover all beneath, and meet those that are there already', async () => {
    const inner = await take(ben, file);
    await refuses(() => take(ann, folder), 'locked');
    await core.dms.locks.release(ben, file, inner.token);
    const outer = await take(ann, folder);
    assert.deepEqual(tokens(ben, file), [outer.token]);
    await refuses(() => take(ben, file), 'locked');
    await refuses(() => putTo(core.dms, ben, onto(core.dms, ben, file), 'y'), 'locked');
    await refuses(() => write(core.dms, ben, 'new', 'x', folder), 'locked');
    await write(core.dms, holding(ann, outer), 'new', 'x', folder);
  });

  it('of depth 0 on a folder protect which members it has, not what is in them', async () => {
    const lock = await take(ann, folder, { depth: '0' });
    await putTo(core.dms, ben, onto(core.dms, ben, file), 'changed');
    const box = await makeFolder(core.dms, ben, 'box');
    const own = await write(core.dms, ben, 'own');
    for (const change of [
      () => write(core.dms, ben, 'new', 'x', folder),
      () => makeFolder(core.dms, ben, 'new', folder),
      () => core.dms.entries.rename(ben, file, 'x'),
      () => core.dms.entries.remove(ben, file),
      () => core.dms.entries.move(ben, file, { folderId: box, name: 'file' }),
      () => core.dms.entries.move(ben, own, { folderId: folder, name: 'own' }),
      () => core.dms.entries.copy(ben, own, { folderId: folder, name: 'own' }),
    ]) {
      await refuses(change, 'locked');
    }
    await core.dms.entries.rename(holding(ann, lock), file, 'renamed');
    await take(ben, file);
  });

  it('are all named when they stand in the way of a whole tree, once an entry', async () => {
    const box = await makeFolder(core.dms, ann, 'box', folder);
    const inner = await write(core.dms, ann, 'inner', 'x', box);
    await take(ann, inner, { scope: 'shared' });
    await take(ben, inner, { scope: 'shared' });
    await take(ann, file);
    const removal = await refuses(() => core.dms.entries.remove(ben, folder), 'locked');
    assert.deepEqual([...removal.lockRoots].sort(), [file, inner].sort());
    const locking = await refuses(() => take(ben, folder), 'locked');
    assert.deepEqual([...locking.lockRoots].sort(), [file, inner].sort());
    const shared = await refuses(() => take(ben, folder, { scope: 'shared' }), 'locked');
    assert.deepEqual(shared.lockRoots, [file]);
    const around = await take(ann, box, { depth: '0' });
    const above = await refuses(() => core.dms.entries.remove(ben, inner), 'locked');
    assert.deepEqual([...above.lockRoots].sort(), [around.entryId, inner].sort());
  });

  it('of depth infinity stop a conflicting lock on a free name beneath them, which then stays free', async () => {
    const lock = await take(ann, folder, { scope: 'shared' });
    const request = { depth: '0', ownerXml: '', timeoutSeconds: 600 } as const;
    const takeFree = (actor: UserActor, name: string, scope: LockScope) =>
      core.dms.lockCreation.create(actor, { path: ['folder', name] }, { ...request, scope });
    const error = await refuses(() => takeFree(holding(ann, lock), 'new', 'exclusive'), 'locked');
    assert.deepEqual(error.lockRoots, [folder]);
    assert.equal(core.dms.tree.resolve(ann, ['folder', 'new']), undefined);
    const created = await takeFree(holding(ann, lock), 'new', 'shared');
    assert.deepEqual([created.outcome, created.entry.name, created.others], ['created', 'new', [lock]]);
    await refuses(() => takeFree(ben, 'other', 'shared'), 'locked');
    await core.dms.locks.release(ann, folder, lock.token);
    assert.equal((await takeFree(ben, 'other', 'exclusive')).outcome, 'created');
  });

  it('end with their time, and live on when they are refreshed', async () => {
    const lock = await take(ann, file, { timeoutSeconds: 10 });
    core.pass(9_999);
    const { lock: refreshed } = await core.dms.locks.refresh(ann, file, lock.token, 20);
    assert.deepEqual([refreshed.timeoutSeconds, refreshed.expiresAt], [20, core.now() + 20_000]);
    assert.deepEqual(core.dms.locks.covering(ann, file), [refreshed]);
    core.pass(19_999);
    await refuses(() => putTo(core.dms, ben, onto(core.dms, ben, file), 'y'), 'locked');
    core.pass(1);
    assert.deepEqual(tokens(ann, file), []);
    assert.equal(core.dms.tree.document(ann, file).locked, null);
    await putTo(core.dms, ben, onto(core.dms, ben, file), 'y');
    await refuses(() => core.dms.locks.refresh(ann, file, lock.token, 20), 'precondition_failed');
  });

  it('are refreshed and released by their holder, at any entry they cover', async () => {
    const lock = await take(ann, folder);
    await refuses(() => core.dms.locks.refresh(ben, file, lock.token, 20), 'forbidden');
    await refuses(() => core.dms.locks.release(ben, file, lock.token), 'forbidden');
    await refuses(() => core.dms.locks.release(ann, file, 'opaquelocktoken:none'), 'precondition_failed');
    await refuses(() => core.dms.locks.release(ann, ann.homeId, lock.token), 'precondition_failed');
    await core.dms.locks.refresh(ann, file, lock.token, 20);
    await core.dms.locks.release(ann, file, lock.token);
    await refuses(() => core.dms.locks.release(ann, file, lock.token), 'precondition_failed');
    assert.deepEqual(tokens(ann, folder), []);
  });

  it('do not travel with what is moved, deleted or replaced', async () => {
    const box = await makeFolder(core.dms, ann, 'box');
    const first = await take(ann, file);
    await core.dms.entries.move(holding(ann, first), folder, { folderId: box, name: 'moved' });
    assert.deepEqual(tokens(ann, file), []);
    const second = await take(ann, file);
    await core.dms.entries.remove(holding(ann, second), file);
    await core.dms.trash.restore(ann, file);
    assert.deepEqual(tokens(ann, file), []);
  });

  it('stay with a document that is renamed or gets a new version by a move onto it', async () => {
    const lock = await take(ann, file);
    const saved = await write(core.dms, ann, 'saved', 'new');
    const holder = holding(ann, lock);
    await core.dms.entries.move(holder, saved, { folderId: folder, name: 'file' }, { overwrite: true });
    assert.deepEqual(tokens(ann, file), [lock.token]);
    await refuses(() => putTo(core.dms, ben, onto(core.dms, ben, file), 'y'), 'locked');
  });

  it('are at most twenty on an entry, without those that have expired', async () => {
    const shared = { scope: 'shared', timeoutSeconds: 10 } as const;
    for (let number = 0; number < 20; number += 1) await take(ann, file, shared);
    const before = snapshotOf(core.database);
    await refuses(() => take(ben, file, shared), 'locked');
    assert.equal(snapshotOf(core.database), before);
    await take(ben, folder, shared);
    core.pass(10_000);
    await take(ben, file, shared);
    assert.deepEqual(core.database.prepare('SELECT count(*) AS count FROM locks').all(), [{ count: 1 }]);
  });

  it('are at most a thousand of a user', async () => {
    const files: number[] = [];
    for (let number = 0; number < 51; number += 1) {
      files.push(await write(core.dms, ann, `file ${number}`, 'x', folder));
    }
    const [last = 0, ...others] = files;
    for (const id of others)
      for (let number = 0; number < 20; number += 1) await take(ann, id, { scope: 'shared', depth: '0' });
    const before = snapshotOf(core.database);
    await refuses(() => take(ann, last), 'forbidden');
    assert.equal(snapshotOf(core.database), before);
    await take(ben, last);
  });

  it('of members are listed with the folder', async () => {
    assert.deepEqual([...core.dms.locks.ofMembers(ann, folder)], []);
    const lock = await take(ann, file);
    await take(ben, await write(core.dms, ben, 'elsewhere'));
    assert.deepEqual([...core.dms.locks.ofMembers(ben, folder)], [[file, [lock]]]);
    core.pass(600_000);
    assert.deepEqual([...core.dms.locks.ofMembers(ann, folder)], []);
  });

  it('that have expired are swept', async () => {
    await take(ann, file);
    core.pass(600_000);
    await core.dms.housekeeping.tidy();
    const [row] = core.database.prepare<[], { n: number }>('SELECT count(*) AS n FROM locks').all();
    assert.equal(row?.n, 0);
  });
});
