import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SORTS } from '../../src/model/entries/page.ts';
import { bringUp } from '../../src/storage/connection/schema.ts';
import { Statement } from '../../src/storage/connection/statement.ts';
import { Database } from '../../src/storage/database/database.ts';
import { DerivedWriter } from '../../src/storage/derived/derived-writer.ts';
import { connectToSearch, connectWriter } from '../../src/storage/derived/files.ts';
import { EntrySearch } from '../../src/storage/derived/search/entry-search.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../support/accounts.ts';
import { EACH_WAY } from '../support/database/search-index.ts';
import { makeFolder, newUser, paths, write } from '../support/tree.ts';

/** A statement as SQLite got it, and the connection. */
interface Prepared {
  readonly sent: string;
  readonly connection: BetterSqlite.Database;
}

/** Collects every statement that is prepared until it is put back, by its text in the sources (fixed-plan.ts). */
class Collector {
  readonly #real: unknown = Reflect.get(BetterSqlite.prototype, 'prepare');
  readonly #realOfDatabase: unknown = Reflect.get(Database.prototype, 'prepare');
  /** Statements of the service, of which some are never run here. */
  readonly #ofService: Statement<unknown[]>[] = [];
  readonly statements = new Map<string, Prepared>();

  constructor() {
    const { statements } = this;
    const real = this.#real;
    assert.ok(typeof real === 'function');
    Reflect.set(
      BetterSqlite.prototype,
      'prepare',
      function prepare(this: BetterSqlite.Database, sql: string): unknown {
        statements.set(sql.replaceAll(/\+(?=[?:@])/g, ''), { sent: sql, connection: this });
        return Reflect.apply(real, this, [sql]);
      },
    );
    const ofService = this.#ofService;
    const realOfDatabase = this.#realOfDatabase;
    assert.ok(typeof realOfDatabase === 'function');
    Reflect.set(Database.prototype, 'prepare', function prepare(this: Database, sql: string): unknown {
      const statement: unknown = Reflect.apply(realOfDatabase, this, [sql]);
      if (statement instanceof Statement) ofService.push(statement);
      return statement;
    });
  }

