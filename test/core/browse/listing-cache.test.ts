import assert from 'node:assert/strict';
import type { ListingPermit } from '../../../src/core/browse/listing-cache.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, present, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const LISTING = Buffer.from('a listing');
const kept = (bytes = LISTING) => ({ bytes, ids: [], bounds: [0] });

describe('the cache of listings', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    id = await write(core.dms, ann, 'file');
  });
  afterEach(() => core.close());

  const at = (actor: UserActor, ...path: string[]) => present(core.dms.tree.resolve(actor, path));
  const find = (actor = ann, ...path: string[]) => core.dms.listingCache.find(actor, at(actor, ...path), '/');

  function permit(actor = ann, ...path: string[]): ListingPermit {
    const found = find(actor, ...path);
    assert.ok(found !== undefined && !Buffer.isBuffer(found), 'it is kept, or must not be');
    return found;
  }

  function keep(actor = ann, ...path: string[]): void {
    if (!Buffer.isBuffer(find(actor, ...path))) core.dms.listingCache.keep(permit(actor, ...path), kept());
  }

  it('gives back what it was given, to the same user for the same request', () => {
    keep();
    assert.deepEqual(find(), LISTING);
    assert.ok(!Buffer.isBuffer(core.dms.listingCache.find(ann, at(ann), '/folder/')));
    permit(ben);
  });

  it('gives nothing back, and keeps nothing, that is older than a change', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    for (const path of [[], ['folder']]) {
      const early = permit(ann, ...path);
      core.dms.listingCache.keep(early, kept());
      await write(core.dms, ann, 'another file', 'x', path.length === 0 ? 0 : folder);
      permit(ann, ...path);
      core.dms.listingCache.keep(early, kept());
      permit(ann, ...path);
    }
  });

  it('keeps the listing of a folder, and of the mount root, while something else changes', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    keep();
    keep(ann, 'folder');
    keep(ben);
    await write(core.dms, ann, 'file', 'another');
    assert.deepEqual([find(ann, 'folder'), find(ben)], [LISTING, LISTING]);
    permit();
    keep();
    await write(core.dms, ann, 'inside', 'x', await makeFolder(core.dms, ann, 'beneath', folder));
    await write(core.dms, ben, 'of ben');
    permit(ben);
  });

  it('keeps the listing of the mount root until anything changes that is shared there', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const beneath = await makeFolder(core.dms, ann, 'beneath', folder);
    const inside = await write(core.dms, ann, 'inside', 'x', beneath);
    for (const entryId of [inside, beneath])
      await core.dms.shares.create(ann, { entryId, users: ['ben'], permissions: 31, expiresAt: null });
    const { dms } = core;
    const same = await makeFolder(core.dms, ben, 'own');
    for (const [what, change] of [
      ['head of a document', () => write(dms, ann, 'inside', 'another', beneath)],
      ['title of a document', () => dms.documents.update(ann, inside, { title: 'Title' })],
      ['member of a folder', () => write(dms, ann, 'new', 'x', beneath)],
      ['name by the recipient', () => dms.entries.move(ben, { path: ['inside'] }, { path: ['theirs'] })],
      ['name by the owner', () => dms.entries.rename(ann, beneath, 'other')],
      ['name in the home', () => dms.entries.rename(ben, same, 'renamed')],
      ['trash', () => dms.entries.remove(ann, inside)],
      ['restored', () => dms.trash.restore(ann, inside)],
    ] as const) {
      keep(ben);
      await write(dms, ann, 'file', what);
      assert.deepEqual(find(ben), LISTING, `${what}: it was not kept before`);
      await change();
      assert.notDeepEqual(find(ben), LISTING, what);
    }
  });

  it('keeps no mount root of an administrator that lacks a new system folder', async () => {
    const root = await newUser(core, 'root', { isAdmin: true });
    await core.dms.folders.createSystem(root, 'first');
    keep(root);
    await core.dms.folders.createSystem(root, 'second');
    permit(root);
  });

  it('keeps nothing for a user who gets other rights', async () => {
    const { id: userId } =
      core.dms.users.list(SYSTEM, { page: 1, perPage: 9 }).items.find(({ login }) => login === 'ann') ??
      assert.fail();
    keep();
    await core.dms.users.update(SYSTEM, userId, { isAdmin: true });
    permit();
  });

  it('keeps nothing while a lock is on the folder, above it or on a member: it ends without a change', async () => {
    const lock = { depth: 'infinity', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    const folder = await makeFolder(core.dms, ann, 'folder');
    await makeFolder(core.dms, ann, 'beneath', folder);
    const file = await write(core.dms, ann, 'inside', 'x', folder);
    for (const [locked, touched, untouched] of [
      [id, [[]], [['folder'], ['folder', 'beneath']]],
      [file, [['folder']], [[], ['folder', 'beneath']]],
      [folder, [['folder'], ['folder', 'beneath'], []], []],
    ] as const) {
      for (const path of [...touched, ...untouched]) keep(ann, ...path);
      await core.dms.lockCreation.create(ann, locked, lock);
      for (const path of touched) assert.equal(find(ann, ...path), undefined, path.join('/'));
      for (const path of untouched.filter(({ length }) => length > 0))
        assert.deepEqual(find(ann, ...path), LISTING, path.join('/'));
      await core.dms.lockAdmin.break(SYSTEM, () => true);
      for (const path of touched) permit(ann, ...path);
    }
    permit(ben);
    await core.dms.shares.create(ann, { entryId: file, users: ['ben'], permissions: 1, expiresAt: null });
    for (const locked of [file, folder]) {
      keep(ben);
      await core.dms.lockCreation.create(ann, locked, lock);
      assert.equal(find(ben), undefined);
      await core.dms.lockAdmin.break(SYSTEM, () => true);
    }
  });

  it('keeps nothing for a user whose grant will run out: that is no change either', async () => {
    const share = { entryId: id, users: ['ben'], permissions: 1 };
    await core.dms.shares.create(ann, { ...share, expiresAt: core.now() + MINUTE });
    assert.equal(find(ben), undefined);
    permit(ann);
    await core.dms.shares.create(ann, { ...share, expiresAt: null });
    permit(ben);
  });

  it('has the parts of members for the next listing, but of those that have changed', async () => {
    const { dms } = core;
    const folderId = await makeFolder(dms, ann, 'folder');
    const names = ['content', 'name', 'title', 'property', 'place', 'trash', 'beneath', 'same'];
    const ids = new Map<string, number>();
    for (const name of names) {
      const make =
        name === 'beneath' ? makeFolder(dms, ann, name, folderId) : write(dms, ann, name, 'x', folderId);
      ids.set(name, await make);
    }
    const idOf = (name: string) => present(ids.get(name));
    const bounds = [0, ...names.map((_, index) => index + 1)];
    dms.listingCache.keep(permit(ann, 'folder'), { bytes: LISTING, ids: [...ids.values()], bounds });
    await write(dms, ann, 'content', 'another', folderId);
    await dms.entries.rename(ann, idOf('name'), 'renamed');
    await dms.documents.update(ann, idOf('title'), { title: 'Title' });
    await dms.properties.patch(ann, { path: ['folder', 'property'] }, [
      { set: { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' } },
    ]);
    await dms.entries.move(ann, idOf('place'), { folderId: 0, name: 'place' });
    await dms.entries.remove(ann, idOf('trash'));
    await write(dms, ann, 'inside', 'x', idOf('beneath'));
    const shown: unknown[] = [];
    const earlier = present(permit(ann, 'folder').earlier);
    for await (const slice of dms.tree.membersSince(ann, at(ann, 'folder'), earlier))
      for (const member of slice) shown.push('entry' in member ? member.name : member.id);
    // What is in a folder changes the time of its own last change.
    assert.deepEqual(shown, ['beneath', 'content', 'property', 'renamed', idOf('same'), 'title']);
    await dms.entries.rename(ann, idOf('beneath'), 'anything may be elsewhere now');
    assert.equal(permit(ann, 'folder').earlier, undefined);
  });

  it('has no part of a member that another process has changed since it looked last', async () => {
    const { dms } = core;
    const folderId = await makeFolder(dms, ann, 'folder');
    const ids: number[] = [];
    for (const name of ['a', 'm', 'z']) ids.push(await write(dms, ann, name, 'x', folderId));
    dms.listingCache.keep(permit(ann, 'folder'), { bytes: LISTING, ids, bounds: [0, 1, 2, 3] });
    await write(dms, ann, 'm', 'another', folderId);
    const rename = (id: number | undefined, name: string) =>
      core.elsewhere('UPDATE entries SET name = ?, name_key = ? WHERE id = ?', name, name, id ?? 0);
    const folder = at(ann, 'folder');
    const earlier = present(permit(ann, 'folder').earlier);
    rename(ids[0], 'between');
    rename(ids[2], 'a');
    rename(ids[0], 'z');
    const shown: unknown[] = [];
    for await (const slice of dms.tree.membersSince(ann, folder, earlier))
      for (const member of slice) shown.push('entry' in member ? member.name : member.id);
    assert.deepEqual(shown, ['a', 'm', 'z']);
  });

  it('keeps listings of up to its size', () => {
    const { listingCache } = core.dms;
    const tooLong = Buffer.alloc(2 ** 20);
    listingCache.keep(permit(), kept(tooLong));
    permit();
    listingCache.keep(permit(), kept(tooLong.subarray(0, 2 ** 18)));
    assert.equal(core.dms.listingCache.find(ann, at(ann), '/')?.constructor, Buffer);
  });

  it('has room for the copies of a quarter of its size for each user, and of its size for all', () => {
    const { listingCache } = core.dms;
    const quarter = 2 ** 18;
    const first = listingCache.reserveCopy(ann);
    const second = listingCache.reserveCopy(ann);
    assert.ok(first.extend(quarter - 1));
    assert.ok(second.extend(1));
    assert.equal(second.extend(1), false);
    assert.equal(second.extend(1), false);
    assert.ok(first.extend(1));
    const others = [1001, 1002, 1003, 1004].map((userId) => listingCache.reserveCopy({ ...ann, userId }));
    assert.deepEqual(
      others.map((reservation) => reservation.extend(quarter)),
      [true, true, true, false],
    );
    first.release();
    first.release();
    assert.ok(listingCache.reserveCopy(ben).extend(quarter));
    for (const reservation of others) reservation.release();
    assert.ok(listingCache.reserveCopy(ann).extend(quarter));
  });
});
