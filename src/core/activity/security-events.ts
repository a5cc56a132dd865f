import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../model/durations.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { Token, User } from '../../model/people/user.ts';
import type { Context } from '../context.ts';
import { addressBlock } from '../credentials/credentials.ts';
import type { ActivityLog } from './activity-log.ts';

/** Maximum records of one kind per minute, for all users together: failing requests must not fill the disk. */
const MAX_PER_MINUTE = 500;
const MAX_KNOWN_USES = 10_000;

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/**
 * Records failed sign-ins, denied writes, and credentials used from a new address in the activity log. Each record has
 * its own transaction, because the transaction of a denied change is rolled back. Failed sign-ins and denied writes are
 * rate-limited. A failure to write a record is logged, and the request continues. No request waits until a record is on
 * the disk.
 */
export class SecurityEvents {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #recordedSignIns: OncePerMinute;
  readonly #deniedWrites: OncePerMinute;
  #failures = 0;
  /** Time until which a use counts as recorded, in milliseconds UTC. After a failed write, this is one minute. */
  readonly #knownUses = new LRUCache<string, number>({ max: MAX_KNOWN_USES });

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#recordedSignIns = new OncePerMinute(context.now);
    this.#deniedWrites = new OncePerMinute(context.now);
  }

  /** Number of failed sign-ins since the start. */
  get failedSignIns(): number {
    return this.#failures;
  }

  /**
   * Records a failed sign-in, at most once a minute for each user and address. An unknown login is not recorded,
   * because users type passwords into that field by mistake.
   */
  signInFailed({ login, ip }: { readonly login: string; readonly ip: string | null }): void {
    this.#failures += 1;
    const { activity } = this.#deps;
    const { users } = this.#context.tables;
    const user = users.findByLogin(login);
    if (!this.#recordedSignIns.allows(`${String(user?.id)} ${ip ?? ''}`)) return;
    this.#record(() => {
      if (user === undefined)
        activity.record({ kind: 'guest', ip }, 'sign_in_fail', message('sign_in_unknown'));
      else activity.record(userAtAddress(user, ip), 'sign_in_fail', message('sign_in_failed'));
    });
  }

  /**
   * Records the first use of a valid credential from each address block.
   * @param token undefined: the password over WebDAV, which has no session whose start could be recorded
   * @param ip null: the address is unknown, and nothing is recorded
   */
  credentialUsed(user: User, token: Token | undefined, ip: string | null): void {
    if (ip === null) return;
    const tokenId = token?.id ?? 0;
    const use = `${String(user.id)} ${String(tokenId)} ${ip}`;
    const now = this.#context.now();
    if (now < (this.#knownUses.get(use) ?? 0)) return;
    this.#knownUses.set(use, Infinity);
    const { activity } = this.#deps;
    const { seenAddresses } = this.#context.tables;
    const record = (): void => {
      if (!seenAddresses.insert(user.id, tokenId, addressBlock(ip))) return;
      const actor = userAtAddress(user, ip);
      if (token) activity.record(actor, 'token_use', message('token_at_new_address', { token: token.name }));
      else activity.record(actor, 'sign_in', message('signed_in_over_webdav'));
    };
    this.#record(record, () => this.#knownUses.set(use, now + MINUTE_MS));
  }

  /**
   * Records that a change by a signed-in user failed with `forbidden`, at most once a minute for the same
   * user, entry and message. Other errors and other actors are ignored.
   */
  writeDenied(actor: Actor, error: unknown): void {
    if (actor.kind !== 'user' || !(error instanceof DmsError) || error.code !== 'forbidden') return;
    const { reason, entry } = error;
    if (!this.#deniedWrites.allows(`${String(actor.userId)} ${String(entry?.id)} ${reason.text}`)) return;
    this.#record(() => this.#deps.activity.record(actor, 'refusal', reason, this.#existing(entry)));
  }

  /**
   * The entry, if it exists. The refused change may have created the entry: the change is rolled back, and another
   * entry may get the same id.
   */
  #existing(entry: DmsError['entry']): DmsError['entry'] {
    return entry && this.#context.tables.entries.find(entry.id)?.name === entry.name ? entry : undefined;
  }

  /** @param onFailure called if the record could not be written, possibly later */
  #record(work: () => void, onFailure: () => unknown = () => undefined): void {
    const { database, log } = this.#context;
    const failed = (error: unknown): void => {
      onFailure();
      log.warn({ err: error }, 'a security event could not be recorded');
    };
    try {
      if (!database.tryTransaction(work)) database.transaction(work).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** Allows each key once a minute, and at most {@link MAX_PER_MINUTE} keys a minute. */
class OncePerMinute {
  readonly #now: () => number;
  /** Time of the last permission for each key, in milliseconds UTC, oldest first. */
  readonly #lastAllowed = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  allows(key: string): boolean {
    const now = this.#now();
    for (const [oldKey, at] of this.#lastAllowed) {
      if (now - at < MINUTE_MS) break;
      this.#lastAllowed.delete(oldKey);
    }
    if (this.#lastAllowed.has(key) || this.#lastAllowed.size >= MAX_PER_MINUTE) return false;
    this.#lastAllowed.set(key, now);
    return true;
  }
}

function userAtAddress({ id, login, name }: User, ip: string | null) {
  return { userId: id, login, name, ip };
}
