import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { Environment } from '../context.ts';

interface Memory {
  readonly userId: number;
  /** What the password was verified against: with any other hash in the user's row it is no longer his password. */
  readonly passwordHash: string;
}

const LIFETIME_MS = 5 * 60_000;
const MOST = 10_000;

/**
 * Passwords that were verified a moment ago, so that Argon2 does not run for each WebDAV request. Known by a keyed
 * hash only; the key lives and dies with the process.
 */
export class PasswordCache {
  readonly #key: string;
  readonly #memories: LRUCache<string, Memory>;

  constructor({ now, randomBytes }: Pick<Environment, 'now' | 'randomBytes'>) {
    this.#key = randomBytes(32).toString('base64');
    // It still gives what is exactly as old as `ttl`, and without a resolution of 0 it would keep a clock of its own.
    this.#memories = new LRUCache({ max: MOST, ttl: LIFETIME_MS - 1, ttlResolution: 0, perf: { now } });
  }

  /** What stands for a login and password; neither can be read from it. */
  keyOf(login: string, password: string): string {
    // Nobody sees what comes out, so that the key in front is as good as an HMAC, at a sixth of the cost.
    return hash('sha256', `${this.#key}${login}\0${password}`, 'base64');
  }

  /** Who was verified under this key, and against what; whether that still holds is for the caller to see. */
  find(key: string): Memory | undefined {
    return this.#memories.get(key);
  }

  remember(key: string, { user, passwordHash }: UserWithPassword): void {
    this.#memories.set(key, { userId: user.id, passwordHash });
  }
}
