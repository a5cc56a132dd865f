import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { User } from '../../model/people/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import {
  addressBlock,
  type PasswordAttempt,
  PasswordCache,
  type Passwords,
  type Throttle,
} from '../credentials/credentials.ts';

interface Dependencies {
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/** Checks the password of a sign-in. Does not check for a second factor. */
export class PasswordCheck {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #passwordCache: PasswordCache;
  readonly #running = new Map<string, Promise<UserWithPassword>>();

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#passwordCache = new PasswordCache(context);
  }

  /**
   * Finds the user by password and login name or e-mail address, with the stored hash that the password matched. The
   * response to a wrong password, an unknown login name or address and a disabled account has the same message after
   * the same time.
   * @throws {DmsError} unauthenticated | throttled
   */
  async verify(attempt: PasswordAttempt): Promise<UserWithPassword> {
    const { users } = this.#context.tables;
    // Login names cannot contain this character.
    const isAddress = attempt.login.includes('@');
    const found = isAddress
      ? users.findByEmailWithPassword(attempt.login)
      : users.findByLoginWithPassword(attempt.login);
    return this.#verify(attempt, found);
  }

  async #verify(
    { login, password, ip }: PasswordAttempt,
    found: UserWithPassword | undefined,
  ): Promise<UserWithPassword> {
    const { passwords, throttle } = this.#deps;
    const account = found?.user.login;
    const attempt = { login: account ?? login, password, ip };
    if (found && this.#passwordCache.isRefused(attempt, found.passwordHash)) throw wrongCredentials();
    const isKnown = this.#isKnown(found?.user, ip);
    const guess = { login, account, ip, isKnown };
    const beforeRun = (): void => throttle.check(guess);
    beforeRun();
    // While this attempt waits and runs, other attempts may reach the limit. It is then refused: before Argon2, to save
    // the work; after it, so that the response does not reveal whether the password was right.
    const client = clientOf(attempt, isKnown);
    const isRight = await passwords.verify(found?.passwordHash, password, { client, isKnown, beforeRun });
    beforeRun();
    const mayPass = isRight && !throttle.isAccountBlocked(guess);
    const current = mayPass && found ? this.#stillEnabled(found) : undefined;
    if (current === undefined) {
      this.#fail(login, attempt, found);
      throw wrongCredentials();
    }
    throttle.succeed(current.user, ip);
    return current;
  }

  /** The current account; undefined if its password has changed, or it is disabled or deleted. */
  #stillEnabled({ user, passwordHash }: UserWithPassword): UserWithPassword | undefined {
    const current = this.#context.tables.users.findWithPassword(user.id);
    return current?.passwordHash === passwordHash && !current.user.isDisabled ? current : undefined;
  }

  /** @param typed login name or e-mail address */
  #fail(typed: string, attempt: PasswordAttempt, found: UserWithPassword | undefined): void {
    if (found !== undefined && this.#passwordCache.isFormer(attempt, found.passwordHash)) {
      this.#passwordCache.refuse(attempt, found.passwordHash);
      return;
    }
    this.#deps.throttle.fail(typed, attempt.ip, found?.user.login);
    this.#deps.securityEvents.signInFailed(attempt);
  }

  /**
   * As {@link PasswordCheck.verify}, by login name only, and caches the password for {@link PasswordCheck.remembered}.
   * Concurrent requests of a mounted drive share one Argon2 run and count as one failure.
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

  /** Finds the user of a password that is cached for this address, without Argon2. */
  remembered(attempt: PasswordAttempt): UserWithPassword | undefined {
    const verified = this.#passwordCache.find(attempt);
    const current = verified && this.#context.tables.users.findWithPassword(verified.userId);
    if (current === undefined || current.passwordHash !== verified?.passwordHash) return undefined;
    const { isDisabled, login } = current.user;
    return isDisabled || !isSameLogin(login, attempt.login) ? undefined : current;
  }

  /** True if the password of this login name has been right at this address before. */
  isKnown({ login, ip }: Pick<PasswordAttempt, 'login' | 'ip'>): boolean {
    return this.#isKnown(this.#context.tables.users.findByLogin(login), ip);
  }

  /** True if the password of any user has been right at this address before. */
  isKnownAddress(ip: string | null): boolean {
    return ip !== null && this.#context.tables.seenAddresses.hasAnyPassword(addressBlock(ip));
  }

  async #verifyAndRemember(attempt: PasswordAttempt): Promise<UserWithPassword> {
    const found = this.#context.tables.users.findByLoginWithPassword(attempt.login);
    const verified = await this.#verify(attempt, found);
    this.#passwordCache.remember(attempt, verified);
    if (verified.user.twoFactor === 'off')
      this.#deps.securityEvents.credentialUsed(verified.user, undefined, attempt.ip);
    return verified;
  }

  #isKnown(user: User | undefined, ip: string | null): boolean {
    if (user === undefined || ip === null) return false;
    return this.#context.tables.seenAddresses.hasPassword(user.id, addressBlock(ip));
  }
}

/**
 * Key of the client in the password queue: the login name if it is known at the address, otherwise one key for all
 * unknown clients of the address.
 */
function clientOf({ login, ip }: PasswordAttempt, isKnown: boolean): string {
  return `${isKnown ? login.toLowerCase() : ''}\0${addressBlock(ip ?? '')}`;
}

/** Compares two login names. Ignores case. */
export function isSameLogin(login: string, other: string): boolean {
  // Fast path: in nearly every request the names are identical.
  return login === other || login.toLowerCase() === other.toLowerCase();
}

/** The error for a failed sign-in. It does not reveal the reason. */
export function wrongCredentials(): DmsError {
  return new DmsError('unauthenticated', message('credentials_wrong'));
}
