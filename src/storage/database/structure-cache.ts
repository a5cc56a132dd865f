import type { Database } from './database.ts';

/**
 * Caches values that depend on the structure only: folder locations and access rights. Clears the whole cache when the
 * structure changes ({@link Database.structure}), or when a new value would exceed the limit. Use a `DependencyCache`
 * for values with other dependencies.
 */
export class StructureCache<Key, Value> {
  readonly #database: Pick<Database, 'structure'>;
  readonly #limit: number;
  readonly #values = new Map<Key, Value>();
  #weight = 0;
  #validStructure = -1;

  /** @param limit maximum total weight of the values */
  constructor(database: Pick<Database, 'structure'>, limit: number) {
    this.#database = database;
    this.#limit = limit;
  }

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
