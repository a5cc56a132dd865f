import * as argon2 from 'argon2';
import { DmsError } from '../../model/errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { looksLikeToken } from './secrets.ts';

/** What one Argon2id run costs: memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** RFC 9106 §4, second recommendation: 64 MiB. */
const RECOMMENDED: PasswordCost = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };

const SHORTEST_CHARACTERS = 10;
const LONGEST_BYTES = 1024;

/**
 * One takes four threads, which is all that a small machine has: a second one would finish no sooner, and those who list
 * folders meanwhile would wait twice as long.
 */
const RUNNING = 1;
const WAITING = 33;
const RETRY_AFTER_SECONDS = 5;

/** What is wrong with a new password, in words that complete "password …"; undefined for a good one. */
export function passwordFault(password: string): string | undefined {
  if (!password.isWellFormed()) return 'must be well-formed Unicode';
  if (Array.from(password).length < SHORTEST_CHARACTERS) {
    return `must have at least ${String(SHORTEST_CHARACTERS)} characters`;
  }
  if (isTooLong(password)) return `must be at most ${String(LONGEST_BYTES)} bytes of UTF-8`;
  if (looksLikeToken(password)) return 'must not look like an access token';
  if (isCommonPassword(password)) return 'is among the most common ones';
  return undefined;
}

/**
 * Hashes and verifies passwords. One Argon2 runs at a time, the rest wait their turn; when too many wait,
 * one more is refused.
 */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #nobodys: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param cost of hashes made from now on; those made before carry their own */
  constructor(cost: PasswordCost = RECOMMENDED) {
    this.#cost = cost;
    this.#nobodys = unmatchable(cost);
  }

  /**
   * What to store for a password: salt and parameters included.
   * @throws {DmsError} throttled
   */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => argon2.hash(normalised(password), { ...this.#cost, type: argon2.argon2id }));
  }

  /**
   * True when `hash` was made from this password.
   * @param atTurn called when this one's turn has come; what it throws spares the work
   * @throws {DmsError} throttled
   */
  async verify(hash: string, password: string, atTurn?: () => void): Promise<boolean> {
    // No account has one so long; hashing it would only be work for whoever sends it.
    if (isTooLong(password)) return this.verifyNothing('', atTurn);
    return this.#inTurn(() => {
      atTurn?.();
      return argon2.verify(hash, normalised(password));
    });
  }

  /**
   * Costs what {@link Passwords.verify} costs and is always false: for logins that do not exist, so that the time of
   * the answer does not tell them from those that do.
   * @throws {DmsError} throttled
   */
  verifyNothing(password: string, atTurn?: () => void): Promise<boolean> {
    return this.verify(this.#nobodys, password, atTurn);
  }

  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      // The turn is handed on, so that nobody who comes between takes it.
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#running < RUNNING) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= WAITING) {
      throw new DmsError('throttled', 'Too many sign-ins at once. Try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > LONGEST_BYTES;
}

/** The same characters are typed as different code points on different systems (RFC 8265 §4.2). */
function normalised(password: string): string {
  return password.normalize('NFC');
}

/** A hash in Argon2's form whose 32 bytes no password will ever give. */
function unmatchable(cost: PasswordCost): string {
  const parameters = `m=${String(cost.memoryCost)},t=${String(cost.timeCost)},p=${String(cost.parallelism)}`;
  return `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}
