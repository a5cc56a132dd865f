import type BetterSqlite from 'better-sqlite3';
import type { EntryFilter } from './entry-filter.ts';
import { type MatchExpression, matchExpression, type SearchWords } from './match-expression.ts';
import { Snippets } from './snippets.ts';

/** The entries to search: the tops and all their descendants, except entries in the trash. */
export interface SearchScope {
  /** Tops may be descendants of other tops. */
  readonly tops: readonly number[];
  /** Owner of the home to search; undefined: all tops. */
  readonly ownerId?: number | undefined;
  /** An entry that is excluded from the results. */
  readonly exceptId: number;
}

/** A search for one page of entries, ordered by score, then by last change, newest first. */
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

/** A page of the entries that match. */
export interface EntryHits {
  readonly hits: readonly IndexHit[];
  /** Number of all matches, counted up to 1,000; with more, it is 1,001. */
  readonly total: number;
}

/** Maximum number of matches that are counted. Each one costs a read of its row. */
export const MAX_COUNTED = 1000;

/** Thresholds that select a query strategy. The strategy does not affect the result. */
export interface Thresholds {
  /**
   * Up to this number of matches, the matches are listed once, and only their folders are checked instead of all
   * folders that the caller can read.
   */
  readonly fewMatches: number;
  /**
   * Up to these numbers of folders and rows, all rows that the caller can read are listed. This is faster than checking
   * the folder of each match of a frequent word.
   */
  readonly folders: number;
  readonly rows: number;
}

const THRESHOLDS: Thresholds = { fewMatches: 2000, folders: 300, rows: 3000 };

/** Calls JavaScript for one row in 64: the thread can only be terminated in JavaScript, not inside SQLite. */
const pausing = (rowid: string): string => `((${rowid} & 63) <> 0 OR pause(${rowid}))`;

const TABLES = `
  CREATE TEMP TABLE IF NOT EXISTS tops (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS folders (id INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS matches (row INTEGER PRIMARY KEY);
  CREATE TEMP TABLE IF NOT EXISTS scope (row INTEGER PRIMARY KEY)`;

/** The hits of a page, and the number of all matches, counted up to 1,001. */
interface Page {
  readonly page: readonly { readonly id: number; readonly score: number }[];
  readonly total: number;
}

/** Matches of one expression, which have the same score. */
interface Tier {
  readonly expression: string;
  readonly score: number;
}

/**
 * Searches the index within the entries that a user can read. The scope is part of the queries, so neither the order
 * nor any number depends on other entries. For the same reason it does not use the rank of FTS5, which counts the words
 * of all entries.
 *
 * The rows of the index are in the order of the last change. Therefore matches are found in display order, and the
 * search ends as soon as there are enough, regardless of their total.
 *
 * It runs in a separate thread (`SearchReader`), because it visits all matches if the caller can read few of them.
 */
export class EntrySearch {
  readonly #sqlite: BetterSqlite.Database;
  readonly #snippets: Snippets;
  readonly #thresholds: Thresholds;

  /** @param sqlite a dedicated connection, with the search file attached as `derived`; both may be read-only */
  constructor(sqlite: BetterSqlite.Database, thresholds = THRESHOLDS) {
    this.#sqlite = sqlite;
    this.#thresholds = thresholds;
    sqlite.function('pause', { varargs: true }, () => 1);
    sqlite.exec(TABLES);
    this.#snippets = new Snippets(sqlite);
  }

