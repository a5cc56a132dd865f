import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { isSameEmail } from '../../model/people/email-address.ts';
import type { Language, UserRecord } from '../../model/people/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import { commit, requireOwner, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Revocation } from './revocation.ts';
import { emailToStore, personFaults } from './user-rules.ts';

/** Changes that users make to their own accounts. A field that is left out keeps its value. */
export interface AccountChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The user's current password. Required to set a new password or another e-mail address. */
  readonly currentPassword?: string | undefined;
  /** Null: the language of the browser. */
  readonly language?: Language | null | undefined;
  /** With a new password: true if the tokens stay valid. */
  readonly keepTokens?: boolean | undefined;
}

interface Dependencies {
  readonly activity: ActivityLog;
  readonly mailQueue: MailQueue;
  readonly passwords: Passwords;
  readonly reauthentication: Reauthentication;
  readonly revocation: Revocation;
}

/** The signed-in user's own account. */
export class Account {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The signed-in user's account.
   * @throws {DmsError} unauthenticated | forbidden
   */
  get(actor: Actor): UserRecord {
    const { user } = this.#deps.reauthentication.currentAccount(requireUser(actor, 'read'));
    return this.#context.tables.users.recordOf(user);
  }

  /**
   * Changes the account and returns its new state. A new password ends the user's other sessions, revokes the user's
   * tokens and sends the user an e-mail.
   *
   * A new password or another e-mail address (the recipient of one-time codes) requires the current password, because a
   * stolen session alone must not be enough. A wrong password counts as a failed sign-in.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async update(actor: Actor, changes: AccountChanges): Promise<UserRecord> {
    const user = requireOwner(actor);
    const { users } = this.#context.tables;
    const { reauthentication } = this.#deps;
    const { passwordHash: verifiedHash, fault } = await reauthentication.checkFor(user, changes);
    // Without the right password, the response must not reveal whether another user has this e-mail address.
    const faults = personFaults(fault === undefined ? users : undefined, changes, user.userId);
    faults.add('current_password', fault);
    faults.throwIfAny();
    const { password } = changes;
    const passwordHash = password === undefined ? undefined : await this.#deps.passwords.hash(password);
    return commit(this.#context, actor, () => {
      const before = reauthentication.accountFor(user, changes, verifiedHash);
      // Another user may have taken the e-mail address while the password was checked and hashed.
      personFaults(users, changes, user.userId).throwIfAny();
      this.#apply(user, before, changes, passwordHash);
      return users.recordOf(reauthentication.currentAccount(user).user);
    });
  }

  #apply(actor: UserActor, before: UserWithPassword, changes: AccountChanges, passwordHash?: string): void {
    const { user } = before;
    const changed = (['name', 'email', 'language'] as const).filter((field) => changes[field] !== undefined);
    if (changed.length === 0 && passwordHash === undefined) return;
    this.#context.tables.users.update(user.id, {
      ...user,
      name: changes.name ?? user.name,
      email: emailToStore(changes.email, user),
      language: changes.language === undefined ? user.language : changes.language,
      passwordHash: passwordHash ?? before.passwordHash,
      updatedAt: this.#context.now(),
    });
    if (changed.length > 0)
      this.#deps.activity.record(
        actor,
        'user_update',
        message('user_fields', { fields: changed.join(', '), login: user.login }),
      );
    // Password links went to the old address, which may no longer be the user's.
    if (!isSameEmail(changes.email ?? user.email, user.email))
      this.#context.tables.passwordLinks.makeVoid(user.id);
    if (passwordHash === undefined) return;
    this.#deps.activity.record(actor, 'password_change', message('password_of_user', { login: user.login }));
    this.#deps.mailQueue.enqueue(user, { kind: 'password_changed', ip: actor.ip });
    this.#deps.revocation.revoke(actor, user, changes.keepTokens);
  }
}
