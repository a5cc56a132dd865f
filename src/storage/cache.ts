/**
 * Remembers what was read for as long as nothing has changed: everything goes when `generation` moves on, or when it
 * outgrows its bound. Right by construction, and as good as one that forgets more finely while people read more than write.
 */
export class Cache<Key, Value> {
  readonly #generation: () => number;
  readonly #limit: number;
  readonly #values = new Map<Key, Value>();
  #weight = 0;
  #valid = -1;

  /** @param limit most weight that is kept */
  constructor(generation: () => number, limit: number) {
    this.#generation = generation;
    this.#limit = limit;
  }

  get(key: Key): Value | undefined {
    this.#renew();
    return this.#values.get(key);
  }

  set(key: Key, value: Value, weight = 1): void {
    this.#renew();
    if (weight > this.#limit) return;
    if (this.#weight + weight > this.#limit) this.#clear();
    this.#values.set(key, value);
    this.#weight += weight;
  }

  #renew(): void {
    const now = this.#generation();
    if (now === this.#valid) return;
    this.#clear();
    this.#valid = now;
  }

  #clear(): void {
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.#weight = 0;
  }
}
