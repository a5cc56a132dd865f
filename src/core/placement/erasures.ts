import type { SystemActor } from '../../model/people/actor.ts';
import type { Erasure } from '../../storage/tree/tree.ts';
import { commit } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { Quota } from '../versions/versions.ts';

/** Actor of the deletions that follow a purge. They record no activity, because the purge has recorded one. */
const HOUSEKEEPING: SystemActor = { kind: 'system', name: 'housekeeping' };
/** Entries and versions per transaction, which takes some milliseconds. Other requests run in between. */
const SLICE = 200;

interface Dependencies {
  readonly quota: Quota;
}

/**
 * Deletes entries permanently, in small transactions between which other requests run. No user can reach the entry from
 * the first transaction on. An erasure that a crash interrupts is completed after the next start.
 */
export class Erasures {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /**
   * Copies that are being made. They are recorded as erasures until they are complete, so that a crash leaves no
   * partial copy.
   */
  readonly #inProgress = new Set<number>();
  /** The latest step. Steps run one at a time, so that many erasures do not delay other requests. */
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Starts the erasure of an entry in the trash: deletes as many of the entries beneath it as `rows` allows.
   * {@link Erasures.finish} deletes the rest. Runs inside the caller's transaction.
   * @param rows maximum number of entries and versions to delete now
   * @returns the number deleted
   */
  begin(erasure: Erasure, rows = SLICE): number {
    const { entries, erasures, trash } = this.#context.tables;
    const deleted = this.#deleteSome(erasure, Math.min(rows, SLICE));
    if (entries.find(erasure.entryId)) {
      trash.delete(erasure.entryId);
      erasures.insert(erasure);
    }
    return deleted;
  }

  /** Deletes a small entry, wherever it is, in one go. Runs inside the caller's transaction. */
  deleteInTransaction(erasure: Erasure): void {
    const { activities, entries, shares } = this.#context.tables;
    activities.unsetPlace(erasure.entryId);
    // Its recipients see it, unlike an entry in the trash. Shares that are deleted with an entry are not reported.
    shares.deleteOn(erasure.entryId);
    while (entries.find(erasure.entryId)) this.#deleteSome(erasure, SLICE);
  }

  /**
   * Resolves once the erasure that {@link Erasures.begin} started is complete, or after {@link Erasures.stop}.
   * Concurrent erasures take turns, step by step.
   */
  async finish(entryId: number): Promise<void> {
    while (
      !this.#isStopped &&
      !this.#inProgress.has(entryId) &&
      this.#context.tables.erasures.find(entryId)
    ) {
      const step = this.#last.then(() => this.#step(entryId));
      this.#last = step.catch(() => undefined);
      await step;
    }
  }

  /** Runs {@link Erasures.finish} for all recorded erasures, including those that a crash interrupted. */
  async finishAll(): Promise<void> {
    for (const { entryId } of this.#context.tables.erasures.list()) await this.finish(entryId);
  }

  /**
   * Runs work that makes a copy. Afterwards deletes the copy unless the work has put it into its folder.
   * @param work must call its argument with the id of the copy, inside the transaction that records the erasure; again
   * if that transaction is retried
   */
  async deleteUnlessPlaced<T>(work: (begun: (copyId: number) => void) => Promise<T>): Promise<T> {
    let copyId: number | undefined;
    try {
      return await work((id) => {
        if (copyId !== undefined) this.#inProgress.delete(copyId);
        copyId = id;
        this.#inProgress.add(id);
      });
    } finally {
      if (copyId !== undefined) {
        this.#inProgress.delete(copyId);
        await this.finish(copyId);
      }
    }
  }

  /** Stops all erasures after the current transaction. They are completed after the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  async #step(entryId: number): Promise<void> {
    if (this.#isStopped) return;
    await commit(this.#context, HOUSEKEEPING, () => {
      const erasure = this.#context.tables.erasures.find(entryId);
      if (erasure) this.#deleteSome(erasure, SLICE);
    });
  }

  /** @returns the number of entries and versions deleted */
  #deleteSome(erasure: Erasure, limit: number): number {
    const { entries, bytes, rows } = this.#context.tables.erasures.deleteSome(erasure, limit);
    this.#deps.quota.add(erasure.ownerId, { entries: -entries, bytes: -bytes });
    return rows;
  }
}
