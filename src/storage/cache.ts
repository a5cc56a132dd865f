/**
 * Caches values that were read from the database. Drops all of them when `generation` changes, or when a new
 * value would exceed the limit. A value cannot be outdated, because every change drops all values. While
 * users read more often than they write, a cache that drops single values would not be better.
 */
export class Cache<Key, Value> {
  readonly #generation: () => number;
  readonly #limit: number;
  readonly #values = new Map<Key, Value>();
  #weight = 0;
  #validGeneration = -1;

  /**
   * @param generation a number that rises with every change of the database
   * @param limit greatest total weight of the values
   */
  constructor(generation: () => number, limit: number) {
    this.#generation = generation;
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
    const now = this.#generation();
    if (now === this.#validGeneration) return;
    this.#clear();
    this.#validGeneration = now;
  }

  #clear(): void {
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.#weight = 0;
  }
}
