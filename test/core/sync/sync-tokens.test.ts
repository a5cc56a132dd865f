// Would catch: a sync token of a state that a copy of the data directory, which is used now, does not have.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser } from '../../support/tree.ts';

/** Returns a function that reports the changes of the mount root. */
function reporterOf({ dms }: CoreFixture, user: UserActor) {
  const folder = dms.tree.resolve(user, []);
  assert.ok(folder);
  return (token?: string) =>
    dms.syncCollections.report(user, { folder, path: [] }, { token, isDeep: false, limit: 100 });
}

describe('sync tokens', () => {
  it('that were issued after a copy was made are unknown in the copy, and earlier ones are not', async () => {
    const core = await openCoreFixture();
    const ann = await newUser(core, 'ann');
    const report = async ({ dms }: CoreFixture, token?: string) => {
      const folder = dms.tree.resolve(ann, []);
      assert.ok(folder);
      const request = { token, isDeep: true, limit: 100 };
      return dms.syncCollections.report(ann, { folder, path: [] }, request);
    };
    const names = (told: Awaited<ReturnType<typeof report>>) => told?.changes.map(({ path }) => path.name);
    await core.dms.treeTags.begin(ann);
    await makeFolder(core.dms, ann, 'a');
    const early = (await report(core))?.token;
    const copy = await core.copy();
    try {
      await makeFolder(core.dms, ann, 'lost');
      const late = (await report(core, early))?.token;
      assert.deepEqual(names(await report(core, late)), []);
      assert.equal(await report(copy, late), undefined, 'before the first change of the copy');
      await makeFolder(copy.dms, ann, 'b');
      assert.equal(await report(copy, late), undefined, 'after it');
      assert.deepEqual(names(await report(copy, early)), ['b']);
    } finally {
      await copy.close();
      await core.close();
    }
  });

  it('stay valid although many changes are refused', async () => {
    const core = await openCoreFixture();
    try {
      const ann = await newUser(core, 'ann');
      const report = reporterOf(core, ann);
      const runs = core.database.prepare<[], { total: number }>('SELECT count(*) AS total FROM tree_runs');
      const token = (await report())?.token;
      await makeFolder(core.dms, ann, 'a');
      const before = runs.get()?.total;
      for (let index = 0; index < 5; index += 1) {
        await assert.rejects(makeFolder(core.dms, ann, 'a'));
        await makeFolder(core.dms, ann, `b${String(index)}`);
      }
      assert.equal(runs.get()?.total, before);
      assert.equal((await report(token))?.changes.length, 6);
    } finally {
      await core.close();
    }
  });

  it('are unknown if departures since their state were deleted', async () => {
    const core = await openCoreFixture();
    try {
      const ann = await newUser(core, 'ann');
      const report = reporterOf(core, ann);
      const id = await makeFolder(core.dms, ann, 'a');
      const token = (await report())?.token;
      await core.dms.entries.rename(ann, id, 'b');
      const next = (await report(token))?.token;
      core.elsewhere('DELETE FROM tree_departures');
      assert.equal(await report(token), undefined);
      assert.deepEqual((await report(next))?.changes, []);
    } finally {
      await core.close();
    }
  });
});
