import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, refuses } from '../../support/accounts.ts';
import { queriesOf } from '../../support/database/queries.ts';
import { makeFolder, newUser, paths, read, snapshotOf, usageOf, write } from '../../support/tree.ts';
import { waiter } from '../../support/until.ts';

const FILES = 1000;

describe('subtrees', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  /** A folder with so many documents, ten to a folder in it; all have the same content but the first. */
  async function bigTree(name: string): Promise<number> {
    const top = await makeFolder(core.dms, ann, name);
    let folder = top;
    for (let number = 0; number < FILES; number += 1) {
      if (number % 100 === 0) folder = await makeFolder(core.dms, ann, `folder ${number}`, top);
      await write(core.dms, ann, `file ${number}.txt`, number === 0 ? 'first' : 'x', folder);
    }
    return top;
  }

  /** Makes the last step of whatever comes next fail: writing its activity. */
  function failAtLastStep(): () => void {
    core.database
      .prepare("CREATE TRIGGER fails BEFORE INSERT ON activities BEGIN SELECT RAISE(ABORT, 'no'); END")
      .run();
    return () => void core.database.prepare('DROP TRIGGER fails').run();
  }

  async function nested(depth: number): Promise<number[]> {
    const ids: number[] = [];
    for (let level = 0; level < depth; level += 1) {
      ids.push(await makeFolder(core.dms, ann, `${level}`, ids.at(-1) ?? 0));
    }
    return ids;
  }

  it('are copied without a look into each empty folder', async () => {
    const queries: number[] = [];
    for (const count of [2, 60]) {
      const top = await makeFolder(core.dms, ann, `${count} folders`);
      for (let number = 0; number < count; number += 1) await makeFolder(core.dms, ann, `${number}`, top);
      const target = { folderId: 0, name: `copy of ${count}` };
      queries.push(await queriesOf(() => core.dms.entries.copy(ann, top, target)));
    }
    assert.equal(queries[1], queries[0]);
  });

  describe('depth', () => {
    it('ends at a hundred folders, however they come', async () => {
      const ids = await nested(99);
      const deepest = present(ids.at(-1));
      await write(core.dms, ann, 'file', 'x', deepest);
      await refuses(() => makeFolder(core.dms, ann, '100', deepest), 'invalid', ['folder_id']);
      const two = await makeFolder(core.dms, ann, 'two');
      await makeFolder(core.dms, ann, 'inner', two);
      const target = { folderId: present(ids.at(-2)), name: 'two' };
      await refuses(() => core.dms.entries.move(ann, two, target), 'invalid', ['folder_id']);
      await refuses(() => core.dms.entries.copy(ann, two, target), 'invalid', ['folder_id']);
      await core.dms.entries.copy(ann, two, target, { depth: '0' });
      await core.dms.entries.remove(ann, two);
      await refuses(() => core.dms.trash.restore(ann, two, present(ids.at(-2))), 'invalid', ['folder_id']);
      assert.equal(core.dms.tree.path(ann, deepest).split('/').length, 100);
    });
  });

  describe('a tree of a thousand files', () => {
    it('is copied, moved, deleted, restored and purged whole', async () => {
      const { dms } = core;
      const top = await bigTree('tree');
      const within = (name: string) => async () =>
        (await paths(dms, ann)).filter((path) => path.startsWith(`${name}/`) && path.endsWith('.txt')).length;
      assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: FILES + 4, held: FILES + 4 });

      const copy = await dms.entries.copy(ann, top, { folderId: 0, name: 'copy' });
      assert.equal(await within('copy')(), FILES);
      const found = dms.tree.resolve(ann, ['copy', 'folder 0', 'file 0.txt']);
      assert.ok(found !== undefined);
      assert.equal(await read(dms, ann, found.entry.id), 'first');
      // On a busy machine a search does not wait until all of them are indexed.
      let total = 0;
      const allAreFound = waiter(() => `${total} documents are found`);
      await allAreFound(async () => {
        ({ total } = await dms.search.search(ann, copy.entry.id, { q: 'file', filter: {} }, PAGE));
        return total === FILES;
      });

      const into = await makeFolder(dms, ann, 'into');
      await dms.entries.move(ann, copy.entry.id, { folderId: into, name: 'moved' });
      assert.equal(await within('into/moved')(), FILES);
      assert.equal(await within('copy')(), 0);

      await dms.entries.remove(ann, copy.entry.id);
      assert.equal(await within('into')(), 0);
      assert.equal(dms.trash.list(ann, PAGE).total, 1);
      await dms.trash.restore(ann, copy.entry.id);
      assert.equal(await within('into/moved')(), FILES);

      await dms.entries.remove(ann, copy.entry.id);
      await dms.trash.purge(ann, copy.entry.id);
      assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: FILES + 4, held: FILES + 4 });
      assert.deepEqual(
        core
          .actions()
          .slice(-6)
          .map((action) => action.split(' ')[0]),
        ['create_folder', 'move', 'delete', 'restore', 'delete', 'purge'],
      );
      assert.equal(await within('tree')(), FILES);
    });

    it('stays whole when the last step of a change fails', async () => {
      const { dms } = core;
      const top = await bigTree('tree');
      const into = await makeFolder(dms, ann, 'into');
      const target = { folderId: into, name: 'x' };
      const deleted = await makeFolder(dms, ann, 'deleted');
      await dms.entries.remove(ann, deleted);
      const before = snapshotOf(core.database);
      const undo = failAtLastStep();
      for (const change of [
        () => dms.entries.copy(ann, top, target),
        () => dms.entries.move(ann, top, target),
        () => dms.entries.remove(ann, top),
        () => dms.entries.rename(ann, top, 'renamed'),
        () => dms.trash.restore(ann, deleted),
        () => dms.trash.purge(ann, deleted),
        () => write(dms, ann, 'new', 'x', top),
      ]) {
        await assert.rejects(change, /^SqliteError: no$/);
        assert.equal(snapshotOf(core.database), before);
        // What was remembered within the change is not believed afterwards.
        assert.equal(dms.tree.path(ann, top), '/tree');
        assert.equal(dms.tree.resolve(ann, ['into', 'x']), undefined);
        const place = dms.tree.resolve(ann, ['tree', 'folder 0']);
        assert.ok(place !== undefined);
        assert.equal(dms.tree.path(ann, place.entry.id), '/tree/folder 0');
      }
      undo();
      await dms.entries.move(ann, top, target);
      assert.equal(dms.tree.path(ann, top), '/into/x');
    });
  });
});
