import { LRUCache } from 'lru-cache';
import { addressBlock } from '../../core/credentials/credentials.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 20_000;

/** Guest requests from one address since `startedAt`, in milliseconds UTC. */
interface Window {
  readonly startedAt: number;
  /** Requests without credentials. */
  readonly unsigned: number;
  /** Requests with wrong credentials. */
  readonly failed: number;
}

/**
 * Limits requests without valid credentials, per address (IPv6: /56 network) and minute.
 *
 * A network drive first sends a request without credentials, and sends them after the 401. Therefore a request with
 * valid credentials subtracts one such request, so that the drives of an office do not use up the limit of their shared
 * address. It subtracts no failed guess: one valid account must not allow unlimited guesses at others.
 */
export class GuestLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #windows = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /**
   * @param perMinute 0: no limit
   * @param now milliseconds UTC
   */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** @throws {DmsError} throttled, if the address has reached the limit */
  check(ip: string | null): void {
    if (this.#windows.size === 0) return;
    const { startedAt, unsigned, failed } = this.#window(addressBlock(ip ?? ''));
    if (unsigned + failed < this.#perMinute) return;
    throw new DmsError('throttled', message('too_many_requests'), {
      retryAfter: Math.ceil((startedAt + WINDOW_MS - this.#now()) / 1000),
    });
  }

  /** Counts a guest request: one without credentials, or one with wrong credentials. */
  count(ip: string | null, kind: 'unsigned' | 'failed'): void {
    if (this.#perMinute === 0) return;
    const address = addressBlock(ip ?? '');
    const window = this.#window(address);
    this.#windows.set(address, { ...window, [kind]: window[kind] + 1 });
  }

  /** Subtracts one request without credentials, for a request with valid ones. */
  forgive(ip: string | null): void {
    if (this.#windows.size === 0) return;
    const address = addressBlock(ip ?? '');
    const { startedAt, unsigned, failed } = this.#window(address);
    const left = Math.max(unsigned - 1, 0);
    if (left + failed > 0) this.#windows.set(address, { startedAt, unsigned: left, failed });
    else this.#windows.delete(address);
  }

  #window(address: string): Window {
    const now = this.#now();
    const window = this.#windows.peek(address);
    const hasEnded = window === undefined || now < window.startedAt || now - window.startedAt >= WINDOW_MS;
    return hasEnded ? { startedAt: now, unsigned: 0, failed: 0 } : window;
  }
}
