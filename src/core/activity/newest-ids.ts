/** Ids in one {@link Chunk}. */
const SPAN = 4096;

/**
 * Collects ids and keeps the greatest of them, each once. Takes a bit for each id up to the greatest, and neither
 * sorts nor copies: a page may be far down in a list of millions.
 */
export class NewestIds {
  readonly count: number;
  /** The first one has the ids from 0 on, the next one those from {@link SPAN} on, and so on. */
  readonly #chunks: (Chunk | undefined)[] = [];
  /** Chunks before this one are not kept: those after it have enough ids. */
  #first = 0;
  #size = 0;

  /** @param count how many ids are needed at least, if there are so many */
  constructor(count: number) {
    this.count = count;
  }

  /** An id that is not greater than this one is not among those that are kept. */
  get least(): number {
    return this.#first * SPAN - 1;
  }

  add(ids: readonly number[]): void {
    for (const id of ids) {
      const index = Math.floor(id / SPAN);
      if (index < this.#first) continue;
      const chunk = (this.#chunks[index] ??= new Chunk());
      if (chunk.add(id % SPAN)) this.#size += 1;
    }
    this.#drop();
  }

  /** The greatest ids without the first `offset`, up to the last of `count`, the greatest first. */
  from(offset: number): number[] {
    const found: number[] = [];
    let toSkip = offset;
    for (let index = this.#chunks.length - 1; index >= this.#first; index -= 1) {
      const chunk = this.#chunks[index];
      if (chunk === undefined) continue;
      if (chunk.size > toSkip) found.push(...chunk.list(index * SPAN).slice(toSkip));
      toSkip = Math.max(0, toSkip - chunk.size);
      if (found.length >= this.count - offset) break;
    }
    return found.slice(0, this.count - offset);
  }

  #drop(): void {
    for (;;) {
      const size = this.#chunks[this.#first]?.size ?? 0;
      if (this.#size - size < this.count) return;
      this.#size -= size;
      this.#chunks[this.#first] = undefined;
      this.#first += 1;
    }
  }
}

/** Which of {@link SPAN} ids are there, a bit for each. */
class Chunk {
  readonly #words = new Uint32Array(SPAN / 32);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @returns false if it was there already */
  add(position: number): boolean {
    const bit = 1 << (position % 32);
    const word = this.#words[position >> 5] ?? 0;
    if ((word & bit) !== 0) return false;
    this.#words[position >> 5] = word | bit;
    this.#size += 1;
    return true;
  }

  /** The ids, the greatest first. @param start the id at position 0 */
  list(start: number): number[] {
    const ids: number[] = [];
    for (let position = SPAN - 1; position >= 0; position -= 1)
      if (((this.#words[position >> 5] ?? 0) & (1 << (position % 32))) !== 0) ids.push(start + position);
    return ids;
  }
}
