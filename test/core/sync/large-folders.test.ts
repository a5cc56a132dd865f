// Would catch: a large folder, or a folder that many entries have left, of which sync clients keep all other users waiting.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { MAX_DEPTH } from '../../../src/model/entries/names.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { TreeHistory } from '../../../src/storage/tree/tree-history.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const MEMBERS = 50_000;
/** As many as one slice of a report reads. */
const SLICE = 200;

/** Processor time of this thread, in milliseconds: it does not depend on what else the machine does. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe('a folder with 50,000 members', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let folder: number;
  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    folder = await makeFolder(core.dms, ann, 'large');
    await core.dms.treeTags.begin(ann);
    await write(core.dms, ann, 'one.txt', 'content', folder);
  });
  after(() => core.close());

  it('is counted while other requests run', async () => {
    const run = (sql: string) => core.database.prepare(sql).run();
    await core.database.transaction(() => {
      run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MEMBERS})
           INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
           SELECT ${folder}, 0, i, i, i, 0, 0 FROM n`);
      run(`INSERT INTO documents (entry_id, version, modified_at)
           SELECT id, 1, 0 FROM entries WHERE parent_id = ${folder} AND id NOT IN (SELECT entry_id FROM documents)`);
      run(`INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, created_at)
           SELECT entry_id, 1, (SELECT sha256 FROM blobs), 7, 'text/plain', 0 FROM documents
           WHERE entry_id NOT IN (SELECT document_id FROM versions)`);
    });
    let turns = 0;
    const counting = new AbortController();
    const watch = (async () => {
      for (; !counting.signal.aborted; turns += 1) await setImmediate();
    })();
    assert.equal(await core.dms.folderSizes.of(folder), 7 * (MEMBERS + 1));
    counting.abort();
    await watch;
    assert.ok(turns > 4, `${String(turns)} turns`);
  });

  it('is read once by a report, after all members have left it', () => {
    core.database
      .prepare(
        `INSERT INTO tree_departures (entry_id, folder_id, name, is_folder, number)
         SELECT id, parent_id, name, 0, 5 FROM entries WHERE parent_id = ${folder} ORDER BY id`,
      )
      .run();
    const history = new TreeHistory(core.database);
    const begun = processorTime();
    let count = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const ids: readonly number[] = history.leftFolder(folder, { number: 0, lastId: 0 }, after, SLICE);
      count += ids.length;
      after = ids.length < SLICE ? undefined : ids.at(-1);
    }
    assert.equal(count, MEMBERS + 1);
    const duration = processorTime() - begun;
    assert.ok(duration < 500, `${String(duration)} ms`);
  });

  it('is told without a copy of its path for each member', async () => {
    let deep = folder;
    for (let depth = 2; depth < MAX_DEPTH - 1; depth += 1)
      deep = await makeFolder(core.dms, ann, 'x'.repeat(255), deep);
    const move = `UPDATE entries SET parent_id = ${deep} WHERE parent_id = ${folder} AND is_folder = 0`;
    await core.database.transaction(() => core.database.prepare(move).run());
    const home = core.dms.tree.locate(ann, { path: [] }) ?? assert.fail();
    const request = { token: undefined, isDeep: true, limit: Infinity };
    const before = process.memoryUsage().heapUsed;
    const report = await core.dms.syncCollections.report(ann, { folder: home, path: [] }, request);
    const used = process.memoryUsage().heapUsed - before;
    assert.equal(report?.changes.length, 10_000);
    assert.equal(report.changes.at(-1)?.path.names().length, MAX_DEPTH - 1);
    // Their paths have 250 MB together.
    assert.ok(used < 100e6, `${String(used)} bytes`);
  });
});
