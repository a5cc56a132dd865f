import type { RootKind } from '../../model/entry.ts';
import { isJunkName } from '../../model/names.ts';
import type { Database, Query, Statement } from '../database.ts';

/** What entries are narrowed to. Times in milliseconds UTC and sizes in bytes; bounds are exclusive but for `after`. */
export interface EntryFilter {
  readonly kind?: 'file' | 'folder' | undefined;
  /** Without the dot. */
  readonly extensions?: readonly string[] | undefined;
  /** `image/png` or `image/*`. */
  readonly mimeTypes?: readonly string[] | undefined;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly larger?: number | undefined;
  readonly smaller?: number | undefined;
}

/** Words in FTS5's syntax: what must match, and what must not. */
export interface SearchWords {
  readonly required: string | undefined;
  readonly excluded: string | undefined;
}

/** An entry that matches; whether the user may see it is for others to say. */
export interface IndexHit {
  readonly id: number;
  readonly parentId: number | null;
  /** Greater is better. */
  readonly score: number;
}

const TABLES = `search_index i JOIN entries e ON e.id = i.rowid
  LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`;

const MARK_START = '\u0001';
const MARK_END = '\u0002';

/** Entries that are read into the index in one go. */
const BATCH = 1000;
/** Changes that may wait while nobody searches. */
const MOST_WAITING = 250;

interface Words {
  entry_id: number;
  is_folder: 0 | 1 | null;
  root_kind: RootKind | null;
  name: string | null;
  title: string | null;
  comments: string | null;
}

/**
 * What is found by words: names, titles and comments of entries. The schema notes each entry whose words change; they
 * are read into the index before somebody searches, or when many wait.
 */
export class SearchIndex {
  readonly #database: Database;
  readonly #listWaiting: Statement<[number], Words>;
  readonly #deleteWaiting: Statement<[number]>;
  readonly #insert: Statement<[number, string, string, string]>;
  readonly #update: Statement<[string, string, string, number]>;
  readonly #delete: Statement<[number]>;
  readonly #snippets: Statement<[string, string], { id: number; snippet: string }>;
  #noted = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#listWaiting = database.prepare(
      `SELECT q.entry_id, e.is_folder, e.root_kind, e.name, d.title, d.comments FROM search_queue q
       LEFT JOIN entries e ON e.id = q.entry_id LEFT JOIN documents d ON d.entry_id = q.entry_id
       ORDER BY q.entry_id LIMIT ?`,
    );
    this.#deleteWaiting = database.prepare('DELETE FROM search_queue WHERE entry_id = ?');
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

  /** To be called with each change of words where many may come, within their transaction: keeps the queue short. */
  noteChange(): void {
    this.#noted += 1;
    if (this.#noted >= MOST_WAITING) this.catchUp();
  }

  /** Reads into the index what has changed. */
  catchUp(): void {
    this.#noted = 0;
    let batch: Words[];
    do {
      batch = this.#listWaiting.all(BATCH);
      if (batch.length > 0) this.#readAll(batch);
    } while (batch.length === BATCH);
  }

  /** All that matches, best first, then newest. */
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
    narrow(query, filter);
    return this.#database.all<IndexHit>(query.orderByRaw('score DESC, e.updated_at DESC, e.id DESC'));
  }

  /** The text around the match, the match between `<mark>` and `</mark>`, all else HTML-escaped; by entry. */
  snippets(required: string, entryIds: readonly number[]): Map<number, string> {
    const rows = this.#snippets.all(required, JSON.stringify(entryIds));
    return new Map(rows.map((row) => [row.id, marked(row.snippet)]));
  }

  #readAll(batch: readonly Words[]): void {
    this.#database.transaction(() => {
      for (const words of batch) this.#read(words);
    });
  }

  #read({ entry_id: id, is_folder: isFolder, root_kind: rootKind, name, title, comments }: Words): void {
    this.#deleteWaiting.run(id);
    const isFound = name !== null && rootKind !== 'home' && (isFolder === 1 || !isJunkName(name));
    if (!isFound) this.#delete.run(id);
    else if (this.#update.run(name, title ?? '', comments ?? '', id).changes === 0) {
      this.#insert.run(id, name, title ?? '', comments ?? '');
    }
  }
}

function narrow(query: Query, filter: EntryFilter): void {
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

function marked(text: string): string {
  return text.replace(/[&<>"'\u0001\u0002]/g, (character) => ESCAPES[character] ?? character);
}
