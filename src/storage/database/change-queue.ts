import { busy, type DmsError, databaseLocked } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { isDiskFull } from '../../model/errors/storage-fault.ts';

/** Maximum number of changes per transaction. */
const MAX_CHANGES = 32;
/** Time after which a transaction accepts no more changes, so that other requests can run, in milliseconds. */
const MAX_MS = 10;
/** Timeout for the write lock of another process, in milliseconds. */
const WRITE_LOCK_TIMEOUT_MS = 30_000;
const WRITE_LOCK_POLL_MS = 20;

/** The database connection, as {@link ChangeQueue} uses it. */
export interface Connection {
  /** Begins a write transaction. @returns false if another process holds the write lock */
  begin(): boolean;
  /** Runs `work` in the current transaction, then commits. Rolls back if `work` throws. */
  commitAfter<T>(work: () => T): T;
  /** Runs a part of a transaction. If it throws, its changes are rolled back. */
  savepoint(part: () => void): void;
  /** False if SQLite itself has ended the transaction, for example because the disk is full. */
  isInTransaction(): boolean;
  /** Resolves once all commits are synced to disk. */
  durable(): Promise<void>;
  /** Tries to free space on a full disk, outside a transaction. @returns false if no space could be freed */
  makeRoom(): boolean;
  /** Throws if the database is permanently read-only. */
  assertWritable(): void;
}

/** A queued change. */
interface Change {
  /** Makes the change and stores its result for `resolve`. */
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** True if the change needs its own transaction, because an earlier one was lost. */
  readonly isAlone: boolean;
}

/**
 * Runs changes in order, several per transaction. Each change has to wait for the disk anyway, and SQLite writes each
 * page only once per transaction. Each change runs in a savepoint: if it throws, only its own changes are rolled back.
 * If one change causes the loss of the transaction, for example because the disk is full, the others run again.
 * Therefore side effects of a change outside the database must be idempotent.
 */
export class ChangeQueue {
  readonly #connection: Connection;
  readonly #waiting: Change[] = [];
  #running: Promise<void> | undefined;
  /** Resolves when the changes of the last transaction are on disk and their callers are notified. */
  #acknowledged: Promise<void> = Promise.resolve();
  #held: Promise<unknown> | undefined;
  #isEnded = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * @param work may run more than once; the last run counts
   * @returns the result of `work`, once it is committed and synced to disk
   * @throws {DmsError} throttled: after {@link ChangeQueue.end}. This is not a fault and must not be logged
   */
  add<T>(work: () => T): Promise<T> {
    if (this.#isEnded) return Promise.reject(stopping());
    return new Promise((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      this.#waiting.push({
        run: () => {
          result = { value: work() };
        },
        resolve: () => result && resolve(result.value),
        reject,
        isAlone: false,
      });
      this.#running ??= this.#process();
    });
  }

  /** Makes no changes until `work` has settled. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const held = work();
    this.#held = held.catch(() => undefined);
    try {
      return await held;
    } finally {
      this.#held = undefined;
    }
  }

  /** Rejects new changes. Resolves when the queued changes are committed and on disk. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#running;
    await this.#acknowledged;
  }

  async #process(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Collects the changes that other requests add in this turn of the event loop. A caller that adds one change
      // after another must not block the other callers.
      await new Promise(setImmediate);
      try {
        await this.#beginOnceUnlocked();
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
        break;
      }
      this.#commitGroup();
    }
    this.#running = undefined;
  }

  /** Begins a transaction. Does not block the event loop while another process holds the write lock. */
  async #beginOnceUnlocked(): Promise<void> {
    const end = performance.now() + WRITE_LOCK_TIMEOUT_MS;
    for (;;) {
      await this.#held;
      this.#connection.assertWritable();
      if (this.#connection.begin()) return;
      if (performance.now() > end) throw databaseLocked();
      await new Promise((resolve) => setTimeout(resolve, WRITE_LOCK_POLL_MS));
    }
  }

  /** Commits the changes at the head of the queue in the current transaction. */
  #commitGroup(): void {
    const tried: Change[] = [];
    const refused = new Map<Change, unknown>();
    try {
      this.#connection.commitAfter(() => this.#runGroup(tried, refused));
    } catch (error) {
      this.#retryOrReject(tried, error);
      return;
    }
    // Rejected only after the commit: the error may be due to a change that was rolled back with the transaction.
    for (const [change, error] of refused) change.reject(error);
    // The next transaction collects and commits changes while the disk syncs this one.
    this.#acknowledged = this.#acknowledge(tried.filter((change) => !refused.has(change)));
  }

  /** Resolves the changes once they are on disk. Syncs end in the order of their requests. */
  async #acknowledge(made: readonly Change[]): Promise<void> {
    try {
      await this.#connection.durable();
      for (const { resolve } of made) resolve();
    } catch (error) {
      for (const { reject } of made) reject(error);
    }
  }

  /**
   * Retries the changes of a lost transaction if a retry can succeed, each in its own transaction: another change may
   * have been the cause, or the disk may have more space now.
   */
  #retryOrReject(tried: readonly Change[], error: unknown): void {
    // All changes were refused. The commit failed because SQLite also writes the pages that a savepoint has restored:
    // not worth a part of the reserve.
    if (tried.length === 0) return;
    const isFull = isDiskFull(error);
    const hasMoreRoom = isFull && this.#connection.makeRoom();
    const isNew = isFull && tried.some(({ isAlone }) => !isAlone);
    if (tried.length > 1 || hasMoreRoom || isNew)
      this.#waiting.unshift(...tried.map((change) => ({ ...change, isAlone: true })));
    else for (const { reject } of tried) reject(error);
  }

  /**
   * @param tried receives the changes, including the one that lost the transaction
   * @param refused receives the changes that threw after others were made, with their errors
   */
  #runGroup(tried: Change[], refused: Map<Change, unknown>): void {
    const end = performance.now() + MAX_MS;
    for (let change = this.#waiting.shift(); change; change = this.#waiting.shift()) {
      tried.push(change);
      try {
        this.#connection.savepoint(change.run);
      } catch (error) {
        if (!this.#connection.isInTransaction() || isDiskFull(error)) throw error;
        if (tried.length > 1) refused.set(change, error);
        else {
          // First change of the transaction: the error does not depend on another change.
          tried.pop();
          change.reject(error);
        }
      }
      const isFull = tried.length === MAX_CHANGES || performance.now() > end;
      if (isFull || change.isAlone) break;
    }
  }
}

function stopping(): DmsError {
  return busy(message('stopping'));
}
