import { LRUCache } from 'lru-cache';
import { addressBlock } from '../../core/credentials/credentials.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

/** Requests of guests from one address since `startedAt`, in milliseconds UTC. */
interface Window {
  readonly startedAt: number;
  readonly count: number;
}

/**
 * Limits the requests per minute that come without valid credentials, for each address (IPv6: /56 network).
 *
 * A drive asks without credentials first and sends them after the 401. So a request with valid credentials
 * takes one off the count: the drives of an office do not use up the limit of the address that they share.
 */
export class GuestLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /** @param perMinute 0: no limit @param now milliseconds UTC */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Throws when the limit is reached. @throws {DmsError} throttled */
  check(ip: string | null): void {
    if (this.#windows.size === 0) return;
    const { startedAt, count } = this.#window(addressBlock(ip ?? ''));
    if (count < this.#perMinute) return;
    throw new DmsError('throttled', message('too_many_requests'), {
      retryAfter: Math.ceil((startedAt + WINDOW_MS - this.#now()) / 1000),
    });
  }

  /** Counts a request of a guest. */
  count(ip: string | null): void {
    if (this.#perMinute === 0) return;
    const address = addressBlock(ip ?? '');
    const { startedAt, count } = this.#window(address);
    this.#windows.set(address, { startedAt, count: count + 1 });
  }

  /** Takes one off the count, for a request with valid credentials. */
  forgive(ip: string | null): void {
    if (this.#windows.size === 0) return;
    const address = addressBlock(ip ?? '');
    const { startedAt, count } = this.#window(address);
    if (count > 1) this.#windows.set(address, { startedAt, count: count - 1 });
    else this.#windows.delete(address);
  }

  #window(address: string): Window {
    const now = this.#now();
    const window = this.#windows.peek(address);
    const hasEnded = window === undefined || now < window.startedAt || now - window.startedAt >= WINDOW_MS;
    return hasEnded ? { startedAt: now, count: 0 } : window;
  }
}
