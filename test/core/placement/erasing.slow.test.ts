import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { ErasureTable } from '../../../src/storage/tree/trash/erasures.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { assertFaultless, faultsOf } from '../../support/database/faults.ts';
import { makeFolder, newUser, paths, putTo, usageOf, write } from '../../support/tree.ts';

/** As many as several steps take. */
const MEMBERS = 1000;

describe('a large folder that is purged', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let top: number;
  let beneath: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    const above = await makeFolder(core.dms, ann, 'above');
    top = await makeFolder(core.dms, ann, 'large', above);
    beneath = await makeFolder(core.dms, ann, 'beneath', top);
    await write(core.dms, ann, 'plan.txt', 'plan', top);
    await Promise.all(
      Array.from({ length: MEMBERS }, (_, number) => write(core.dms, ann, `${number}`, 'x', beneath)),
    );
  });
  afterEach(() => core.close());

  const held = () =>
    core.database.prepare<[], { total: number }>('SELECT count(*) AS total FROM entries').get();

  const assertSound = () => assertFaultless(core.database);

  /** Purges the folder and does something as soon as nobody can reach it. */
  async function purgeAnd(meanwhile: () => Promise<unknown>): Promise<void> {
    const purging = core.dms.trash.purge(ann, top);
    while (core.dms.trash.list(ann, PAGE).items.some(({ entry }) => entry.id === top))
      await new Promise(setImmediate);
    await meanwhile();
    await purging;
  }

  it('is out of reach at once, and goes in steps between which others are served', async () => {
    const before = held()?.total ?? 0;
    await core.dms.entries.remove(ann, top);
    await purgeAnd(async () => {
      await makeFolder(core.dms, ann, 'between');
      assert.ok((held()?.total ?? 0) > before - MEMBERS, 'it was all gone before another was served');
      await refuses(() => core.dms.trash.restore(ann, top), 'not_found');
      await refuses(() => core.dms.trash.purge(ann, top), 'not_found');
      assert.equal(core.dms.trash.list(ann, PAGE).total, 0);
      await assertSound();
    });
    assert.equal(held()?.total, before - MEMBERS - 3 + 1);
    assert.deepEqual(await paths(core.dms, ann), ['above/', 'between/']);
    assert.deepEqual(usageOf(core.database), [{ login: 'ann', counted: 0, held: 0 }]);
    await assertSound();
  });

  it('is purged to the end after a restart', async () => {
    await core.dms.entries.remove(ann, top);
    const again = core.again();
    await purgeAnd(() => {
      core.dms.housekeeping.stop();
      return Promise.resolve();
    });
    await assertSound();
    assert.deepEqual([core.dms.trash.list(ann, PAGE).total, await paths(again, ann)], [0, ['above/']]);
    const left = held()?.total ?? 0;
    assert.ok(left > 2, 'it was not stopped');
    await core.dms.housekeeping.tidy();
    assert.equal(held()?.total, left, 'it went on after it was stopped');
    await again.housekeeping.tidy();
    assert.equal(held()?.total, 2);
    assert.deepEqual(usageOf(core.database), [{ login: 'ann', counted: 0, held: 0 }]);
    await assertSound();
  });

  it('keeps nobody waiting who deletes something else', async () => {
    const ben = await newUser(core, 'ben');
    const [own, other] = [await write(core.dms, ann, 'own'), await write(core.dms, ben, 'other')];
    await core.dms.entries.remove(ben, other);
    for (const id of [own, top]) await core.dms.entries.remove(ann, id);
    const left = () => core.database.prepare('SELECT entry_id FROM erasures').pluck().all();
    await purgeAnd(async () => {
      await Promise.all([core.dms.trash.purge(ann, own), core.dms.trash.purge(ben, other)]);
      assert.deepEqual(left(), [top], 'they waited until the large folder was gone');
    });
    assert.deepEqual(left(), []);
    await assertSound();
  });

  it('gives what was deleted from it before to the folder above', async () => {
    const [early, late] = [
      await write(core.dms, ann, 'early', 'x', top),
      await write(core.dms, ann, 'late', 'x', beneath),
    ];
    for (const id of [early, late, top]) await core.dms.entries.remove(ann, id);
    await purgeAnd(() => core.dms.trash.restore(ann, early));
    await core.dms.trash.restore(ann, late);
    assert.deepEqual(await paths(core.dms, ann), ['above/', 'above/early', 'above/late']);
    await assertSound();
  });

  it('keeps nobody waiting who purges something else, however small or large', async () => {
    const ben = await newUser(core, 'ben');
    const small = await write(core.dms, ben, 'small');
    const folder = await makeFolder(core.dms, ben, 'folder');
    await Promise.all(
      Array.from({ length: 300 }, (_, number) => write(core.dms, ben, `${number}`, 'x', folder)),
    );
    for (const id of [small, folder]) await core.dms.entries.remove(ben, id);
    await core.dms.entries.remove(ann, top);
    const left = () => core.database.prepare('SELECT 1 FROM erasures WHERE entry_id = ?').all(top).length;
    await purgeAnd(async () => {
      await core.dms.trash.purge(ben, small);
      assert.equal(left(), 1, 'a small one waited');
      await core.dms.trash.purge(ben, folder);
      assert.equal(left(), 1, 'one of 300 waited');
    });
    assert.equal(left(), 0);
    await assertSound();
  });

  it('goes in steps that are smaller where documents have more versions', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    for (let number = 0; number < 3; number += 1)
      for (let version = 0; version < 5; version += 1)
        await putTo(core.dms, ann, { path: ['folder', `${number}`] }, `${version}`);
    await core.dms.entries.remove(ann, folder);
    const table = new ErasureTable(core.database);
    const step = () => table.deleteSome({ entryId: folder, ownerId: null, parentId: null }, 12);
    assert.deepEqual(step(), { entries: 2, bytes: 10, rows: 12 });
    assert.deepEqual(step(), { entries: 2, bytes: 5, rows: 7 });
  });

  it('goes in steps through the versions of one document, the head last', async () => {
    const id = await write(core.dms, ann, 'log', '1');
    for (let number = 2; number <= 30; number += 1)
      await putTo(core.dms, ann, { path: ['log'] }, 'x'.repeat(number));
    await core.dms.entries.remove(ann, id);
    const erasure = { entryId: id, ownerId: ann.userId, parentId: null };
    const table = new ErasureTable(core.database);
    const sum = (from: number, to: number) => ((to - from + 1) * (from + to)) / 2;
    assert.deepEqual(table.deleteSome(erasure, 12), { entries: 0, bytes: sum(1, 12), rows: 12 });
    const faults = await faultsOf(core.database);
    assert.deepEqual(
      faults.filter(({ kind }) => kind === 'head'),
      [],
    );
    assert.deepEqual(table.deleteSome(erasure, 17), { entries: 0, bytes: sum(13, 29), rows: 17 });
    assert.deepEqual(table.deleteSome(erasure, 1), { entries: 1, bytes: 30, rows: 2 });
  });

  it('goes in steps through what was deleted from a folder before, which all can be restored', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, number) => write(core.dms, ann, `${number}`, 'x', folder)),
    );
    for (const id of [...ids, folder]) await core.dms.entries.remove(ann, id);
    const table = new ErasureTable(core.database);
    const step = () => table.deleteSome({ entryId: folder, ownerId: null, parentId: ann.homeId }, 20).entries;
    assert.deepEqual([step(), step()], [0, 1]);
    for (const id of ids) await core.dms.trash.restore(ann, id);
    assert.equal((await paths(core.dms, ann)).filter((path) => /^\d+$/.test(path)).length, 30);
  });
});
