import { DmsError } from '../../model/errors.ts';
import { message } from '../../model/messages.ts';
import type { User } from '../../model/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import { OriginCache } from '../../storage/origin-cache.ts';
import type { SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import {
  addressBlock,
  type PasswordAttempt,
  PasswordCache,
  type Passwords,
  type Throttle,
} from '../credentials/credentials.ts';

const CACHED_USERS = 1000;

/** What {@link PasswordCheck} works with. */
interface Parts {
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/** Checks the password of a sign-in. Does not check for a second factor. */
export class PasswordCheck {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #passwordCache: PasswordCache;
  readonly #userCache: OriginCache<UserWithPassword>;
  readonly #running = new Map<string, Promise<UserWithPassword>>();

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#passwordCache = new PasswordCache(context);
    this.#userCache = new OriginCache(context.database, CACHED_USERS);
  }

  /**
   * Finds the user by login name and password, with the stored hash that the password matched. A wrong
   * password, an unknown login name and a disabled account get the same message after the same time.
   * @throws {DmsError} unauthenticated | throttled
   */
  async verify(attempt: PasswordAttempt): Promise<UserWithPassword> {
    const { login, password, ip } = attempt;
    const { passwords, throttle } = this.#parts;
    const { users } = this.#context.tables;
    const found = users.findByLoginWithPassword(login);
    if (found && this.#passwordCache.isRefused(attempt, found.passwordHash)) throw wrongCredentials();
    const isKnown = this.#isKnown(found?.user, ip);
    const beforeRun = (): void => throttle.check({ login, ip, isKnown });
    beforeRun();
    // While this attempt waits and runs, other attempts may reach the limit. It is then refused: before
    // Argon2, to save the work; after it, so that the answer does not reveal whether the password was right.
    const client = `${isKnown ? login.toLowerCase() : ''}\0${addressBlock(ip ?? '')}`;
    const isRight = await passwords.verify(found?.passwordHash, password, { client, isKnown, beforeRun });
    beforeRun();
    const current = isRight && found ? this.#stillEnabled(found) : undefined;
    if (current === undefined) {
      this.#fail(attempt, found?.passwordHash);
      throw wrongCredentials();
    }
    throttle.succeed(login, ip);
    return current;
  }

  /** The account as it is now; undefined if it has another password, or is disabled or gone. */
  #stillEnabled({ user, passwordHash }: UserWithPassword): UserWithPassword | undefined {
    const current = this.#context.tables.users.findWithPassword(user.id);
    return current?.passwordHash === passwordHash && !current.user.isDisabled ? current : undefined;
  }

  #fail(attempt: PasswordAttempt, passwordHash: string | undefined): void {
    if (passwordHash !== undefined && this.#passwordCache.isFormer(attempt, passwordHash)) {
      this.#passwordCache.refuse(attempt, passwordHash);
      return;
    }
    this.#parts.throttle.fail(attempt.login, attempt.ip);
    this.#parts.securityEvents.signInFailed(attempt);
  }

  /**
   * As {@link PasswordCheck.verify}, and remembers the password for {@link PasswordCheck.remembered}. A mounted
   * drive sends many requests at once. They share one Argon2 run and count as one failure.
   * @throws {DmsError} unauthenticated | throttled
   */
  verifyAndRemember(attempt: PasswordAttempt): Promise<UserWithPassword> {
    const key = this.#passwordCache.keyOf(attempt);
    const running = this.#running.get(key);
    if (running) return running;
    const run = this.#verifyAndRemember(attempt).finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    return run;
  }

  /** Finds the user of a password that is remembered for this address, without Argon2. */
  remembered(attempt: PasswordAttempt): UserWithPassword | undefined {
    const verified = this.#passwordCache.find(attempt);
    const current = verified && this.#currentUser(verified.userId);
    if (current === undefined || current.passwordHash !== verified?.passwordHash) return undefined;
    const { isDisabled, login } = current.user;
    return isDisabled || login.toLowerCase() !== attempt.login.toLowerCase() ? undefined : current;
  }

  /** True when the password of this login name has been right at this address before. */
  isKnown({ login, ip }: Pick<PasswordAttempt, 'login' | 'ip'>): boolean {
    return this.#isKnown(this.#context.tables.users.findByLogin(login), ip);
  }

  /** True when the password of any user has been right at this address before. */
  isKnownAddress(ip: string | null): boolean {
    return ip !== null && this.#context.tables.seenAddresses.hasAnyPassword(addressBlock(ip));
  }

  async #verifyAndRemember(attempt: PasswordAttempt): Promise<UserWithPassword> {
    const verified = await this.verify(attempt);
    this.#passwordCache.remember(attempt, verified);
    if (verified.user.twoFactor === 'off')
      this.#parts.securityEvents.credentialUsed(verified.user, undefined, attempt.ip);
    return verified;
  }

  #isKnown(user: User | undefined, ip: string | null): boolean {
    if (user === undefined || ip === null) return false;
    return this.#context.tables.seenAddresses.hasPassword(user.id, addressBlock(ip));
  }

  #currentUser(userId: number): UserWithPassword | undefined {
    const key = `user ${userId}` as const;
    const known = this.#userCache.get(key);
    if (known) return known;
    const found = this.#context.tables.users.findWithPassword(userId);
    if (found) this.#userCache.keep(key, found, this.#userCache.reading([key]));
    return found;
  }
}

/** The error of a failed sign-in. It does not say what was wrong. */
export function wrongCredentials(): DmsError {
  return new DmsError('unauthenticated', message('credentials_wrong'));
}
