import type BetterSqlite from 'better-sqlite3';
import { conditionsOf, type EntryFilter, type Part } from './entry-filter.ts';

/** Words of a search, in the syntax of SQLite FTS5. */
export interface SearchWords {
  /** An expression that an entry must match; undefined: no condition. */
  readonly required: string | undefined;
  /** An expression that an entry must not match; undefined: no condition. */
  readonly excluded: string | undefined;
}

/** The entries among which is searched: the tops and all beneath them, without what is in the trash. */
export interface SearchScope {
  /** Some may be beneath others. */
  readonly tops: readonly number[];
  /** Only tops in the home of this user; undefined: all. */
  readonly ownerId?: number | undefined;
  /** An entry that is not found itself. */
  readonly exceptId: number;
}

/** A search for a page of entries, best first, then last changed first. */
export interface EntryQuery {
  readonly words: SearchWords;
  readonly filter: EntryFilter;
  readonly scope: SearchScope;
  readonly limit: number;
  readonly offset: number;
}

/** An entry that matches a search. */
export interface IndexHit {
  readonly id: number;
  /**
   * 3 if all required words are in the name, 2 if they are in name and title together, else 1; 0 without
   * required words.
   */
  readonly score: number;
  /** HTML: the text around the match, escaped, with the match in `<mark>`; empty without required words. */
  readonly snippet: string;
}

/** A page of the entries that match, and how many match in all. */
export interface EntryHits {
  readonly hits: readonly IndexHit[];
  readonly total: number;
}

/** When a search goes through the matches, and when through the entries of the scope first. */
interface Thresholds {
  /** Up to so many matches, their folders are walked up, to see whether they are in the scope. */
  readonly matches: number;
  /** With more, the entries of a scope of up to so many are listed. A larger scope is treated as few matches are. */
  readonly entries: number;
}

const THRESHOLDS: Thresholds = { matches: 5000, entries: 20_000 };

/** JavaScript runs here, for one row of 64: only there can the thread be ended while SQLite works. */
const pausing = (rowid: string): string => `((${rowid} & 63) <> 0 OR pause(${rowid}))`;

/**
 * Matches within a range of rowids. Tables are looked up with `+rowid IN`: without the plus, SQLite would
 * search anew for each row of the table.
 */
const MATCHES = `SELECT rowid FROM search_index
  WHERE search_index MATCH ? AND rowid BETWEEN ? AND ? AND ${pausing('rowid')}`;

/** As `bigint`, because better-sqlite3 hands large numbers over as fractions. */
const ALL_ROWIDS = [0n, 2n ** 63n - 1n] as const;

/** The tops, and all folders beneath them. */
const FOLDERS = `folders (id) AS MATERIALIZED (
  SELECT id FROM tops
  UNION ALL SELECT e.id FROM folders f JOIN entries e ON e.parent_id = f.id AND e.is_folder = 1)`;

const MARK_START = '\u0001';
const MARK_END = '\u0002';

const TABLES = `
  CREATE TEMP TABLE IF NOT EXISTS tops (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS scope (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS found (id INTEGER PRIMARY KEY, updated_at INTEGER NOT NULL, score INTEGER NOT NULL)`;

/**
 * Searches the index, within what a user can read. The scope is part of the queries, so no number that it
 * gives depends on any other entry. That is also why it does not use the rank of FTS5, which counts the
 * words of all entries.
 *
 * It takes as long as it takes, so it runs in a thread of its own ({@link SearchReader}).
 */
export class EntrySearch {
  readonly #sqlite: BetterSqlite.Database;
  readonly #thresholds: Thresholds;

  /** @param sqlite a connection of its own; it may be read-only */
  constructor(sqlite: BetterSqlite.Database, thresholds = THRESHOLDS) {
    this.#sqlite = sqlite;
    this.#thresholds = thresholds;
    sqlite.function('pause', { varargs: true }, () => 1);
    sqlite.exec(TABLES);
  }

