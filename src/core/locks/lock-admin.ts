import type { Actor } from '../../model/actor.ts';
import type { HeldLock } from '../../model/lock.ts';
import type { UserTable } from '../../storage/accounts/users.ts';
import type { Ancestry } from '../../storage/tree/ancestry.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { LockTable, LockWithLogin } from '../../storage/tree/locks.ts';
import { namesOf } from '../access/access.ts';
import { requireOperator } from '../access/capabilities.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from './write-locks.ts';

/** What {@link LockAdmin} works with. */
interface Parts {
  readonly ancestry: Ancestry;
  readonly entryTable: EntryTable;
  readonly locks: WriteLocks;
  readonly lockTable: LockTable;
  readonly users: UserTable;
}

/** All locks at a glance, wherever they are: for the command line only, since it shows the names in everybody's home. */
export class LockAdmin {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Those that have not expired, by path. @throws {DmsError} forbidden */
  list(actor: Actor): HeldLock[] {
    requireOperator(actor);
    return this.#parts.lockTable
      .list(this.#context.now())
      .map((lock) => this.#held(lock))
      .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
  }

  /** Ends all that are meant, at once. @returns them @throws {DmsError} forbidden */
  break(actor: Actor, isMeant: (lock: HeldLock) => boolean): Promise<readonly HeldLock[]> {
    return commit(this.#context, () => {
      const broken = this.list(actor).filter(isMeant);
      for (const [entryId, locks] of Map.groupBy(broken, (lock) => lock.entryId)) {
        const entry = this.#parts.entryTable.find(entryId);
        if (entry) this.#parts.locks.end(actor, entry, locks);
      }
      return broken;
    });
  }

  #held(lock: LockWithLogin): HeldLock {
    const { ancestry, entryTable, users } = this.#parts;
    const lineage = ancestry.list(lock.entryId);
    const names = namesOf({ lineage });
    const owner = users.find(lineage.at(-1)?.ownerId ?? 0);
    const path = (owner ? names.slice(0, -1) : names).toReversed().join('/');
    const kind = entryTable.find(lock.entryId)?.kind ?? 'file';
    return { ...lock, kind, path: `${owner ? `${owner.login}:` : ''}/${path}` };
  }
}
