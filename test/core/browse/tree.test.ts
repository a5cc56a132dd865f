import assert from 'node:assert/strict';
import type { Order } from '../../../src/model/entries/page.ts';
import type { Actor, UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, present, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, write } from '../../support/tree.ts';

const BY_NAME: Order = { sort: 'name', direction: 'asc' };

describe('the tree', () => {
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

  async function names(actor: Actor, folderId: number, order: Order = BY_NAME): Promise<string[]> {
    const page = await core.dms.folderPages.members(actor, folderId, { ...PAGE, ...order });
    assert.equal(page.total, page.items.length);
    return page.items.map(({ name }) => name);
  }

  function idAt(actor: Actor, ...path: string[]): number | undefined {
    const place = core.dms.tree.resolve(actor, path);
    return place === undefined ? undefined : place.entry.id;
  }

  async function share(entryId: number, permissions = 1, expiresAt: number | null = null): Promise<number> {
    const request = { entryId, users: ['ben'], permissions, expiresAt };
    return (await core.dms.shares.create(ann, request)).id;
  }

  describe('contents', () => {
    it('come folders first, then by name, numbers by their value, without regard to case', async () => {
      for (const name of ['b10.txt', 'B2.txt', 'a.txt', 'Ä.txt']) await write(core.dms, ann, name);
      for (const name of ['z', 'Y']) await makeFolder(core.dms, ann, name);
      assert.deepEqual(await names(ann, 0), ['Y', 'z', 'a.txt', 'B2.txt', 'b10.txt', 'Ä.txt']);
      assert.deepEqual((await names(ann, 0, { sort: 'name', direction: 'desc' })).slice(0, 3), [
        'z',
        'Y',
        'Ä.txt',
      ]);
    });

    it('come by size, type and times when asked, then by name', async () => {
      await write(core.dms, ann, 'c.txt', 'xxx');
      core.pass(1000);
      await write(core.dms, ann, 'b.png', 'x');
      core.pass(1000);
      await write(core.dms, ann, 'a.txt', 'x');
      await makeFolder(core.dms, ann, 'folder');
      const order = async (sort: Order['sort'], direction: Order['direction'] = 'asc') =>
        (await names(ann, 0, { sort, direction })).join(' ');
      assert.equal(await order('size'), 'folder a.txt b.png c.txt');
      assert.equal(await order('size', 'desc'), 'folder c.txt a.txt b.png');
      assert.equal(await order('mime_type'), 'folder b.png a.txt c.txt');
      assert.equal(await order('created_at'), 'folder c.txt b.png a.txt');
      core.pass(1000);
      await write(core.dms, ann, 'c.txt', 'changed');
      assert.equal(await order('updated_at', 'desc'), 'folder c.txt a.txt b.png');
    });

    it('come in pages with the number of all', async () => {
      for (let number = 1; number <= 5; number += 1) await write(core.dms, ann, `${number}`);
      const page = await core.dms.folderPages.members(ann, 0, { page: 2, perPage: 2, ...BY_NAME });
      assert.deepEqual([page.items.map(({ name }) => name), page.total], [['3', '4'], 5]);
      assert.deepEqual(
        (await core.dms.folderPages.members(ann, 0, { page: 9, perPage: 2, ...BY_NAME })).items,
        [],
      );
    });

    it('say who made and changed an entry, whose it is, and what the actor may do', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'note.txt', 'one', folder);
      await share(folder, 3);
      await write(core.dms, ben, 'note.txt', 'two', folder);
      const [record] = (await core.dms.folderPages.members(ben, folder, { ...PAGE, ...BY_NAME })).items;
      assert.ok(record?.kind === 'file');
      assert.deepEqual(record.owner, { id: ann.userId, name: 'Name of ann' });
      assert.equal(record.createdByPerson?.id, ann.userId);
      assert.equal(record.updatedByPerson?.id, ben.userId);
      assert.deepEqual([record.permissions, record.folderId, record.version], [3, folder, 2]);
      assert.ok(!('shared' in record), 'what is said of folders only');
      assert.equal(core.dms.tree.document(ann, id).permissions, 31);
    });

    it('are not those of a document, nor of what does not exist', async () => {
      const id = await write(core.dms, ann, 'file');
      await refuses(() => core.dms.folderPages.members(ann, id, { ...PAGE, ...BY_NAME }), 'not_found');
      await refuses(() => core.dms.tree.folder(ann, id), 'not_found');
      await refuses(() => core.dms.tree.document(ann, ann.homeId), 'not_found');
      await refuses(() => core.dms.tree.document(ann, 999_999), 'not_found');
    });
  });

  describe('the mount root', () => {
    it('holds the home, what is shared and, for administrators, the folders of the office', async () => {
      const shared = await makeFolder(core.dms, ann, 'shared');
      await write(core.dms, ann, 'within', 'x', shared);
      await write(core.dms, ben, 'own');
      await share(shared);
      await core.dms.folders.createSystem(admin, 'Office');
      assert.deepEqual(await paths(core.dms, ben), ['own', 'shared/', 'shared/within']);
      assert.deepEqual(await names(ben, 0), ['shared', 'own']);
      assert.deepEqual(await paths(core.dms, admin), ['Office/']);
      assert.deepEqual(await paths(core.dms, ann), ['shared/', 'shared/within']);
    });

    it('numbers names that are taken in the order of the grants, the same at every look', async () => {
      await write(core.dms, ben, 'report.pdf', 'own');
      for (const folder of ['one', 'two']) {
        const id = await makeFolder(core.dms, ann, folder);
        await share(await write(core.dms, ann, 'report.pdf', folder, id));
      }
      const expected = ['report (2).pdf', 'report (3).pdf', 'report.pdf'];
      for (let look = 0; look < 3; look += 1) assert.deepEqual(await paths(core.dms, ben), expected);
      assert.deepEqual((await names(ben, 0)).toSorted(), expected);
      const one = idAt(ann, 'one', 'report.pdf');
      assert.equal(idAt(ben, 'report (2).pdf'), one);
      assert.equal(core.dms.tree.path(ben, present(one)), '/report (2).pdf');
      assert.equal(core.dms.tree.path(ann, present(one)), '/one/report.pdf');
    });

    it('leaves what is shared its number when the own entry of that name goes', async () => {
      const own = await makeFolder(core.dms, ben, 'v1.2');
      const id = await makeFolder(core.dms, ann, 'v1.2');
      await share(id);
      assert.deepEqual(await paths(core.dms, ben), ['v1.2 (2)/', 'v1.2/']);
      assert.equal(idAt(ben, 'v1.2'), own);
      await core.dms.entries.remove(ben, own);
      assert.deepEqual(await paths(core.dms, ben), ['v1.2 (2)/']);
      assert.equal(idAt(ben, 'v1.2 (2)'), id);
      assert.equal(idAt(ben, 'v1.2'), undefined);
    });

    it('shows an entry once that is shared by itself and as a folder of the office', async () => {
      const id = (await core.dms.folders.createSystem(admin, 'Office')).id;
      const chief = await newUser(core, 'chief', { isAdmin: true });
      await core.dms.shares.create(chief, { entryId: id, users: ['ben', 'root'], permissions: 1 });
      assert.deepEqual(await paths(core.dms, admin), ['Office/']);
      assert.deepEqual(await paths(core.dms, ben), ['Office/']);
      assert.equal(core.dms.tree.folder(ben, id).permissions, 1);
      assert.equal(core.dms.tree.folder(admin, id).permissions, 31);
    });

    it('loses what is unshared or deleted, or whose grant has run out', async () => {
      const [one, two, three] = [
        await makeFolder(core.dms, ann, 'one'),
        await makeFolder(core.dms, ann, 'two'),
        await makeFolder(core.dms, ann, 'three'),
      ];
      const grant = await share(one);
      await share(two);
      await share(three, 1, core.now() + MINUTE);
      assert.deepEqual(await paths(core.dms, ben), ['one/', 'three/', 'two/']);
      for (const name of ['one', 'two', 'three']) assert.ok(idAt(ben, name) !== undefined);
      core.pass(MINUTE);
      assert.deepEqual(await paths(core.dms, ben), ['one/', 'two/']);
      assert.equal(idAt(ben, 'three'), undefined);
      await refuses(() => core.dms.tree.folder(ben, three), 'not_found');
      await core.dms.shares.remove(ann, grant);
      await core.dms.entries.remove(ann, two);
      assert.deepEqual(await paths(core.dms, ben), []);
      assert.equal(idAt(ben, 'one'), undefined);
      assert.equal(idAt(ben, 'two'), undefined);
    });

    it('lists the folders that are shared, with who shared them', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      await share(folder);
      await share(await write(core.dms, ann, 'document'));
      await core.dms.folders.createSystem(admin, 'Office');
      const shared = core.dms.folderPages.shared(ben, PAGE);
      assert.equal(shared.total, 1);
      const [first] = shared.items;
      assert.deepEqual([first?.id, first?.folderId, first?.shared, first?.system], [folder, 0, true, false]);
      assert.deepEqual(first?.sharedBy, { id: ann.userId, name: 'Name of ann' });
      const [system] = core.dms.folderPages.shared(admin, PAGE).items;
      assert.deepEqual(
        [system?.name, system?.system, system?.folderId, system?.owner],
        ['Office', true, null, null],
      );
      assert.deepEqual(core.dms.folderPages.shared(ben, { page: 2, perPage: 1 }), { items: [], total: 1 });
    });
  });

  describe('paths', () => {
    it('lead to entries by whatever normal form of their names', async () => {
      const folder = await makeFolder(core.dms, ann, 'Müller');
      const id = await write(core.dms, ann, 'é', 'x', folder);
      assert.equal(idAt(ann, 'Mu\u0308ller', 'e\u0301'), id);
      assert.equal(idAt(ann, 'müller'), undefined);
      assert.equal(core.dms.tree.resolve(ann, [])?.folderId, null);
    });

    it('lead nowhere beneath documents and in homes of others', async () => {
      const id = await write(core.dms, ann, 'file');
      assert.equal(idAt(ann, 'file', 'beneath'), undefined);
      assert.equal(idAt(ann, 'none', 'at', 'all'), undefined);
      assert.equal(idAt(ben, 'file'), undefined);
      await refuses(() => core.dms.tree.path(ben, id), 'not_found');
    });

    it('begin at the mount root for what is shared, at the outermost of several shares', async () => {
      const outer = await makeFolder(core.dms, ann, 'outer');
      const inner = await makeFolder(core.dms, ann, 'inner', outer);
      const id = await write(core.dms, ann, 'file', 'x', inner);
      await share(inner);
      assert.equal(core.dms.tree.path(ben, id), '/inner/file');
      assert.equal(core.dms.tree.folder(ben, inner).folderId, 0);
      await share(outer);
      assert.equal(core.dms.tree.path(ben, id), '/outer/inner/file');
      assert.equal(core.dms.tree.folder(ben, inner).folderId, outer);
      assert.equal(core.dms.tree.folder(ann, 0).folderId, null);
    });

    it('are right at once after every change, however often they were asked before', async () => {
      const { dms } = core;
      const folder = await makeFolder(dms, ann, 'folder');
      const id = await write(dms, ann, 'file', 'x', folder);
      assert.equal(idAt(ann, 'folder', 'file'), id);
      await dms.entries.rename(ann, folder, 'renamed');
      assert.equal(idAt(ann, 'folder', 'file'), undefined);
      assert.equal(idAt(ann, 'renamed', 'file'), id);
      assert.equal(dms.tree.path(ann, id), '/renamed/file');
      await dms.entries.move(ann, id, { folderId: 0, name: 'file' });
      assert.equal(idAt(ann, 'renamed', 'file'), undefined);
      assert.equal(dms.tree.path(ann, id), '/file');
      await dms.entries.remove(ann, id);
      assert.equal(idAt(ann, 'file'), undefined);
      await refuses(() => dms.tree.path(ann, id), 'not_found');
      await dms.trash.restore(ann, id);
      assert.equal(idAt(ann, 'file'), id);
    });

    it('are right after another process has changed the tree', async () => {
      const id = await write(core.dms, ann, 'before');
      assert.equal(idAt(ann, 'before'), id);
      await new Promise(setImmediate);
      core.elsewhere("UPDATE entries SET name = 'after', name_key = 'after' WHERE id = ?", id);
      assert.equal(idAt(ann, 'before'), undefined);
      assert.equal(idAt(ann, 'after'), id);
    });
  });

  describe('members', () => {
    it('come all, whatever their number, other work in between', async () => {
      const folder = await makeFolder(core.dms, ann, 'many');
      await write(core.dms, ann, '0', 'x', folder);
      for (let number = 1; number < 1005; number += 1) {
        core.database
          .prepare<[number, string, string, string]>(
            `INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
             VALUES (?, 1, ?, ?, ?, 0, 0)`,
          )
          .run(folder, `${number}`, `${number}`, `${number}`);
      }
      const place = core.dms.tree.resolve(ann, ['many']);
      const slices: number[] = [];
      const seen = new Set<string>();
      let between = 0;
      const other = () => {
        between += 1;
        waiting = setImmediate(other);
      };
      let waiting = setImmediate(other);
      for await (const slice of core.dms.tree.members(ann, present(place))) {
        slices.push(slice.length);
        for (const { name } of slice) seen.add(name);
      }
      clearImmediate(waiting);
      assert.deepEqual(slices, [200, 200, 200, 200, 200, 5]);
      assert.ok(between >= 5, `other work ran ${between} times`);
      assert.equal(seen.size, 1005);
    });

    it('are each there once, also those that are renamed between two slices', async () => {
      const folder = await makeFolder(core.dms, ann, 'renamed');
      const ids = await Promise.all(
        Array.from({ length: 450 }, (_, number) => write(core.dms, ann, `m ${number}`, 'x', folder)),
      );
      const early = await write(core.dms, ann, 'a', 'x', folder);
      const late = await write(core.dms, ann, 'z', 'x', folder);
      const gone = await write(core.dms, ann, 'z gone', 'x', folder);
      const seen: [number, string][] = [];
      const place = present(core.dms.tree.resolve(ann, ['renamed']));
      for await (const slice of core.dms.tree.members(ann, place)) {
        if (seen.length === 0) {
          await core.dms.entries.rename(ann, early, 'z early');
          await core.dms.entries.rename(ann, late, 'a late');
          await core.dms.entries.move(ann, gone, { folderId: 0, name: 'gone' });
        }
        for (const { entry, name } of slice) seen.push([entry.id, name]);
      }
      const byId = (one: number, other: number) => one - other;
      assert.deepEqual(seen.map(([id]) => id).sort(byId), [...ids, early, late].sort(byId));
      const names = new Map(seen);
      assert.deepEqual([names.get(early), names.get(late)], ['a', 'a late']);
    });

    it('have the bits of grants on themselves beside those of the folder', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const plain = await write(core.dms, ann, 'plain', 'x', folder);
      const special = await write(core.dms, ann, 'special', 'x', folder);
      await share(folder, 1);
      await share(special, 3, core.now() + MINUTE);
      const bitsOfBoth = async () => {
        const place = present(core.dms.tree.resolve(ben, ['folder']));
        const bits = new Map<number, number>();
        for await (const slice of core.dms.tree.members(ben, place)) {
          for (const { entry, permissions } of slice) bits.set(entry.id, permissions);
        }
        return [bits.get(plain), bits.get(special)];
      };
      assert.deepEqual(await bitsOfBoth(), [1, 3]);
      core.pass(MINUTE);
      assert.deepEqual(await bitsOfBoth(), [1, 1]);
    });
  });
});
