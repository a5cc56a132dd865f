import type { Expectation } from '../../../model/entries/expectation.ts';
import type { Actor } from '../../../model/people/actor.ts';
import { commit } from '../../access/access.ts';
import type { Source, Tree } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import type { HeldLocks, LockRequest, WriteLocks } from '../../locks/locks.ts';
import type { Uploads } from '../uploads/uploads.ts';

/** A new lock, and whether its document is new as well. */
export interface CreatedLock extends HeldLocks {
  readonly outcome: 'created' | 'existing';
}

interface Dependencies {
  readonly locks: WriteLocks;
  readonly tree: Tree;
  readonly uploads: Uploads;
}

/** Locks entries and free names. */
export class LockCreation {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Locks an entry. For a path without an entry, creates an empty document and locks it (RFC 4918 §7.3): both or
   * neither.
   * @param expect conditions of the request, checked before permissions
   * @throws {DmsError} unauthenticated | not_found | forbidden | locked (a lock on this entry, or beneath it for depth
   * infinity, conflicts with the new one) | parent_missing | invalid (file)
   */
  create(actor: Actor, source: Source, request: LockRequest, expect?: Expectation): Promise<CreatedLock> {
    return commit(this.#context, actor, () => {
      const { locks, tree, uploads } = this.#deps;
      const isFree = typeof source !== 'number' && tree.resolve(actor, source.path) === undefined;
      const id = isFree ? uploads.createEmpty(actor, source, expect) : undefined;
      const authorised = tree.toChange(actor, id ?? source);
      if (id === undefined) expect?.(authorised.entry, authorised.entry.parentId ?? 0);
      return { ...locks.add(authorised, request), outcome: isFree ? 'created' : 'existing' };
    });
  }
}
