/** The machine's clock goes by in small steps. A difference outside of these was made by setting it. */
const LARGEST_STEP_MS = 24 * 60 * 60 * 1000;
const LARGEST_STEP_BACK_MS = 1000;

/** The time, and whether the machine's clock was set while it was read. */
export class Clock {
  readonly #read: () => number;
  #last: number | undefined;
  #onStep: (by: number) => void = () => undefined;

  /** @param read returns milliseconds UTC */
  constructor(read: () => number) {
    this.#read = read;
  }

  /** Milliseconds UTC. */
  readonly now = (): number => {
    const time = this.#read();
    if (this.#last === undefined) return time;
    const by = time - this.#last;
    this.#last = time;
    if (by > LARGEST_STEP_MS || by < -LARGEST_STEP_BACK_MS) this.#onStep(by);
    return time;
  };

  /**
   * From now on calls `onStep` whenever the clock is a day or more ahead of its last reading, or a second or
   * more behind it.
   * @param last a time that the clock has shown before, in milliseconds UTC
   * @param onStep gets the difference in milliseconds; negative if the clock was set back
   */
  watch(last: number | undefined, onStep: (by: number) => void): void {
    this.#last = last ?? this.#read();
    this.#onStep = onStep;
    this.now();
  }
}
