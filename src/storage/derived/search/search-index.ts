import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import type { Database, Statement } from '../../database/database.ts';
import type { Thread } from '../../threads/thread.ts';
import type { WriterJob } from '../derived-writer.ts';
import { connectToRead, identityOf } from '../files.ts';
import { INDEX_FORMAT, indexStateIn, type KnownIndex, nextPendingIn } from './index-state.ts';
import type { IndexedSlice } from './index-writer.ts';

/** Maximum number of queued changes that a search waits for. */
const MAX_AWAITED_CHANGES = 2000;
/** Maximum wait, in milliseconds. Checked after each slice, so one long text may exceed it by a second. */
const MAX_AWAITED_MS = 2000;
/** Timeout of a search for the write lock of another program, in milliseconds. */
const WRITE_LOCK_TIMEOUT_MS = 200;
const WRITE_LOCK_POLL_MS = 10;

/**
 * Keeps the search index up to date. Triggers in the schema add each change of an entry to a queue. A thread indexes
 * the queued changes. A change is removed from the queue only after the index is synced to disk.
 */
export class SearchIndex {
  readonly #database: Database;
  readonly #writer: Thread<WriterJob, never>;
  readonly #insertUpload: Statement<[number, string]>;
  readonly #isQueued: Statement<[]>;
  readonly #dequeue: Statement<[string]>;
  readonly #setState: Statement<[string, number]>;
  readonly #knownState: Statement<[], KnownIndex>;
  #slices: Promise<unknown> = Promise.resolve();
  /** False until this process has found no pending entries in the files. */
  #isUpToDate = false;
  /** Identity of the files that the last slice has written to, or that were found up to date. */
  #files = '';
  /** State of the index as recorded in the database. */
  #noted = '';

  constructor(database: Database, writer: Thread<WriterJob, never>) {
    this.#database = database;
    this.#writer = writer;
    this.#insertUpload = database.prepare(
      'INSERT INTO search_queue (entry_id, uploaded_sha256) VALUES (?, ?)',
    );
    this.#isQueued = database.prepare('SELECT 1 FROM search_queue LIMIT 1');
    this.#dequeue = database.prepare('DELETE FROM search_queue WHERE id IN (SELECT value FROM json_each(?))');
    this.#setState = database.prepare(
      'INSERT OR REPLACE INTO search_state (only, index_id, writes) VALUES (1, ?, ?)',
    );
    this.#knownState = database.prepare('SELECT index_id, writes FROM search_state WHERE only = 1');
  }

  /**
   * Indexes what a search must see: all queued changes, but at most the newest 2,000, and for at most two seconds; and
   * one slice of the entries that must be reindexed, which for a small database is all of them. Does not index if the
   * disk has failed or is full. Then the search uses the index as it is, and background indexing reports the fault.
   */
  async prepare(): Promise<void> {
    // The slice creates missing files.
    if (this.#areOthers()) await this.#trySome();
    const end = performance.now() + MAX_AWAITED_MS;
    for (
      let left = MAX_AWAITED_CHANGES;
      left > 0 && this.#isPossible() && this.#isQueued.get() !== undefined;
    ) {
      const changes = await this.#trySome();
      if (changes === 0 || performance.now() > end) return;
      left -= changes;
    }
    if (!this.#isUpToDate && this.#isPossible()) await this.#trySome();
  }

  /**
   * Records that a client has uploaded a content of a document (`Rereads`), or has copied it from a document whose
   * derived data is still hidden. Call it inside the transaction of that change.
   */
  noteUpload(documentId: number, sha256: string): void {
    this.#insertUpload.run(documentId, sha256);
  }

  /** True if changes or entries may be waiting to be indexed. The first call reads the files. */
  get isBehind(): boolean {
    if (this.#files === '') this.#compareWithDatabase();
    return !this.#isUpToDate || this.#areOthers() || this.#isQueued.get() !== undefined;
  }

  /** Marks the index as not up to date. Call it after an entry was queued for indexing in the files. */
  noteWork(): void {
    this.#isUpToDate = false;
  }

  /**
   * Indexes for a short time: queued changes, newest first, then entries that must be reindexed.
   * @throws {DmsError} unavailable
   * @throws {Error} on a disk fault
   */
  indexSome(): Promise<IndexedSlice> {
    const slice = this.#slices.then(
      () => this.#slice(),
      () => this.#slice(),
    );
    this.#slices = slice;
    return slice;
  }

  /** Checks whether the index is as the last process has left it. If so, the writer thread need not start. */
  #compareWithDatabase(): void {
    const files = identityOf(this.#database.file);
    if (!this.#isAsLeft()) return;
    this.#files = files;
    this.#isUpToDate = true;
  }

  /** Stricter than the check of the writer thread, which can handle an index that differs. */
  #isAsLeft(): boolean {
    const known = this.#knownState.get();
    let sqlite: BetterSqlite.Database | undefined;
    try {
      sqlite = connectToRead(this.#database.file);
      if (!known || !sqlite || nextPendingIn(sqlite).get() !== undefined) return false;
      const { format, indexId, writes } = indexStateIn(sqlite)();
      return format === INDEX_FORMAT && indexId === known.index_id && writes === known.writes;
    } catch {
      // The writer thread detects the same fault, and repairs or reports it.
      return false;
    } finally {
      sqlite?.close();
    }
  }

  /** @returns number of indexed changes */
  async #trySome(): Promise<number> {
    const slice = await this.indexSome().catch(() => undefined);
    return slice?.changes.length ?? 0;
  }

  async #slice(): Promise<IndexedSlice> {
    await this.#database.readersMayBegin();
    const slice: IndexedSlice = await this.#writer.run({ do: 'index' });
    this.#files = identityOf(this.#database.file);
    this.#isUpToDate = !slice.hasMorePending;
    const late = performance.now() + WRITE_LOCK_TIMEOUT_MS;
    // Changes that remain in the queue are indexed again.
    while (this.#isPossible() && !this.#forget(slice) && performance.now() < late)
      await pause(WRITE_LOCK_POLL_MS);
    return slice;
  }

  #forget({ changes, indexId, writes }: IndexedSlice): boolean {
    const state = `${indexId} ${String(writes)}`;
    if (changes.length === 0 && state === this.#noted) return true;
    const isDone = this.#database.tryTransaction(() => {
      this.#dequeue.run(JSON.stringify(changes));
      this.#setState.run(indexId, writes);
    });
    if (isDone) this.#noted = state;
    return isDone;
  }

  /** True if this process has not written to the current files, for example because they were deleted. */
  #areOthers(): boolean {
    return this.#files !== identityOf(this.#database.file);
  }

  #isPossible(): boolean {
    return this.#database.isOpen && this.#database.disk.isSound;
  }
}
