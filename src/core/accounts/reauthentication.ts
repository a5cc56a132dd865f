import type { UserActor } from '../../model/actor.ts';
import { DmsError, invalid } from '../../model/errors.ts';
import type { UserTable, UserWithPassword } from '../../storage/accounts/users.ts';
import type { SecurityEvents } from '../activity/security-events.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { Throttle } from '../credentials/throttle.ts';

/** Has somebody who is signed in show his password once more, before what a borrowed session must not do. */
export class Reauthentication {
  readonly #users: UserTable;
  readonly #passwords: Passwords;
  readonly #throttle: Throttle;
  readonly #incidents: SecurityEvents;

  constructor(users: UserTable, passwords: Passwords, throttle: Throttle, incidents: SecurityEvents) {
    this.#users = users;
    this.#passwords = passwords;
    this.#throttle = throttle;
    this.#incidents = incidents;
  }

  /** The account as it is now. @throws {DmsError} unauthenticated */
  own(actor: UserActor): UserWithPassword {
    const found = this.#users.findWithPassword(actor.userId);
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
    const check = (): void => this.#throttle.check(login, ip);
    check();
    const isRight = await this.#passwords.verify(passwordHash, password, check);
    check();
    if (isRight && this.own(actor).passwordHash === passwordHash) {
      this.#throttle.succeed(login, ip);
      return undefined;
    }
    this.#throttle.fail(login, ip);
    this.#incidents.signInFailed(actor);
    return 'is wrong';
  }

  /** @throws {DmsError} unauthenticated | throttled | invalid (`password`) */
  async require(actor: UserActor, password: string): Promise<void> {
    const fault = await this.fault(actor, password);
    if (fault !== undefined) throw invalid('password', fault);
  }
}
