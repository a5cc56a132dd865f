import type { Database } from './database.ts';

/**
 * Caches values that were read from nothing but the structure: where folders are, and who may read what. Drops all of
 * them when that changes ({@link Database.structure}), or when a new value would exceed the limit. What else was read
 * belongs into an `OriginCache`.
 */
export class StructureCache<Key, Value> {
  readonly #database: Pick<Database, 'structure'>;
  readonly #limit: number;
  readonly #values = new Map<Key, Value>();
  #weight = 0;
  #validStructure = -1;

  /** @param limit greatest total weight of the values */
  constructor(database: Pick<Database, 'structure'>, limit: number) {
    this.#database = database;
    this.#limit = limit;
  }

  /** Returns a cached value. */
  get(key: Key): Value | undefined {
    this.#dropIfOutdated();
    return this.#values.get(key);
  }

  /** Caches a value, unless its weight alone exceeds the limit. */
  set(key: Key, value: Value, weight = 1): void {
    this.#dropIfOutdated();
    if (weight > this.#limit) return;
    if (this.#weight + weight > this.#limit) this.#clear();
    this.#values.set(key, value);
    this.#weight += weight;
  }

  #dropIfOutdated(): void {
    const now = this.#database.structure;
    if (now === this.#validStructure) return;
    this.#clear();
    this.#validStructure = now;
  }

  #clear(): void {
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.#weight = 0;
  }
}