  /** Runs a search. All its queries see the same state of the files. */
  find(query: EntryQuery): EntryHits {
    const expression = matchExpression(query.words, query.filter);
    if (!expression) return { hits: [], total: 0 };
    this.#sqlite.exec('BEGIN');
    try {
      this.#fillTops(query.scope);
      const hasMany = this.#hasMany(expression.whole) || !this.#fillMatches(expression.all);
      const { page, total } = hasMany
        ? this.#pageOfMany(query, expression)
        : this.#pageOfFew(query, expression);
      return { hits: this.#snippets.of(page, query.words.required), total };
    } finally {
      // Also empties the temporary tables.
      if (this.#sqlite.inTransaction) this.#sqlite.exec('ROLLBACK');
    }
  }

  /** Lists the effective tops: not in the trash, not a descendant of another top, and with the right owner. */
  #fillTops({ tops, ownerId }: SearchScope): void {
    this.#run(
      `INSERT INTO tops
       WITH RECURSIVE given (id) AS MATERIALIZED (SELECT DISTINCT value FROM json_each(?)),
         up (top, id) AS MATERIALIZED (
           SELECT id, id FROM given
           UNION ALL SELECT up.top, e.parent_id FROM up JOIN main.entries e ON e.id = up.id
           WHERE e.parent_id IS NOT NULL)
       SELECT up.top FROM up JOIN main.entries e ON e.id = up.id
       WHERE e.root_kind IN ('home', 'system') AND (? IS NULL OR e.owner_id = ?)
         AND up.top NOT IN (SELECT top FROM up WHERE id <> top AND id IN (SELECT id FROM given))`,
      JSON.stringify(tops),
      ownerId ?? null,
      ownerId ?? null,
    );
  }

  /** True if an expression has more matches, of all users, than can be listed. */
  #hasMany(expression: string | undefined): boolean {
    if (expression === undefined) return false;
    const { fewMatches } = this.#thresholds;
    const count = this.#sqlite
      .prepare<unknown[], number>(
        `SELECT count(*) FROM (SELECT 1 FROM derived.search_index
         WHERE search_index MATCH ? AND ${pausing('rowid')} LIMIT ?)`,
      )
      .pluck();
    return (count.get(expression, fewMatches + 1) ?? 0) > fewMatches;
  }

  /** Lists the matches of all users. @returns false if there are too many; the list is then incomplete */
  #fillMatches(expression: string): boolean {
    const { fewMatches } = this.#thresholds;
    const listed = this.#run(
      `INSERT INTO matches SELECT rowid FROM derived.search_index
       WHERE search_index MATCH ? AND ${pausing('rowid')} LIMIT ?`,
      expression,
      fewMatches + 1,
    );
    return listed <= fewMatches;
  }

  /** The page from the listed matches: searching for the words again would take longer than everything else. */
  #pageOfFew(query: EntryQuery, { inName, inNameOrTitle }: MatchExpression): Page {
    this.#run(
      `INSERT INTO folders WITH RECURSIVE up (folder_id, id) AS (
         SELECT DISTINCT r.parent_id, r.parent_id FROM matches i CROSS JOIN derived.rows r ON r.row = i.row
         WHERE r.parent_id IS NOT NULL
         UNION ALL
         SELECT up.folder_id, e.parent_id FROM up JOIN main.entries e ON e.id = up.id
         WHERE e.parent_id IS NOT NULL AND up.id NOT IN (SELECT id FROM tops))
       SELECT folder_id FROM up WHERE id IN (SELECT id FROM tops)`,
    );
    const { sql, values } = conditionsOf(query);
    const readable = this.#sqlite
      .prepare<unknown[], { row: number; id: number }>(
        `SELECT r.row, r.entry_id AS id FROM matches i CROSS JOIN derived.rows r ON r.row = i.row
         WHERE ${IN_FOLDERS} AND ${sql} ORDER BY r.row DESC`,
      )
      .all(...values);
    const inNames = this.#rowsOf(inName);
    const inNamesOrTitles = this.#rowsOf(inNameOrTitle);
    const scoreOf = (row: number): number =>
      inNames?.has(row) ? 3 : inNamesOrTitles?.has(row) ? 2 : inNames ? 1 : 0;
    const hits = readable.map(({ row, id }) => ({ id, score: scoreOf(row) }));
    // The sort is stable: entries with the same score keep their order.
    hits.sort((one, other) => other.score - one.score);
    const { offset, limit } = query;
    return { page: hits.slice(offset, offset + limit), total: Math.min(hits.length, MAX_COUNTED + 1) };
  }

  /** @returns undefined without an expression */
  #rowsOf(expression: string | undefined): Set<number> | undefined {
    if (expression === undefined) return undefined;
    const rows = this.#sqlite
      .prepare<[string], number>('SELECT rowid FROM derived.search_index WHERE search_index MATCH ?')
      .pluck();
    return new Set(rows.all(expression));
  }

  /** The folders whose members the caller can read. */
  #fillFolders(): void {
    this.#run(
      `INSERT INTO folders WITH RECURSIVE down (id) AS (
         SELECT id FROM tops
         UNION ALL SELECT e.id FROM down JOIN main.entries e ON e.parent_id = down.id AND e.is_folder = 1)
       SELECT id FROM down WHERE ${pausing('id')}`,
    );
  }

  /** Lists the rows of all entries that the caller can read. @returns false if there are too many */
  #fillScope(): boolean {
    const { folders, rows } = this.#thresholds;
    const count = this.#sqlite
      .prepare<unknown[], number>('SELECT count(*) FROM (SELECT 1 FROM folders LIMIT ?)')
      .pluck();
    if ((count.get(folders + 1) ?? 0) > folders) return false;
    const listed = this.#run(
      `INSERT OR IGNORE INTO scope SELECT r.row FROM (
         SELECT e.id FROM folders f CROSS JOIN main.entries e ON e.parent_id = f.id
         UNION ALL SELECT id FROM tops LIMIT ?) i
       CROSS JOIN derived.rows r ON r.entry_id = i.id`,
      rows + 1,
    );
    return listed <= rows;
  }

  /** Fills the page from the tiers in descending order of score, and counts further matches. */
  #pageOfMany(query: EntryQuery, expression: MatchExpression): Page {
    this.#fillFolders();
    const { sql, values } = conditionsOf(query);
    const statement = this.#sqlite
      .prepare<unknown[], number>(
        `SELECT r.entry_id FROM derived.search_index i CROSS JOIN derived.rows r ON r.row = i.rowid
         WHERE search_index MATCH ? AND ${pausing('i.rowid')}
           AND ${this.#fillScope() ? IN_SCOPE : IN_FOLDERS} AND ${sql}
         ORDER BY i.rowid DESC LIMIT ?`,
      )
      .pluck();
    const { offset, limit } = query;
    const enough = Math.max(offset + limit, MAX_COUNTED + 1);
    const page: { id: number; score: number }[] = [];
    let total = 0;
    for (const { expression: words, score } of tiersOf(expression)) {
      const rest = enough - total;
      if (rest === 0) break;
      for (const id of statement.all(words, ...values, rest)) {
        if (total >= offset && page.length < limit) page.push({ id, score });
        total += 1;
      }
    }
    return { page, total: Math.min(total, MAX_COUNTED + 1) };
  }

  /** @returns number of changed rows */
  #run(sql: string, ...values: unknown[]): number {
    return this.#sqlite.prepare(sql).run(...values).changes;
  }
}

