import { isIPv6 } from 'node:net';
import { MINUTE_MS } from '../../model/durations.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { User } from '../../model/people/user.ts';
import type { Context } from '../context.ts';

/**
 * Allowed failed sign-ins per window, and the length of the window in minutes. With `maxFailures` 0 there is no limit.
 */
export interface ThrottleLimits {
  readonly maxFailures: number;
  readonly windowMinutes: number;
}

/** Failed sign-ins of one key (`sign_in.max_failures`, `sign_in.window_minutes`). Times in milliseconds UTC. */
interface Failures {
  readonly times: readonly number[];
  readonly blockedUntil: number;
}

const MAX_KEYS = 20_000;
/** An address may have this many times more failures in total than one login name at the address. */
const LOGINS_PER_ADDRESS = 10;
/** A link may have this many times more failures at all addresses together than at one. */
const LINK_FAILURES = 20;
/** Maximum length of a valid e-mail address. Longer input is cut, so that keys stay small. */
const MAX_LOGIN_LENGTH = 254;
/** Number of hexadecimal digits in an IPv6 /56 prefix, the block that a provider assigns to one customer. */
const PREFIX_DIGITS = 14;

/** A sign-in attempt that may be a guess. */
export interface Guess {
  /** The login as typed: a login name or an e-mail address. */
  readonly login: string;
  /** Login name of the matching account; left out if there is none. */
  readonly account?: string | undefined;
  readonly ip: string | null;
  /** True if this password has been right at this address before, or the user is signed in. */
  readonly isKnown: boolean;
}

/**
 * Limits password guessing. Counts failed sign-ins in memory, across all interfaces:
 * - for each pair of typed login and client address (see {@link addressBlock});
 * - for each pair of account and client address, because an account has both a login name and an e-mail address. This
 * block is hidden ({@link Throttle.isAccountBlocked}): otherwise, failures with one of the two would visibly block the
 *   other, which would reveal that the account exists;
 * - for each address over all login names, up to ten times as many. Login names that are known at the address are
 *   exempt, so that one client cannot block the others behind the same router.
 *
 * Separately counts the requests for a new password from each address, and wrong passwords of links.
 */
export class Throttle {
  readonly #pairs: FailureCounts;
  readonly #accounts: FailureCounts;
  readonly #addresses: FailureCounts;
  readonly #resets: FailureCounts;
  readonly #links: FailureCounts;

  constructor(context: Pick<Context, 'now'>, { limits }: { readonly limits: ThrottleLimits }) {
    const { maxFailures, windowMinutes } = limits;
    const windowMs = windowMinutes * MINUTE_MS;
    this.#pairs = new FailureCounts(context, maxFailures, windowMs);
    this.#accounts = new FailureCounts(context, maxFailures, windowMs);
    this.#addresses = new FailureCounts(context, maxFailures * LOGINS_PER_ADDRESS, windowMs);
    this.#resets = new FailureCounts(context, maxFailures, windowMs);
    this.#links = new FailureCounts(context, maxFailures * LINK_FAILURES, windowMs);
  }

  /**
   * Throws while the attempt is blocked.
   * @throws {DmsError} throttled, with `retryAfter` in seconds
   */
  check({ login, account, ip, isKnown }: Guess): void {
    const pairMs = this.#pairs.remainingBlockMs(failureKey(login, ip));
    const otherMs = isKnown
      ? this.#accountBlockMs(account, ip)
      : this.#addresses.remainingBlockMs(addressBlock(ip ?? ''));
    assertOver(Math.max(pairMs, otherMs), (minutes) =>
      minutes === 1 ? message('sign_ins_failed_minute') : message('sign_ins_failed', { minutes }),
    );
  }

  /**
   * True while the account is blocked, although {@link Throttle.check} may pass. In that case, the response to the
   * right password must be the same as to a wrong one.
   */
  isAccountBlocked({ account, ip }: Pick<Guess, 'account' | 'ip'>): boolean {
    return this.#accountBlockMs(account, ip) > 0;
  }

  /**
   * Counts a request for a new password from this address, whether the account exists or not.
   * @throws {DmsError} throttled, after as many requests in a window as failures are allowed
   */
  admitReset(ip: string | null): void {
    const address = addressBlock(ip ?? '');
    assertOver(this.#resets.remainingBlockMs(address), (minutes) =>
      minutes === 1 ? message('resets_asked_minute') : message('resets_asked', { minutes }),
    );
    this.#resets.add(address);
  }

