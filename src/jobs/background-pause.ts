/**
 * Time for which the service counts as busy after a job step, if requests arrived before or during the step. A program
 * that copies files sends its next request within this time.
 */
const BUSY_MS = 250;
/** Pause after a job step, as a multiple of the step's duration. */
const PAUSE_FACTOR = 9;

export interface PauseSettings {
  /** Number of requests since the start. */
  readonly requests: () => number;
  /** Maximum pause after one job step, in milliseconds. */
  readonly longestMs: number;
  /** Clock, in milliseconds; default: `performance.now`. */
  readonly now?: () => number;
}

/**
 * Throttles a background job while requests arrive: after each step, the job pauses for nine times the step's duration,
 * at most `longestMs`. Process priorities are not enough, because part of the work runs on the thread that serves
 * requests.
 */
export class BackgroundPause {
  readonly #settings: PauseSettings;
  #seen: number;
  #busyUntil = 0;

  constructor(settings: PauseSettings) {
    this.#settings = settings;
    this.#seen = settings.requests();
  }

  /**
   * Pause after a job step, in milliseconds; 0 while the service is idle.
   * @param tookMs duration of the step
   */
  after(tookMs: number): number {
    const { requests, longestMs, now: clock = () => performance.now() } = this.#settings;
    const seen = requests();
    const now = clock();
    if (seen !== this.#seen) this.#busyUntil = now + BUSY_MS;
    this.#seen = seen;
    return now < this.#busyUntil ? Math.min(PAUSE_FACTOR * tookMs, longestMs) : 0;
  }
}
