/** Maximum time charged for one content, in milliseconds: the clock may have been set meanwhile. */
const MAX_SPENT_MS = 600_000;

/**
 * Fair queue: selects a content of the user whose contents have taken the least time so far. A user with many or slow
 * contents therefore delays other users by one content at most. A new user starts with the time of the user whose turn
 * was last, so idle users accumulate no credit.
 */
export class FairScheduler {
  readonly #spent = new Map<number, number>();
  #running: { readonly userId: number; readonly begin: number } | undefined;
  /** Time used by the user whose turn was last, in milliseconds. */
  #least = 0;

  /**
   * Selects the candidate whose turn it is (the first one on a tie), and starts charging its user.
   * @param now milliseconds UTC
   */
  take<Candidate extends { readonly userId: number }>(
    candidates: readonly Candidate[],
    now: number,
  ): Candidate | undefined {
    const [next] = candidates.toSorted((a, b) => this.#spentBy(a.userId) - this.#spentBy(b.userId));
    if (!next) return undefined;
    this.#least = this.#spentBy(next.userId);
    this.#running = { userId: next.userId, begin: now };
    return next;
  }

  /** Ends the turn, whether or not the content could be read. @param now milliseconds UTC */
  end(now: number): void {
    if (!this.#running) return;
    const { userId, begin } = this.#running;
    const took = Math.min(Math.max(now - begin, 0), MAX_SPENT_MS);
    this.#spent.set(userId, this.#spentBy(userId) + took);
    this.#running = undefined;
  }

  #spentBy(userId: number): number {
    return Math.max(this.#spent.get(userId) ?? 0, this.#least);
  }
}
