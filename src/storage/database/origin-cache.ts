import { LRUCache } from 'lru-cache';
import type { Origin } from './change-counters.ts';
import type { Database } from './database.ts';

/** The origins of a value, and their version when the value was read. */
export interface Reading {
  readonly origins: readonly Origin[];
  /** Result of {@link Database.versionOf} before the value was read. */
  readonly version: number;
}

const NOTHING: readonly Origin[] = [];

interface Kept<Value> extends Reading {
  readonly value: Value;
  /** {@link Database.latest} at the last check that found the value valid. */
  trueAt: number;
}

/**
 * LRU cache of values read from the database, limited by total weight. A value becomes invalid when one of its origins
 * changes, by this or another process. After that only {@link OriginCache.last} returns it.
 */
export class OriginCache<Value> {
  readonly #database: Pick<Database, 'versionOf' | 'latest'>;
  readonly #kept: LRUCache<string, Kept<Value>>;
  /** Version of origins that have not changed individually, as of the last check. */
  #ofAll = 0;

  /** @param limit maximum total weight of the values, at least 1 */
  constructor(database: Pick<Database, 'versionOf' | 'latest'>, limit: number) {
    this.#database = database;
    this.#kept = new LRUCache({ maxSize: limit });
  }

  /** Returns a value that is still valid. */
  get(key: string): Value | undefined {
    // Also checks for changes by other processes: a change between the caller's read and `reading` would be missed.
    const { latest } = this.#database;
    const kept = this.#kept.get(key);
    if (kept?.trueAt === latest) return kept.value;
    this.#dropIfAllChanged();
    if (kept === undefined || !this.#isCurrent(kept)) return undefined;
    kept.trueAt = latest;
    return kept.value;
  }

  /**
   * The latest stored value with the version of its origins, even if the value is no longer valid. Undefined also if
   * everything counts as changed since.
   */
  last(key: string): Kept<Value> | undefined {
    this.#dropIfAllChanged();
    return this.#kept.get(key);
  }

  /** True if an origin may have changed since a reading, even if it is not one of the origins of the reading. */
  hasChangedSince({ version }: Reading, origin: Origin): boolean {
    return this.#database.versionOf([origin]) > version;
  }

  /**
   * The current version of the origins of a value. Call it before the value is read. It may also be called after the
   * read if {@link OriginCache.get} has missed in the same turn of the event loop.
   */
  reading(origins: readonly Origin[]): Reading {
    return { origins, version: this.#database.versionOf(origins) };
  }

  /** Stores a value, unless its weight alone exceeds the limit or it is no longer valid. */
  keep(key: string, value: Value, reading: Reading, weight = 1): void {
    if (this.#isCurrent(reading))
      this.#kept.set(key, { ...reading, value, trueAt: this.#database.latest }, { size: weight });
  }

  /**
   * Clears the cache when no value can become valid again. Otherwise LRU eviction would free their memory much later.
   */
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
