import type { Actor, UserActor } from '../../model/actor.ts';
import type { User } from '../../model/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import { currentSession, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import type { Passwords } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import type { Reauthentication } from './reauthentication.ts';
import { personFaults } from './user-rules.ts';

/** What a user changes of his own account; what is left out stays. */
export interface AccountChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The password so far; neither a new one nor another e-mail address is set without it. */
  readonly currentPassword?: string | undefined;
}

/** What {@link Account} works with. */
interface Parts {
  readonly activity: ActivityLog;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly reauthentication: Reauthentication;
}

/** The account of whoever is signed in. */
export class Account {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @throws {DmsError} unauthenticated | forbidden */
  get(actor: Actor): User {
    return this.#parts.reauthentication.own(requireUser(actor, 'read')).user;
  }

  /**
   * A new password ends the user's other sessions, and he is told by mail. Whoever has borrowed a session can change
   * neither the password nor the address that codes go to: both take the current password, and wrong ones count as
   * failed sign-ins.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async update(actor: Actor, changes: AccountChanges): Promise<User> {
    const user = requireUser(actor, 'write');
    const { passwords, reauthentication } = this.#parts;
    const { users } = this.#context.tables;
    const currentFault = await this.#currentFault(user, changes);
    const faults = personFaults(users, changes, user.userId);
    faults.add('current_password', currentFault);
    faults.refuse();
    const { password } = changes;
    const passwordHash = password === undefined ? undefined : await passwords.hash(password);
    return commit(this.#context, () => {
      const before = reauthentication.own(user);
      personFaults(users, changes, user.userId).refuse();
      this.#apply(user, before, changes, passwordHash);
      return reauthentication.own(user).user;
    });
  }

  async #currentFault(actor: UserActor, changes: AccountChanges): Promise<string | undefined> {
    const { reauthentication } = this.#parts;
    const { email, password, currentPassword } = changes;
    const isOtherEmail = email !== undefined && email !== reauthentication.own(actor).user.email;
    if (password === undefined && !isOtherEmail) return undefined;
    if (currentPassword === undefined) return 'is required to change the password or the e-mail address';
    return reauthentication.fault(actor, currentPassword);
  }

  #apply(actor: UserActor, before: UserWithPassword, changes: AccountChanges, passwordHash?: string): void {
    const { user } = before;
    const changed = (['name', 'email'] as const).filter((field) => changes[field] !== undefined);
    if (changed.length === 0 && passwordHash === undefined) return;
    this.#context.tables.users.update(user.id, {
      ...user,
      name: changes.name ?? user.name,
      email: changes.email ?? user.email,
      passwordHash: passwordHash ?? before.passwordHash,
      updatedAt: this.#context.now(),
    });
    if (changed.length > 0)
      this.#parts.activity.record(actor, 'user_update', `${changed.join(', ')} of user ${user.login}`);
    if (passwordHash === undefined) return;
    this.#parts.activity.record(actor, 'password_change', `password of user ${user.login}`);
    this.#parts.mailQueue.enqueue(user, { kind: 'password_changed', ip: actor.ip });
    this.#context.tables.sessions.deleteOfUser(user.id, currentSession(actor));
  }
}
