import { LRUCache } from 'lru-cache';
import type { Dependency } from './change-counters.ts';
import type { Database } from './database.ts';

/** The dependencies of a value, and their version when the value was read. */
export interface Stamp {
  readonly dependencies: readonly Dependency[];
  /** Result of {@link Database.versionOf} before the value was read. */
  readonly version: number;
}

const NOTHING: readonly Dependency[] = [];

interface Kept<Value> extends Stamp {
  readonly value: Value;
  /** {@link Database.latest} at the last check that found the value valid. */
  trueAt: number;
}

/**
 * LRU cache of values read from the database, limited by total weight. A value becomes invalid when one of its
 * dependencies changes, by this or another process. After that only {@link DependencyCache.last} returns it.
 */
export class DependencyCache<Value> {
  readonly #database: Pick<Database, 'versionOf' | 'latest'>;
  readonly #kept: LRUCache<string, Kept<Value>>;
  /** Version of dependencies that have not changed individually, as of the last check. */
  #ofAll = 0;

  /** @param limit maximum total weight of the values, at least 1 */
  constructor(database: Pick<Database, 'versionOf' | 'latest'>, limit: number) {
    this.#database = database;
    this.#kept = new LRUCache({ maxSize: limit });
  }

  /** Returns a value that is still valid. */
  get(key: string): Value | undefined {
    // Also checks for changes by other processes: a change between the caller's read and `stamp` would be missed.
    const { latest } = this.#database;
    const kept = this.#kept.get(key);
    if (kept?.trueAt === latest) return kept.value;
    this.#dropIfAllChanged();
    if (kept === undefined || !this.#isCurrent(kept)) return undefined;
    kept.trueAt = latest;
    return kept.value;
  }

  /**
   * The latest stored value with the version of its dependencies, even if the value is no longer valid. Undefined also
   * if everything counts as changed since.
   */
  last(key: string): Kept<Value> | undefined {
    this.#dropIfAllChanged();
    return this.#kept.get(key);
  }

  /**
   * True if a dependency may have changed since a stamp was taken, even if it is not one of the dependencies of the
   * stamp.
   */
  hasChangedSince({ version }: Stamp, dependency: Dependency): boolean {
    return this.#database.versionOf([dependency]) > version;
  }

  /**
   * The current version of the dependencies of a value. Call it before the value is read. It may also be called after
   * the read if {@link DependencyCache.get} has missed in the same turn of the event loop.
   */
  stamp(dependencies: readonly Dependency[]): Stamp {
    return { dependencies, version: this.#database.versionOf(dependencies) };
  }

  /** Stores a value, unless its weight alone exceeds the limit or it is no longer valid. */
  keep(key: string, value: Value, stamp: Stamp, weight = 1): void {
    if (this.#isCurrent(stamp))
      this.#kept.set(key, { ...stamp, value, trueAt: this.#database.latest }, { size: weight });
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

  #isCurrent({ dependencies, version }: Stamp): boolean {
    return this.#database.versionOf(dependencies) === version;
  }
}
