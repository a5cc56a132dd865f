import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { createDerived, type EntryFilter, type EntryQuery } from '../../../src/storage/derived/derived.ts';
import type { Thresholds } from '../../../src/storage/derived/search/entry-search.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { catchUp, DirectIndex, EACH_WAY, findInIndex, terms } from '../../support/database/search-index.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

const NO_WORDS = { required: [], excluded: [] };

describe('the search index', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let index: DirectIndex;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    index = new DirectIndex(core.database);
  });
  afterEach(() => core.close());

  /** Searches in Ann's home, without words unless they are given. */
  function find(query: Partial<EntryQuery>, thresholds?: Thresholds) {
    const scope = { tops: [ann.homeId], exceptId: ann.homeId };
    const all = { words: NO_WORDS, filter: {}, scope, limit: 10, offset: 0 };
    return findInIndex(core.database, { ...all, ...query }, thresholds);
  }

  const idsOf = (query: Partial<EntryQuery>): number[] => find(query).hits.map(({ id }) => id);

  /** Ids of what a filter finds, ascending. */
  function filtered(filter: EntryFilter): number[] {
    index.catchUp();
    return idsOf({ filter }).sort((a, b) => a - b);
  }

  it('has folders of any name, and documents by name, title and comments; no homes, and no junk', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder.tmp');
    await write(core.dms, ann, 'junk.tmp');
    const id = await write(core.dms, ann, 'plan.txt');
    index.assertInStep();
    assert.deepEqual(idsOf({}), [id, folder]);
    await core.dms.documents.update(ann, id, { title: 'T', comments: 'C' });
    await core.dms.documents.update(ann, id, { name: 'plan.md' });
    await core.dms.entries.rename(ann, folder, 'renamed.tmp');
    index.assertInStep();
    for (const [word, found] of [
      ['renamed', folder],
      ['md', id],
      ['t', id],
      ['c', id],
    ] as const)
      assert.deepEqual(idsOf({ words: { required: terms(word), excluded: [] } }), [found], word);
  });

  it('catches up with all that waits, however much that is', async () => {
    const { searchIndex } = createDerived(core.database);
    for (let number = 0; number < 2100; number += 1)
      core.database.prepare('UPDATE entries SET name = name').run();
    const folder = await makeFolder(core.dms, ann, 'folder');
    await catchUp(searchIndex);
    assert.deepEqual(core.database.prepare('SELECT entry_id FROM search_queue').all(), []);
    assert.deepEqual(idsOf({}), [folder]);
  });

  it('gives no points without words, and a total beyond the last page', async () => {
    const id = await write(core.dms, ann, 'undefined.txt');
    index.catchUp();
    assert.deepEqual(find({}), { hits: [{ id, score: 0, snippet: '' }], total: 1 });
    assert.deepEqual(find({ offset: 10 }), { hits: [], total: 1 });
  });

  it('finds the few that match in a large folder, wherever they lie, last changed first', async () => {
    for (let number = 0; number < 9; number += 1) await write(core.dms, ann, `other ${number}`);
    const [one, two] = [await write(core.dms, ann, 'plan one'), await write(core.dms, ann, 'plan two')];
    index.catchUp();
    for (const way of EACH_WAY) {
      const { hits, total } = find({ words: { required: terms('plan'), excluded: [] } }, way);
      assert.deepEqual([hits.map(({ id }) => id), total], [[two, one], 2]);
    }
  });

  it('shows the last changed first, whether it was changed or all was indexed anew', async () => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      core.pass(1000);
      ids.push(await write(core.dms, ann, name));
    }
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    index.catchUp();
    core.pass(1000);
    await core.dms.documents.update(ann, b, { comments: 'changed' });
    core.pass(1000);
    const folder = await makeFolder(core.dms, ann, 'folder');
    await core.dms.entries.move(ann, c, { folderId: folder, name: 'c' });
    index.catchUp();
    assert.deepEqual(idsOf({ filter: { kind: 'file' } }), [c, b, d, a]);
    await createDerived(core.database).renditions.rebuild({ texts: false, thumbnails: false });
    assert.deepEqual(idsOf({}), []);
    index.catchUp();
    assert.deepEqual(idsOf({ filter: { kind: 'file' } }), [c, b, d, a]);
  });

  it('is filtered by time', async () => {
    const early = await write(core.dms, ann, 'early');
    core.pass(1000);
    const late = await write(core.dms, ann, 'late');
    assert.deepEqual(filtered({ before: core.now() }), [early]);
    assert.deepEqual(filtered({ after: core.now() }), [late]);
  });

  it('is filtered by extensions and media types as they are written, with a star at the end', async () => {
    const pdf = await write(core.dms, ann, 'a.pdf');
    const odd = await write(core.dms, ann, 'b.p_f');
    assert.deepEqual(filtered({ extensions: ['p_f'] }), [odd]);
    assert.deepEqual(filtered({ extensions: ['PDF'] }), [pdf]);
    for (const extension of ['p%', 'p*', 'pd', ''])
      assert.deepEqual(filtered({ extensions: [extension] }), []);
    assert.deepEqual(filtered({ mimeTypes: ['application/pdf'] }), [pdf]);
    assert.deepEqual(filtered({ mimeTypes: ['application/*'] }), [pdf, odd]);
    assert.deepEqual(filtered({ mimeTypes: ['*/pdf'] }), []);
    assert.deepEqual(filtered({ mimeTypes: [] }), []);
    assert.deepEqual(filtered({ extensions: ['pdf', 'p_f'], mimeTypes: ['application/pdf'] }), [pdf]);
  });
});
