// Would catch: a large or deep folder of which sync clients keep all other users waiting, or fill the memory.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { MAX_DEPTH } from '../../../src/model/entries/names.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const MEMBERS = 50_000;

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
    assert.ok(turns > 2, `${String(turns)} turns`);
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
