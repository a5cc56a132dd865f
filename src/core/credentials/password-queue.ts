import { busy, type DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

/** The client for which a password is verified or hashed. */
export interface Applicant {
  /** Key of the client. All requests with the same key share the places of one client. */
  readonly client: string;
  /**
   * True for a signed-in user, and for a login name whose password has been right from this address before. Known
   * clients have reserved places and run first.
   */
  readonly isKnown: boolean;
}

/** Maximum number of waiting and running Argon2 runs per client. */
const PLACES_PER_CLIENT = 2;
/** Maximum queue length for unknown clients. The last of them waits a few seconds. */
const MAX_STRANGERS = 17;
/**
 * Maximum queue length for known clients: after a restart, the drives of a large office at two addresses each. The last
 * of them wait for minutes, which is sooner than refusal and retries.
 */
const MAX_KNOWN = 2000;

/**
 * Runs one task at a time. One Argon2 run uses four threads, which is the whole capacity of a small machine. A second
 * run at the same time would not finish sooner, and concurrent folder listings would take twice as long.
 *
 * A client that floods the service occupies only two places. Unknown clients at many addresses together cannot occupy
 * the places of known clients.
 */
export class PasswordQueue {
  readonly #places = new Map<string, number>();
  readonly #known: (() => void)[] = [];
  readonly #strangers: (() => void)[] = [];
  #isRunning = false;

  /**
   * Runs the task when its turn comes.
   * @param applicant undefined for callers that are already authorised: no limit per client
   * @throws {DmsError} throttled
   */
  async run<T>(applicant: Applicant | undefined, task: () => Promise<T>): Promise<T> {
    const isStranger = applicant?.isKnown === false;
    const waiting = isStranger ? this.#strangers : this.#known;
    if (applicant !== undefined && this.#placesOf(applicant) >= PLACES_PER_CLIENT) throw full();
    if (this.#isRunning && waiting.length >= (isStranger ? MAX_STRANGERS : MAX_KNOWN)) throw full();
    this.#addPlace(applicant, 1);
    try {
      await this.#turn(waiting);
      return await task();
    } finally {
      this.#addPlace(applicant, -1);
      this.#next();
    }
  }

  #placesOf({ client }: Applicant): number {
    return this.#places.get(client) ?? 0;
  }

  #addPlace(applicant: Applicant | undefined, delta: 1 | -1): void {
    if (applicant === undefined) return;
    const places = this.#placesOf(applicant) + delta;
    if (places === 0) this.#places.delete(applicant.client);
    else this.#places.set(applicant.client, places);
  }

  #turn(waiting: (() => void)[]): Promise<void> {
    if (this.#isRunning) return new Promise((resolve) => waiting.push(resolve));
    this.#isRunning = true;
    return Promise.resolve();
  }

  /** Passes the turn directly to the next task, so that a new task cannot overtake it. */
  #next(): void {
    const next = this.#known.shift() ?? this.#strangers.shift();
    if (next) next();
    else this.#isRunning = false;
  }
}

function full(): DmsError {
  return busy(message('sign_ins_at_once'));
}
