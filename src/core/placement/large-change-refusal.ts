import type { Actor } from '../../model/people/actor.ts';
import { commit } from '../access/access.ts';
import type { Context } from '../context.ts';
import { NeedsCopy, NeedsSize, type Prepared } from './prepared.ts';

/**
 * Refuses a change of a large entry before anything is frozen or copied for it, if the entry as it is now would be too
 * deep or exceed a quota.
 */
export class LargeChangeRefusal {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Measures the entry, which is not frozen, and runs the change with that size. The change runs all its checks and
   * then throws its need again, so that it has no effect. It is committed if it no longer needs a preparation.
   * @param prepare prepares the change and commits it; receives the need with the current target
   * @throws {DmsError} as the change
   * @throws {NeedsCopy} if the change concerns another entry by now
   * @throws {NeedsSize} likewise
   */
  async commit<T, Need extends NeedsCopy | NeedsSize>(
    actor: Actor,
    change: (prepared: Prepared) => T,
    need: Need,
    prepare: (need: Need) => Promise<T>,
  ): Promise<T> {
    const expected = await this.#measure(need);
    let current: Need;
    try {
      return await commit(this.#context, actor, () => change(expected));
    } catch (error) {
      if (!isSame(need, error)) throw error;
      current = error;
    }
    return prepare(current);
  }

  async #measure(need: NeedsCopy | NeedsSize): Promise<Prepared> {
    const { subtreeSizes } = this.#context.tables;
    if (need instanceof NeedsSize)
      return { expectedSize: { entryId: need.entryId, size: await subtreeSizes.ofLarge(need.entryId) } };
    const { sourceId } = need;
    return { expectedCopy: { entryId: sourceId, size: await subtreeSizes.ofLargeCopy(sourceId) } };
  }
}

function isSame<Need extends NeedsCopy | NeedsSize>(need: Need, error: unknown): error is Need {
  if (need instanceof NeedsSize) return error instanceof NeedsSize && error.entryId === need.entryId;
  return (
    error instanceof NeedsCopy &&
    error.sourceId === need.sourceId &&
    error.removesSource === need.removesSource
  );
}
