import type { Database, Query } from '../database.ts';

/** Properties of entries. An entry matches if it has all the properties that are given. */
export interface EntryFilter {
  readonly kind?: 'file' | 'folder' | undefined;
  /** The name has one of these extensions, which are given without the dot. */
  readonly extensions?: readonly string[] | undefined;
  /** The media type is one of these: `image/png` or `image/*`. */
  readonly mimeTypes?: readonly string[] | undefined;
  /** Last changed at this time or later, in milliseconds UTC. */
  readonly after?: number | undefined;
  /** Last changed before this time, in milliseconds UTC. */
  readonly before?: number | undefined;
  /** A document of more than this many bytes. */
  readonly larger?: number | undefined;
  /** A document of fewer than this many bytes. */
  readonly smaller?: number | undefined;
}

/** Words of a search, in the syntax of SQLite FTS5. */
export interface SearchWords {
  /** An expression that an entry must match; undefined: no condition. */
  readonly required: string | undefined;
  /** An expression that an entry must not match; undefined: no condition. */
  readonly excluded: string | undefined;
}

/**
 * The entries among which is searched: the tops and all beneath them. None of the tops is in the trash, or
 * beneath another one.
 */
export interface SearchScope {
  readonly tops: readonly number[];
  /** An entry that is not found itself. */
  readonly exceptId: number;
}

/** An entry that matches a search. */
export interface IndexHit {
  readonly id: number;
  /**
   * 3 if all required words are in the name, 2 if they are in name and title together, else 1; 0 without
   * required words.
   */
  readonly score: number;
}

/** How much one search looks at. */
interface Bounds {
  /** Most matches whose folders are walked up, to see whether they are in the scope. */
  readonly matches: number;
  /** Most entries of the scope that are looked at where there are more matches, or no required words. */
  readonly entries: number;
}

const BOUNDS: Bounds = { matches: 20_000, entries: 50_000 };

/** A part of a statement, and the values of its question marks. */
type Part = readonly [sql: string, ...values: string[]];

const MATCHES = 'SELECT rowid FROM search_index WHERE search_index MATCH ?';

/** With the plus, SQLite goes through the matches once. Without, it would search anew for each candidate. */
const AMONG_CANDIDATES = `${MATCHES} AND +rowid IN candidates`;

const MARK_START = '\u0001';
const MARK_END = '\u0002';

/**
 * Searches the index, within what a user can read. The scope is part of the query, so no number that it
 * gives depends on any other entry. That is also why it does not use the rank of FTS5, which counts the
 * words of all entries.
 */
export class EntrySearch {
  readonly #database: Database;
  readonly #bounds: Bounds;

  constructor(database: Database, bounds = BOUNDS) {
    this.#database = database;
    this.#bounds = bounds;
  }

