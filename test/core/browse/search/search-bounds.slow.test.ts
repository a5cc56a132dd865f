import assert from 'node:assert/strict';
import type { SearchResult } from '../../../../src/core/browse/search.ts';
import type { Page } from '../../../../src/model/entries/page.ts';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../../support/accounts.ts';
import { EACH_WAY, findInIndex, terms } from '../../../support/database/search-index.ts';
import { indexAll, renderAll } from '../../../support/renditions/renditions.ts';
import { makeFolder, newUser, write } from '../../../support/tree.ts';

const words = (count: number): string[] => Array.from({ length: count }, (_, index) => `word${index}`);

describe('what one search may ask, and what it tells', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  const search = (q: string, page = PAGE): Promise<Page<SearchResult>> =>
    core.dms.search.search(ann, 0, { q, filter: {} }, page);

  it('is at most 32 words, those of phrases and after a minus among them: further ones do not count', async () => {
    await write(core.dms, ann, words(32).join(' '));
    for (const joiner of [' ', '-']) {
      assert.equal((await search(words(32).join(joiner))).total, 1);
      assert.equal((await search(`${words(32).join(joiner)} missing`)).total, 1);
      assert.equal((await search(`"${words(32).join(joiner)} missing"`)).total, 1);
      assert.equal((await search(`${words(31).join(joiner)} missing`)).total, 0);
    }
    assert.equal((await search(`${words(31).join(' ')} -missing -word31`)).total, 1);
    assert.equal((await search(`${words(31).join(' ')} -word31 -missing`)).total, 0);
    assert.equal((await search(`${words(31).join(' ')} -"word31 missing"`)).total, 0);
  });

  it('is any number of beginnings of words; of one letter, the word itself is meant', async () => {
    await write(core.dms, ann, 'aaa bbb ccc ddd eee fff f é.txt');
    await write(core.dms, ann, 'ebb.txt');
    assert.equal((await search('aa* bb* cc* dd* ee* ff*')).total, 1);
    for (const short of ['f*', 'é*', 'eee-fff-f*', '(f*'])
      assert.equal((await search(short)).total, 1, short);
    for (const nothing of ['* -* !*', 'b*', 'a*']) assert.equal((await search(nothing)).total, 0, nothing);
  });

  it('does not wait for more long texts than are indexed in a moment: the newest are found', async () => {
    const long = Array.from({ length: 150_000 }, (_, index) => `word${index.toString(36)}`).join(' ');
    const id = await write(core.dms, ann, 'long.txt', long);
    await renderAll(core.dms);
    const copies = Array.from({ length: 40 }, (_, index) => `copy ${index}.txt`);
    for (const name of copies) await core.dms.entries.copy(ann, id, { folderId: 0, name });
    const { items } = await core.dms.search.search(ben, 0, { q: 'nothing', filter: {} }, PAGE);
    assert.deepEqual(items, []);
    assert.ok(core.dms.indexing.counts().toIndex > 0, 'the search has not waited for all');
    assert.ok((await search('copy')).items.some(({ path }) => path === '/copy 39.txt'));
  });

  it('is the same of each text: several long ones show where the words are', async () => {
    const filler = 'something '.repeat(70_000);
    const id = await write(core.dms, ann, 'long.txt', `${filler}zebra ${filler}${filler}`.slice(0, 2 ** 21));
    await renderAll(core.dms);
    for (const name of ['2', '3', '4', '5']) await core.dms.entries.copy(ann, id, { folderId: 0, name });
    // A search waits for two seconds, in which a slow machine does not index all of them.
    await indexAll(core.dms);
    const { items } = await search('zebra');
    assert.deepEqual(
      items.map(({ snippet }) => snippet.includes('<mark>zebra</mark>')),
      Array(5).fill(true),
    );
  });

  it('counts equal terms once', async () => {
    await write(core.dms, ann, 'fair copy.txt');
    const { total } = await search(`${'fa* FA* '.repeat(200)}${'copy "copy" Copy '.repeat(200)}`);
    assert.equal(total, 1);
    await write(core.dms, ann, 'Straße.txt');
    assert.equal((await search('straße Straße')).total, 1);
  });

  it('tells the same of what the user can read, whatever others have', async () => {
    const shown = await makeFolder(core.dms, ben, 'Shown');
    await core.dms.shares.create(ben, { entryId: shown, users: ['ann'], permissions: 1 });
    await write(core.dms, ben, 'rare common.txt', 'x', shown);
    const described = await write(core.dms, ann, 'common plan.txt');
    await core.dms.documents.update(ann, described, { comments: 'something rare' });
    const told = async (q: string): Promise<unknown> => {
      const { items, total } = await search(q);
      return { total, items: items.map(({ record: { id }, score }) => ({ id, score })) };
    };
    const queries = ['rare', 'common', 'common rare', 'rar* -nothing'];
    const before = await Promise.all(queries.map(told));
    for (let number = 0; number < 20; number += 1) {
      await write(core.dms, ben, `rare ${'very '.repeat(number)} ${number}.txt`);
    }
    assert.deepEqual(await Promise.all(queries.map(told)), before);
  });

  it('puts all words in the name before name and title, and these before the rest', async () => {
    const make = async (name: string, title: string, comments: string): Promise<number> => {
      const id = await write(core.dms, ann, name);
      await core.dms.documents.update(ann, id, { title, comments });
      return id;
    };
    const last = await make('one.txt', 'x', 'two');
    const first = await make('two one.txt', 'x', '');
    const second = await make('two.txt', 'one', '');
    const { items } = await search('one two');
    assert.deepEqual(
      items.map(({ record, score }) => [record.id, score]),
      [
        [first, 3],
        [second, 2],
        [last, 1],
      ],
    );
  });

  it('finds an entry once, however many ways lead to it', async () => {
    const outer = await makeFolder(core.dms, ben, 'outer plan');
    const inner = await makeFolder(core.dms, ben, 'inner plan', outer);
    const document = await write(core.dms, ben, 'plan.txt', 'x', inner);
    for (const entryId of [document, inner, outer])
      await core.dms.shares.create(ben, { entryId, users: ['ann'], permissions: 1 });
    assert.equal((await search('plan')).total, 3);
    assert.equal((await search('-nothing')).total, 3);
  });

  it('says how many there are after the last page, too', async () => {
    await write(core.dms, ann, 'plan.txt');
    assert.deepEqual(await search('plan', { page: 7, perPage: 50 }), { items: [], total: 1 });
  });

  it('finds the same whichever way it looks', async () => {
    const shown = await makeFolder(core.dms, ben, 'Shown');
    const inner = await makeFolder(core.dms, ben, 'inner plan', shown);
    await write(core.dms, ben, 'plan of ben.txt', 'x', inner);
    await write(core.dms, ben, 'plan of nobody else.txt');
    const deleted = await write(core.dms, ben, 'old plan.txt', 'x', shown);
    await core.dms.entries.remove(ben, deleted);
    const single = await write(core.dms, ben, 'single plan.txt');
    await write(core.dms, ann, 'plan.txt');
    await search('plan');
    const scope = { tops: [ann.homeId, shown, single], exceptId: ann.homeId };
    for (const required of [terms('plan'), [{ words: ['pl'], isPrefix: true }], terms('plan', 'ben')])
      for (const excluded of [[], terms('inner')]) {
        const query = { words: { required, excluded }, filter: {}, scope, limit: 50, offset: 0 };
        const [few, ...others] = EACH_WAY.map((way) => findInIndex(core.database, query, way));
        for (const other of others) assert.deepEqual(other, few);
        assert.equal(few?.total, required.length === 2 ? 1 : excluded.length === 1 ? 3 : 4);
      }
  });
});
