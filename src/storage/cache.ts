/**
 * Caches values that were read from the database. Drops all of them when `version` changes, or when a new
 * value would exceed the limit. A value cannot be outdated, because every change drops all values. While
 * users read more often than they write, a cache that drops single values would not be better.
 */
export class Cache<Key, Value> {
  readonly #version: () => number;
  readonly #limit: number;
  readonly #values = new Map<Key, Value>();
  #weight = 0;
  #validVersion = -1;

  /**
   * @param version a number that rises with every change of the database
   * @param limit greatest total weight of the values
   */
  constructor(version: () => number, limit: number) {
    this.#version = version;
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
    const now = this.#version();
    if (now === this.#validVersion) return;
    this.#clear();
    this.#validVersion = now;
  }

  #clear(): void {
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.#weight = 0;
  }
}
