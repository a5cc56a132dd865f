import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import BetterSqlite from 'better-sqlite3';
import { Access } from '../../../../src/core/access/access.ts';
import { createBrowse } from '../../../../src/core/browse/browse.ts';
import { createContext } from '../../../../src/core/context.ts';
import { createRenditions } from '../../../../src/core/renditions/renditions.ts';
import { createLogger } from '../../../../src/log.ts';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import type { EntryHits } from '../../../../src/storage/derived/derived.ts';
import { SearchReader } from '../../../../src/storage/derived/search/search-reader.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../../support/accounts.ts';
import { queriesOf } from '../../../support/database/queries.ts';
import { terms } from '../../../support/database/search-index.ts';
import { indexAll } from '../../../support/renditions/renditions.ts';
import { makeFolder, newUser, write } from '../../../support/tree.ts';

const repair = { noticed: () => false };

describe('a search beside other requests', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  const found = async (q: string): Promise<string[]> => {
    const { items } = await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE);
    return items.map(({ path }) => path);
  };

  /** A search whose thread answers what the test says. */
  function searchThatFinds(hits: EntryHits | undefined) {
    const log = createLogger({ level: 'silent', format: 'json' });
    const context = createContext(
      { now: () => core.now(), randomBytes, log },
      core.database,
      core.dataDirectory,
    );
    const searchReader = Object.assign(new SearchReader(core.database, repair), {
      find: () => Promise.resolve(hits),
    });
    const derived = { ...context.derived, searchReader };
    const access = new Access(context);
    const { renditionStates } = createRenditions(context, access, 0);
    const { search } = createBrowse({ ...context, derived }, { access, renditionStates }, 0);
    return () => search.search(ann, 0, { q: 'txt', filter: {} }, PAGE);
  }

  it('asks the index in a thread of its own', async () => {
    await write(core.dms, ann, 'plan.txt');
    const real: unknown = Reflect.get(BetterSqlite.prototype, 'prepare');
    const asked: string[] = [];
    assert.ok(typeof real === 'function');
    Reflect.set(BetterSqlite.prototype, 'prepare', function prepare(this: unknown, sql: string): unknown {
      asked.push(sql);
      return Reflect.apply(real, this, [sql]);
    });
    try {
      assert.deepEqual(await found('plan'), ['/plan.txt']);
    } finally {
      Reflect.set(BetterSqlite.prototype, 'prepare', real);
    }
    assert.deepEqual(
      asked.filter((sql) => sql.includes('MATCH')),
      [],
    );
  });

  it('sends the same number of queries to the thread, however many shares the user has', async () => {
    const share = async (name: string): Promise<void> => {
      const entryId = await makeFolder(core.dms, ben, name);
      await core.dms.shares.create(ben, { entryId, users: ['ann'], permissions: 1 });
    };
    const queries = async (): Promise<number> => {
      await found('nothing');
      core.database.prepare('UPDATE shares SET permissions = permissions').run();
      return queriesOf(() => found('nothing'));
    };
    await share('first');
    const one = await queries();
    for (let number = 0; number < 10; number += 1) await share(`folder ${number}`);
    assert.equal(await queries(), one);
  });

  it('leaves out what the user may not read any more when it ends', async () => {
    const own = await write(core.dms, ann, 'own.txt');
    const hits = [own, await write(core.dms, ben, 'secret.txt'), 12_345].map((id) => ({
      id,
      score: 1,
      snippet: '',
    }));
    const { items } = await searchThatFinds({ hits, total: 3 })();
    assert.deepEqual(
      items.map(({ path }) => path),
      ['/own.txt'],
    );
  });

  it('that takes too long is refused, as a matter of time and not of its words', async () => {
    await refuses(searchThatFinds(undefined), 'throttled');
  });

  it('ends after its time, and the next one starts anew', async () => {
    const query = {
      words: { required: terms('plan'), excluded: [] },
      filter: {},
      scope: { tops: [ann.homeId], exceptId: ann.homeId },
      limit: 9,
      offset: 0,
    };
    await found('plan');
    assert.equal(await new SearchReader(core.database, repair, 0).find(query), undefined);
    assert.deepEqual(await new SearchReader(core.database, repair).find(query), { hits: [], total: 0 });
  });

  it('does not wait for thousands of other entries to be indexed, but for the newest', async () => {
    const folder = await makeFolder(core.dms, ann, 'many');
    await found('many');
    const insert = core.database.prepare<[number]>(
      `INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       SELECT ?, 1, 'copy ' || i, 'copy ' || i, '', 0, 0 FROM n`,
    );
    await core.database.transaction(() => insert.run(folder));
    await write(core.dms, ann, 'newest.txt');
    assert.deepEqual(await found('newest'), ['/newest.txt']);
    assert.deepEqual(await found('20000'), ['/many/copy 20000']);
    const left = core.database.prepare<[], { n: number }>('SELECT count(*) AS n FROM search_queue');
    assert.ok((left.get()?.n ?? 0) > 0);
    await indexAll(core.dms);
    assert.equal(left.get()?.n, 0);
    assert.deepEqual(await found('"copy 1"'), ['/many/copy 1']);
  });
});
