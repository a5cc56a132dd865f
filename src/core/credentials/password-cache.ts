import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { Environment } from '../context.ts';

interface VerifiedPassword {
  readonly userId: number;
  /**
   * The stored hash that the password matched. If the user has another one now, the password has changed.
   */
  readonly passwordHash: string;
}

const LIFETIME_MS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

/**
 * Remembers verified passwords for 5 minutes, so that Argon2 does not run for each WebDAV request. Passwords
 * are kept as keyed hashes only. The key is random and exists only in the memory of this process.
 */
export class PasswordCache {
  readonly #key: string;
  readonly #verified: LRUCache<string, VerifiedPassword>;

  constructor({ now, randomBytes }: Pick<Environment, 'now' | 'randomBytes'>) {
    this.#key = randomBytes(32).toString('base64');
    // LRUCache still returns an entry whose age equals `ttl`, hence the minus 1. With a resolution other
    // than 0 it would cache the time instead of asking `now`.
    this.#verified = new LRUCache({
      max: MAX_ENTRIES,
      ttl: LIFETIME_MS - 1,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** Computes the cache key of a login name and password. Neither can be read from the key. */
  keyOf(login: string, password: string): string {
    // The result never leaves the process, so a key in front is as safe as an HMAC, at a sixth of the cost.
    return hash('sha256', `${this.#key}${login}\0${password}`, 'base64');
  }

  /**
   * Finds the user whose password was verified under this key, and the stored hash that it matched. The
   * caller must check that the user's current hash is still the same.
   */
  find(key: string): VerifiedPassword | undefined {
    return this.#verified.get(key);
  }

  /** Remembers that the password behind `key` matched the user's stored hash. */
  remember(key: string, { user, passwordHash }: UserWithPassword): void {
    this.#verified.set(key, { userId: user.id, passwordHash });
  }
}
