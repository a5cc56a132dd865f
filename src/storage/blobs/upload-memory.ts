/** Bytes of whole contents that one upload may keep in memory. Further contents go to disk. */
const KEPT_BYTES = 1024 * 1024;
/** Bytes that all uploads together hold in memory while there is no need to hurry to the disk. */
const ALL_BYTES = 64 * 1024 * 1024;

/** Counts the bytes that all uploads of this process hold in memory. */
export interface MemoryOfAll {
  bytes: number;
}

/**
 * Counts the bytes that one upload holds in memory: a single content, or a form with many files. It says
 * when bytes must go to disk, so that there is a bound for an upload and one for the process.
 */
export class UploadMemory {
  readonly #all: MemoryOfAll;
  #held = 0;
  #kept = 0;

  constructor(all: MemoryOfAll) {
    this.#all = all;
  }

  /** True if received bytes must be written at once. */
  get isFull(): boolean {
    return this.#all.bytes > ALL_BYTES;
  }

  /** True if no further content may be kept in memory, however small it is. */
  get mayKeepNoMore(): boolean {
    return this.#kept > KEPT_BYTES || this.isFull;
  }

  /** Notes that bytes are held. @param bytes negative if they have been written */
  hold(bytes: number): void {
    this.#held += bytes;
    this.#all.bytes += bytes;
  }

  /** Notes that a whole content of this size stays in memory until the upload ends. */
  keep(bytes: number): void {
    this.#kept += bytes;
  }

  /** The upload holds nothing any more. Call it once. */
  end(): void {
    this.#all.bytes -= this.#held;
  }
}
