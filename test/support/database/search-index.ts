import assert from 'node:assert/strict';
import type BetterSqlite from 'better-sqlite3';
import { isJunkName } from '../../../src/model/entries/names.ts';
import { wordsOf } from '../../../src/model/text/words.ts';
import type { Database } from '../../../src/storage/database/database.ts';
import { connectToSearch, connectWriter } from '../../../src/storage/derived/files.ts';
import { Rereads } from '../../../src/storage/derived/renditions/rereads.ts';
import { Tasks } from '../../../src/storage/derived/renditions/tasks.ts';
import { Texts } from '../../../src/storage/derived/renditions/texts.ts';
import {
  type EntryHits,
  type EntryQuery,
  EntrySearch,
  type Thresholds,
} from '../../../src/storage/derived/search/entry-search.ts';
import { IndexWriter } from '../../../src/storage/derived/search/index-writer.ts';
import type { SearchTerm } from '../../../src/storage/derived/search/match-expression.ts';
import type { SearchIndex } from '../../../src/storage/derived/search/search-index.ts';

/** An entry as stored in the index, or as it should be stored. */
interface Indexed {
  entry_id: number;
  parent_id: number | null;
  is_folder: number;
  updated_at: number;
  size_bytes: number | null;
  sha256: string | null;
  name: string;
  title: string;
  comments: string;
}

const ENTRIES = `SELECT e.id AS entry_id, e.parent_id, e.is_folder, e.updated_at, v.size_bytes, v.sha256, e.name,
    coalesce(d.title, '') AS title, coalesce(d.comments, '') AS comments
  FROM entries e LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version
  WHERE e.root_kind IS NULL OR e.root_kind = 'system' ORDER BY e.id`;

const column = (name: string): string =>
  `coalesce((SELECT group_concat(w.term, ' ' ORDER BY w.offset) FROM temp.words w WHERE w.doc = r.row AND w.col = '${name}'), '')
   AS ${name}`;
const ROWS = `SELECT r.entry_id, r.parent_id, r.is_folder, r.updated_at, r.size_bytes, r.sha256,
    ${['name', 'title', 'comments'].map(column).join(', ')}
  FROM rows r ORDER BY r.entry_id`;

/**
 * Writes the search index immediately in the test's own thread, and compares it with the database. This is several
 * times faster than the service's thread.
 */
export class DirectIndex {
  readonly #database: Database;
  readonly #sqlite: BetterSqlite.Database;
  readonly #writer: IndexWriter;

  constructor(database: Database) {
    this.#database = database;
    this.#sqlite = connectWriter(database.file);
    this.#sqlite.pragma('synchronous = OFF');
    this.#sqlite.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'search_index', 'instance')");
    this.#writer = new IndexWriter(this.#sqlite, {
      rereads: new Rereads(this.#sqlite),
      tasks: new Tasks(this.#sqlite),
      texts: new Texts(this.#sqlite),
    });
    database.closeBeforeDatabase(this);
  }

  catchUp(): void {
    const dequeue = this.#database.prepare<[string]>(
      'DELETE FROM search_queue WHERE id IN (SELECT value FROM json_each(?))',
    );
    const setState = this.#database.prepare<[string, number]>(
      'INSERT OR REPLACE INTO search_state (only, index_id, writes) VALUES (1, ?, ?)',
    );
    for (let isMore = true; isMore; ) {
      const slice = this.#writer.index();
      dequeue.run(JSON.stringify(slice.changes));
      setState.run(slice.indexId, slice.writes);
      isMore = slice.hasMoreChanges || slice.hasMorePending;
    }
  }

  /**
   * Indexes everything pending. Then asserts that the index contains exactly the current state of every searchable
   * entry.
   */
  assertInStep(message = 'the search index'): void {
    this.catchUp();
    const entries = this.#database.prepare<[], Indexed>(ENTRIES).all();
    const wanted = entries
      .filter(({ is_folder: isFolder, name }) => isFolder === 1 || !isJunkName(name))
      .map((entry) => ({
        ...entry,
        name: marked(entry.name, '§n'),
        title: marked(entry.title, '§t'),
        comments: wordsOf(entry.comments).join(' '),
      }));
    assert.deepEqual(this.#sqlite.prepare<[], Indexed>(ROWS).all(), wanted, message);
  }

  close(): Promise<void> {
    this.#sqlite.close();
    return Promise.resolve();
  }
}

/** Thresholds that force each possible search strategy. */
export const EACH_WAY: readonly Thresholds[] = [
  { fewMatches: 1000, folders: 0, rows: 0 },
  { fewMatches: 0, folders: 0, rows: 0 },
  { fewMatches: 0, folders: 1000, rows: 1000 },
  { fewMatches: 0, folders: 1000, rows: 2 },
];

/** Makes the thread index everything pending. */
export async function catchUp(index: SearchIndex): Promise<void> {
  for (let isMore = true; isMore; ) {
    const slice = await index.indexSome();
    isMore = slice.hasMoreChanges || slice.hasMorePending;
  }
}

/** The words of a text in the form in which the index stores them. */
function marked(text: string, mark: string): string {
  return wordsOf(text)
    .map((word) => mark + word)
    .join(' ');
}

/** Single-word search terms. */
export function terms(...words: readonly string[]): SearchTerm[] {
  return words.map((word) => ({ words: [word], isPrefix: false }));
}

/**
 * Searches the current index on a separate connection.
 * @param thresholds see `EntrySearch`
 */
export function findInIndex(database: Database, query: EntryQuery, thresholds?: Thresholds): EntryHits {
  const sqlite = connectToSearch(database.file);
  try {
    return new EntrySearch(sqlite, thresholds).find(query);
  } finally {
    sqlite.close();
  }
}
