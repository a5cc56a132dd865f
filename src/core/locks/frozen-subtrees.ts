import { DmsError, type ErrorDetails } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { EntryAccess } from '../access/access.ts';

/**
 * Entries that are frozen during a long operation: other requests cannot change them or anything beneath them. Kept in
 * memory, not in the database: the operation ends with the process, too.
 */
export class FrozenSubtrees {
  readonly #frozen = new Set<number>();
  #bypassed: number | undefined;

  /**
   * Freezes an entry while `work` runs. All other changes are refused meanwhile.
   * @param work receives a function that runs a change of this operation although the entry is frozen
   * @throws {DmsError} locked: the entry is already frozen
   */
  async freeze<T>(entryId: number, work: (bypass: <R>(change: () => R) => R) => Promise<T>): Promise<T> {
    if (this.#frozen.has(entryId)) throw beingMoved();
    this.#frozen.add(entryId);
    try {
      return await work((change) => this.#bypass(entryId, change));
    } finally {
      this.#frozen.delete(entryId);
    }
  }

  /**
   * Checks that neither the entry nor a folder above it is frozen.
   * @throws {DmsError} locked
   */
  assertNotFrozen(
    { lineage }: Pick<EntryAccess, 'lineage'>,
    details?: Pick<ErrorDetails, 'isLockConflict'>,
  ): void {
    if (this.#frozen.size === 0) return;
    if (lineage.some(({ id }) => id !== this.#bypassed && this.#frozen.has(id))) throw beingMoved(details);
  }

  /**
   * Checks that nothing beneath an entry is frozen.
   * @throws {DmsError} locked
   */
  assertNoneFrozenBeneath(
    entryId: number,
    lineageOf: (id: number) => EntryAccess['lineage'],
    details?: Pick<ErrorDetails, 'isLockConflict'>,
  ): void {
    for (const id of this.#frozen)
      if (lineageOf(id).some((above) => above.id === entryId)) throw beingMoved(details);
  }

  /** True if the entry or a folder above it is frozen. */
  isFrozen({ lineage }: Pick<EntryAccess, 'lineage'>): boolean {
    return this.#frozen.size > 0 && lineage.some(({ id }) => this.#frozen.has(id));
  }

  #bypass<R>(entryId: number, change: () => R): R {
    this.#bypassed = entryId;
    try {
      return change();
    } finally {
      this.#bypassed = undefined;
    }
  }
}

/** The message names no folder, because the user may not be able to read the frozen one. */
function beingMoved(details?: Pick<ErrorDetails, 'isLockConflict'>): DmsError {
  return new DmsError('locked', message('entry_moving'), details);
}
