import type { UserActor } from '../../model/actor.ts';
import { DmsError, invalid } from '../../model/errors.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import type { SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';

/** What {@link Reauthentication} works with. */
interface Parts {
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly throttle: Throttle;
}

/**
 * Checks the password of a signed-in user again, before changes for which a session alone must not be
 * enough: sessions can be stolen.
 */
export class Reauthentication {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Reads the actor's account from the database. @throws {DmsError} unauthenticated (deleted meanwhile) */
  currentAccount(actor: UserActor): UserWithPassword {
    const found = this.#context.tables.users.findWithPassword(actor.userId);
    if (found === undefined) throw new DmsError('unauthenticated', 'The account no longer exists.');
    return found;
  }

  /**
   * Checks the actor's password. A wrong password counts as a failed sign-in.
   * @returns undefined for the right password; otherwise a message that completes "password …"
   * @throws {DmsError} unauthenticated | throttled
   */
  async passwordFault(actor: UserActor, password: string): Promise<string | undefined> {
    const { login, ip } = actor;
    const { passwordHash } = this.currentAccount(actor);
    const check = (): void => this.#parts.throttle.check(login, ip);
    check();
    // Checked again later: other attempts may reach the limit while this one waits and runs.
    const isRight = await this.#parts.passwords.verify(passwordHash, password, check);
    check();
    if (isRight && this.currentAccount(actor).passwordHash === passwordHash) {
      this.#parts.throttle.succeed(login, ip);
      return undefined;
    }
    this.#parts.throttle.fail(login, ip);
    this.#parts.securityEvents.signInFailed(actor);
    return 'is wrong';
  }

  /**
   * Checks the actor's password. A wrong password counts as a failed sign-in.
   * @throws {DmsError} unauthenticated | throttled | invalid (`password`)
   */
  async requirePassword(actor: UserActor, password: string): Promise<void> {
    const fault = await this.passwordFault(actor, password);
    if (fault !== undefined) throw invalid('password', fault);
  }
}
