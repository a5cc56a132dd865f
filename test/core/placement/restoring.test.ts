import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('what lies in the trash', () => {
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

  it('comes in pages', async () => {
    for (const name of ['e', 'd', 'c', 'b', 'a']) {
      await core.dms.entries.remove(ann, await write(core.dms, ann, name));
      core.pass(1);
    }
    const { items, total } = core.dms.trash.list(ann, { page: 2, perPage: 2 });
    assert.deepEqual([items.map(({ path }) => path), total], [['/c', '/d'], 5]);
  });

  it('comes in slices, for everybody who may restore it', async () => {
    const lent = await makeFolder(core.dms, ann, 'lent');
    const { id: grant } = await core.dms.shares.create(ann, {
      ...{ entryId: lent, users: ['ben'], permissions: 15 },
    });
    const { id: office } = await core.dms.folders.createSystem(admin, 'Office');
    const places: readonly (readonly [UserActor, number])[] = [
      [ann, 0],
      [ben, lent],
      [ben, 0],
      [admin, office],
    ];
    for (let number = 0; number < 240; number++)
      for (const [actor, folderId] of places) {
        const { id } = await core.dms.folders.create(actor, { folderId, name: `f${number}` });
        await core.dms.entries.remove(actor, id);
        // Several are deleted in the same millisecond.
        if (number % 7 === 0) core.pass(1);
      }
    const inSlices = async (actor: UserActor): Promise<number[]> => {
      const ids: number[] = [];
      for await (const slice of core.dms.trashRecords.restorable(actor))
        ids.push(...slice.map(({ entry }) => entry.id));
      return ids;
    };
    for (const [actor, count] of [
      [ann, 480],
      [ben, 480],
      [admin, 240],
    ] as const) {
      const ids: number[] = [];
      for (let page = 1; page <= 3; page++) {
        const { items } = core.dms.trash.list(actor, { page, perPage: 200 });
        ids.push(...items.map(({ entry }) => entry.id));
      }
      assert.equal(ids.length, count);
      assert.deepEqual(await inSlices(actor), ids);
    }
    await core.dms.shares.remove(ann, grant);
    assert.equal((await inSlices(ben)).length, 240);
  });

  it('is one deletion, and not a later one of the same entry', async () => {
    const id = await write(core.dms, ann, 'file');
    await core.dms.entries.remove(ann, id);
    const first = core.now();
    const { trash, trashRecords } = core.dms;
    assert.equal(trashRecords.find(ann, id, first).entry.id, id);
    await refuses(() => trashRecords.find(ben, id, first), 'not_found');
    await trash.restore(ann, id, undefined, first);
    core.pass(1);
    await core.dms.entries.remove(ann, id);
    await refuses(() => trashRecords.find(ann, id, first), 'not_found');
    await refuses(() => trash.restore(ann, id, undefined, first), 'not_found');
    await refuses(() => trash.purge(ann, id, first), 'not_found');
    await trash.purge(ann, id, core.now());
  });

  it('is listed for who deleted it also when its folder has been deleted since', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const file = await write(core.dms, ann, 'file', 'x', folder);
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 15 });
    await core.dms.entries.remove(ben, file);
    await core.dms.entries.remove(ann, folder);
    const [deletion] = core.dms.trash.list(ben, { page: 1, perPage: 5 }).items;
    assert.deepEqual([deletion?.path, deletion?.entry.id, deletion?.entry.folderId], ['/file', file, null]);
  });

  it('is, if it was a folder of the office, restored by administrators only', async () => {
    const { id } = await core.dms.folders.createSystem(admin, 'Office');
    await core.dms.entries.remove(admin, id);
    const script = await core.token('root', ['read', 'write']);
    await refuses(() => core.dms.trash.restore(script, id), 'forbidden');
    await newUser(core, 'chief', { isAdmin: true });
    await core.dms.users.update(SYSTEM, admin.userId, { isAdmin: false });
    const former = await core.session('root');
    await refuses(() => core.dms.trash.restore(former, id), 'not_found');
  });

  it('goes home when its folder lies in a folder of the office that is in the trash', async () => {
    const folder = await makeFolder(core.dms, admin, 'folder');
    const file = await write(core.dms, admin, 'file', 'x', folder);
    await core.dms.entries.remove(admin, file);
    const office = await core.dms.folders.createSystem(admin, 'Office');
    await core.dms.entries.move(admin, folder, { folderId: office.id, name: 'folder' });
    await core.dms.entries.remove(admin, office.id);
    assert.equal((await core.dms.trash.restore(admin, file)).folderId, admin.homeId);
  });

  it('goes home when its folder was one that a program has thrown away', async () => {
    const aside = await makeFolder(core.dms, ann, 'letter.sb-12345678-abcdef');
    const letter = await write(core.dms, ann, 'letter', 'text', aside);
    await core.dms.entries.remove(ann, letter);
    await core.dms.entries.remove(ann, { path: ['letter.sb-12345678-abcdef'] });
    assert.equal((await core.dms.trash.restore(ann, letter)).folderId, ann.homeId);
    assert.deepEqual(core.dms.trash.list(ann, { page: 1, perPage: 5 }).items, []);
  });
});
