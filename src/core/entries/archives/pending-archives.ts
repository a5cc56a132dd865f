import type { ArchivePlan } from './archive-plans.ts';

/** An archive that its creator can download. */
export interface Archive extends ArchivePlan {
  readonly id: number;
  /** In milliseconds UTC. */
  readonly expiresAt: number;
  /** True for an archive of entries as they were at a time. It may have entries that are in the trash. */
  readonly isEarlier: boolean;
}

/** An archive with the key of its requester (`requesterOf`). */
export interface PendingArchive extends Archive {
  readonly requester: number;
}

/** Limits on waiting archives. */
interface Limits {
  /** Maximum archives per requester. */
  readonly ofRequester: number;
  /** Maximum entries in all archives together. */
  readonly entries: number;
}

/**
 * Archives that wait for their download. If they exceed the total limit, the requester with the most entries loses archives
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
    const own = this.#of(archive.requester);
    for (const { id } of own.slice(0, -this.#limits.ofRequester)) this.#all.delete(id);
    for (
      let counts = this.#entriesByRequester();
      sumOf(counts.values()) > this.#limits.entries;
      counts = this.#entriesByRequester()
    ) {
      const [most] = [...counts].sort(([, one], [, other]) => other - one);
      const [oldest] = this.#of(most?.[0] ?? archive.requester);
      if (oldest === undefined) return;
      this.#all.delete(oldest.id);
    }
  }

  #of(requester: number): PendingArchive[] {
    return [...this.#all.values()].filter((archive) => archive.requester === requester);
  }

  /** Total entries of the waiting archives, by requester. */
  #entriesByRequester(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const { requester, entries } of this.#all.values())
      counts.set(requester, (counts.get(requester) ?? 0) + entries.length);
    return counts;
  }
}

function sumOf(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((sum, each) => sum + each, 0);
}
