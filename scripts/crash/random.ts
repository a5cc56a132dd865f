/** Pseudo-random numbers (mulberry32). The same seed always gives the same sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** @returns a number from 0 (inclusive) to 1 (exclusive) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** @returns an integer from 0 (inclusive) to `limit` (exclusive) */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** @returns one of the items; undefined if there are none */
  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}
