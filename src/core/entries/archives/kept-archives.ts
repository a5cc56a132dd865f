import type { ArchivePlan } from './archive-plans.ts';

/** An archive that its creator can download. */
export interface Archive extends ArchivePlan {
  readonly id: number;
  /** In milliseconds UTC. */
  readonly expiresAt: number;
}

/** An archive with the user who created it. */
export interface KeptArchive extends Archive {
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
export class KeptArchives {
  readonly #limits: Limits;
  /** By id, oldest first. */
  readonly #all = new Map<number, KeptArchive>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get(id: number): KeptArchive | undefined {
    return this.#all.get(id);
  }

  /** Adds an archive. Evicts archives that have expired or exceed the limits. @param now milliseconds UTC */
  add(archive: KeptArchive, now: number): void {
    for (const [id, { expiresAt }] of this.#all) if (expiresAt <= now) this.#all.delete(id);
    this.#all.set(archive.id, archive);
    const own = this.#of(archive.userId);
    for (const { id } of own.slice(0, -this.#limits.ofUser)) this.#all.delete(id);
    for (let held = this.#held(); sumOf(held.values()) > this.#limits.entries; held = this.#held()) {
      const [most] = [...held].sort(([, one], [, other]) => other - one);
      const [oldest] = this.#of(most?.[0] ?? archive.userId);
      if (oldest === undefined) return;
      this.#all.delete(oldest.id);
    }
  }

  #of(userId: number): KeptArchive[] {
    return [...this.#all.values()].filter((archive) => archive.userId === userId);
  }

  /** Total entries of the waiting archives, by user. */
  #held(): Map<number, number> {
    const held = new Map<number, number>();
    for (const { userId, entries } of this.#all.values())
      held.set(userId, (held.get(userId) ?? 0) + entries.length);
    return held;
  }
}

function sumOf(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((sum, each) => sum + each, 0);
}
