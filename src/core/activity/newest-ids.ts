/** Collects ids and keeps the greatest of them, each once. */
export class NewestIds {
  readonly count: number;
  #ids: number[] = [];
  #least = 0;

  /** @param count how many are kept */
  constructor(count: number) {
    this.count = count;
  }

  /** An id that is not greater than this one is not among those that are kept. */
  get least(): number {
    return this.#least;
  }

  add(ids: readonly number[]): void {
    for (const id of ids) this.#ids.push(id);
    if (this.#ids.length >= 2 * this.count) this.#drop();
  }

  /** The ids that are kept without the first `offset`, the greatest first. */
  from(offset: number): number[] {
    this.#drop();
    return this.#ids.slice(offset);
  }

  #drop(): void {
    const sorted = Float64Array.from(new Set(this.#ids)).sort().reverse();
    this.#ids = [...sorted.subarray(0, this.count)];
    if (this.#ids.length === this.count) this.#least = this.#ids[this.count - 1] ?? 0;
  }
}
