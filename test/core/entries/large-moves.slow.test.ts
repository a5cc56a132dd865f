import assert from 'node:assert/strict';
import { DmsError } from '../../../src/model/errors/errors.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, refuses, SYSTEM } from '../../support/accounts.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { makeFolder, newUser, onto, paths, putTo, write } from '../../support/tree.ts';

/** With the folder more than are counted in one transaction. */
const FILES = 3000;
const LOCK = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
/** Folders beneath each other that a user may have. */
const MAX_DEPTH = 100;

/** Ann's folder `within`, shared with Ben with all rights, has the folder `top` in it, which has too many members. */
describe('a large folder that is moved', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let within: number;
  let top: number;
  let file: number;

  let original: CoreFixture;

  before(async () => {
    original = await openCoreFixture();
    ann = await newUser(original, 'ann');
    ben = await newUser(original, 'ben');
    within = await makeFolder(original.dms, ann, 'within');
    top = await makeFolder(original.dms, ann, 'top', within);
    file = await write(original.dms, ann, 'file', 'one', top);
    await Promise.all(
      Array.from({ length: FILES }, (_, number) => write(original.dms, ann, `${number}`, `${number}`, top)),
    );
    await original.dms.shares.create(ann, { entryId: within, users: ['ben'], permissions: 31 });
  });
  after(() => original.close());
  beforeEach(async () => {
    core = await original.copy();
  });
  afterEach(async () => {
    await assertFaultless(core.database);
    await core.close();
  });

  /** Of all entries ever made. */
  const lastId = () =>
    Number(core.database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'entries'").pluck().get());

  const save = () => putTo(core.dms, ann, onto(core.dms, ann, file), 'saved');

  /** Starts a move that goes on when it is told to, and resolves once it holds the folder. */
  async function begun<T>(start: () => Promise<T>): Promise<{ moving: Promise<T>; goOn: () => void }> {
    const [holds, told] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let reads = 0;
    core.database.readersMayBegin = () => {
      reads += 1;
      // The first read measures the folder before it is held.
      if (reads === 1) return Promise.resolve();
      holds.resolve(undefined);
      return told.promise;
    };
    const moving = start();
    await holds.promise;
    return { moving, goOn: () => told.resolve(undefined) };
  }

  async function nested(depth: number): Promise<number> {
    let id = 0;
    for (let level = 0; level < depth; level += 1) id = await makeFolder(core.dms, ann, 'deep', id);
    return id;
  }

  it('into a home of another owner is counted there to the byte, and nobody changes it meanwhile', async () => {
    await core.dms.shares.create(ben, {
      entryId: await makeFolder(core.dms, ben, 'of ben'),
      users: ['ann'],
      permissions: 31,
    });
    const { moving, goOn } = await begun(() => core.dms.entries.move(ann, top, { path: ['of ben', 'top'] }));
    assert.match((await refuses(save, 'locked')).message, /being moved/);
    for (const work of [
      () => write(core.dms, ben, 'new', 'x', top),
      () => makeFolder(core.dms, ann, 'new', top),
      () => core.dms.entries.rename(ann, file, 'new'),
      () => core.dms.entries.remove(ben, file),
      () => core.dms.entries.remove(ann, top),
      () => core.dms.entries.move(ben, top, { folderId: 0, name: 'mine' }),
      () => core.dms.entries.move(ben, file, { folderId: 0, name: 'mine' }),
      () => core.dms.documents.update(ann, file, { title: 'Title' }),
      // A program that has a lock takes for granted that it can save.
      () => core.dms.lockCreation.create(ann, file, LOCK),
      () => core.dms.lockCreation.create(ann, within, { ...LOCK, depth: 'infinity' }),
    ])
      await refuses(work, 'locked');
    goOn();
    await moving;
    assert.equal((await paths(core.dms, ben)).length, FILES + 4);
    await save();
  });

  it('is not counted anew where its owner and its depth stay', async () => {
    const other = await makeFolder(core.dms, ann, 'other');
    core.database.readersMayBegin = () => assert.fail('it was measured');
    await core.dms.entries.move(ann, top, { folderId: other, name: 'top' });
    await core.dms.entries.rename(ann, top, 'renamed');
  });

  it('is refused where it would be too deep, or does not fit, and everything is as before', async () => {
    await makeFolder(core.dms, ann, 'beneath', top);
    const deep = await nested(MAX_DEPTH - 2);
    const before = await paths(core.dms, ann);
    await refuses(() => core.dms.entries.move(ann, top, { folderId: deep, name: 'top' }), 'invalid', [
      'folder_id',
    ]);
    core.database.prepare("UPDATE users SET quota_bytes = 100 WHERE login = 'ben'").run();
    await core.dms.shares.create(ben, {
      entryId: await makeFolder(core.dms, ben, 'of ben'),
      users: ['ann'],
      permissions: 31,
    });
    const toBen = () => core.dms.entries.move(ann, top, { path: ['of ben', 'top'] });
    await refuses(toBen, 'quota_exceeded');
    assert.deepEqual(
      (await paths(core.dms, ann)).filter((path) => !path.startsWith('of ben')),
      before,
    );
    await save();
  });

  it('out of the home of another is in the owner’s trash with all that was saved in it', async () => {
    await save();
    const { moving, goOn } = await begun(() =>
      core.dms.entries.move(ben, top, { folderId: 0, name: 'mine' }),
    );
    await refuses(save, 'locked');
    goOn();
    await moving;
    assert.equal((await paths(core.dms, ben)).filter((path) => path.startsWith('mine/')).length, FILES + 2);
    await refuses(save, 'not_found');
    await core.dms.trash.restore(ann, top);
    await save();
  });

  it('comes back from the trash to wherever it fits, once', async () => {
    await core.dms.entries.remove(ann, top);
    const target = await makeFolder(core.dms, ann, 'target');
    const results = await Promise.allSettled([
      core.dms.trash.restore(ann, top, target),
      core.dms.trash.restore(ann, top),
    ]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    assert.equal(refused.length, 1);
    assert.ok(refused[0] instanceof DmsError && ['locked', 'not_found'].includes(refused[0].code));
    assert.equal((await paths(core.dms, ann)).length, FILES + 4);
    await save();
  });

  it('is not purged while it comes back from the trash, neither by its owner nor by its age', async () => {
    await core.dms.entries.remove(ann, top);
    const { moving, goOn } = await begun(() => core.dms.trash.restore(ann, top));
    await refuses(() => core.dms.trash.purge(ann, top), 'locked');
    assert.equal(await core.dms.trash.purgeOldest(SYSTEM, Infinity), false);
    goOn();
    await moving;
    await save();
  });

  it('keeps a document that a program has put aside in it, until it is free again', async () => {
    await core.dms.shares.create(ben, {
      entryId: await makeFolder(core.dms, ben, 'of ben'),
      users: ['ann'],
      permissions: 31,
    });
    await write(core.dms, ann, 'a.doc', 'before', 0);
    const aside = { path: ['within', 'top', 'a.tmp'] };
    await core.dms.entries.move(ann, { path: ['a.doc'] }, aside);
    const again = () => putTo(core.dms, ann, { path: ['a.doc'] }, 'after', { continuesHistory: true });
    for (const start of [
      () => core.dms.entries.move(ann, top, { path: ['of ben', 'top'] }),
      () => core.dms.entries.remove(ann, top).then(() => core.dms.trash.restore(ann, top)),
    ]) {
      const { moving, goOn } = await begun<unknown>(start);
      await refuses(again, 'locked');
      goOn();
      await moving;
    }
  });

  it('is free again when the move has failed, and when its mover has gone', async () => {
    const { id: userId } = present(
      core.dms.users.list(SYSTEM, { page: 1, perPage: 9 }).items.find(({ login }) => login === 'ben'),
    );
    const { moving, goOn } = await begun(() =>
      core.dms.entries.move(ben, top, { folderId: 0, name: 'mine' }),
    );
    const gone = refuses(() => moving, 'unauthenticated');
    await core.dms.users.update(SYSTEM, userId, { isDisabled: true });
    goOn();
    await gone;
    await save();
    assert.equal((await paths(core.dms, ann)).length, FILES + 3);
  });

  it('is free again as soon as its mover may no longer take it away', async () => {
    const [share] = (await core.dms.shares.list(ann, {}, PAGE)).items;
    const { moving, goOn } = await begun(() =>
      core.dms.entries.move(ben, top, { folderId: 0, name: 'mine' }),
    );
    const gone = refuses(() => moving, 'not_found');
    await core.dms.shares.remove(ann, present(share).id);
    const before = lastId();
    goOn();
    await gone;
    assert.ok(lastId() - before < FILES / 2, 'it was copied to the end');
    await save();
  });

  it('is free again before the rest of a copy is deleted that did not fit', async () => {
    let isSettled = false;
    const { moving, goOn } = await begun(() =>
      core.dms.entries.move(ben, top, { folderId: 0, name: 'mine' }),
    );
    core.database.prepare("UPDATE users SET quota_bytes = 10000 WHERE login = 'ben'").run();
    goOn();
    const refused = refuses(() => moving, 'quota_exceeded').finally(() => (isSettled = true));
    for (let isSaved = false; !isSaved; )
      isSaved = await save().then(
        () => true,
        () => false,
      );
    assert.ok(!isSettled, 'nobody could save before the rest was deleted');
    await refused;
  });

  it('waits for no more than one of those that another user moves at the same time', async () => {
    const names = Array.from({ length: 6 }, (_, number) => `copy ${number}`);
    for (const name of names) await core.dms.entries.copy(ben, top, { folderId: 0, name });
    await makeFolder(core.dms, ben, 'deeper');
    await makeFolder(core.dms, ann, 'deeper', within);
    const moved: string[] = [];
    const move = (actor: UserActor, from: string[], to: string[]) =>
      core.dms.entries.move(actor, { path: from }, { path: to }).then(() => moved.push(actor.login));
    const moves = names.map((name) => move(ben, [name], ['deeper', name]));
    await Promise.all([...moves, move(ann, ['within', 'top'], ['within', 'deeper', 'top'])]);
    assert.ok(moved.indexOf('ann') <= 2, moved.join());
  });
});
