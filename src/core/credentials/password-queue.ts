import { busy, type DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

/** On whose behalf a password is verified or hashed. */
export interface Applicant {
  /** Those of the same client share two places. */
  readonly client: string;
  /**
   * True for a signed-in user, and for a login name at an address where its password has been right before.
   * Places are kept for them, and their turn comes first.
   */
  readonly isKnown: boolean;
}

/** A place for each run of Argon2 that waits or runs. */
const PLACES_PER_CLIENT = 2;
/** Most strangers that wait: the last of them some seconds. */
const MAX_STRANGERS = 17;
/**
 * Most that wait and are known: after a restart, the drives of a large office at two addresses each. The last of
 * them wait for minutes, which is sooner than if they were refused and tried again.
 */
const MAX_KNOWN = 2000;

/**
 * Runs one task at a time. One Argon2 run uses four threads, which is all that a small machine has. A second
 * run at the same time would not finish sooner, and requests that list folders meanwhile would wait twice as
 * long.
 *
 * A client that floods the service can take two places only, and strangers at many addresses together cannot
 * take the places of those who are known.
 */
export class PasswordQueue {
  readonly #places = new Map<string, number>();
  readonly #known: (() => void)[] = [];
  readonly #strangers: (() => void)[] = [];
  #isRunning = false;

  /**
   * Runs the task when its turn comes.
   * @param applicant undefined for the service's own users, who have been checked already: no limit by client
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

  /** The turn passes directly to the next, so that a newly arriving run cannot overtake it. */
  #next(): void {
    const next = this.#known.shift() ?? this.#strangers.shift();
    if (next) next();
    else this.#isRunning = false;
  }
}

function full(): DmsError {
  return busy(message('sign_ins_at_once'));
}
