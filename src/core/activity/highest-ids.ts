/** Number of ids that one {@link Chunk} covers. */
const IDS_PER_CHUNK = 4096;

/**
 * Set of ids that keeps only the highest ones. Newer records have higher ids, so these are the newest records. Uses one
 * bit for each id up to the highest, without sorting or copying: a page may be far down in a list of millions.
 */
export class HighestIds {
  readonly count: number;
  /** Chunk `n` covers the ids from `n * IDS_PER_CHUNK` on. */
  readonly #chunks: (Chunk | undefined)[] = [];
  /** Index of the first kept chunk. The chunks from here on have enough ids. */
  #first = 0;
  #size = 0;

  /** @param count minimum number of ids to keep, if there are that many */
  constructor(count: number) {
    this.count = count;
  }

  /** Ids up to this value are not kept. */
  get lowerBound(): number {
    return this.#first * IDS_PER_CHUNK - 1;
  }

  add(ids: readonly number[]): void {
    for (const id of ids) {
      const index = Math.floor(id / IDS_PER_CHUNK);
      if (index < this.#first) continue;
      const chunk = (this.#chunks[index] ??= new Chunk());
      if (chunk.add(id % IDS_PER_CHUNK)) this.#size += 1;
    }
    this.#drop();
  }

  /** The `count` greatest ids without the first `offset` of them, in descending order. */
  from(offset: number): number[] {
    const found: number[] = [];
    let toSkip = offset;
    for (let index = this.#chunks.length - 1; index >= this.#first; index -= 1) {
      const chunk = this.#chunks[index];
      if (chunk === undefined) continue;
      if (chunk.size > toSkip) found.push(...chunk.list(index * IDS_PER_CHUNK).slice(toSkip));
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

/** Set of up to {@link IDS_PER_CHUNK} ids, one bit each. */
class Chunk {
  readonly #words = new Uint32Array(IDS_PER_CHUNK / 32);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @returns false if the id was already in the set */
  add(position: number): boolean {
    const bit = 1 << (position % 32);
    const word = this.#words[position >> 5] ?? 0;
    if ((word & bit) !== 0) return false;
    this.#words[position >> 5] = word | bit;
    this.#size += 1;
    return true;
  }

  /**
   * The ids in descending order.
   * @param start the id at position 0
   */
  list(start: number): number[] {
    const ids: number[] = [];
    for (let position = IDS_PER_CHUNK - 1; position >= 0; position -= 1)
      if (((this.#words[position >> 5] ?? 0) & (1 << (position % 32))) !== 0) ids.push(start + position);
    return ids;
  }
}
