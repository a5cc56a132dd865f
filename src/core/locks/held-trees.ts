import { DmsError, type ErrorDetails } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Standing } from '../access/access.ts';

/**
 * Entries that are protected from changes, with everything beneath them, during a long operation. Kept in memory, not
 * in the database: a hold ends with the process, as the operation does.
 */
export class HeldTrees {
  readonly #held = new Set<number>();
  #lifted: number | undefined;

  /**
   * Holds an entry while `work` runs. All other changes are refused meanwhile.
   * @param work receives a function that makes a change of this operation despite the hold
   * @throws {DmsError} locked: the entry is already held
   */
  async hold<T>(entryId: number, work: (inSpite: <R>(change: () => R) => R) => Promise<T>): Promise<T> {
    if (this.#held.has(entryId)) throw beingMoved();
    this.#held.add(entryId);
    try {
      return await work((change) => this.#lift(entryId, change));
    } finally {
      this.#held.delete(entryId);
    }
  }

  /**
   * Checks that neither the entry nor a folder above it is held.
   * @throws {DmsError} locked
   */
  assertFree({ lineage }: Pick<Standing, 'lineage'>, details?: Pick<ErrorDetails, 'isLockConflict'>): void {
    if (this.#held.size === 0) return;
    if (lineage.some(({ id }) => id !== this.#lifted && this.#held.has(id))) throw beingMoved(details);
  }

  /**
   * Checks that nothing beneath an entry is held.
   * @throws {DmsError} locked
   */
  assertFreeBeneath(
    entryId: number,
    lineageOf: (id: number) => Standing['lineage'],
    details?: Pick<ErrorDetails, 'isLockConflict'>,
  ): void {
    for (const id of this.#held)
      if (lineageOf(id).some((above) => above.id === entryId)) throw beingMoved(details);
  }

  /** True if the entry or a folder above it is held. */
  isHeld({ lineage }: Pick<Standing, 'lineage'>): boolean {
    return this.#held.size > 0 && lineage.some(({ id }) => this.#held.has(id));
  }

  #lift<R>(entryId: number, change: () => R): R {
    this.#lifted = entryId;
    try {
      return change();
    } finally {
      this.#lifted = undefined;
    }
  }
}

/** The message names no folder, because the user may not be able to read the held one. */
function beingMoved(details?: Pick<ErrorDetails, 'isLockConflict'>): DmsError {
  return new DmsError('locked', message('entry_moving'), details);
}
