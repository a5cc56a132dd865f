import { DAY_MS } from '../model/durations.ts';

/** Largest normal differences between two readings. A larger one means that the clock was set. */
const LARGEST_STEP_MS = DAY_MS;
const LARGEST_STEP_BACK_MS = 1000;

/** The current time. Detects when the clock of the machine is set. */
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
   * Starts to call `onStep` whenever the clock is more than a day ahead of its last reading, or more than a second
   * behind it.
   * @param last an earlier time on this clock, in milliseconds UTC; by default the current time
   * @param onStep receives the difference in milliseconds; negative if the clock was set back
   */
  watch(last: number | undefined, onStep: (by: number) => void): void {
    this.#last = last ?? this.#read();
    this.#onStep = onStep;
    this.now();
  }
}
