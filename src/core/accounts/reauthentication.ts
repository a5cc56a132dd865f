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

/** Has somebody who is signed in show his password once more, before what a borrowed session must not do. */
export class Reauthentication {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** The account as it is now. @throws {DmsError} unauthenticated */
  own(actor: UserActor): UserWithPassword {
    const found = this.#context.tables.users.findWithPassword(actor.userId);
    if (found === undefined) throw new DmsError('unauthenticated', 'The account no longer exists.');
    return found;
  }

  /**
   * What is wrong with the password, in words that complete "password …". Wrong ones count as failed sign-ins.
   * @throws {DmsError} unauthenticated | throttled
   */
  async fault(actor: UserActor, password: string): Promise<string | undefined> {
    const { login, ip } = actor;
    const { passwordHash } = this.own(actor);
    const check = (): void => this.#parts.throttle.check(login, ip);
    check();
    const isRight = await this.#parts.passwords.verify(passwordHash, password, check);
    check();
    if (isRight && this.own(actor).passwordHash === passwordHash) {
      this.#parts.throttle.succeed(login, ip);
      return undefined;
    }
    this.#parts.throttle.fail(login, ip);
    this.#parts.securityEvents.signInFailed(actor);
    return 'is wrong';
  }

  /** @throws {DmsError} unauthenticated | throttled | invalid (`password`) */
  async require(actor: UserActor, password: string): Promise<void> {
    const fault = await this.fault(actor, password);
    if (fault !== undefined) throw invalid('password', fault);
  }
}
