import { busy, type DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { commit, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { FrozenSubtrees } from '../locks/locks.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import type { LargeChangeRefusal } from './large-change-refusal.ts';
import type { LargeCopies } from './large-copies.ts';
import { NeedsCopy, NeedsSize, type Prepared } from './prepared.ts';

/** Maximum preparations per request. Another one is needed if the request names another entry by the time it runs. */
const ATTEMPTS = 3;

interface Dependencies {
  readonly largeChangeRefusal: LargeChangeRefusal;
  readonly frozenSubtrees: FrozenSubtrees;
  readonly largeCopies: LargeCopies;
}

/** Commits changes to folders that may be large. The slow part runs before the transaction of the change. */
export class LargeChanges {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #queue = new RoundRobinQueue(message('moves_at_once'));

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * As `commit`, for a change that may throw {@link NeedsCopy} or {@link NeedsSize}. Then prepares the copy or size,
   * and runs the change again with all its checks. A change that would be refused for depth or a quota is refused before
   * that.
   * @param change receives what was prepared for it
   * @throws {DmsError} quota_exceeded, also while a copy is prepared | locked: another request moves the entry |
   * throttled: too many large copies or moves of the user wait, or the entry keeps changing
   */
  async commit<T>(actor: Actor, change: (prepared: Prepared) => T): Promise<T> {
    try {
      return await commit(this.#context, actor, () => change({}));
    } catch (error) {
      return this.#prepareAndCommit(actor, change, error, ATTEMPTS);
    }
  }

  async #prepareAndCommit<T>(
    actor: Actor,
    change: (prepared: Prepared) => T,
    need: unknown,
    attempts: number,
  ): Promise<T> {
    if (!(need instanceof NeedsCopy || need instanceof NeedsSize)) throw need;
    if (attempts === 0) throw unsettled();
    try {
      return need instanceof NeedsSize
        ? await this.#measureAndCommit(actor, change, need)
        : await this.#deps.largeCopies.commitWithCopy(actor, change, need);
    } catch (error) {
      return await this.#prepareAndCommit(actor, change, error, attempts - 1);
    }
  }

  /**
   * Measures one folder at a time; users take turns. The folder is frozen only then, so that a user with many waiting
   * moves does not keep another user's folder frozen.
   */
  #measureAndCommit<T>(actor: Actor, change: (prepared: Prepared) => T, need: NeedsSize): Promise<T> {
    const { largeChangeRefusal, frozenSubtrees } = this.#deps;
    return this.#queue.run(requireUser(actor, 'write').userId, () =>
      largeChangeRefusal.commit(actor, change, need, ({ entryId }) =>
        frozenSubtrees.freeze(entryId, async (bypass) => {
          const size = await this.#context.tables.subtreeSizes.ofLarge(entryId);
          return commit(this.#context, actor, () => bypass(() => change({ size: { entryId, size } })));
        }),
      ),
    );
  }
}

function unsettled(): DmsError {
  return busy(message('entry_unsettled'));
}
