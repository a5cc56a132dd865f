import type { Actor } from '../../model/actor.ts';
import type { HeldLock } from '../../model/lock.ts';
import type { LockWithLogin } from '../../storage/tree/tree.ts';
import { commit, namesOf, requireOperator } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from './write-locks.ts';

/** What {@link LockAdmin} works with. */
interface Parts {
  readonly locks: WriteLocks;
}

/** Lists and ends all locks. For the command line only: the list shows names in the homes of all users. */
export class LockAdmin {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** All locks that have not expired, in the order of their paths. @throws {DmsError} forbidden */
  list(actor: Actor): HeldLock[] {
    requireOperator(actor);
    return this.#context.tables.locks
      .list(this.#context.now())
      .map((lock) => this.#withPath(lock))
      .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  }

  /**
   * Ends all locks that `isSelected` accepts, in one transaction.
   * @returns the locks that were ended
   * @throws {DmsError} forbidden
   */
  break(actor: Actor, isSelected: (lock: HeldLock) => boolean): Promise<readonly HeldLock[]> {
    return commit(this.#context, actor, () => {
      const broken = this.list(actor).filter(isSelected);
      for (const [entryId, locks] of Map.groupBy(broken, (lock) => lock.entryId)) {
        const entry = this.#context.tables.entries.find(entryId);
        if (entry) this.#parts.locks.end(actor, entry, locks);
      }
      return broken;
    });
  }

  #withPath(lock: LockWithLogin): HeldLock {
    const { ancestry, entries, users } = this.#context.tables;
    const lineage = ancestry.list(lock.entryId);
    const names = namesOf({ lineage });
    const owner = users.find(lineage.at(-1)?.ownerId ?? 0);
    const path = (owner ? names.slice(0, -1) : names).toReversed().join('/');
    const kind = entries.find(lock.entryId)?.kind ?? 'file';
    return { ...lock, kind, path: `${owner ? `${owner.login}:` : ''}/${path}` };
  }
}
