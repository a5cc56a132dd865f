// Would catch a walk through earlier times that misses what changes meanwhile, or shows what is no longer allowed.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const MEMBERS = 450;

describe('the drive at an earlier time, in the core', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'Plans');
  });
  afterEach(() => core.close());

  /** Makes folders n000, n001 and so on. @returns the time before anything else */
  async function fill(): Promise<number> {
    const insert = core.database.prepare<[number, string, string, string, number, number], never>(
      `INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
       VALUES (?, 1, ?, ?, ?, ?, ?)`,
    );
    await core.database.transaction(() => {
      for (let index = 0; index < MEMBERS; index += 1) {
        const name = `n${String(index).padStart(3, '0')}`;
        insert.run(folder, name, name, name, core.now(), core.now());
      }
    });
    const at = core.now();
    core.pass(1000);
    return at;
  }

  it('has each member once, also if it moves while the folder is listed', async () => {
    const at = await fill();
    const { items } = await core.dms.folderPages.ids(ann, folder, { ...BY_NAME, perPage: MEMBERS });
    const found: string[] = [];
    let slices = 0;
    for await (const slice of core.dms.earlierDrive.members(ann, at, folder)) {
      found.push(...slice.map(({ name }) => name));
      slices += 1;
      // One that was listed, one that is yet to come, and one that changes its place in the order.
      const [listed = 0, coming = 0, renamed = 0] = [
        items[slices],
        items[MEMBERS - slices],
        items[300 + slices],
      ];
      await core.dms.entries.move(ann, listed, { folderId: 0, name: `listed ${String(slices)}` });
      await core.dms.entries.move(ann, coming, { folderId: 0, name: `coming ${String(slices)}` });
      await core.dms.entries.rename(ann, renamed, `a ${String(slices)}`);
    }
    assert.ok(slices > 2);
    assert.equal(found.length, MEMBERS);
    assert.equal(new Set(found).size, MEMBERS);
  });

  it('ends a list with the right to read the folder, or with the credentials', async () => {
    const at = await fill();
    const share = { entryId: folder, users: ['ben'], permissions: 1 };
    const { id } = await core.dms.shares.create(ann, share);
    const slices = core.dms.earlierDrive.members(ben, at, folder);
    assert.equal((await slices.next()).value?.length, 200);
    await core.dms.shares.remove(ann, id);
    await assert.rejects(slices.next(), { code: 'not_found' });
    await core.dms.shares.create(ann, share);
    const others = core.dms.earlierDrive.members(ben, at, folder);
    await others.next();
    await core.dms.users.update({ kind: 'system', name: 'test' }, ben.userId, { isDisabled: true });
    await assert.rejects(others.next(), { code: 'unauthenticated' });
  });

  it('judges a path again after it has waited', async () => {
    const id = await write(core.dms, ann, 'gone.txt', 'gone', folder);
    const at = core.now();
    const { id: shareId } = await core.dms.shares.create(ann, {
      ...{ entryId: folder, users: ['ben'], permissions: 1 },
    });
    core.pass(1000);
    // Many entries left the folder before this one was renamed, so the lookup reads in several steps.
    core.database
      .prepare<[number, number, number, number], never>(
        `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 5000)
         INSERT INTO places (entry_id, folder_id, name, sort_key, began_at, ended_at)
         SELECT ?, ?, 'x', 'x', ?, ? FROM counted`,
      )
      .run(folder, folder, at, at + 1);
    await core.dms.entries.rename(ann, id, 'other.txt');
    const resolve = () => core.dms.earlierDrive.resolve(ben, at, ['Plans', 'gone.txt']);
    assert.equal((await resolve())?.entry.id, id);
    const found = resolve();
    await core.dms.shares.remove(ann, shareId);
    assert.equal(await found, undefined);
  });

  it('compares names as the tree does, and shows each name once', async () => {
    const id = await write(core.dms, ann, 'Gr\u00f6\u00dfe.txt', 'first', folder);
    const other = await write(core.dms, ann, 'other.txt', 'other', folder);
    const at = core.now();
    core.pass(1000);
    await core.dms.entries.rename(ann, id, 'Renamed.txt');
    const decomposed = 'Gr\u00f6\u00dfe.txt'.normalize('NFD');
    for (const name of [decomposed, decomposed.normalize('NFC')])
      assert.equal((await core.dms.earlierDrive.resolve(ann, at, ['Plans', name]))?.entry.id, id);
    assert.equal(await core.dms.earlierDrive.resolve(ann, at, ['Plans', 'gr\u00f6\u00dfe.txt']), undefined);
    assert.equal(await core.dms.earlierDrive.resolve(ann, at, ['Plans', 'Renamed.txt']), undefined);
    assert.equal(await core.dms.earlierDrive.resolve(ann, at, ['Plans', 'other.txt', 'x']), undefined);
    // Places from before they were recorded can overlap.
    await core.dms.entries.rename(ann, other, 'other 2.txt');
    core.database
      .prepare<[string, number], never>('UPDATE places SET name = ? WHERE entry_id = ?')
      .run(decomposed, other);
    const names: string[] = [];
    for await (const slice of core.dms.earlierDrive.members(ann, at, folder))
      names.push(...slice.map(({ name }) => name));
    assert.deepEqual(names, ['Gr\u00f6\u00dfe.txt']);
    const found = await core.dms.earlierDrive.resolve(ann, at, ['Plans', decomposed]);
    assert.equal(found?.entry.id, id);
  });

  it('refuses the future', async () => {
    const later = core.now() + 1;
    await assert.rejects(core.dms.earlierDrive.resolve(ann, later, []), { code: 'invalid' });
    await assert.rejects(core.dms.earlierDrive.members(ann, later, folder).next(), { code: 'invalid' });
    assert.throws(() => core.dms.earlierDrive.open(ann, later, folder), { code: 'invalid' });
  });
});

const BY_NAME = { page: 1, sort: 'name', direction: 'asc' } as const;
