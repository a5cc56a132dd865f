import type { RootKind } from '../../model/entry.ts';
import { isJunkName } from '../../model/names.ts';
import type { Database, Query, Statement } from '../database.ts';

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

/** An entry that matches a search. Permissions have not been checked. */
export interface IndexHit {
  readonly id: number;
  readonly parentId: number | null;
  /** A greater score is a better match; 0 in a search without required words. */
  readonly score: number;
}

const TABLES = `search_index i JOIN entries e ON e.id = i.rowid
  LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`;

const MARK_START = '\u0001';
const MARK_END = '\u0002';

/** Entries that are indexed in one transaction. */
const BATCH = 1000;
/** Changes that may be queued before they are indexed without a search. */
const MAX_QUEUED = 250;

interface QueuedEntry {
  entry_id: number;
  is_folder: 0 | 1 | null;
  root_kind: RootKind | null;
  name: string | null;
  title: string | null;
  comments: string | null;
}

/**
 * The full-text index of names, titles and comments. Triggers in the schema put each entry whose text
 * changes into a queue. The queued entries are indexed before the next search, or when many are queued.
 * This is several times cheaper than to index each change by itself.
 */
export class SearchIndex {
  readonly #database: Database;
  readonly #listQueued: Statement<[number], QueuedEntry>;
  readonly #deleteQueued: Statement<[number]>;
  readonly #insert: Statement<[number, string, string, string]>;
  readonly #update: Statement<[string, string, string, number]>;
  readonly #delete: Statement<[number]>;
  readonly #snippets: Statement<[string, string], { id: number; snippet: string }>;
  #changes = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#listQueued = database.prepare(
      `SELECT q.entry_id, e.is_folder, e.root_kind, e.name, d.title, d.comments FROM search_queue q
       LEFT JOIN entries e ON e.id = q.entry_id LEFT JOIN documents d ON d.entry_id = q.entry_id
       ORDER BY q.entry_id LIMIT ?`,
    );
    this.#deleteQueued = database.prepare('DELETE FROM search_queue WHERE entry_id = ?');
    this.#insert = database.prepare(
      "INSERT INTO search_index (rowid, name, title, comments, body) VALUES (?, ?, ?, ?, '')",
    );
    this.#update = database.prepare(
      'UPDATE search_index SET name = ?, title = ?, comments = ? WHERE rowid = ?',
    );
    this.#delete = database.prepare('DELETE FROM search_index WHERE rowid = ?');
    this.#snippets = database.prepare(
      `SELECT rowid AS id, snippet(search_index, -1, char(1), char(2), '…', 24) AS snippet
       FROM search_index WHERE search_index MATCH ? AND rowid IN (SELECT value FROM json_each(?))`,
    );
  }

  /**
   * Counts a change, and indexes the queue if it has become long. To be called inside the transaction of
   * changes that can be many, such as uploads.
   */
  noteChange(): void {
    this.#changes += 1;
    if (this.#changes >= MAX_QUEUED) this.catchUp();
  }

  /** Indexes all queued entries; they wait on while another program writes. */
  catchUp(): void {
    this.#changes = 0;
    let batch: QueuedEntry[];
    do {
      batch = this.#listQueued.all(BATCH);
      if (batch.length > 0 && !this.#indexAll(batch)) return;
    } while (batch.length === BATCH);
  }

  /** All entries that match, best first, then newest first. Entries in the trash are included. */
  match(words: SearchWords, filter: EntryFilter): IndexHit[] {
    this.catchUp();
    const { builder } = this.#database;
    const score = words.required === undefined ? '0' : '-bm25(search_index, 10, 8, 4, 1)';
    const query: Query = builder.queryBuilder();
    query.select(builder.raw(`e.id, e.parent_id AS "parentId", ${score} AS score`));
    query.from(builder.raw(TABLES));
    if (words.required !== undefined) query.whereRaw('search_index MATCH ?', [words.required]);
    if (words.excluded !== undefined) {
      query.whereRaw('e.id NOT IN (SELECT rowid FROM search_index WHERE search_index MATCH ?)', [
        words.excluded,
      ]);
    }
    addConditions(query, filter);
    return this.#database.all<IndexHit>(query.orderByRaw('score DESC, e.updated_at DESC, e.id DESC'));
  }

  /**
   * Texts around the match, by the id of the entry.
   * @param required see {@link SearchWords.required}
   * @returns HTML: the text is escaped, and the match is in `<mark>`
   */
  snippets(required: string, entryIds: readonly number[]): Map<number, string> {
    const rows = this.#snippets.all(required, JSON.stringify(entryIds));
    return new Map(rows.map((row) => [row.id, htmlFrom(row.snippet)]));
  }

  #indexAll(batch: readonly QueuedEntry[]): boolean {
    return this.#database.tryTransaction(() => {
      for (const entry of batch) this.#index(entry);
    });
  }

  #index(entry: QueuedEntry): void {
    const { entry_id: id, is_folder: isFolder, root_kind: rootKind, name, title, comments } = entry;
    this.#deleteQueued.run(id);
    const isIndexed = name !== null && rootKind !== 'home' && (isFolder === 1 || !isJunkName(name));
    if (!isIndexed) this.#delete.run(id);
    else if (this.#update.run(name, title ?? '', comments ?? '', id).changes === 0) {
      this.#insert.run(id, name, title ?? '', comments ?? '');
    }
  }
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
