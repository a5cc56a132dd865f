import type { RootKind } from '../../model/entry.ts';
import { isJunkName } from '../../model/names.ts';
import type { Database, Statement } from '../database.ts';

/** Entries that are indexed in one transaction. */
const BATCH = 250;
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
  }

  /**
   * Counts a change, and indexes a batch of the queue if many have been counted. To be called inside the
   * transaction of changes that can be many, such as uploads.
   */
  noteChange(): void {
    this.#changes += 1;
    if (this.#changes >= MAX_QUEUED) this.indexBatch();
  }

  /**
   * Indexes all queued entries, in batches, so that other requests can run in between. They wait on while
   * another program writes.
   */
  async catchUp(): Promise<void> {
    while (this.indexBatch()) await new Promise(setImmediate);
  }

  /**
   * Indexes at most 250 queued entries.
   * @returns true if there may be more to do now
   */
  indexBatch(): boolean {
    this.#changes = 0;
    const batch = this.#listQueued.all(BATCH);
    return batch.length > 0 && this.#indexAll(batch) && batch.length === BATCH;
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