/** Each document matches only its best tier. */
function tiersOf({ all, inName, inNameOrTitle }: MatchExpression): Tier[] {
  if (inName === undefined || inNameOrTitle === undefined) return [{ expression: all, score: 0 }];
  return [
    { expression: inName, score: 3 },
    { expression: `(${inNameOrTitle}) NOT (${inName})`, score: 2 },
    { expression: `(${all}) NOT (${inNameOrTitle})`, score: 1 },
  ];
}

/** SQL: true for entries that the caller can read. */
const IN_FOLDERS = '(r.parent_id IN (SELECT id FROM folders) OR r.entry_id IN (SELECT id FROM tops))';
/** Same as {@link IN_FOLDERS}, using the listed rows. Without the plus, SQLite would repeat the search for each row. */
const IN_SCOPE = '+i.rowid IN (SELECT row FROM scope)';

/** SQL: true for entries that match the filter. */
function conditionsOf({ filter, scope }: EntryQuery): { sql: string; values: unknown[] } {
  const { kind, after, before, larger, smaller } = filter;
  const conditions = [
    ['r.is_folder = ?', kind === undefined ? undefined : Number(kind === 'folder')],
    ['r.updated_at >= ?', after],
    ['r.updated_at < ?', before],
    ['r.size_bytes > ?', larger],
    ['r.size_bytes < ?', smaller],
    ['r.entry_id <> ?', scope.exceptId],
  ] as const;
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    sql: given.map(([condition]) => condition).join(' AND '),
    values: given.map(([, value]) => value),
  };
}