  /**
   * Counts a failed sign-in. The failure that reaches a limit blocks for a whole window.
   * @param account as in {@link Guess}
   */
  fail(login: string, ip: string | null, account?: string): void {
    this.#pairs.add(failureKey(login, ip));
    // Attempts during a block are not evaluated, so they must not extend the block.
    if (account !== undefined && !this.isAccountBlocked({ account, ip }))
      this.#accounts.add(failureKey(account, ip));
    this.#addresses.add(addressBlock(ip ?? ''));
  }

  /**
   * Clears the failures of the account at this address, after a successful sign-in. The failures of the address stay:
   * attackers must not gain further guesses by signing in to an account of their own.
   */
  succeed({ login, email }: Pick<User, 'login' | 'email'>, ip: string | null): void {
    for (const typed of [login, email]) this.#pairs.delete(failureKey(typed, ip));
    this.#accounts.delete(failureKey(login, ip));
  }

  /**
   * Throws while passwords of this link are blocked: for the address, for the link at this address, or for the link at
   * all addresses, because a stranger can have many.
   * @throws {DmsError} throttled, with `retryAfter` in seconds
   */
  checkLink(id: number, ip: string | null): void {
    const blocks = [
      this.#pairs.remainingBlockMs(failureKey(linkKey(id), ip)),
      this.#addresses.remainingBlockMs(addressBlock(ip ?? '')),
      this.#links.remainingBlockMs(linkKey(id)),
    ];
    assertOver(Math.max(...blocks), (minutes) =>
      minutes === 1 ? message('sign_ins_failed_minute') : message('sign_ins_failed', { minutes }),
    );
  }

  /** Counts a wrong password of a link. */
  failLink(id: number, ip: string | null): void {
    this.#pairs.add(failureKey(linkKey(id), ip));
    this.#addresses.add(addressBlock(ip ?? ''));
    this.#links.add(linkKey(id));
  }

  #accountBlockMs(account: string | undefined, ip: string | null): number {
    return account === undefined ? 0 : this.#accounts.remainingBlockMs(failureKey(account, ip));
  }
}

/** Counts failures by key. Keeps the 20,000 keys with the latest failures. */
class FailureCounts {
  readonly #now: () => number;
  readonly #max: number;
  readonly #windowMs: number;
  /** Ordered by the time of the last failure, oldest first. */
  readonly #failures = new Map<string, Failures>();

  /** @param max failures per window; 0: no limit */
  constructor({ now }: Pick<Context, 'now'>, max: number, windowMs: number) {
    this.#now = now;
    this.#max = max;
    this.#windowMs = windowMs;
  }

  /** Remaining time of the block in milliseconds; 0 or negative if the key is not blocked. */
  remainingBlockMs(key: string): number {
    return (this.#failures.get(key)?.blockedUntil ?? 0) - this.#now();
  }

  add(key: string): void {
    if (this.#max === 0) return;
    const now = this.#now();
    const recent = (this.#failures.get(key)?.times ?? []).filter((time) => time > now - this.#windowMs);
    const times = [...recent, now].slice(-this.#max);
    const blockedUntil = times.length < this.#max ? 0 : now + this.#windowMs;
    this.#failures.delete(key);
    this.#failures.set(key, { times, blockedUntil });
    if (this.#failures.size <= MAX_KEYS) return;
    const [oldest = ''] = this.#failures.keys();
    this.#failures.delete(oldest);
  }

  delete(key: string): void {
    this.#failures.delete(key);
  }
}

/** @throws {DmsError} throttled, while the block lasts */
function assertOver(remainingMs: number, refusal: (minutes: number) => Message): void {
  if (remainingMs <= 0) return;
  const reason = refusal(Math.ceil(remainingMs / MINUTE_MS));
  throw new DmsError('throttled', reason, { retryAfter: Math.ceil(remainingMs / 1000) });
}

/** Key of a link. No login name contains a space. */
function linkKey(id: number): string {
  return `link ${String(id)}`;
}

function failureKey(login: string, ip: string | null): string {
  return `${login.slice(0, MAX_LOGIN_LENGTH).toLowerCase()}\0${addressBlock(ip ?? '')}`;
}

/**
 * The address block that counts as one client: an IPv4 address itself (also in its IPv6-mapped form), or the /56 prefix
 * of an IPv6 address. One customer of a provider has 2^72 IPv6 addresses and must not get a new limit with each of
 * them. The rate limits use the same blocks (docs/build/contract/rest.md §6).
 */
export function addressBlock(ip: string): string {
  // Fast path: most addresses are IPv4, and this runs for each request.
  if (!ip.includes(':') || !isIPv6(ip)) return ip;
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
