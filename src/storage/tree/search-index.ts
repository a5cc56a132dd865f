import { setTimeout as pause } from 'node:timers/promises';
import type { RootKind } from '../../model/entry.ts';
import { isJunkName } from '../../model/names.ts';
import type { Database, Statement } from '../database.ts';

/** Entries that are indexed in one transaction. */
const BATCH = 250;
/** Changes that may be queued before they are indexed without a search. */
const MAX_QUEUED = 250;
/** Queued entries that a search waits for. */
const MAX_AWAITED = 2000;
/** How long a search waits for another program that is writing, in milliseconds. */
const WRITE_LOCK_TIMEOUT_MS = 200;
const WRITE_LOCK_POLL_MS = 10;

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
  #catchingUp: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#listQueued = database.prepare(
      `SELECT q.entry_id, e.is_folder, e.root_kind, e.name, d.title, d.comments
       FROM (SELECT entry_id FROM search_queue ORDER BY entry_id DESC LIMIT ?) q
       LEFT JOIN entries e ON e.id = q.entry_id LEFT JOIN documents d ON d.entry_id = q.entry_id
       ORDER BY q.entry_id`,
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
   * Indexes all queued entries, in batches, at most half of the time, so that other requests can run in
   * between. They wait on while another program writes.
   */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#indexAll().finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  /**
   * Indexes what a search is to see: all queued entries, or the newest 2,000 if more are queued. The others are
   * indexed in the background then. On a disk that has failed, nothing is indexed.
   */
  async prepare(): Promise<void> {
    const end = performance.now() + WRITE_LOCK_TIMEOUT_MS;
    for (let left = MAX_AWAITED; left > 0 && this.#isPossible(); ) {
      const begin = performance.now();
      const indexed = this.#indexSome();
      if (indexed === undefined ? begin > end : indexed < BATCH) return;
      left -= indexed ?? 0;
      await pause(indexed === undefined ? WRITE_LOCK_POLL_MS : performance.now() - begin);
    }
    this.catchUp().catch(() => {
      // The next search, or housekeeping, tries again.
    });
  }

  /**
   * Indexes at most 250 queued entries.
   * @returns true if there may be more to do now
   */
  indexBatch(): boolean {
    return this.#indexSome() === BATCH;
  }

  async #indexAll(): Promise<void> {
    while (this.#isPossible()) {
      const begin = performance.now();
      if (this.#indexSome() !== BATCH) return;
      await pause(performance.now() - begin);
    }
  }

  #isPossible(): boolean {
    return this.#database.isOpen && this.#database.disk.isSound;
  }

  /** @returns how many; undefined: none, because another program is writing or the disk is full */
  #indexSome(): number | undefined {
    this.#changes = 0;
    const batch = this.#listQueued.all(BATCH);
    const isDone =
      batch.length === 0 ||
      this.#database.tryTransaction(() => {
        for (const entry of batch) this.#index(entry);
      });
    return isDone ? batch.length : undefined;
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
