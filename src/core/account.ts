import type { Actor, UserActor } from '../model/actor.ts';
import { DmsError } from '../model/errors.ts';
import type { User } from '../model/user.ts';
import type { SessionTable } from '../storage/sessions.ts';
import type { UserTable, UserWithPassword } from '../storage/users.ts';
import type { ActivityLog } from './activity.ts';
import { requireUser } from './authority.ts';
import { type Context, commit } from './context.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';
import { currentSession } from './user-actor.ts';
import { personFaults } from './user-rules.ts';

/** What a user changes of his own account; what is left out stays. */
export interface AccountChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The password so far; a new one is not set without it. */
  readonly currentPassword?: string | undefined;
}

/** The account of whoever is signed in. */
export class Account {
  readonly #context: Context;
  readonly #users: UserTable;
  readonly #sessions: SessionTable;
  readonly #log: Pick<ActivityLog, 'record'>;
  readonly #passwords: Passwords;
  readonly #throttle: Throttle;

  constructor(
    context: Context,
    users: UserTable,
    sessions: SessionTable,
    activityLog: Pick<ActivityLog, 'record'>,
    passwords: Passwords,
    throttle: Throttle,
  ) {
    this.#context = context;
    this.#users = users;
    this.#sessions = sessions;
    this.#log = activityLog;
    this.#passwords = passwords;
    this.#throttle = throttle;
  }

  /** @throws {DmsError} unauthenticated | forbidden */
  get(actor: Actor): User {
    return this.#own(requireUser(actor, 'read')).user;
  }

  /**
   * A new password ends the user's other sessions; wrong ones for the current password count as failed sign-ins.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async update(actor: Actor, changes: AccountChanges): Promise<User> {
    const user = requireUser(actor, 'write');
    const passwordHash =
      changes.password === undefined ? undefined : await this.#newHash(user, changes, changes.password);
    return commit(this.#context, () => {
      const before = this.#own(user);
      personFaults(this.#users, changes, user.userId).refuse();
      this.#apply(user, before, changes, passwordHash);
      return this.#own(user).user;
    });
  }

  async #newHash(actor: UserActor, changes: AccountChanges, password: string): Promise<string> {
    const { currentPassword } = changes;
    const before = this.#own(actor);
    const fault =
      currentPassword === undefined
        ? 'is required to set a new password'
        : await this.#currentFault(actor, before, currentPassword);
    const faults = personFaults(this.#users, changes, actor.userId);
    faults.add('current_password', fault);
    faults.refuse();
    return this.#passwords.hash(password);
  }

  async #currentFault(actor: UserActor, before: UserWithPassword, password: string) {
    const { login, ip } = actor;
    this.#throttle.check(login, ip);
    const isRight = await this.#passwords.verify(before.passwordHash, password);
    this.#throttle.check(login, ip);
    if (isRight) {
      this.#throttle.succeed(login, ip);
      return undefined;
    }
    this.#throttle.fail(login, ip);
    return 'is wrong';
  }

  #apply(actor: UserActor, before: UserWithPassword, changes: AccountChanges, passwordHash?: string): void {
    const { user } = before;
    const changed = (['name', 'email'] as const).filter((field) => changes[field] !== undefined);
    if (changed.length === 0 && passwordHash === undefined) return;
    this.#users.update(user.id, {
      ...user,
      name: changes.name ?? user.name,
      email: changes.email ?? user.email,
      passwordHash: passwordHash ?? before.passwordHash,
      updatedAt: this.#context.now(),
    });
    if (changed.length > 0)
      this.#log.record(actor, 'user_update', `${changed.join(', ')} of user ${user.login}`);
    if (passwordHash === undefined) return;
    this.#log.record(actor, 'password_change', `password of user ${user.login}`);
    this.#sessions.deleteOfUser(user.id, currentSession(actor));
  }

  #own(actor: UserActor): UserWithPassword {
    const found = this.#users.findWithPassword(actor.userId);
    if (found === undefined) throw new DmsError('unauthenticated', 'The account no longer exists.');
    return found;
  }
}
