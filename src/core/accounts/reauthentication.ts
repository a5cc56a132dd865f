import { DmsError, invalid } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { isSameEmail } from '../../model/people/email-address.ts';
import type { User } from '../../model/people/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';

/** Changes to an account, some of which require the current password of its user. */
interface OwnChanges {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly currentPassword?: string | undefined;
}

/** Result of checking the current password: the stored hash that it matched, or the fault. */
interface CheckedPassword {
  readonly passwordHash?: string;
  /** Completes "current_password …". */
  readonly fault?: Message;
}

interface Dependencies {
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/**
 * Checks the password of a signed-in user again, before changes that a session alone must not allow: sessions can be
 * stolen.
 */
export class Reauthentication {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Reads the actor's account from the database.
   * @throws {DmsError} unauthenticated (the account has been deleted)
   */
  currentAccount(actor: UserActor): UserWithPassword {
    const found = this.#context.tables.users.findWithPassword(actor.userId);
    if (found === undefined) throw new DmsError('unauthenticated', message('account_gone'));
    return found;
  }

  /**
   * Checks the actor's password. A wrong password counts as a failed sign-in.
   * @returns the stored hash that the password matched, for {@link Reauthentication.accountWith}; undefined for a wrong
   * password
   * @throws {DmsError} unauthenticated | throttled
   */
  async matchingHash(actor: UserActor, password: string): Promise<string | undefined> {
    const { login, ip } = actor;
    const { passwordHash, user } = this.currentAccount(actor);
    const guess = { login, account: login, ip, isKnown: true };
    const beforeRun = (): void => this.#deps.throttle.check(guess);
    beforeRun();
    // Runs the throttle check again later: other attempts may reach the limit while this one waits and runs.
    const verification = { client: `user ${String(actor.userId)}`, isKnown: true, beforeRun };
    const isRight = await this.#deps.passwords.verify(passwordHash, password, verification);
    beforeRun();
    if (isRight && this.currentAccount(actor).passwordHash === passwordHash) {
      this.#deps.throttle.succeed(user, ip);
      return passwordHash;
    }
    this.#deps.throttle.fail(login, ip, login);
    this.#deps.securityEvents.signInFailed(actor);
    return undefined;
  }

  /**
   * Checks the actor's password. A wrong password counts as a failed sign-in.
   * @returns the stored hash that the password matched, for {@link Reauthentication.accountWith}
   * @throws {DmsError} unauthenticated | throttled | invalid (`password`)
   */
  async requirePassword(actor: UserActor, password: string): Promise<string> {
    const hash = await this.matchingHash(actor, password);
    if (hash === undefined) throw invalid('password', 'wrong');
    return hash;
  }

  /**
   * Reads the actor's account inside the transaction of the change. An administrator may have set another password
   * since the check: then the checked password is wrong.
   * @param passwordHash the stored hash that the password matched
   * @param field the request field that contained the password
   * @throws {DmsError} unauthenticated | invalid (`field`)
   */
  accountWith(actor: UserActor, passwordHash: string, field = 'password'): UserWithPassword {
    const account = this.currentAccount(actor);
    if (account.passwordHash !== passwordHash) throw invalid(field, 'wrong');
    return account;
  }

  /**
   * Checks the current password, if changes to the actor's own account require it: a new password or another e-mail
   * address, to which one-time codes are sent. A wrong password counts as a failed sign-in.
   * @throws {DmsError} unauthenticated | throttled
   */
  async checkFor(actor: UserActor, changes: OwnChanges): Promise<CheckedPassword> {
    const { currentPassword } = changes;
    if (!needsPassword(this.currentAccount(actor).user, changes)) return {};
    if (currentPassword === undefined) return { fault: message('password_required') };
    const passwordHash = await this.matchingHash(actor, currentPassword);
    return passwordHash === undefined ? { fault: message('wrong') } : { passwordHash };
  }

  /**
   * Reads the actor's account inside the transaction of the changes, and checks that the password from
   * {@link Reauthentication.checkFor} is still sufficient.
   * @throws {DmsError} unauthenticated | invalid (`current_password`)
   */
  accountFor(actor: UserActor, changes: OwnChanges, passwordHash?: string): UserWithPassword {
    if (passwordHash !== undefined) return this.accountWith(actor, passwordHash, 'current_password');
    const account = this.currentAccount(actor);
    // An administrator may have changed the e-mail address since, so that this request would change it back.
    if (needsPassword(account.user, changes)) throw invalid('current_password', 'password_required');
    return account;
  }
}

function needsPassword(user: User, { email, password }: OwnChanges): boolean {
  return password !== undefined || !isSameEmail(email ?? user.email, user.email);
}
