import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../model/durations.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { Environment } from '../context.ts';
import { addressBlock } from './throttle.ts';

/** A login name and password as the client sent them, and the client's address. */
export interface PasswordAttempt {
  readonly login: string;
  readonly password: string;
  readonly ip: string | null;
}

/** A password that was right for a login name from an address. */
interface VerifiedPassword {
  readonly key: string;
  readonly userId: number;
  /** The stored hash that the password matched. If the user has another one now, the password has changed. */
  readonly passwordHash: string;
  /** Key of the previous right password. */
  readonly former: string | undefined;
  /** The stored hash that the former password did not match. */
  refusedBy: string | undefined;
  /** Key of the last wrong password, and the number of changes from one wrong password to another. */
  lastOther: string;
  others: number;
  /** Time from the last use until the cache entry expires, in milliseconds. */
  readonly lifetime: number;
  /** Expiry of the cache entry unless the password is used before, in milliseconds UTC. */
  endsAt: number;
}

/** The lookup keys of an attempt. */
interface KeyedAttempt {
  /** Login name and address block. */
  readonly clientKey: string;
  /** Hash of the password, together with the client key. */
  readonly key: string;
}

/** A working day: a drive that is idle during meetings and lunch does not need Argon2 again. */
const LIFETIME_MS = 8 * HOUR_MS;
/**
 * Each cache entry lives longer by a random part of this time. Otherwise the passwords of a whole office, last used
 * right before a network failure, would all expire at the same time.
 */
const SPREAD_MS = 4 * HOUR_MS;
const MAX_ENTRIES = 10_000;
/** Maximum number of wrong passwords before the right one is evicted: the cache must not allow unlimited guesses. */
const MAX_OTHERS = 100;

/**
 * Caches verified passwords for 8 to 12 hours after their last use, so that Argon2 does not run for each WebDAV
 * request. The caller compares the user's current hash at each use, so a changed password becomes invalid immediately.
 * A cached password is valid for the address where it was right, even while sign-ins with the login name are blocked:
 * wrong passwords from behind the same router do not disconnect a mounted drive. After 100 wrong passwords the cache
 * entry is evicted.
 *
 * Passwords are stored as keyed hashes only. The key is random and exists only in the memory of this process.
 */
export class PasswordCache {
  readonly #key: string;
  readonly #now: () => number;
  readonly #randomBytes: Environment['randomBytes'];
  readonly #verified = new LRUCache<string, VerifiedPassword>({ max: MAX_ENTRIES });
  /** Computed keys, by attempt: a drive sends the same attempt with each request, and the caller reuses its object. */
  readonly #keyed = new WeakMap<PasswordAttempt, KeyedAttempt>();

  constructor({ now, randomBytes }: Pick<Environment, 'now' | 'randomBytes'>) {
    this.#key = randomBytes(32).toString('base64');
    this.#now = now;
    this.#randomBytes = randomBytes;
  }

  /** A key for an attempt. It reveals neither login name nor password. */
  keyOf(attempt: PasswordAttempt): string {
    return this.#withKey(attempt).key;
  }

  /**
   * Finds the user with this password, and the stored hash that it matched. The caller must check that the user's
   * current hash is still the same.
   */
  find(attempt: PasswordAttempt): Pick<VerifiedPassword, 'userId' | 'passwordHash'> | undefined {
    const { clientKey, key } = this.#withKey(attempt);
    const verified = this.#at(clientKey);
    if (verified === undefined) return undefined;
    if (key === verified.key) {
      verified.endsAt = this.#now() + verified.lifetime;
      return verified;
    }
    this.#countOther(clientKey, verified, key);
    return undefined;
  }

  /** Caches that the password of this attempt matched the user's stored hash. */
  remember(attempt: PasswordAttempt, { user, passwordHash }: UserWithPassword): void {
    const { clientKey, key } = this.#withKey(attempt);
    const before = this.#at(clientKey);
    const former = before?.key === key ? before.former : before?.key;
    const lifetime = LIFETIME_MS + SPREAD_MS * (this.#randomBytes(4).readUInt32BE() / 2 ** 32);
    const endsAt = this.#now() + lifetime;
    const unused = { refusedBy: undefined, lastOther: '', others: 0, endsAt };
    this.#verified.set(clientKey, { key, userId: user.id, passwordHash, former, lifetime, ...unused });
  }

  /**
   * True for a password that was right at this address until the user changed it. A drive that is mounted with the old
   * password keeps sending it, and must not count as guessing.
   * @param passwordHash the user's current hash
   */
  isFormer(attempt: PasswordAttempt, passwordHash: string): boolean {
    const { clientKey, key } = this.#withKey(attempt);
    const verified = this.#at(clientKey);
    if (verified === undefined) return false;
    return key === verified.former || (key === verified.key && verified.passwordHash !== passwordHash);
  }

  /** True for a former password that did not match the current hash before: Argon2 need not run again. */
  isRefused(attempt: PasswordAttempt, passwordHash: string): boolean {
    return this.#at(clientKeyOf(attempt))?.refusedBy === passwordHash && this.isFormer(attempt, passwordHash);
  }

  /** Caches that a former password does not match the user's current hash. */
  refuse(attempt: PasswordAttempt, passwordHash: string): void {
    const verified = this.#at(clientKeyOf(attempt));
    if (verified) verified.refusedBy = passwordHash;
  }

  /** The cache entry for a login name and an address, unless it has expired. */
  #at(clientKey: string): VerifiedPassword | undefined {
    const verified = this.#verified.get(clientKey);
    return verified !== undefined && this.#now() < verified.endsAt ? verified : undefined;
  }

  #withKey(attempt: PasswordAttempt): KeyedAttempt {
    const known = this.#keyed.get(attempt);
    if (known !== undefined) return known;
    const clientKey = clientKeyOf(attempt);
    // The result never leaves the process, so a key prefix is as safe as an HMAC, at a sixth of the cost.
    const key = hash('sha256', `${this.#key}${clientKey}\0${attempt.password.normalize('NFC')}`, 'base64');
    const keyed = { clientKey, key };
    this.#keyed.set(attempt, keyed);
    return keyed;
  }

  /** Counts a repeated wrong password once, such as from a device that keeps sending the old one. */
  #countOther(clientKey: string, verified: VerifiedPassword, key: string): void {
    if (key === verified.lastOther) return;
    verified.lastOther = key;
    verified.others += 1;
    if (verified.others >= MAX_OTHERS) this.#verified.delete(clientKey);
  }
}

function clientKeyOf({ login, ip }: Pick<PasswordAttempt, 'login' | 'ip'>): string {
  return `${login.toLowerCase()}\0${addressBlock(ip ?? '')}`;
}
