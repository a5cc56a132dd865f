import { setTimeout as pause } from 'node:timers/promises';
import type BetterSqlite from 'better-sqlite3';
import type { Database, Statement } from '../../database/database.ts';
import type { Thread } from '../../threads/thread.ts';
import type { WriterJob } from '../derived-writer.ts';
import { connectToRead, identityOf } from '../files.ts';
import { INDEX_FORMAT, indexStateIn, type KnownIndex, nextPendingIn } from './index-state.ts';
import type { IndexedSlice } from './index-writer.ts';

/** Changes that a search waits for, and how long, in milliseconds: a long text takes a second by itself. */
const MAX_AWAITED = 2000;
const MAX_AWAITED_MS = 2000;
/** How long a search waits for another program that is writing, in milliseconds. */
const WRITE_LOCK_TIMEOUT_MS = 200;
const WRITE_LOCK_POLL_MS = 10;

/**
 * Keeps the search index up to date. Triggers in the schema put each change of an entry into a queue. A thread reads it
 * into the index. What the index has is taken out of the queue only after it is on the disk.
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
  /** False until this process has found nothing that waits in the files. */
  #isUpToDate = false;
  /** The files that the last slice has written to, or that were found to be up to date. */
  #files = '';
  /** The state of the index that the database has noted. */
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
   * Indexes what a search is to see: all changes that wait, or the newest 2,000 if there are more, or as many as can be
   * indexed in two seconds; and a slice of what is to be indexed anew, which is all of a small office. On a disk that has failed or is full, nothing is indexed: the search finds what there is, and
   * whoever indexes in the background reports the fault.
   */
  async prepare(): Promise<void> {
    // The slice makes the files if there are none.
    if (this.#areOthers()) await this.#trySome();
    const end = performance.now() + MAX_AWAITED_MS;
    for (let left = MAX_AWAITED; left > 0 && this.#isPossible() && this.#isQueued.get() !== undefined; ) {
      const changes = await this.#trySome();
      if (changes === 0 || performance.now() > end) return;
      left -= changes;
    }
    if (!this.#isUpToDate && this.#isPossible()) await this.#trySome();
  }

  /**
   * Notes that a client has uploaded a content of a document (`Rereads`), or has copied it from a document of which
   * nothing may be known yet. To be called inside the transaction of that change.
   */
  noteUpload(documentId: number, sha256: string): void {
    this.#insertUpload.run(documentId, sha256);
  }

  /** True if something may wait to be indexed. The first time, the files are looked into. */
  get isBehind(): boolean {
    if (this.#files === '') this.#compareWithDatabase();
    return !this.#isUpToDate || this.#areOthers() || this.#isQueued.get() !== undefined;
  }

  /** To be called after something was put into the files that is to be indexed. */
  noteWork(): void {
    this.#isUpToDate = false;
  }

  /**
   * Indexes for a short time: changes, newest first, and when there are none, entries that are to be indexed anew.
   * @throws {DmsError} unavailable
   * @throws {Error} a fault of the disk
   */
  indexSome(): Promise<IndexedSlice> {
    const slice = this.#slices.then(
      () => this.#slice(),
      () => this.#slice(),
    );
    this.#slices = slice;
    return slice;
  }

  /** Finds out whether the index is as the last process has left it. If it is, the thread that writes need not be started. */
  #compareWithDatabase(): void {
    const files = identityOf(this.#database.file);
    if (!this.#isAsLeft()) return;
    this.#files = files;
    this.#isUpToDate = true;
  }

  /** Stricter than the thread that writes, which knows what to do with an index that differs. */
  #isAsLeft(): boolean {
    const known = this.#knownState.get();
    let sqlite: BetterSqlite.Database | undefined;
    try {
      sqlite = connectToRead(this.#database.file);
      if (!known || !sqlite || nextPendingIn(sqlite).get() !== undefined) return false;
      const { format, indexId, writes } = indexStateIn(sqlite)();
      return format === INDEX_FORMAT && indexId === known.index_id && writes === known.writes;
    } catch {
      // The thread finds the same, and mends or reports it.
      return false;
    } finally {
      sqlite?.close();
    }
  }

  /** @returns how many changes were indexed */
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
    // If it stays in the queue, it is indexed once more.
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

  /** True if nothing was written to the present files, or somebody has deleted them. */
  #areOthers(): boolean {
    return this.#files !== identityOf(this.#database.file);
  }

  #isPossible(): boolean {
    return this.#database.isOpen && this.#database.disk.isSound;
  }
}
