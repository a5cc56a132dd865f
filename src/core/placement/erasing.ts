import type { SystemActor } from '../../model/people/actor.ts';
import type { Erasure } from '../../storage/tree/tree.ts';
import { commit } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { Quota } from '../versions/versions.ts';

/** The actor of the deletions that follow a purge. They leave no activity, as the purge has left one. */
const ERASING: SystemActor = { kind: 'system', name: 'housekeeping' };
/** Entries and versions in one transaction, which takes some milliseconds. Other requests run in between. */
const SLICE = 200;

/** What {@link Erasing} works with. */
interface Parts {
  readonly quota: Quota;
}

/**
 * Deletes entries for good, in small transactions that let others run. From the first one on nobody can reach the
 * entry. What a crash leaves is deleted after the next start.
 */
export class Erasing {
  readonly #context: Context;
  readonly #parts: Parts;
  /** Copies that are being made. They are recorded as erasures until they are whole, in case of a crash. */
  readonly #inProgress = new Set<number>();
  /** The latest step. There is one step at a time: many erasures must not keep others waiting. */
  #last: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Deletes an entry of the trash with the first entries beneath it. Runs inside the caller's transaction. If any are
   * left, {@link Erasing.finish} deletes them.
   * @param rows how many entries and versions may be deleted at once
   * @returns how many were
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

  /** Deletes a small entry of any place at once. Runs inside the caller's transaction. */
  deleteNow(erasure: Erasure): void {
    const { activities, entries } = this.#context.tables;
    activities.unsetPlace(erasure.entryId);
    while (entries.find(erasure.entryId)) this.#deleteSome(erasure, SLICE);
  }

  /**
   * Resolves once an entry is deleted that {@link Erasing.begin} has begun with, or after {@link Erasing.stop}. Of
   * several, each gets one step in turn.
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

  /** Does {@link Erasing.finish} for all that is left, also by a crash. */
  async finishAll(): Promise<void> {
    for (const { entryId } of this.#context.tables.erasures.list()) await this.finish(entryId);
  }

  /**
   * Runs work that makes a copy, and then deletes the copy unless the work has put it into its place.
   * @param work gets a function that is to be called with the id of the copy inside the transaction that records its
   * erasure; again, if that runs again
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

  /** Ends all work after the present transaction. The rest is done after the next start. */
  stop(): void {
    this.#isStopped = true;
  }

  async #step(entryId: number): Promise<void> {
    if (this.#isStopped) return;
    await commit(this.#context, ERASING, () => {
      const erasure = this.#context.tables.erasures.find(entryId);
      if (erasure) this.#deleteSome(erasure, SLICE);
    });
  }

  /** @returns how many entries and versions were deleted */
  #deleteSome(erasure: Erasure, limit: number): number {
    const { entries, bytes, rows } = this.#context.tables.erasures.deleteSome(erasure, limit);
    this.#parts.quota.add(erasure.ownerId, { entries: -entries, bytes: -bytes });
    return rows;
  }
}