  putBack(): void {
    Reflect.set(Database.prototype, 'prepare', this.#realOfDatabase);
    for (const statement of this.#ofService) assert.ok(statement.compiled);
    Reflect.set(BetterSqlite.prototype, 'prepare', this.#real);
  }
}

/**
 * Statements that may look at all rows of a table, each by a part of its text, with the reason.
 * Whatever else scans one fails the test, whether it runs per request or not.
 */
const MAY_SCAN: ReadonlyMap<string, string> = new Map([
  ['DELETE FROM shares WHERE NOT EXISTS (SELECT 1 FROM share_recipients r', 'a step of the schema'],
  ['tree_clock', 'one row'],
  ['NOT EXISTS (SELECT 1 FROM tree_runs)', 'looks at one row at most'],
  ['schema_migrations', 'a few rows, read at the start'],
  ['FROM undos ORDER BY id DESC LIMIT ?', 'a page of the list of administrators'],
  ['SELECT count(*) FROM undos', 'undos are few'],
  ['FROM undos WHERE ended_at IS NULL', 'the index holds those that have not ended'],
  ['SELECT EXISTS (SELECT 1 FROM locks)', 'looks at one row at most'],
  ["WHERE e.root_kind = 'system'", 'the index holds the folders of the office only'],
  ['FROM users ORDER BY login LIMIT ?', 'a page of the list of users, in the order of its index'],
  [
    "FROM users WHERE email GLOB '*[^ -~]*'",
    'users are few, and only addresses that their index does not have',
  ],
  ['SELECT count(*) AS total FROM users', 'users are few, and only administrators count them'],
  ['SELECT 1 FROM search_queue LIMIT 1', 'looks at one row at most'],
  ['SELECT 1 FROM tasks LIMIT 1', 'looks at one row at most'],
  ['FROM office.search_queue ORDER BY id DESC LIMIT ?', 'a slice of what waits to be indexed'],
  ['FROM reindex_requests', 'what administrators ask for; mostly nothing'],
  ['SELECT count(DISTINCT entry_id) FROM search_queue', 'counts what waits, for the command line'],
  ['FROM pending ORDER BY row DESC LIMIT 1', 'looks at one row'],
  ['SELECT name, value FROM state', 'two rows'],
  ["sum(bytes), 0) FROM pictures WHERE state = 'ready'", 'counts everything, in the background'],
  ["WHERE state = 'ready' ORDER BY used_at LIMIT ?", 'a slice in the order of its index'],
  ['SELECT index_id, writes FROM office.search_state', 'one row'],
  ['AS administrators,', 'counts everything, for the command line'],
  ['WITH outdated AS MATERIALIZED', 'looks at all versions, for the command line'],
  ['SELECT entry_id, owner_id, parent_id FROM erasures', 'what waits to be deleted, in the background'],
  ['INSERT INTO freed_blobs (sha256)\n   SELECT', 'a step of the schema'],
  [
    "FROM (SELECT 1 FROM activities a WHERE a.action <> 'undo_step' LIMIT ?)",
    'ten thousand rows of an index at most',
  ],
  ['FROM activities ORDER BY id LIMIT ?', 'the oldest of the log, some at a time, in the background'],
  ['SELECT at FROM activities ORDER BY id DESC LIMIT 1', 'looks at one row'],
  ['SET sent_at = sent_at - ?', 'when the clock is set back; a few rows'],
  ['SET due_at = due_at - ?', 'when the clock is set back; what waits to be sent'],
  ['UPDATE password_links SET created_at = created_at - ?', 'when the clock is set back; a few rows'],
  ['DELETE FROM password_links WHERE expires_at', 'links of the last week, once an hour'],
  ['FROM (SELECT 1 FROM mails LIMIT ?)', 'ten thousand rows of an index at most'],
  ['SET blocked_until = blocked_until - ?', 'when the clock is set back; at most a row for each user'],
  ['SET departed_at = departed_at - ?', 'when the clock is set back; the names of some minutes'],
  [
    'SET expires_at = expires_at - ?',
    'when the clock is set back; the uploads of a week, and a day of others',
  ],
  ['SET expires_at = ? + timeout_seconds', 'when the clock is set back; locks are few'],
  ['SELECT CASE e.is_folder WHEN 1 THEN e.id', 'a step of the schema'],
  ['SELECT DISTINCT entry_id, entry_id FROM share_recipients', 'a step of the schema'],
  ['INSERT INTO busy_documents (entry_id) SELECT', 'a step of the schema'],
  ['counted (id, bytes) AS (SELECT id, sum(bytes) - 4096', 'a step of the schema'],
  ['SELECT o.id, min(o.bytes, sum(d.bytes) - 4096)', 'a step of the schema'],
  ["DELETE FROM properties WHERE namespace = 'http://owncloud.org/ns'", 'a step of the schema'],
  ['FROM sweep_holds', 'a row for each backup that runs or has died'],
  ['FROM backup_results', 'two rows'],
  ['UPDATE backup_results SET at = ? - 1', 'two rows'],
  [
    'ORDER BY l.id DESC LIMIT ? OFFSET ?',
    'a page of all links, for administrators, in the order of their ids',
  ],
  ['SELECT count(*) AS total FROM links', 'only administrators count all links'],
  [
    'FROM groups g ORDER BY g.name_key',
    'at most a thousand groups: a page for administrators, names for the search',
  ],
  ['ORDER BY i.id DESC LIMIT ? OFFSET ?', 'a page of the incidents, for administrators'],
  ['SELECT count(*) AS total FROM incidents', 'incidents are few, and only administrators count them'],
  ['WHERE is_admin = 1 AND is_disabled = 0 ORDER BY id', 'users are few, and only an incident asks'],
  ['SELECT count(*) AS total FROM groups', 'at most a thousand groups, counted before a new one'],
  ['DELETE FROM links WHERE expires_at', 'at most a thousand links for each user, once an hour'],
  ['DELETE FROM edit_addresses WHERE expires_at', 'at most two hundred for each user, once an hour'],
  ['FROM busy_documents b', 'one row for at least a thousand of the log'],
]);

/** The ways in which SQLite says that it reads a virtual table of FTS5 from end to end. */
const WHOLE_INDEX = /^SCAN \w+ VIRTUAL TABLE INDEX 0:$/;

const TABLES =
  "SELECT name FROM %s.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search_index%' AND name NOT LIKE 'sqlite_%'";

/** Tables and aliases that stand for rows of a table with many of them. */
function realNames(writer: BetterSqlite.Database, sql: string): Set<string> {
  const tables = new Set(
    ['main', 'office', 'thumbnails'].flatMap((schema) =>
      writer.prepare<[], string>(TABLES.replace('%s', schema)).pluck().all(),
    ),
  );
  for (const [, name = ''] of sql.matchAll(/(?:WITH|,)\s+(?:RECURSIVE\s+)?(\w+)\s*\([\w\s,]*\)\s+AS\b/gi)) {
    tables.delete(name);
  }
  const names = new Set(tables);
  for (const [, table = '', alias = ''] of sql.matchAll(
    /\b(?:FROM|JOIN)\s+(?:\w+\.)?`?(\w+)`?(?:\s+AS)?\s+`?(\w+)`?/gi,
  )) {
    if (tables.has(table)) names.add(alias);
  }
  return names;
}

/** What SQLite means to do, line by line. */
function planOf(
  connection: { prepare(text: string): { all(...values: unknown[]): unknown[] } },
  sql: string,
): string[] {
  const named = [...sql.matchAll(/[:@]([a-zA-Z]\w*)/g)].map(([, name = '']) => [name, null] as const);
  const values = named.length > 0 ? [Object.fromEntries(named)] : Array.from(sql.matchAll(/\?/g), () => null);
  return connection
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map((row) => String(Reflect.get(Object(row), 'detail')));
}

describe('query plans', () => {
  let core: CoreFixture;
  let collector: Collector;
  let reader: BetterSqlite.Database;
  let writer: BetterSqlite.Database;

  before(async () => {
    collector = new Collector();
    core = await openCoreFixture();
    // The office's own database is a copy, for which no step of the schema was taken.
    await bringUp(join(core.dataDirectory, 'step-by-step.sqlite'));
    await useEverything(core);
    reader = connectToSearch(join(core.dataDirectory, 'dms.sqlite'));
    writer = connectWriter(core.database.file);
    deriveEverything(writer);
    searchInEachWay(reader);
    collector.putBack();
  });
  after(async () => {
    reader.close();
    writer.close();
    await core.close();
  });

  function explained(): { sql: string; scans: string[] }[] {
    return [...collector.statements]
      .filter(([sql]) => /^\s*(?:select|with|update|delete|insert)\b/i.test(sql))
      .map(([sql, { sent, connection }]) => {
        const names = realNames(writer, sql);
        // The connection of a search has tables of its own; those of the steps of the schema are closed.
        const scans = planOf(connection.open ? connection : core.database, sent).filter((line) => {
          const [, name = ''] = /^SCAN (?:\w+\.)?(\w+)/.exec(line) ?? [];
          return names.has(name) || WHOLE_INDEX.test(line);
        });
        return { sql, scans };
      });
  }

  it('were collected from everything that the service asks', () => {
    const all = [...collector.statements.keys()].join('\n');
    for (const part of [
      'FROM entries e\n  LEFT JOIN documents d ON d.entry_id = e.id',
      'WHERE e.parent_id = ? AND e.name_key = ?',
      'SELECT id FROM entries WHERE parent_id = ? AND name_key = ?',
      'e.name_key > ? ORDER BY e.name_key LIMIT ?',
      'FROM grants r JOIN shares s',
      'FROM locks l JOIN users u',
      'ORDER BY v.number DESC LIMIT ? OFFSET ?',
      'SELECT size_bytes, content FROM blobs WHERE sha256 = ?',
      'FROM trash WHERE',
      'search_index MATCH ?',
    ]) {
      assert.ok(all.includes(part), part);
    }
    assert.match(all, /FROM sessions/i);
    assert.match(all, /FROM tokens/i);
    assert.match(
      all,
      /FROM json_each\(:ids\) s CROSS JOIN activities a INDEXED BY activities_by_place ON a\.place_id/,
    );
    assert.ok(collector.statements.size > 100, `only ${collector.statements.size} statements`);
  });

  it('scan no table', () => {
    const faults = explained().filter(
      ({ sql, scans }) => scans.length > 0 && ![...MAY_SCAN.keys()].some((part) => sql.includes(part)),
    );
    assert.deepEqual(faults, []);
  });

  it('find no more of a tree than is asked for: a recursive query finds all members of a folder first', () => {
    const limited = [...collector.statements.keys()].filter(
      (sql) => /WITH RECURSIVE subtree\b/.test(sql) && /\bLIMIT [?:@]/.test(sql),
    );
    assert.deepEqual(limited, []);
  });

  it('read the log of one entry by its index', () => {
    const ofEntry = explained().filter(({ sql }) => sql.includes('a.entry_id = s.value'));
    assert.ok(ofEntry.length >= 2);
    for (const { sql, scans } of ofEntry) assert.deepEqual(scans, [], sql);
  });

  it('read the trash in its order, whoever looks at it', () => {
    const trash = [...collector.statements].filter(([sql]) =>
      sql.includes('FROM trash WHERE owner_id = @user'),
    );
    assert.equal(trash.length, 6);
    for (const [sql, { sent }] of trash) {
      const plan = planOf(core.database, sent);
      assert.deepEqual(
        plan.filter((line) => line.includes('TEMP B-TREE')),
        [],
        sql,
      );
      assert.equal(
        plan.filter((line) => line.startsWith('SEARCH trash USING COVERING INDEX')).length,
        3,
        sql,
      );
    }
  });

  it('read what has left a folder in the order of its index: slices do not read all again', () => {
    const left = [...collector.statements].filter(([sql]) =>
      sql.includes('entry_id AS id FROM tree_departures'),
    );
    assert.equal(left.length, 1);
    for (const [sql, { sent }] of left)
      assert.deepEqual(
        planOf(core.database, sent),
        [
          'SEARCH tree_departures USING COVERING INDEX tree_departures_by_folder (folder_id=? AND entry_id>?)',
        ],
        sql,
      );
  });

  it('count what users may see in the log from indexes alone', () => {
    const counts = [...collector.statements].filter(([sql]) => /^SELECT count.*json_each\(:ids\)/s.test(sql));
    assert.ok(counts.length >= 2);
    for (const [sql, { sent }] of counts.filter(([each]) => !each.includes('a.entry_id')))
      assert.ok(
        planOf(core.database, sent).some((line) => line.startsWith('SEARCH a USING COVERING INDEX')),
        sql,
      );
  });

  it('have no needless exceptions', () => {
    const scanning = explained().filter(({ scans }) => scans.length > 0);
    for (const part of MAY_SCAN.keys())
      assert.ok(
        scanning.some(({ sql }) => sql.includes(part)),
        part,
      );
  });

  it('would be found out if they did', () => {
    const sql = 'SELECT e.id FROM entries e WHERE e.updated_at = ?';
    const names = realNames(writer, sql);
    assert.deepEqual(
      planOf(core.database, sql).filter((line) => names.has(/^SCAN (?:\w+\.)?(\w+)/.exec(line)?.[1] ?? '')),
      ['SCAN e'],
    );
  });
});

/** Searches as the thread does, whose statements are not seen here. */
function searchInEachWay(reader: BetterSqlite.Database): void {
  const filter = { kind: 'file', larger: 0 } as const;
  const scope = { tops: [1, 2], exceptId: 0 };
  const excluded = [{ words: ['other'], isPrefix: false }];
  for (const way of EACH_WAY)
    for (const required of [[{ words: ['fi'], isPrefix: true }], []])
      new EntrySearch(reader, way).find({
        words: { required, excluded },
        filter,
        scope,
        limit: 9,
        offset: 0,
      });
}

/** Does all that the thread which writes is told to do. */
function deriveEverything(sqlite: BetterSqlite.Database): void {
  const writer = new DerivedWriter(sqlite);
  const sha256 = createHash('sha256').update('x').digest('hex');
  const task = { sha256, size: 1, wants: ['text', 'thumbnail'] } as const;
  const image = Buffer.from('x');
  const images = { 128: image, 256: image, 512: image };
  const rendered = {
    text: { state: 'ready', text: Buffer.from('x') },
    thumbnail: { state: 'ready', type: 'image/png', images, media: null },
  } as const;
  for (const job of [
    { do: 'index' },
    { do: 'index' },
    { do: 'next task', demanded: [{ sha256, userId: 1 }], now: 0 },
    { do: 'next task', demanded: [], now: 0 },
    { do: 'fail', task, reason: 'x', now: 0 },
    { do: 'save', task, rendered, now: 0 },
    { do: 'index' },
    { do: 'use', sha256, now: 0 },
    { do: 'drop images', limitBytes: 0 },
    { do: 'forget', after: '' },
    { do: 'rebuild', texts: true, thumbnails: true },
  ] as const)
    writer.run(job);
}

/** Has each kind of query built at least once; those that are prepared come by opening the core. */
async function useEverything(core: CoreFixture): Promise<void> {
  const { dms } = core;
  const admin = await newUser(core, 'root', { isAdmin: true });
  const ann = await newUser(core, 'ann');
  const ben = await newUser(core, 'ben');
  const folder = await makeFolder(dms, ann, 'folder');
  const id = await write(dms, ann, 'file.txt', 'x', folder);
  await dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 3 });
  for (const sort of SORTS) {
    for (const direction of ['asc', 'desc'] as const) {
      await dms.folderPages.members(ann, folder, { ...PAGE, sort, direction });
      await dms.folderPages.members(ben, 0, { ...PAGE, sort, direction });
    }
  }
  await paths(dms, ben);
  dms.folderPages.shared(ben, PAGE);
  dms.documents.metadata(ann, id);
  await dms.activity.ofDocument(ann, id, {}, PAGE);
  for (const actor of [admin, ben]) await dms.activity.list(actor, {}, PAGE);
  await dms.activity.list(ben, { user: 'ann', action: 'upload', after: 0, before: 1e15 }, PAGE);
  const filter = {
    kind: 'file',
    extensions: ['txt'],
    mimeTypes: ['text/*'],
    after: 0,
    before: 1e15,
    larger: 0,
    smaller: 9,
  } as const;
  await dms.search.search(ben, 0, { q: 'file -other', filter }, PAGE);
  await dms.entries.copy(ann, folder, { folderId: 0, name: 'copy' });
  await dms.entries.remove(ann, id);
  dms.trash.list(ann, PAGE);
  await dms.housekeeping.tidy();
  dms.health.statistics();
  dms.users.list(admin, PAGE);
  dms.tokens.list(ann, PAGE);
}
