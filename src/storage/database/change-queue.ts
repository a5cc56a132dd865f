import { busy, type DmsError, databaseLocked } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { isDiskFull } from '../../model/errors/storage-fault.ts';

/** Most changes in one transaction. */
const MAX_CHANGES = 32;
/** After this time a transaction takes no further changes, so that other requests can run. */
const MAX_MS = 10;
/** How long changes wait for another process that holds the write lock, in milliseconds. */
const WRITE_LOCK_TIMEOUT_MS = 30_000;
const WRITE_LOCK_POLL_MS = 20;
/** Changes that get a savepoint after one has failed halfway beside others: whoever sends such a change may send more. */
const GUARDED_CHANGES = 1000;

/** What {@link ChangeQueue} needs of a connection to the database. */
export interface Connection {
  /** Begins a write transaction. @returns false if another process holds the write lock */
  begin(): boolean;
  /** Runs `work` in the transaction that has begun. Commits it, or rolls it back if `work` throws. */
  commitAfter<T>(work: () => T): T;
  /** Runs a part of a transaction. If it throws, its changes are undone. */
  savepoint(part: () => void): void;
  /** Rises with each row that is changed, also if that is undone later. Not with a change of the schema, which no change makes. */
  changedRows(): number;
  /** False where SQLite itself has ended the transaction, for example because the disk is full. */
  isInTransaction(): boolean;
  /** Resolves once everything committed is synced to disk. */
  durable(): Promise<void>;
  /** Tries to make room on a full disk, outside a transaction. @returns false if there is no more to be had */
  makeRoom(): boolean;
  /** Throws if the database can never be changed again. */
  assertWritable(): void;
}

/** A queued change. */
interface Change {
  /** Makes the change, and keeps its result for `resolve`. */
  readonly run: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** True: it gets a transaction of its own, because an earlier one was lost. */
  readonly isAlone: boolean;
}

/** A change has thrown after it had changed something, and there was no savepoint. Its `cause` is what was thrown. */
class HalfMade extends Error {}

/**
 * Makes changes in the order in which they come, several in one transaction: each would have to wait for the
 * disk anyway, and in one transaction SQLite writes each page only once. When one of them costs the others their
 * transaction, they are made again: what a change does besides its changes to the database must not count twice then.
 */
export class ChangeQueue {
  readonly #connection: Connection;
  readonly #waiting: Change[] = [];
  #running: Promise<void> | undefined;
  /** When the changes of the last transaction are on the disk, and their callers know. */
  #acknowledged: Promise<void> = Promise.resolve();
  #held: Promise<unknown> | undefined;
  #isEnded = false;
  /** How many of the next changes get a savepoint. */
  #guarded = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * @param work may be run more than once; the last run counts
   * @returns the result of `work`, once it is committed and synced to disk
   * @throws {DmsError} throttled: after {@link ChangeQueue.end}; that is no fault, so it is not to be logged
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

  /** Makes no changes until `work` has ended. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const held = work();
    this.#held = held.catch(() => undefined);
    try {
      return await held;
    } finally {
      this.#held = undefined;
    }
  }

  /** Resolves when the changes that wait are made and on the disk. Whoever makes one change after another gets no further. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#running;
    await this.#acknowledged;
  }

  async #process(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Changes that other requests make in this turn of the event loop come along. Whoever makes one change after
      // another must not keep all others waiting.
      await new Promise(setImmediate);
      try {
        await this.#beginOnceUnlocked();
      } catch (error) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
        break;
      }
      this.#commitSome();
    }
    this.#running = undefined;
  }

  /** Begins a transaction. While another process holds the write lock, the event loop goes on. */
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

  /** Commits the changes at the head of the queue in the transaction that has begun. */
  #commitSome(): void {
    const tried: Change[] = [];
    const refused = new Map<Change, unknown>();
    try {
      this.#connection.commitAfter(() => this.#makeSome(tried, refused));
    } catch (error) {
      this.#lost(tried, error);
      return;
    }
    // Not before: it may have been refused because of a change that was undone with the transaction.
    for (const [change, error] of refused) change.reject(error);
    // The next transaction gathers and commits while the disk syncs this one.
    this.#acknowledged = this.#acknowledge(tried.filter((change) => !refused.has(change)));
  }

  /** Resolves the changes once they are on the disk. Syncs end in the order in which they are asked for. */
  async #acknowledge(made: readonly Change[]): Promise<void> {
    try {
      await this.#connection.durable();
      for (const { resolve } of made) resolve();
    } catch (error) {
      for (const { reject } of made) reject(error);
    }
  }

  /**
   * Makes the changes of a lost transaction again where that may go better. After a change that was half made, with savepoints:
   * it is undone without the others then. Otherwise each alone: another one may have been the cause, or there is more room on
   * the disk now.
   */
  #lost(tried: readonly Change[], error: unknown): void {
    if (error instanceof HalfMade) {
      if (tried.length > 1) {
        this.#guarded = GUARDED_CHANGES;
        this.#waiting.unshift(...tried);
      } else for (const { reject } of tried) reject(error.cause);
      return;
    }
    const isFull = isDiskFull(error);
    const hasMoreRoom = isFull && this.#connection.makeRoom();
    const isNew = isFull && tried.some(({ isAlone }) => !isAlone);
    if (tried.length > 1 || hasMoreRoom || isNew)
      this.#waiting.unshift(...tried.map((change) => ({ ...change, isAlone: true })));
    else for (const { reject } of tried) reject(error);
  }

  /**
   * @param tried receives the changes, also one with which the transaction was lost
   * @param refused receives those of them that have thrown after others were made, and what they have thrown
   */
  #makeSome(tried: Change[], refused: Map<Change, unknown>): void {
    const end = performance.now() + MAX_MS;
    for (let change = this.#waiting.shift(); change; change = this.#waiting.shift()) {
      tried.push(change);
      try {
        this.#make(change.run);
      } catch (error) {
        if (!this.#connection.isInTransaction() || isDiskFull(error) || error instanceof HalfMade)
          throw error;
        if (tried.length > 1) refused.set(change, error);
        else {
          // Nothing that may be undone was made before it.
          tried.pop();
          change.reject(error);
        }
      }
      const isFull = tried.length === MAX_CHANGES || performance.now() > end;
      if (isFull || change.isAlone) break;
    }
  }

  /**
   * Runs a change without a savepoint as a rule: SQLite copies every page that changes after one, which costs an upload a tenth
   * more. Most changes that are refused have changed nothing by then, so there is nothing to undo.
   * @throws {HalfMade}
   */
  #make(run: () => void): void {
    if (this.#guarded > 0) {
      this.#guarded -= 1;
      this.#connection.savepoint(run);
      return;
    }
    const before = this.#connection.changedRows();
    try {
      run();
    } catch (error) {
      const isUnchanged = this.#connection.changedRows() === before;
      if (isUnchanged || !this.#connection.isInTransaction() || isDiskFull(error)) throw error;
      throw new HalfMade('a change has failed halfway', { cause: error });
    }
  }
}

function stopping(): DmsError {
  return busy(message('stopping'));
}
