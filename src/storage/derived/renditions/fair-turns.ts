/** What one content counts at most, in milliseconds: the clock may have been set meanwhile. */
const MAX_SPENT_MS = 600_000;

/**
 * Whose content is read next: that of the user whose contents have taken the least time so far. So a user with many or
 * slow contents keeps no other one waiting for longer than one of them takes. Users who come later begin with what
 * the others have used, so nobody saves time up.
 */
export class FairTurns {
  readonly #spent = new Map<number, number>();
  #running: { readonly userId: number; readonly begin: number } | undefined;
  /** What the user had used whose turn was last. */
  #least = 0;

  /** The one whose turn it is; of several, the first. Their time begins to count. @param now milliseconds UTC */
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

  /** The content that was taken has been read, or could not be. */
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
