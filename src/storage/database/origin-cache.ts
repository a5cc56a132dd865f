import { LRUCache } from 'lru-cache';
import type { Origin } from './change-counters.ts';
import type { Database } from './database.ts';

/** From what a value was read, and how it was then. */
export interface Reading {
  readonly origins: readonly Origin[];
  /** What {@link Database.versionOf} said before it was read. */
  readonly version: number;
}

const NOTHING: readonly Origin[] = [];

interface Kept<Value> extends Reading {
  readonly value: Value;
  /** {@link Database.latest} when the value was last found to be true. */
  trueAt: number;
}

/**
 * Keeps values that were read from the database, each until what it was read from changes, by this or another process; after that
 * only {@link OriginCache.last} gives it.
 * The values that were used last stay, up to a total weight.
 */
export class OriginCache<Value> {
  readonly #database: Pick<Database, 'versionOf' | 'latest'>;
  readonly #kept: LRUCache<string, Kept<Value>>;
  /** The number of origins that have not changed by themselves, when it was last asked for. */
  #ofAll = 0;

  /** @param limit greatest total weight of the values, at least 1 */
  constructor(database: Pick<Database, 'versionOf' | 'latest'>, limit: number) {
    this.#database = database;
    this.#kept = new LRUCache({ maxSize: limit });
  }

  /** Returns a value that is still true. */
  get(key: string): Value | undefined {
    // Also looks for changes by other processes: one between what the caller reads now and `reading` would be missed.
    const { latest } = this.#database;
    const kept = this.#kept.get(key);
    if (kept?.trueAt === latest) return kept.value;
    this.#dropIfAllChanged();
    if (kept === undefined || !this.#isCurrent(kept)) return undefined;
    kept.trueAt = latest;
    return kept.value;
  }

  /**
   * The value that was kept last and how its origins were then, though it may not be true any more; undefined also if
   * everything counts as changed since.
   */
  last(key: string): Kept<Value> | undefined {
    this.#dropIfAllChanged();
    return this.#kept.get(key);
  }

  /** Whether an origin may have changed since a reading, also one that is not among those of the reading. */
  hasChangedSince({ version }: Reading, origin: Origin): boolean {
    return this.#database.versionOf([origin]) > version;
  }

  /**
   * How the origins of a value are now. To be called before the value is read, or, in the same turn of the event loop, after
   * {@link OriginCache.get} has not found it and it was read.
   */
  reading(origins: readonly Origin[]): Reading {
    return { origins, version: this.#database.versionOf(origins) };
  }

  /** Keeps a value, unless its weight alone exceeds the limit or it is no longer true. */
  keep(key: string, value: Value, reading: Reading, weight = 1): void {
    if (this.#isCurrent(reading))
      this.#kept.set(key, { ...reading, value, trueAt: this.#database.latest }, { size: weight });
  }

  /** What can never be true again would take its memory until it is the oldest. */
  #dropIfAllChanged(): void {
    const now = this.#database.versionOf(NOTHING);
    if (now === this.#ofAll) return;
    this.#kept.clear();
    this.#ofAll = now;
  }

  #isCurrent({ origins, version }: Reading): boolean {
    return this.#database.versionOf(origins) === version;
  }
}
