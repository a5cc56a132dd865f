import { type Message, message } from '../../model/errors/messages.ts';
import { isCommonPassword } from './common-passwords.ts';
import { type Applicant, PasswordQueue } from './password-queue.ts';
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
 * Checks a new password.
 * @returns undefined if valid; otherwise a message that completes "password …"
 */
export function passwordFault(password: string): Message | undefined {
  if (!password.isWellFormed()) return message('not_unicode');
  if (Array.from(password).length < MIN_CHARACTERS)
    return message('too_few_characters', { minimum: MIN_CHARACTERS });
  if (isTooLong(password)) return message('too_many_bytes', { maximum: MAX_BYTES });
  if (looksLikeToken(password)) return message('password_like_token');
  if (isCommonPassword(password)) return message('password_common');
  return undefined;
}

/** The client that wants to verify a password, and a check that runs when its turn comes. */
export interface Verification extends Applicant {
  /** Called right before Argon2 runs; if it throws, Argon2 does not run. */
  readonly beforeRun: () => void;
}

/** Hashes and verifies passwords, one at a time ({@link PasswordQueue}). */
export class Passwords {
  readonly #cost: PasswordCost;
  readonly #dummyHash: string;
  readonly #queue = new PasswordQueue();

  /** @param cost cost of new hashes; a stored hash contains its own cost */
  constructor(cost: PasswordCost = RECOMMENDED) {
    this.#cost = cost;
    this.#dummyHash = dummyHash(cost);
  }

  /** The hash of an account without a password: no password matches it. */
  get none(): string {
    return this.#dummyHash;
  }

  /**
   * Hashes a password for storage. The result contains salt and parameters. Does not authorise the caller.
   * @throws {DmsError} throttled
   */
  hash(password: string): Promise<string> {
    return this.#queue.run(undefined, async () => {
      const { argon2id, hash } = await loadArgon2();
      return hash(normalised(password), { ...this.#cost, type: argon2id });
    });
  }

  /**
   * True if `hash` is a hash of this password. Without a hash, the check takes as long and returns false: for unknown
   * login names, so that the response time does not reveal which names exist.
   * @throws {DmsError} throttled
   */
  async verify(hash: string | undefined, password: string, verification: Verification): Promise<boolean> {
    // No account has such a long password, and a client must not make the server hash megabytes.
    const [storedHash, candidate] = isTooLong(password) ? [undefined, ''] : [hash, password];
    return this.#queue.run(verification, async () => {
      const argon2 = await loadArgon2();
      verification.beforeRun();
      return argon2.verify(storedHash ?? this.#dummyHash, normalised(candidate));
    });
  }
}

/** Loaded on first use: most commands, and most starts of the service, need Argon2 late or never. */
function loadArgon2() {
  return import('argon2');
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
