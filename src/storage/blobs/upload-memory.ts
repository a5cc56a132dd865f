/** Maximum bytes of complete contents that one upload keeps in memory. Further contents go to disk. */
const KEPT_BYTES = 1024 * 1024;
/** Limit of the bytes that all uploads hold in memory, above which each chunk is written immediately. */
const ALL_BYTES = 64 * 1024 * 1024;

/** Counts the bytes that all uploads of this process hold in memory. */
export interface MemoryOfAll {
  bytes: number;
}

/**
 * Memory account of one upload: a single content, or a form with many files. It decides when bytes must go to disk,
 * which limits the memory of each upload and of the process.
 */
export class UploadMemory {
  readonly #all: MemoryOfAll;
  #held = 0;
  #kept = 0;

  constructor(all: MemoryOfAll) {
    this.#all = all;
  }

  /** True if received bytes must be written immediately. */
  get isFull(): boolean {
    return this.#all.bytes > ALL_BYTES;
  }

  /** True if no further content may be kept in memory, regardless of its size. */
  get mayKeepNoMore(): boolean {
    return this.#kept > KEPT_BYTES || this.isFull;
  }

  /** Records bytes held in memory. @param bytes negative after they were written */
  hold(bytes: number): void {
    this.#held += bytes;
    this.#all.bytes += bytes;
  }

  /** Records a complete content that remains in memory until the upload ends. */
  keep(bytes: number): void {
    this.#kept += bytes;
  }

  /** Releases the memory of the upload. Call it once. */
  end(): void {
    this.#all.bytes -= this.#held;
  }
}
