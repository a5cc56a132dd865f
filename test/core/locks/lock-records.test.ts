import assert from 'node:assert/strict';
import type { EntryRecord } from '../../../src/model/entries/entry.ts';
import type { LockDepth, LockScope, LockSummary } from '../../../src/model/entries/lock.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { queriesOf } from '../../support/database/queries.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const ORDER = { ...PAGE, sort: 'name', direction: 'asc' } as const;

describe('locks in records', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let outer: number;
  let inner: number;
  let file: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    outer = await makeFolder(core.dms, ann, 'outer');
    inner = await makeFolder(core.dms, ann, 'inner', outer);
    file = await write(core.dms, ann, 'file', 'x', inner);
    await core.dms.shares.create(ann, { entryId: outer, users: ['ben'], permissions: 15 });
  });
  afterEach(() => core.close());

  async function take(
    actor: UserActor,
    id: number,
    depth: LockDepth = 'infinity',
    scope: LockScope = 'exclusive',
    timeoutSeconds = 600,
  ): Promise<LockSummary> {
    const { lock } = await core.dms.lockCreation.create(actor, id, {
      depth,
      scope,
      ownerXml: '',
      timeoutSeconds,
    });
    return { user: lock.userName, expiresAt: lock.expiresAt };
  }

  /** What the records of a folder's members say, by name. */
  async function members(actor: UserActor, folderId: number): Promise<Record<string, EntryRecord['locked']>> {
    const { items } = await core.dms.folderPages.members(actor, folderId, ORDER);
    return Object.fromEntries(items.map(({ name, locked }) => [name, locked]));
  }

  it('show a lock on a folder at the folder, and one of depth infinity at all beneath it', async () => {
    const lock = await take(ben, outer);
    assert.partialDeepStrictEqual(core.dms.tree.folder(ann, outer).locked, lock);
    assert.partialDeepStrictEqual(core.dms.tree.folder(ann, inner).locked, lock);
    assert.partialDeepStrictEqual(core.dms.tree.document(ann, file).locked, lock);
    assert.partialDeepStrictEqual(core.dms.documents.metadata(ann, file).document.locked, lock);
    assert.partialDeepStrictEqual(await members(ann, outer), { inner: lock });
    assert.partialDeepStrictEqual(await members(ben, inner), { file: lock });
    const { items } = await core.dms.search.search(ann, 0, { q: 'file', filter: {} }, PAGE);
    assert.partialDeepStrictEqual(
      items.map(({ record }) => record.locked),
      [lock],
    );
  });

  it('do not show one of depth 0 beneath, nor one on a member above or beside it', async () => {
    await write(core.dms, ann, 'other', 'x', inner);
    const lock = await take(ben, inner, '0');
    const own = await take(ann, file);
    assert.partialDeepStrictEqual(await members(ann, inner), { file: own, other: null });
    assert.partialDeepStrictEqual(await members(ann, outer), { inner: lock });
    assert.equal(core.dms.tree.folder(ann, outer).locked, null);
  });

  it('show it at what stands at the mount root, and beneath', async () => {
    assert.partialDeepStrictEqual(await members(ben, 0), { outer: null });
    const lock = await take(ann, outer);
    assert.partialDeepStrictEqual(await members(ben, 0), { outer: lock });
    assert.partialDeepStrictEqual(await members(ann, 0), { outer: lock });
    assert.partialDeepStrictEqual(
      core.dms.folderPages.shared(ben, PAGE).items.map(({ locked }) => locked),
      [lock],
    );
  });

  it('show it to those who may read the document alone, the folder that has it not', async () => {
    const third = await newUser(core, 'third');
    await core.dms.shares.create(ann, { entryId: file, users: ['third'], permissions: 1 });
    const lock = await take(ann, outer);
    assert.partialDeepStrictEqual(core.dms.tree.document(third, file).locked, lock);
    assert.partialDeepStrictEqual(await members(third, 0), { file: lock });
  });

  it('show, of several shared ones, the one that lasts longest', async () => {
    await take(ann, file, '0', 'shared', 60);
    const above = await take(ben, outer, 'infinity', 'shared', 600);
    assert.partialDeepStrictEqual(core.dms.tree.document(ann, file).locked, above);
    const own = await take(ben, file, '0', 'shared', 900);
    assert.partialDeepStrictEqual(core.dms.tree.document(ann, file).locked, own);
    await take(ann, file, '0', 'shared', 30);
    assert.partialDeepStrictEqual(core.dms.tree.document(ann, file).locked, own);
  });

  it('say to whom may end it at the entry that it is on', async () => {
    const admin = await newUser(core, 'root', { isAdmin: true });
    const office = (await core.dms.folders.createSystem(admin, 'office')).id;
    await core.dms.shares.create(admin, { entryId: office, users: ['ben', 'ann'], permissions: 3 });
    await core.dms.shares.create(ann, { entryId: outer, users: ['root'], permissions: 1 });
    for (const id of [outer, office]) await take(ben, id);
    const breakable = (actor: UserActor, id: number) => core.dms.tree.folder(actor, id).locked?.breakable;
    assert.deepEqual(
      [ann, ben, admin].map((actor) => breakable(actor, outer)),
      [true, true, false],
    );
    assert.deepEqual(
      [ann, ben, admin].map((actor) => breakable(actor, office)),
      [false, true, true],
    );
    assert.equal(breakable(ann, inner), false);
    const reader = { ...ben, capabilities: new Set(['read'] as const) };
    assert.equal(breakable(reader, outer), false);
    for (const actor of [ann, admin]) {
      await core.dms.locks.break(actor, actor === ann ? outer : office);
    }
    await refuses(() => core.dms.locks.break(ann, inner), 'not_found');
  });

  it('do not show what has expired, nor anything in the trash', async () => {
    await take(ben, outer, 'infinity', 'exclusive', 10);
    core.pass(10_000);
    assert.equal(core.dms.tree.document(ann, file).locked, null);
    await core.dms.entries.remove(ann, file);
    await take(ben, outer);
    assert.deepEqual(
      core.dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.locked),
      [null],
    );
  });

  it('cost a page the same number of queries, however many members it has', async () => {
    const many = await makeFolder(core.dms, ann, 'many', outer);
    for (let number = 0; number < 20; number += 1) await write(core.dms, ann, `file ${number}`, 'x', many);
    await take(ben, outer);
    const queriesFor = async (folder: number): Promise<number> => {
      const list = (): Promise<unknown> => core.dms.folderPages.members(ann, folder, ORDER);
      await list();
      return queriesOf(list);
    };
    const few = await queriesFor(inner);
    const more = await queriesFor(many);
    assert.ok(few > 0);
    assert.equal(more, few);
  });
});
