import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { DmsError } from '../../model/errors.ts';
import type { Context } from '../context.ts';

/** How many failures in how many minutes; 0 failures: no limit. */
export interface ThrottleLimits {
  readonly maxFailures: number;
  readonly windowMinutes: number;
}

/** Failed attempts of one login from one address. Times in milliseconds UTC. */
interface Failures {
  readonly at: readonly number[];
  readonly blockedUntil: number;
}

const MINUTE_MS = 60_000;
const MAX_KEYS = 20_000;
/** No login is longer; what is longer is cut, so that a key stays small. */
const LOGIN_LENGTH = 64;
/** Hexadecimal digits of a /56, which is what one customer gets. */
const CUSTOMER_DIGITS = 14;

/** Keeps guessers of passwords away: counts failures per login and address, in memory. */
export class Throttle {
  readonly #context: Pick<Context, 'now'>;
  readonly #maxFailures: number;
  readonly #windowMs: number;
  /** Read by `peek`, so that those go first whose last failure is the longest ago. */
  readonly #failures = new LRUCache<string, Failures>({ max: MAX_KEYS });

  constructor(context: Pick<Context, 'now'>, { limits }: { readonly limits: ThrottleLimits }) {
    this.#context = context;
    this.#maxFailures = limits.maxFailures;
    this.#windowMs = limits.windowMinutes * MINUTE_MS;
  }

  /** True while this login must not be tried from this address. */
  isBlocked(login: string, ip: string | null): boolean {
    return this.#blockedFor(login, ip) > 0;
  }

  /** @throws {DmsError} throttled, with the seconds after which it may be tried again */
  check(login: string, ip: string | null): void {
    const left = this.#blockedFor(login, ip);
    if (left > 0) {
      throw new DmsError('throttled', 'Too many failed sign-ins. Try again later.', {
        retryAfter: Math.ceil(left / 1000),
      });
    }
  }

  /** Counts a failure. The one that reaches the limit blocks for a whole window. */
  fail(login: string, ip: string | null): void {
    if (this.#maxFailures === 0) return;
    const key = keyOf(login, ip);
    const now = this.#context.now();
    const recent = (this.#failures.peek(key)?.at ?? []).filter((at) => at > now - this.#windowMs);
    const at = [...recent, now].slice(-this.#maxFailures);
    this.#failures.set(key, { at, blockedUntil: at.length < this.#maxFailures ? 0 : now + this.#windowMs });
  }

  /** Forgets the failures: the right password came. */
  succeed(login: string, ip: string | null): void {
    this.#failures.delete(keyOf(login, ip));
  }

  #blockedFor(login: string, ip: string | null): number {
    // Mostly nobody guesses.
    if (this.#failures.size === 0) return 0;
    return (this.#failures.peek(keyOf(login, ip))?.blockedUntil ?? 0) - this.#context.now();
  }
}

function keyOf(login: string, ip: string | null): string {
  return `${login.slice(0, LOGIN_LENGTH).toLowerCase()}\0${addressBlock(ip ?? '')}`;
}

/** One customer has 2^72 IPv6 addresses at his disposal: they count as one, as with the rate limits (CONTRACT §2). */
export function addressBlock(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return digits.join('').toLowerCase().slice(0, CUSTOMER_DIGITS);
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':');
}
