import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { type EntryFilter, EntrySearch } from '../../../src/storage/tree/entry-search.ts';
import { createTreeTables } from '../../../src/storage/tree/tree.ts';
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

  const PAGE = { limit: 10, offset: 0 };
  const scope = () => ({ tops: [ann.homeId], exceptId: ann.homeId });
  const NOTHING = { required: undefined, excluded: undefined };

  /** Ids of what a filter finds, ascending. */
  async function filtered(filter: EntryFilter): Promise<number[]> {
    await tables.searchIndex.catchUp();
    const { hits } = tables.entrySearch.find(NOTHING, filter, scope(), PAGE);
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
    const find = (offset: number) => tables.entrySearch.find(NOTHING, {}, scope(), { limit: 10, offset });
    assert.deepEqual(find(0), { hits: [{ id, score: 0 }], total: 1 });
    assert.deepEqual(find(10), { hits: [], total: 1 });
  });

  it('finds the few that match in a large folder, wherever they lie', async () => {
    for (let number = 0; number < 9; number += 1) await write(core.dms, ann, `other ${number}`);
    const ids = [await write(core.dms, ann, 'plan one'), await write(core.dms, ann, 'plan two')];
    await tables.searchIndex.catchUp();
    const search = new EntrySearch(core.database, { matches: 2, entries: 3 });
    const words = { required: 'plan', excluded: undefined };
    const { hits, total } = search.find(words, {}, scope(), PAGE);
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
