import { busy, type DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { commit, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { HeldTrees } from '../locks/locks.ts';
import { Turns } from '../turns.ts';
import type { LargeCopies } from './large-copies.ts';
import { NeedsCopy, NeedsSize, type Prepared } from './prepared.ts';

/** How often something is prepared for one request, if its entry becomes another one meanwhile. */
const ATTEMPTS = 3;

/** What {@link Preparation} works with. */
interface Parts {
  readonly heldTrees: HeldTrees;
  readonly largeCopies: LargeCopies;
}

/** Makes changes of folders that may be large. What takes long is done before the transaction of the change. */
export class Preparation {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #turns = new Turns(message('moves_at_once'));

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * As `commit`, for a change that may throw {@link NeedsCopy} or {@link NeedsSize}. Then that is prepared, and the
   * change runs again: it makes all its checks anew.
   * @param change gets what was prepared for it
   * @throws {DmsError} quota_exceeded, also while a copy is prepared | locked: another request moves the entry |
   * throttled: too many large copies or moves of the user wait, or the entry becomes another one again and again
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
        : await this.#parts.largeCopies.commitWithCopy(actor, change, need);
    } catch (error) {
      return await this.#prepareAndCommit(actor, change, error, attempts - 1);
    }
  }

  /** One after another, the users in turn: nobody keeps a folder of another held while many of their own are measured. */
  #measureAndCommit<T>(actor: Actor, change: (prepared: Prepared) => T, { entryId }: NeedsSize): Promise<T> {
    return this.#turns.run(requireUser(actor, 'write').userId, () =>
      this.#parts.heldTrees.hold(entryId, async (inSpite) => {
        const size = await this.#context.tables.subtreeSizes.ofLarge(entryId);
        return commit(this.#context, actor, () => inSpite(() => change({ size: { entryId, size } })));
      }),
    );
  }
}

function unsettled(): DmsError {
  return busy(message('entry_unsettled'));
}
