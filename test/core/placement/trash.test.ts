import assert from 'node:assert/strict';
import type { TrashRecord } from '../../../src/model/entries/entry.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  DAY,
  openCoreFixture,
  PAGE,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';
import { makeFolder, newUser, paths, read, snapshotOf, usageOf, write } from '../../support/tree.ts';

describe('the trash', () => {
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

  function list(actor: UserActor): readonly TrashRecord[] {
    const { items, total } = core.dms.trash.list(actor, PAGE);
    assert.equal(total, items.length);
    return items;
  }

  function listed(actor: UserActor): string[] {
    return list(actor).map(({ path }) => path);
  }

  const remove = (actor: UserActor, id: number) => core.dms.entries.remove(actor, id);
  const restore = (actor: UserActor, id: number, folderId?: number) =>
    core.dms.trash.restore(actor, id, folderId);

  async function share(entryId: number, permissions: number): Promise<number> {
    return (await core.dms.shares.create(ann, { entryId, users: ['ben'], permissions })).id;
  }

  describe('keeps', () => {
    it('one record per deletion, newest first, with the old path and the user who deleted it', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const one = await write(core.dms, ann, 'one', 'x', folder);
      await write(core.dms, ann, 'two', 'x', folder);
      await remove(ann, one);
      core.pass(1000);
      await remove(ann, folder);
      assert.deepEqual(listed(ann), ['/folder', '/folder/one']);
      const [first] = list(ann);
      assert.equal(first?.deletedAt, core.now());
      assert.deepEqual(first.deletedBy, { id: ann.userId, name: 'Name of ann' });
      assert.equal(first.entry.permissions, 31);
      assert.deepEqual(
        core.dms.trash.list(ann, { page: 2, perPage: 1 }).items.map(({ path }) => path),
        ['/folder/one'],
      );
    });

    it('deleted entries out of reach of every user', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      await share(folder, 31);
      await remove(ann, folder);
      for (const actor of [ann, ben, admin]) {
        await refuses(() => core.dms.tree.document(actor, id), 'not_found');
        await refuses(() => core.dms.documents.open(actor, id), 'not_found');
        await refuses(() => core.dms.entries.rename(actor, id, 'x'), 'not_found');
        await refuses(() => core.dms.entries.move(actor, id, { folderId: 0, name: 'x' }), 'not_found');
        await refuses(() => makeFolder(core.dms, actor, 'x', folder), 'invalid', ['folder_id']);
        const found = await core.dms.search.search(actor, 0, { q: 'file', filter: {} }, PAGE);
        assert.equal(found.total, 0);
      }
      await refuses(() => remove(ann, folder), 'not_found');
    });

    it('deletions that the owner, the user who deleted, and in system folders administrators see', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      await share(folder, 9);
      await remove(ben, id);
      const system = await core.dms.folders.createSystem(admin, 'Office');
      await remove(admin, await write(core.dms, admin, 'paper', 'x', system.id));
      assert.deepEqual(
        [listed(ann), listed(ben), listed(admin)],
        [['/folder/file'], ['/folder/file'], ['/Office/paper']],
      );
      assert.equal(list(ben)[0]?.entry.permissions, 1);
    });

    it('deletions newest first on any page, from wherever they are', async () => {
      const lent = await makeFolder(core.dms, ann, 'lent');
      await share(lent, 15);
      const { id: office } = await core.dms.folders.createSystem(admin, 'Office');
      await core.dms.shares.create(admin, { entryId: office, users: ['ben'], permissions: 15 });
      const places: [UserActor, number][] = [
        [ann, 0],
        [ann, lent],
        [ben, lent],
        [ben, 0],
        [ben, office],
        [admin, office],
        [admin, 0],
      ];
      const deleted: { id: number; seenBy: UserActor[] }[] = [];
      for (let number = 0; number < 42; number += 1) {
        const [actor, folder] = present(places[(number * 5) % 7]);
        if (number % 3 === 0) core.pass(1);
        const id = await write(core.dms, actor, `file ${number}`, 'x', folder);
        await remove(actor, id);
        const owner = folder === lent ? ann : folder === office ? admin : actor;
        deleted.unshift({ id, seenBy: [actor, owner] });
      }
      for (const actor of [ann, ben, admin]) {
        const expected = deleted.filter(({ seenBy }) => seenBy.includes(actor)).map(({ id }) => id);
        const found: number[] = [];
        for (let page = 1; found.length < expected.length; page += 1) {
          const { items, total } = core.dms.trash.list(actor, { page, perPage: 5 });
          assert.equal(total, expected.length);
          assert.ok(items.length > 0);
          found.push(...items.map(({ entry }) => entry.id));
        }
        assert.deepEqual(found, expected);
      }
    });

    it('the names of folders from users who may not read them', async () => {
      const secret = await makeFolder(core.dms, ann, 'secret plans');
      const folder = await makeFolder(core.dms, ann, 'folder', secret);
      const id = await write(core.dms, ann, 'file', 'x', folder);
      const grant = await share(folder, 9);
      await remove(ben, id);
      assert.deepEqual(listed(ann), ['/secret plans/folder/file']);
      assert.deepEqual(listed(ben), ['/folder/file']);
      assert.equal(list(ben)[0]?.entry.folderId, folder);
      await core.dms.shares.remove(ann, grant);
      assert.deepEqual(listed(ben), ['/file']);
      assert.equal(list(ben)[0]?.entry.folderId, null);
    });

    it('title and comments from the user who deleted an entry of another home, once the share has ended', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      const inner = await makeFolder(core.dms, ann, 'inner', folder);
      await core.dms.documents.update(ann, id, { title: 'Secret title', comments: 'c'.repeat(2000) });
      await core.dms.shares.create(ann, { entryId: inner, users: ['root'], permissions: 1 });
      const grant = await share(folder, 9);
      const expiresAt = core.now() + DAY;
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1, expiresAt });
      await remove(ben, inner);
      core.pass(1);
      await remove(ben, id);
      const shown = (actor: UserActor) =>
        list(actor).map(({ entry }) => {
          const { name, permissions } = entry;
          if (entry.kind === 'folder') return { name, permissions, shared: entry.shared };
          const { title, comments, areCommentsCut } = entry;
          return { name, permissions, title, comments: comments.length, areCommentsCut };
        });
      const file = {
        name: 'file',
        permissions: 1,
        title: 'Secret title',
        comments: 1000,
        areCommentsCut: true,
      };
      assert.deepEqual(shown(ben), [file, { name: 'inner', permissions: 1, shared: true }]);
      await core.dms.shares.remove(ann, grant);
      const hidden = { name: 'inner', permissions: 0, shared: false };
      // The share on the document itself still permits to read and to restore it.
      assert.deepEqual(shown(ben), [file, hidden]);
      const mine = shown(ann);
      core.pass(DAY);
      assert.deepEqual(shown(ben), [
        { name: 'file', permissions: 0, title: null, comments: 0, areCommentsCut: undefined },
        hidden,
      ]);
      assert.deepEqual(shown(ann), mine);
      assert.equal(mine[0]?.title, 'Secret title');
      await refuses(() => restore(ben, id), 'not_found');
      await refuses(() => core.dms.documents.open(ben, id), 'not_found');
      await refuses(() => core.dms.versions.list(ben, id, PAGE), 'not_found');
    });
  });

  it('takes nothing from those who may not delete, and nothing that is locked', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const id = await write(core.dms, ann, 'file', 'x', folder);
    await share(folder, 7);
    const before = snapshotOf(core.database);
    await refuses(() => remove(ben, id), 'forbidden');
    assert.equal(snapshotOf(core.database), before);
    await share(folder, 31);
    const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    const { token } = (await core.dms.lockCreation.create(ann, id, lock)).lock;
    await refuses(() => remove(ben, folder), 'locked');
    await remove({ ...ann, lockTokens: new Set([token]) }, id);
    await restore(ann, id);
    assert.deepEqual(core.dms.locks.covering(ann, id), []);
  });

  it('of a system folder is emptied and restored by administrators, and needs a folder when that is gone', async () => {
    const system = await core.dms.folders.createSystem(admin, 'Office');
    const paper = await write(core.dms, admin, 'paper', 'x', system.id);
    await remove(admin, paper);
    await remove(admin, system.id);
    await core.dms.trash.purge(admin, system.id);
    await refuses(() => restore(admin, paper), 'invalid', ['folder_id']);
    await restore(admin, paper, 0);
    assert.deepEqual(await paths(core.dms, admin), ['paper']);
  });

  describe('restore', () => {
    it('puts an entry back with id, versions, shares and all entries beneath it', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'one', folder);
      await write(core.dms, ann, 'file', 'two', folder);
      await share(folder, 1);
      await remove(ann, folder);
      assert.deepEqual(await paths(core.dms, ben), []);
      const record = await restore(ann, folder);
      assert.deepEqual([record.id, record.name, record.folderId], [folder, 'folder', ann.homeId]);
      assert.equal(await read(core.dms, ben, id, 1), 'one');
      assert.deepEqual(list(ann), []);
      await refuses(() => restore(ann, folder), 'not_found');
    });

    it('numbers a name that is taken, and finds it by the new one', async () => {
      const id = await write(core.dms, ann, 'report.pdf');
      await remove(ann, id);
      await write(core.dms, ann, 'report.pdf', 'another');
      await write(core.dms, ann, 'report (2).pdf', 'yet another');
      assert.equal((await restore(ann, id)).name, 'report (3).pdf');
      const { items } = await core.dms.search.search(ann, 0, { q: '"report 3 pdf"', filter: {} }, PAGE);
      assert.deepEqual(
        items.map(({ record }) => record.id),
        [id],
      );
    });

    it('goes to where the folder was when that is in the trash too', async () => {
      const outer = await makeFolder(core.dms, ann, 'outer');
      const inner = await makeFolder(core.dms, ann, 'inner', outer);
      const id = await write(core.dms, ann, 'file', 'x', inner);
      await remove(ann, id);
      await remove(ann, inner);
      assert.equal((await restore(ann, id)).folderId, outer);
      await remove(ann, id);
      await remove(ann, outer);
      assert.equal((await restore(ann, id)).folderId, ann.homeId);
    });

    it('goes to where the folder was when that was deleted permanently', async () => {
      const outer = await makeFolder(core.dms, ann, 'outer');
      const inner = await makeFolder(core.dms, ann, 'inner', outer);
      const id = await write(core.dms, ann, 'file', 'x', inner);
      await remove(ann, id);
      await remove(ann, inner);
      await core.dms.trash.purge(ann, inner);
      assert.equal((await restore(ann, id)).folderId, outer);
    });

    it('goes to the requested folder, if the user may create entries there', async () => {
      const id = await write(core.dms, ann, 'file');
      const secret = await makeFolder(core.dms, ben, 'secret');
      const shown = await makeFolder(core.dms, ben, 'shown');
      await core.dms.shares.create(ben, { entryId: shown, users: ['ann'], permissions: 1 });
      const folder = await makeFolder(core.dms, ann, 'folder');
      await remove(ann, id);
      const before = snapshotOf(core.database);
      await refuses(() => restore(ann, id, secret), 'invalid', ['folder_id']);
      await refuses(() => restore(ann, id, 999_999), 'invalid', ['folder_id']);
      await refuses(() => restore(ann, id, shown), 'forbidden');
      assert.equal(snapshotOf(core.database), before);
      assert.equal((await restore(ann, id, folder)).folderId, folder);
    });

    it('counts the bytes against the quota of another home', async () => {
      const id = await write(core.dms, ann, 'file', 'four');
      const box = await makeFolder(core.dms, ben, 'box');
      await core.dms.shares.create(ben, { entryId: box, users: ['ann'], permissions: 5 });
      await remove(ann, id);
      await restore(ann, id, box);
      assert.deepEqual(
        usageOf(core.database).map(({ counted, held }) => [counted, held]),
        [
          [0, 0],
          [4, 4],
          [0, 0],
        ],
      );
    });

    it('lets a user who deleted an entry of another user restore it to that home only', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      const grant = await share(folder, 13);
      await remove(ben, id);
      await refuses(() => restore(ben, id, 0), 'forbidden');
      assert.equal((await restore(ben, id)).folderId, folder);
      await remove(ben, id);
      await core.dms.shares.remove(ann, grant);
      // He may not read it any more, wherever he would put it.
      await refuses(() => restore(ben, id), 'not_found');
      await refuses(() => restore(ben, id, 0), 'not_found');
    });

    it('is refused into a folder that is locked', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      await remove(ann, id);
      const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
      await core.dms.lockCreation.create(ann, folder, request);
      await refuses(() => restore(ann, id), 'locked');
    });

    it('makes a system folder a system folder again, for administrators', async () => {
      const system = await core.dms.folders.createSystem(admin, 'Office');
      const id = await write(core.dms, admin, 'paper', 'x', system.id);
      await remove(admin, system.id);
      await refuses(() => restore(ann, system.id), 'not_found');
      await core.dms.folders.createSystem(admin, 'Office');
      const record = await restore(admin, system.id);
      assert.deepEqual([record.name, record.folderId], ['Office (2)', null]);
      assert.equal(core.dms.tree.path(admin, id), '/Office (2)/paper');
      const own = await makeFolder(core.dms, admin, 'own');
      await remove(admin, system.id);
      assert.equal((await restore(admin, system.id, own)).folderId, own);
    });

    it('needs a folder when the system folder was deleted permanently', async () => {
      const system = await core.dms.folders.createSystem(admin, 'Office');
      const id = await write(core.dms, admin, 'paper', 'x', system.id);
      await remove(admin, id);
      await remove(admin, system.id);
      await core.dms.trash.purge(admin, system.id);
      await refuses(() => restore(admin, id), 'invalid', ['folder_id']);
      assert.equal((await restore(admin, id, 0)).folderId, admin.homeId);
    });
  });

  describe('purge', () => {
    it('is for the owner, and in system folders for administrators', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      await share(folder, 31);
      await remove(ben, id);
      await refuses(() => core.dms.trash.purge(ben, id), 'forbidden');
      await refuses(() => core.dms.trash.purge(admin, id), 'not_found');
      await core.dms.trash.purge(ann, id);
      const system = await core.dms.folders.createSystem(admin, 'Office');
      await core.dms.shares.create(admin, { entryId: system.id, users: ['ben'], permissions: 15 });
      const paper = await write(core.dms, ben, 'paper', 'x', system.id);
      await remove(ben, paper);
      await refuses(() => core.dms.trash.purge(ben, paper), 'forbidden');
      await core.dms.trash.purge(admin, paper);
      assert.deepEqual([list(ann), list(ben), list(admin)], [[], [], []]);
    });

    it('is only for the entries that were deleted, not for those beneath them', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'x', folder);
      await refuses(() => core.dms.trash.purge(ann, id), 'not_found');
      await remove(ann, folder);
      await refuses(() => core.dms.trash.purge(ann, id), 'not_found');
      await refuses(() => restore(ann, id), 'not_found');
    });

    it('frees quota in the home', async () => {
      const id = await write(core.dms, ann, 'file', 'one');
      await write(core.dms, ann, 'file', 'two!');
      await remove(ann, id);
      assert.equal(usageOf(core.database)[0]?.counted, 7);
      await core.dms.trash.purge(ann, id);
      assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: 0, held: 0 });
    });
  });

  it('records no activity about junk files', async () => {
    const id = await write(core.dms, ann, 'draft.tmp');
    const actions = core.actions();
    await remove(ann, id);
    await restore(ann, id);
    await remove(ann, id);
    await core.dms.trash.purge(ann, id);
    await remove(ann, await write(core.dms, ann, 'other.tmp'));
    core.pass(31 * DAY);
    await core.dms.housekeeping.tidy();
    assert.deepEqual(core.actions(), actions);
  });

  async function purgeExpired(): Promise<number> {
    let purged = 0;
    while (await core.dms.trash.purgeOldest(SYSTEM, core.now() - 30 * DAY)) purged += 1;
    return purged;
  }

  it('keeps what is restored while housekeeping purges what is older than thirty days', async () => {
    const ids: number[] = [];
    for (let number = 1; number <= 5; number += 1) ids.push(await write(core.dms, ann, `file ${number}`));
    for (const id of ids) await remove(ann, id);
    core.pass(30 * DAY);
    ann = await core.session('ann');
    const purging = purgeExpired();
    const [, ...others] = ids;
    const restored = others.map((id) => restore(ann, id));
    assert.equal(await purging, 1);
    await Promise.all(restored);
    assert.deepEqual(await paths(core.dms, ann), ['file 2', 'file 3', 'file 4', 'file 5']);
  });

  it('keeps what is restored and deleted anew while housekeeping purges', async () => {
    const [one, two] = [await write(core.dms, ann, 'one'), await write(core.dms, ann, 'two')];
    await remove(ann, one);
    await remove(ann, two);
    core.pass(30 * DAY);
    ann = await core.session('ann');
    const purging = purgeExpired();
    await restore(ann, two);
    await remove(ann, two);
    assert.equal(await purging, 1);
    assert.deepEqual(listed(ann), ['/two']);
  });

  it('loses entries of all users after thirty days', async () => {
    const old = await write(core.dms, ann, 'old', 'four');
    await remove(ann, old);
    core.pass(DAY);
    const system = await core.dms.folders.createSystem(admin, 'Office');
    await remove(admin, system.id);
    core.pass(29 * DAY - 1);
    assert.equal((await core.dms.housekeeping.tidy()).deletions, 0);
    core.pass(1);
    assert.equal((await core.dms.housekeeping.tidy()).deletions, 1);
    assert.deepEqual(listed(ann), []);
    assert.equal(present(usageOf(core.database)[0]).counted, 0);
    assert.equal(core.actions().at(-1), 'purge old, retention period over');
    assert.deepEqual(listed(admin), ['/Office']);
    core.pass(DAY);
    assert.equal((await core.dms.housekeeping.tidy()).deletions, 1);
    assert.deepEqual(listed(admin), []);
  });
});
