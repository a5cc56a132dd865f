import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { DmsError } from '../../model/errors.ts';
import type { Context } from '../context.ts';

/** Failed sign-ins allowed per window, and its length in minutes. With `maxFailures` 0 there is no limit. */
export interface ThrottleLimits {
  readonly maxFailures: number;
  readonly windowMinutes: number;
}

/** Failed sign-ins with one login name from one address. Times in milliseconds UTC. */
interface Failures {
  readonly times: readonly number[];
  readonly blockedUntil: number;
}

const MINUTE_MS = 60_000;
const MAX_KEYS = 20_000;
/** Longest valid login name. Longer input is cut, so that a key stays small. */
const MAX_LOGIN_LENGTH = 64;
/** Number of hexadecimal digits in an IPv6 /56 prefix, the block that a provider assigns to one customer. */
const PREFIX_DIGITS = 14;

/**
 * Limits password guessing. Counts failed sign-ins in memory, for each pair of login name and client address
 * (see {@link addressBlock}). Keeps the 20,000 pairs that failed last.
 */
export class Throttle {
  readonly #context: Pick<Context, 'now'>;
  readonly #maxFailures: number;
  readonly #windowMs: number;
  /** Read with `peek`, which does not count as a use. So the pair whose last failure is oldest is dropped first. */
  readonly #failures = new LRUCache<string, Failures>({ max: MAX_KEYS });

  constructor(context: Pick<Context, 'now'>, { limits }: { readonly limits: ThrottleLimits }) {
    this.#context = context;
    this.#maxFailures = limits.maxFailures;
    this.#windowMs = limits.windowMinutes * MINUTE_MS;
  }

  /** True while sign-ins with this login name from this address are blocked. */
  isBlocked(login: string, ip: string | null): boolean {
    return this.#remainingBlockMs(login, ip) > 0;
  }

  /** Throws while blocked. @throws {DmsError} throttled, with `retryAfter` in seconds */
  check(login: string, ip: string | null): void {
    const remainingMs = this.#remainingBlockMs(login, ip);
    if (remainingMs > 0) {
      throw new DmsError('throttled', 'Too many failed sign-ins. Try again later.', {
        retryAfter: Math.ceil(remainingMs / 1000),
      });
    }
  }

  /** Counts a failed sign-in. The failure that reaches the limit blocks the pair for a whole window. */
  fail(login: string, ip: string | null): void {
    if (this.#maxFailures === 0) return;
    const key = failureKey(login, ip);
    const now = this.#context.now();
    const recent = (this.#failures.peek(key)?.times ?? []).filter((time) => time > now - this.#windowMs);
    const times = [...recent, now].slice(-this.#maxFailures);
    const blockedUntil = times.length < this.#maxFailures ? 0 : now + this.#windowMs;
    this.#failures.set(key, { times, blockedUntil });
  }

  /** Forgets the failures of the pair, after a successful sign-in. */
  succeed(login: string, ip: string | null): void {
    this.#failures.delete(failureKey(login, ip));
  }

  #remainingBlockMs(login: string, ip: string | null): number {
    // Usually there are no failures: the key need not be computed then.
    if (this.#failures.size === 0) return 0;
    return (this.#failures.peek(failureKey(login, ip))?.blockedUntil ?? 0) - this.#context.now();
  }
}

function failureKey(login: string, ip: string | null): string {
  return `${login.slice(0, MAX_LOGIN_LENGTH).toLowerCase()}\0${addressBlock(ip ?? '')}`;
}

/**
 * Returns the block of addresses that count as one client: an IPv4 address itself (also in its IPv6-mapped
 * form), or the /56 prefix of an IPv6 address. One customer of a provider has 2^72 IPv6 addresses and must
 * not get a new limit with each of them. The rate limits use the same blocks (docs/contract.md).
 */
export function addressBlock(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0'));
  return digits.join('').toLowerCase().slice(0, PREFIX_DIGITS);
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':');
}
