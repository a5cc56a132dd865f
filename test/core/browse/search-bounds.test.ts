import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { SearchResult } from '../../../src/core/browse/search.ts';
import type { UserActor } from '../../../src/model/actor.ts';
import type { Page } from '../../../src/model/page.ts';
import { connectReader } from '../../../src/storage/connection.ts';
import { EntrySearch } from '../../../src/storage/tree/entry-search.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

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

  it('is at most 32 words, those of phrases and after a minus among them', async () => {
    for (const most of [
      words(32).join(' '),
      `"${words(32).join(' ')}"`,
      words(32).join('-'),
      `-${words(32).join(' -')}`,
    ])
      await search(most);
    for (const tooMany of [
      words(33).join(' '),
      `"${words(33).join(' ')}"`,
      words(33).join('-'),
      `one -"${words(32).join(' ')}"`,
    ])
      await refuses(() => search(tooMany), 'invalid', ['q']);
  });

  it('is at most four beginnings of words, each of two letters or more', async () => {
    await search('aa* bb* -cc* dd*');
    await refuses(() => search('aa* bb* -cc* dd* ee*'), 'invalid', ['q']);
    for (const short of ['f*', '-f*', 'é*', 'ab-c*', '(f*'])
      await refuses(() => search(short), 'invalid', ['q']);
    await search('* -* !*');
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
    // Few matches; many in a small scope; many in a large one.
    const ways = [
      { matches: 1000, entries: 1000 },
      { matches: 0, entries: 1000 },
      { matches: 0, entries: 1 },
    ];
    for (const required of ['"plan"', '"pl" *', '"plan" AND "ben"'])
      for (const excluded of [undefined, '"inner"']) {
        const query = { words: { required, excluded }, filter: {}, scope, limit: 50, offset: 0 };
        const [first, ...others] = ways.map((thresholds) => {
          const sqlite = connectReader(join(core.dataDirectory, 'dms.sqlite'));
          try {
            return new EntrySearch(sqlite, thresholds).find(query);
          } finally {
            sqlite.close();
          }
        });
        for (const other of others) assert.deepEqual(other, first, required);
        assert.equal(first?.total, required.includes('ben') ? 1 : excluded ? 3 : 4);
      }
  });
});
