import * as argon2 from 'argon2';
import { DmsError } from '../../model/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { looksLikeToken } from './secrets.ts';

/** Cost of one Argon2id run: memory in KiB, passes over the memory, parallel lanes (RFC 9106 §3.1). */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** RFC 9106 §4, second recommendation: 64 MiB. */
const RECOMMENDED: PasswordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };

const MIN_CHARACTERS = 10;
const MAX_BYTES = 1024;

/**
 * One Argon2 run uses four threads, which is all that a small machine has. A second run at the same time
 * would not finish sooner, and requests that list folders meanwhile would wait twice as long.
 */
const MAX_RUNNING = 1;
const MAX_WAITING = 33;
const RETRY_AFTER_SECONDS = 5;

/**
 * Checks a new password.
 * @returns undefined when valid; otherwise a message that completes "password …"
 */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed()) return 'must be well-formed Unicode';
  if (Array.from(password).length < MIN_CHARACTERS) {
    return `must have at least ${String(MIN_CHARACTERS)} characters`;
  }
  if (isTooLong(password)) return `must be at most ${String(MAX_BYTES)} bytes of UTF-8`;
  if (looksLikeToken(password)) return 'must not look like an access token';
  if (isCommonPassword(password)) return 'is one of the most common passwords';
  return undefined;
}

/**
 * Hashes and verifies passwords. One Argon2 run is active at a time and up to 33 wait; one more is rejected
 * as `throttled`.
 */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #dummyHash: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param cost of new hashes; a stored hash contains its own cost */
  constructor(cost: PasswordCost = RECOMMENDED) {
    this.#cost = cost;
    this.#dummyHash = dummyHash(cost);
  }

  /**
   * Hashes a password for storage. The result contains salt and parameters.
   * @throws {DmsError} throttled
   */
  hash(password: string): Promise<string> {
    return this.#inQueue(() => argon2.hash(normalised(password), { ...this.#cost, type: argon2.argon2id }));
  }

  /**
   * True when `hash` is a hash of this password.
   * @param beforeRun called right before Argon2 runs; if it throws, Argon2 does not run
   * @throws {DmsError} throttled
   */
  async verify(hash: string, password: string, beforeRun?: () => void): Promise<boolean> {
    // No account has so long a password, and a client must not make the server hash megabytes.
    if (isTooLong(password)) return this.verifyDummy('', beforeRun);
    return this.#inQueue(() => {
      beforeRun?.();
      return argon2.verify(hash, normalised(password));
    });
  }

  /**
   * Takes as long as {@link Passwords.verify} and always returns false. For login names that do not exist,
   * so that a client cannot tell from the response time which names exist.
   * @throws {DmsError} throttled
   */
  verifyDummy(password: string, beforeRun?: () => void): Promise<boolean> {
    return this.verify(this.#dummyHash, password, beforeRun);
  }

  async #inQueue<T>(run: () => Promise<T>): Promise<T> {
    await this.#acquireSlot();
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      // The slot passes directly to the next waiting run, so that a newly arriving one cannot overtake it.
      if (next) next();
      else this.#running -= 1;
    }
  }

  #acquireSlot(): Promise<void> {
    if (this.#running < MAX_RUNNING) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= MAX_WAITING) {
      throw new DmsError('throttled', 'Too many sign-ins at once. Try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BYTES;
}

/** Operating systems enter the same characters as different code points (RFC 8265 §4.2). */
function normalised(password: string): string {
  return password.normalize('NFC');
}

/** A well-formed Argon2id hash of 32 zero bytes; no known password produces it. */
function dummyHash(cost: PasswordCost): string {
  const parameters = `m=${String(cost.memoryCost)},t=${String(cost.timeCost)},p=${String(cost.parallelism)}`;
  return `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}
