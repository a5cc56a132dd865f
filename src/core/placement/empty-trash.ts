import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Deletion, DeletionMark } from '../../storage/tree/tree.ts';
import { commit, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Erasures } from './erasures.ts';

/** Deletions per query. */
const SLICE = 100;
/** Milliseconds after which a transaction ends, so that other requests run. */
const MAX_MS = 10;

interface Dependencies {
  readonly activity: ActivityLog;
  readonly erasures: Erasures;
  readonly locks: WriteLocks;
}

/** Empties the trash of a user. */
export class EmptyTrash {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Purges the deletions made until now in the actor's home and, for administrators, in system folders. Skips entries
   * that are being restored. Uses small transactions, between which other requests run.
   * @returns the number of purged deletions, and the number of those left that the actor can see
   * @throws {DmsError} unauthenticated | forbidden
   */
  async run(actor: Actor): Promise<{ purged: number; left: number }> {
    const user = requireUser(actor, 'write');
    const until = this.#context.now();
    let purged = 0;
    for (const ownerId of user.isAdmin ? [user.userId, null] : [user.userId]) {
      let after: DeletionMark | undefined = { deletedAt: 0, entryId: 0 };
      while (after) {
        const from: DeletionMark = after;
        const step = await commit(this.#context, actor, () => this.#purgeSome(user, ownerId, until, from));
        for (const id of step.ids) await this.#deps.erasures.finish(id);
        purged += step.ids.length;
        after = step.last;
      }
    }
    const { total: left } = this.#context.tables.trash.list(user.userId, user.isAdmin, 1, 0);
    return { purged, left };
  }

  /** Runs inside the caller's transaction. @returns `last`: undefined if there were no more deletions */
  #purgeSome(
    user: UserActor,
    ownerId: number | null,
    until: number,
    after: DeletionMark,
  ): { ids: readonly number[]; last: Deletion | undefined } {
    const { activity, erasures, locks } = this.#deps;
    const { entries, trash } = this.#context.tables;
    const end = performance.now() + MAX_MS;
    const ids: number[] = [];
    let last: Deletion | undefined;
    for (const deletion of trash.listOf(ownerId, until, after, SLICE)) {
      last = deletion;
      const entry = entries.find(deletion.entryId);
      if (!entry || locks.isFrozen({ lineage: [entry] })) continue;
      erasures.begin(deletion);
      activity.record(user, 'purge', message('entry', { name: entry.name }), entry);
      ids.push(entry.id);
      if (performance.now() > end) break;
    }
    return { ids, last };
  }
}
