import type { Person } from '../../model/entries/entry.ts';
import type { HeldLock, Lock } from '../../model/entries/lock.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { notFound } from '../../model/errors/errors.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { LockWithLogin } from '../../storage/tree/tree.ts';
import {
  type Access,
  commit,
  namesOf,
  requireAdmin,
  requireAdminUser,
  requireOperator,
} from '../access/access.ts';
import type { Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from './write-locks.ts';

/** A lock, as shown to an administrator over the network. */
export interface ListedLock extends Lock {
  /** The locked entry; undefined if the administrator may not read it (in the home of another user). */
  readonly entry:
    | { readonly name: string; readonly kind: 'file' | 'folder'; readonly path: string }
    | undefined;
  /** Owner of the home that contains the entry; null in a system folder. */
  readonly owner: Person | null;
}

interface Dependencies {
  readonly access: Access;
  readonly tree: Tree;
  readonly locks: WriteLocks;
}

/**
 * Lists and ends locks of all users. The command line sees names in all homes; administrators see only names that they
 * may read.
 */
export class LockAdmin {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * All locks that have not expired, ordered by path.
   * @throws {DmsError} forbidden
   */
  list(actor: Actor): HeldLock[] {
    requireOperator(actor);
    return this.#context.tables.locks
      .list(this.#context.now())
      .map((lock) => this.#withPath(lock))
      .sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  }

  /**
   * Ends all locks that `isSelected` accepts, in one transaction.
   * @returns the ended locks
   * @throws {DmsError} forbidden
   */
  break(actor: Actor, isSelected: (lock: HeldLock) => boolean): Promise<readonly HeldLock[]> {
    return commit(this.#context, actor, () => {
      const broken = this.list(actor).filter(isSelected);
      for (const [entryId, locks] of Map.groupBy(broken, (lock) => lock.entryId)) {
        const entry = this.#context.tables.entries.find(entryId);
        if (entry) this.#deps.locks.end(actor, entry, locks);
      }
      return broken;
    });
  }

  /**
   * A page of all locks that have not expired, latest expiry first.
   * @throws {DmsError} unauthenticated | forbidden (no administrator; also for the command line)
   */
  page(actor: Actor, { page, perPage }: PageRequest): Page<ListedLock> {
    const user = requireAdminUser(actor);
    const { ancestry, entries, locks, people } = this.#context.tables;
    const { items, total } = locks.page(this.#context.now(), perPage, (page - 1) * perPage);
    const pathOf = this.#deps.tree.paths(user);
    const ownerIds = items.map(({ entryId }) => ancestry.list(entryId).at(-1)?.ownerId ?? null);
    const owners = people.list(ownerIds);
    const listed = items.map((lock, index) => {
      const entry = entries.find(lock.entryId);
      const entryAccess = entry && this.#deps.access.readable(user, entry);
      const shown = entryAccess
        ? { name: entry.name, kind: entry.kind, path: pathOf(entryAccess) }
        : undefined;
      return { ...lock, entry: shown, owner: owners.get(ownerIds[index] ?? 0) ?? null };
    });
    return { items: listed, total };
  }

  /**
   * Ends all locks on the entry itself, wherever it is.
   * @throws {DmsError} unauthenticated | forbidden | not_found: it has no locks
   */
  breakOn(actor: Actor, entryId: number): Promise<void> {
    const administrator = requireAdmin(actor);
    return commit(this.#context, actor, () => {
      const locks = this.#context.tables.locks.listOn([entryId], this.#context.now());
      const entry = this.#context.tables.entries.find(entryId);
      if (!entry || locks.length === 0) throw notFound();
      this.#deps.locks.end(administrator, entry, locks);
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
