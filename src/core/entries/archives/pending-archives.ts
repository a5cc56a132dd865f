import type { ArchivePlan } from './archive-plans.ts';

/** An archive that its creator can download. */
export interface Archive extends ArchivePlan {
  readonly id: number;
  /** In milliseconds UTC. */
  readonly expiresAt: number;
}

/** An archive with the user who created it. */
export interface PendingArchive extends Archive {
  readonly userId: number;
}

/** Limits on waiting archives. */
interface Limits {
  /** Maximum archives per user. */
  readonly ofUser: number;
  /** Maximum entries in all archives together. */
  readonly entries: number;
}

/**
 * Archives that wait for their download. If they exceed the total limit, the user with the most entries loses archives
 * first.
 */
export class PendingArchives {
  readonly #limits: Limits;
  /** By id, oldest first. */
  readonly #all = new Map<number, PendingArchive>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get(id: number): PendingArchive | undefined {
    return this.#all.get(id);
  }

  /** Adds an archive. Evicts archives that have expired or exceed the limits. @param now milliseconds UTC */
  add(archive: PendingArchive, now: number): void {
    for (const [id, { expiresAt }] of this.#all) if (expiresAt <= now) this.#all.delete(id);
    this.#all.set(archive.id, archive);
    const own = this.#of(archive.userId);
    for (const { id } of own.slice(0, -this.#limits.ofUser)) this.#all.delete(id);
    for (
      let counts = this.#entriesByUser();
      sumOf(counts.values()) > this.#limits.entries;
      counts = this.#entriesByUser()
    ) {
      const [most] = [...counts].sort(([, one], [, other]) => other - one);
      const [oldest] = this.#of(most?.[0] ?? archive.userId);
      if (oldest === undefined) return;
      this.#all.delete(oldest.id);
    }
  }

  #of(userId: number): PendingArchive[] {
    return [...this.#all.values()].filter((archive) => archive.userId === userId);
  }

  /** Total entries of the waiting archives, by user. */
  #entriesByUser(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { userId, entries } of this.#all.values())
      counts.set(userId, (counts.get(userId) ?? 0) + entries.length);
    return counts;
  }
}

function sumOf(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((sum, each) => sum + each, 0);
}
