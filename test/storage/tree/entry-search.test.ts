import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { UserActor } from '../../../src/model/actor.ts';
import { connectReader } from '../../../src/storage/connection.ts';
import { type EntryQuery, EntrySearch } from '../../../src/storage/tree/entry-search.ts';
import { createTreeTables, type EntryFilter, type EntryHits } from '../../../src/storage/tree/tree.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('the search index', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let tables: ReturnType<typeof createTreeTables>;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    tables = createTreeTables(core.database);
  });
  afterEach(() => core.close());

  /** Searches in Ann's home, without words unless they are given. */
  function find(query: Partial<EntryQuery>, thresholds?: { matches: number; entries: number }): EntryHits {
    const sqlite = connectReader(join(core.dataDirectory, 'dms.sqlite'));
    const scope = { tops: [ann.homeId], exceptId: ann.homeId };
    const words = { required: undefined, excluded: undefined };
    try {
      return new EntrySearch(sqlite, thresholds).find({
        words,
        filter: {},
        scope,
        limit: 10,
        offset: 0,
        ...query,
      });
    } finally {
      sqlite.close();
    }
  }

  /** Ids of what a filter finds, ascending. */
  async function filtered(filter: EntryFilter): Promise<number[]> {
    await tables.searchIndex.catchUp();
    const { hits } = find({ filter });
    return hits.map(({ id }) => id).sort((a, b) => a - b);
  }

  it('has folders of any name, and documents by name, title and comments; no homes, and no junk', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder.tmp');
    await write(core.dms, ann, 'junk.tmp');
    const id = await write(core.dms, ann, 'plan.txt');
    const rows = () =>
      core.database.prepare('SELECT name, title, comments FROM search_index ORDER BY rowid').raw().all();
    await tables.searchIndex.catchUp();
    assert.deepEqual(rows(), [
      ['folder.tmp', '', ''],
      ['plan.txt', '', ''],
    ]);
    await core.dms.documents.update(ann, id, { title: 'T', comments: 'C' });
    await core.dms.documents.update(ann, id, { name: 'plan.md' });
    await core.dms.entries.rename(ann, folder, 'renamed.tmp');
    await tables.searchIndex.catchUp();
    assert.deepEqual(rows(), [
      ['renamed.tmp', '', ''],
      ['plan.md', 'T', 'C'],
    ]);
  });

  it('catches up with all that waits, however much that is', async () => {
    for (let number = 0; number < 501; number += 1) await makeFolder(core.dms, ann, `${number}`);
    await tables.searchIndex.catchUp();
    assert.deepEqual(core.database.prepare('SELECT entry_id FROM search_queue').all(), []);
  });

  it('does not wait for a search when many uploads come', async () => {
    const queued = core.database.prepare<[], number>('SELECT count(*) FROM search_queue').pluck();
    await tables.searchIndex.catchUp();
    for (let number = 0; number < 249; number += 1) {
      if (number === 0) await makeFolder(core.dms, ann, 'folder');
      tables.searchIndex.noteChange();
    }
    assert.equal(queued.get(), 1);
    tables.searchIndex.noteChange();
    assert.equal(queued.get(), 0);
  });

  it('gives no points without words, and a total beyond the last page', async () => {
    const id = await write(core.dms, ann, 'undefined.txt');
    await tables.searchIndex.catchUp();
    assert.deepEqual(find({}), { hits: [{ id, score: 0, snippet: '' }], total: 1 });
    assert.deepEqual(find({ offset: 10 }), { hits: [], total: 1 });
  });

  it('finds the few that match in a large folder, wherever they lie', async () => {
    for (let number = 0; number < 9; number += 1) await write(core.dms, ann, `other ${number}`);
    const ids = [await write(core.dms, ann, 'plan one'), await write(core.dms, ann, 'plan two')];
    await tables.searchIndex.catchUp();
    const words = { required: 'plan', excluded: undefined };
    const { hits, total } = find({ words }, { matches: 2, entries: 3 });
    assert.deepEqual([hits.map(({ id }) => id).sort((a, b) => a - b), total], [ids, 2]);
  });

  it('is filtered by time', async () => {
    const early = await write(core.dms, ann, 'early');
    core.pass(1000);
    const late = await write(core.dms, ann, 'late');
    assert.deepEqual(await filtered({ before: core.now() }), [early]);
    assert.deepEqual(await filtered({ after: core.now() }), [late]);
  });

  it('is filtered by extensions and media types as they are written, with a star at the end', async () => {
    const pdf = await write(core.dms, ann, 'a.pdf');
    const odd = await write(core.dms, ann, 'b.p_f');
    assert.deepEqual(await filtered({ extensions: ['p_f'] }), [odd]);
    assert.deepEqual(await filtered({ extensions: ['p%'] }), []);
    assert.deepEqual(await filtered({ mimeTypes: ['application/pdf'] }), [pdf]);
    assert.deepEqual(await filtered({ mimeTypes: ['application/*'] }), [pdf, odd]);
    assert.deepEqual(await filtered({ mimeTypes: ['*/pdf'] }), []);
  });
});
