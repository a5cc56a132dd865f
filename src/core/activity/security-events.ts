import { LRUCache } from 'lru-cache';
import type { Actor } from '../../model/actor.ts';
import { DmsError } from '../../model/errors.ts';
import type { Token, User } from '../../model/user.ts';
import type { Context } from '../context.ts';
import { addressBlock } from '../credentials/credentials.ts';
import type { ActivityLog } from './activity-log.ts';

const MINUTE_MS = 60_000;
/** Most of one sort in a minute, of all users together: nobody shall fill the disk by being refused. */
const MOST_A_MINUTE = 500;
const REMEMBERED_USES = 10_000;

/** What {@link SecurityEvents} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/**
 * What is worth knowing though nothing was changed by it. Each note is a transaction of its own, after that of what was
 * refused is over; nobody waits for it, and nobody is answered otherwise because it could not be written.
 */
export class SecurityEvents {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #failures: OncePerMinute;
  readonly #refusals: OncePerMinute;
  readonly #uses = new LRUCache<string, true>({ max: REMEMBERED_USES });

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#failures = new OncePerMinute(context.now);
    this.#refusals = new OncePerMinute(context.now);
  }

  /**
   * Somebody did not get in: noted once a minute for each login and address. What is no login is not written down, as
   * people type passwords there.
   */
  signInFailed({ login, ip }: { readonly login: string; readonly ip: string | null }): void {
    const { activity } = this.#parts;
    const { users } = this.#context.tables;
    const user = users.findByLogin(login);
    if (!this.#failures.allows(`${String(user?.id)} ${ip ?? ''}`)) return;
    this.#note(() => {
      if (user === undefined) activity.record({ kind: 'guest', ip }, 'sign_in_fail', 'unknown login');
      else activity.record(personOf(user, ip), 'sign_in_fail', 'did not get in');
    });
  }

  /** A token was good, or a password over WebDAV, which has no session: noted when it came from nowhere known. */
  credentialUsed(user: User, token: Token | undefined, ip: string | null): void {
    if (ip === null) return;
    const tokenId = token?.id ?? 0;
    const use = `${String(user.id)} ${String(tokenId)} ${ip}`;
    if (this.#uses.get(use)) return;
    const { activity } = this.#parts;
    const { seenAddresses } = this.#context.tables;
    this.#note(() => {
      if (!seenAddresses.insert(user.id, tokenId, addressBlock(ip))) return;
      if (token) activity.record(personOf(user, ip), 'token_use', `token "${token.name}" from a new address`);
      else activity.record(personOf(user, ip), 'sign_in', 'signed in over WebDAV from a new address');
    });
    this.#uses.set(use, true);
  }

  /** A change failed with `error`: when it was for lack of rights, it is noted, the same one once a minute. */
  writeDenied(actor: Actor, error: unknown): void {
    if (actor.kind !== 'user' || !(error instanceof DmsError) || error.code !== 'forbidden') return;
    const { message, entry } = error;
    if (!this.#refusals.allows(`${String(actor.userId)} ${String(entry?.id)} ${message}`)) return;
    this.#note(() => this.#parts.activity.record(actor, 'refusal', message, entry));
  }

  #note(work: () => void): void {
    try {
      this.#context.database.transaction(work);
    } catch (error) {
      this.#context.log.warn({ err: error }, 'an incident could not be noted');
    }
  }
}

/** Lets through each key once a minute, and not more than so many keys. */
class OncePerMinute {
  readonly #now: () => number;
  /** In the order of their times. */
  readonly #last = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  allows(key: string): boolean {
    const now = this.#now();
    for (const [old, at] of this.#last) {
      if (now - at < MINUTE_MS) break;
      this.#last.delete(old);
    }
    if (this.#last.has(key) || this.#last.size >= MOST_A_MINUTE) return false;
    this.#last.set(key, now);
    return true;
  }
}

function personOf({ id, login, name }: User, ip: string | null) {
  return { userId: id, login, name, ip };
}