  /** All of it sees the same state of the database. */
  find(query: EntryQuery): EntryHits {
    this.#sqlite.exec('BEGIN');
    try {
      this.#fill(query);
      const hits = this.#page(query);
      return { hits, total: this.#number('SELECT count(*) FROM found') };
    } finally {
      // Empties the tables, too.
      if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK');
    }
  }

  /** Fills the table `found`. */
  #fill({ words: { required, excluded }, filter, scope }: EntryQuery): void {
    this.#fillTops(scope);
    const conditions = [...conditionsOf(filter), ['e.id <> ?', scope.exceptId] as const];
    if (excluded !== undefined)
      conditions.push([`+e.id NOT IN (${MATCHES})`, excluded, ...ALL_ROWIDS] as const);
    const [candidates, ...values] = required === undefined ? this.#everything() : this.#matches(required);
    const sql = `INSERT INTO found ${candidates}
      LEFT JOIN documents d ON d.entry_id = e.id
      LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version
      WHERE ${conditions.map(([condition]) => condition).join(' AND ')}`;
    this.#run(sql, ...values, ...conditions.flatMap(([, ...bound]) => bound));
    if (required !== undefined) this.#score(required);
  }

  /** The tops that count: not in the trash, not beneath another one, and with the right owner. */
  #fillTops({ tops, ownerId }: SearchScope): void {
    this.#run(
      `INSERT INTO tops
       WITH RECURSIVE given (id) AS MATERIALIZED (SELECT DISTINCT value FROM json_each(?)),
         up (top, id) AS MATERIALIZED (
           SELECT id, id FROM given
           UNION ALL SELECT up.top, e.parent_id FROM up JOIN entries e ON e.id = up.id
           WHERE e.parent_id IS NOT NULL)
       SELECT up.top FROM up JOIN entries e ON e.id = up.id
       WHERE e.root_kind IN ('home', 'system') AND (? IS NULL OR e.owner_id = ?)
         AND up.top NOT IN (SELECT top FROM up WHERE id <> top AND id IN (SELECT id FROM given))`,
      JSON.stringify(tops),
      ownerId ?? null,
      ownerId ?? null,
    );
  }

  /** SQL for the rows of all indexed entries of the scope. */
  #everything(): Part {
    return [
      `WITH RECURSIVE ${FOLDERS},
       readable (id) AS (
         SELECT id FROM tops
         UNION ALL SELECT e.id FROM folders f CROSS JOIN entries e ON e.parent_id = f.id)
       SELECT e.id, e.updated_at, 0 FROM readable r CROSS JOIN search_index i ON i.rowid = r.id AND ${pausing('r.id')}
       CROSS JOIN entries e ON e.id = r.id`,
    ];
  }

  /** SQL for the rows of the entries of the scope that match the words. */
  #matches(required: string): Part {
    const { matches, entries } = this.#thresholds;
    const count = this.#number(
      `SELECT count(*) FROM (${MATCHES} LIMIT ?)`,
      required,
      ...ALL_ROWIDS,
      matches + 1,
    );
    if (count <= matches) return this.#fewMatches(required);
    return this.#fillScope(entries) ? this.#matchesInSmall(required) : this.#matchesInLarge(required);
  }

  /** Walks up from the folders of the matches. */
  #fewMatches(required: string): Part {
    return [
      `WITH RECURSIVE hits (id, parent_id) AS MATERIALIZED (
         SELECT e.id, e.parent_id FROM (${MATCHES}) i CROSS JOIN entries e ON e.id = i.rowid),
       up (folder_id, id) AS (
         SELECT DISTINCT parent_id, parent_id FROM hits WHERE parent_id IS NOT NULL
         UNION ALL
         SELECT up.folder_id, e.parent_id FROM up JOIN entries e ON e.id = up.id
         WHERE e.parent_id IS NOT NULL AND up.id NOT IN (SELECT id FROM tops)),
       readable (id) AS MATERIALIZED (SELECT folder_id FROM up WHERE id IN (SELECT id FROM tops))
       SELECT e.id, e.updated_at, 1 FROM hits h CROSS JOIN entries e
         ON e.id = h.id AND (h.parent_id IN (SELECT id FROM readable) OR h.id IN (SELECT id FROM tops))`,
      required,
      ...ALL_ROWIDS,
    ];
  }

  /** Takes the matches that are in the table `scope`, which lists all that is in the scope. */
  #matchesInSmall(required: string): Part {
    return [
      `SELECT e.id, e.updated_at, 1 FROM (${MATCHES} AND +rowid IN (SELECT id FROM scope)) i
       CROSS JOIN entries e ON e.id = i.rowid`,
      required,
      ...this.#rangeOf('scope'),
    ];
  }

  /** Lists the folders of the scope, and looks up the folder of each match. */
  #matchesInLarge(required: string): Part {
    return [
      `WITH RECURSIVE ${FOLDERS}
       SELECT e.id, e.updated_at, 1 FROM (${MATCHES}) i CROSS JOIN entries e
         ON e.id = i.rowid AND (e.parent_id IN (SELECT id FROM folders) OR e.id IN (SELECT id FROM tops))`,
      required,
      ...ALL_ROWIDS,
    ];
  }

  /** Lists the scope. @returns false if it has more entries than the limit */
  #fillScope(limit: number): boolean {
    const changes = this.#run(
      `INSERT INTO scope
       WITH RECURSIVE readable (id) AS (
         SELECT id FROM tops UNION ALL SELECT e.id FROM readable r JOIN entries e ON e.parent_id = r.id LIMIT ?)
       SELECT id FROM readable`,
      limit + 1,
    );
    return changes <= limit;
  }

  /** Looks for the words in the names, and only if some are elsewhere, in names and titles. */
  #score(required: string): void {
    const inNames = this.#raise(3, `{name} : (${required})`);
    if (inNames < this.#number('SELECT count(*) FROM found')) this.#raise(2, `{name title} : (${required})`);
  }

  #raise(score: number, expression: string): number {
    return this.#run(
      `UPDATE found SET score = ? WHERE score = 1 AND id IN (${MATCHES} AND +rowid IN (SELECT id FROM found))`,
      score,
      expression,
      ...this.#rangeOf('found'),
    );
  }

  #page({ words: { required }, limit, offset }: EntryQuery): IndexHit[] {
    const page = this.#sqlite
      .prepare<unknown[], { id: number; score: number }>(
        'SELECT id, score FROM found ORDER BY score DESC, updated_at DESC, id DESC LIMIT ? OFFSET ?',
      )
      .all(limit, offset);
    const snippets = required === undefined ? new Map<number, string>() : this.#snippets(required, page);
    return page.map(({ id, score }) => ({ id, score, snippet: snippets.get(id) ?? '' }));
  }

  #snippets(required: string, page: readonly { readonly id: number }[]): Map<number, string> {
    const ids = page.map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const rows = this.#sqlite
      .prepare<unknown[], { id: number; snippet: string }>(
        `SELECT rowid AS id, snippet(search_index, -1, char(1), char(2), '…', 24) AS snippet
         FROM search_index WHERE search_index MATCH ? AND rowid BETWEEN ? AND ? AND ${pausing('rowid')}
           AND +rowid IN (SELECT value FROM json_each(?))`,
      )
      .all(required, Math.min(...ids), Math.max(...ids), JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, htmlFrom(row.snippet)]));
  }

  /** Least and greatest id: what one user has often lies together, and FTS5 can begin there. */
  #rangeOf(table: 'scope' | 'found'): bigint[] {
    const [least, greatest] = [
      this.#number(`SELECT min(id) FROM ${table}`),
      this.#number(`SELECT max(id) FROM ${table}`),
    ];
    return [BigInt(least), BigInt(greatest)];
  }

  #number(sql: string, ...values: unknown[]): number {
    return (
      this.#sqlite
        .prepare<unknown[], number | null>(sql)
        .pluck()
        .get(...values) ?? 0
    );
  }

  /** @returns how many rows were changed */
  #run(sql: string, ...values: unknown[]): number {
    return this.#sqlite.prepare(sql).run(...values).changes;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  [MARK_START]: '<mark>',
  [MARK_END]: '</mark>',
};

function htmlFrom(text: string): string {
  return text.replace(/[&<>"'\u0001\u0002]/g, (character) => ESCAPES[character] ?? character);
}