  /**
   * A page of the entries that match, best first, then last changed first. If too many entries of all users
   * match, only the entries of the scope that are nearest to its tops are looked at ({@link Bounds}).
   * @returns also how many match
   */
  find(
    words: SearchWords,
    filter: EntryFilter,
    scope: SearchScope,
    page: { limit: number; offset: number },
  ): { hits: IndexHit[]; total: number } {
    const { builder } = this.#database;
    const [candidates, ...values] = this.#candidates(words.required, scope);
    const [score, ...scored] = scoreOf(words.required);
    const found: Query = builder.queryBuilder();
    found.select(builder.raw(`e.id, e.updated_at, ${score} AS score`, scored)).from(
      builder.raw(`candidates c CROSS JOIN entries e ON e.id = c.id
        LEFT JOIN documents d ON d.entry_id = e.id
        LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`),
    );
    found.where('e.id', '<>', scope.exceptId);
    if (words.excluded !== undefined) found.whereRaw(`e.id NOT IN (${MATCHES})`, [words.excluded]);
    addConditions(found, filter);
    // The total is there also when the page is empty.
    const rows = this.#database.all<{ total: number; id: number | null; score: number }>(
      builder.raw(
        `WITH RECURSIVE ${candidates}, found (id, updated_at, score) AS MATERIALIZED ?
         SELECT t.total, p.id, p.score FROM (SELECT count(*) AS total FROM found) t LEFT JOIN
           (SELECT * FROM found ORDER BY score DESC, updated_at DESC, id DESC LIMIT ? OFFSET ?) p
         ORDER BY p.score DESC, p.updated_at DESC, p.id DESC`,
        [...values, found, page.limit, page.offset],
      ),
    );
    const hits = rows.flatMap(({ id, score: points }) => (id === null ? [] : [{ id, score: points }]));
    return { hits, total: rows[0]?.total ?? 0 };
  }

  /**
   * Texts around the match, by the id of the entry.
   * @param required see {@link SearchWords.required}
   * @returns HTML: the text is escaped, and the match is in `<mark>`
   */
  snippets(required: string, entryIds: readonly number[]): Map<number, string> {
    // With the plus, SQLite goes through the matches once. Without, it would search anew for each entry.
    const rows = this.#database.all<{ id: number; snippet: string }>(
      this.#database.builder.raw(
        `SELECT rowid AS id, snippet(search_index, -1, char(1), char(2), '…', 24) AS snippet
         FROM search_index WHERE search_index MATCH ? AND +rowid IN (SELECT value FROM json_each(?))`,
        [required, JSON.stringify(entryIds)],
      ),
    );
    return new Map(rows.map((row) => [row.id, htmlFrom(row.snippet)]));
  }

  /** SQL that names as `candidates` the entries of the scope that match the required words. */
  #candidates(required: string | undefined, { tops }: SearchScope): Part {
    const { matches, entries } = this.#bounds;
    const scope = JSON.stringify(tops);
    if (required !== undefined && !this.#hasMore(required, matches)) {
      return [
        `tops (id) AS MATERIALIZED (SELECT value FROM json_each(?)),
         matches (id, parent_id) AS MATERIALIZED (
           SELECT e.id, e.parent_id FROM search_index i CROSS JOIN entries e ON e.id = i.rowid
           WHERE i.search_index MATCH ?),
         up (folder_id, id) AS (
           SELECT DISTINCT parent_id, parent_id FROM matches WHERE parent_id IS NOT NULL
           UNION ALL
           SELECT up.folder_id, e.parent_id FROM up JOIN entries e ON e.id = up.id
           WHERE e.parent_id IS NOT NULL AND up.id NOT IN tops),
         folders (id) AS MATERIALIZED (SELECT folder_id FROM up WHERE id IN tops),
         candidates (id) AS MATERIALIZED (
           SELECT id FROM matches WHERE parent_id IN folders OR id IN tops)`,
        scope,
        required,
      ];
    }
    const [within, ...values]: Part =
      required === undefined
        ? ['readable r CROSS JOIN search_index i ON i.rowid = r.id WHERE TRUE']
        : ['search_index i WHERE i.search_index MATCH ? AND +i.rowid IN readable', required];
    return [
      `readable (id) AS (
         SELECT value FROM json_each(?)
         UNION ALL SELECT e.id FROM readable r JOIN entries e ON e.parent_id = r.id LIMIT ${String(entries)}),
       candidates (id) AS MATERIALIZED (SELECT i.rowid FROM ${within})`,
      scope,
      ...values,
    ];
  }

  #hasMore(required: string, limit: number): boolean {
    const [row] = this.#database.all<{ count: number }>(
      this.#database.builder.raw(`SELECT count(*) AS count FROM (${MATCHES} LIMIT ?)`, [required, limit + 1]),
    );
    return (row?.count ?? 0) > limit;
  }
}

function scoreOf(required: string | undefined): Part {
  if (required === undefined) return ['0'];
  return [
    `(1 + (e.id IN (${AMONG_CANDIDATES})) + (e.id IN (${AMONG_CANDIDATES})))`,
    `{name} : (${required})`,
    `{name title} : (${required})`,
  ];
}

function addConditions(query: Query, filter: EntryFilter): void {
  if (filter.kind !== undefined) query.where('e.is_folder', filter.kind === 'folder' ? 1 : 0);
  if (filter.after !== undefined) query.where('e.updated_at', '>=', filter.after);
  if (filter.before !== undefined) query.where('e.updated_at', '<', filter.before);
  if (filter.larger !== undefined) query.where('v.size_bytes', '>', filter.larger);
  if (filter.smaller !== undefined) query.where('v.size_bytes', '<', filter.smaller);
  const { extensions, mimeTypes } = filter;
  if (extensions)
    anyLike(
      query,
      'e.name',
      extensions.map((extension) => `%.${likeText(extension)}`),
    );
  if (mimeTypes)
    anyLike(
      query,
      'v.mime_type',
      mimeTypes.map((type) => likeText(type).replace(/\*$/, '%')),
    );
}

function anyLike(query: Query, column: string, patterns: readonly string[]): void {
  query.where((either) => {
    for (const pattern of patterns) either.orWhereRaw(`${column} LIKE ? ESCAPE '\\'`, [pattern]);
  });
}

function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
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
