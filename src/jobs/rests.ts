/**
 * How long the service counts as busy after a piece of work before or during which requests came. The next request of a
 * program that copies files comes sooner.
 */
const BUSY_MS = 250;
/** How many times as long as the work a rest is. */
const REST_FACTOR = 9;

/** What {@link Rests} needs. */
export interface RestSettings {
  /** How many requests have come since the start. */
  readonly requests: () => number;
  /** Longest rest after one piece of work, in milliseconds. */
  readonly longestMs: number;
  /** The clock, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
}

/**
 * Has work beside requests give way to them: while requests come, a rest of nine times its length follows each piece of work,
 * at most `longestMs`. The system's priorities are not enough, as a part of the work is done by the thread that answers
 * requests.
 */
export class Rests {
  readonly #settings: RestSettings;
  #seen: number;
  #busyUntil = 0;

  constructor(settings: RestSettings) {
    this.#settings = settings;
    this.#seen = settings.requests();
  }

  /**
   * How long to rest after a piece of work, in milliseconds; 0 where nobody asks for anything.
   * @param tookMs how long the work took
   */
  after(tookMs: number): number {
    const { requests, longestMs, now: clock = () => performance.now() } = this.#settings;
    const seen = requests();
    const now = clock();
    if (seen !== this.#seen) this.#busyUntil = now + BUSY_MS;
    this.#seen = seen;
    return now < this.#busyUntil ? Math.min(REST_FACTOR * tookMs, longestMs) : 0;
  }
}
