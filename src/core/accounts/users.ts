import type { Page, PageRequest } from '../../model/entries/page.ts';
import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { isSameEmail } from '../../model/people/email-address.ts';
import type { User, UserRecord } from '../../model/people/user.ts';
import type { UserNames, UserValues, UserWithPassword } from '../../storage/accounts/accounts.ts';
import { actorOf, capabilitiesOf, commit, requireAdmin, requireOperator } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import type { Homes } from './homes.ts';
import type { NewUsers, UserInput } from './new-users.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Revocation } from './revocation.ts';
import { emailToStore, Faults, personFaults, quotaFault } from './user-rules.ts';
import { beginningsOf, userSlices } from './user-search.ts';

/** Changes that an administrator makes to an account. A field that is left out keeps its value. */
export interface UserChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  /** The actor's current password. Required to set a password or another e-mail address of their own account. */
  readonly currentPassword?: string | undefined;
  /** With a new password: true if the user's tokens stay valid. */
  readonly keepTokens?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly quotaBytes?: number | null | undefined;
}

/** The fields of {@link UserChanges} other than passwords and tokens, with their REST API spelling. */
const FIELDS = [
  ['name', 'name'],
  ['email', 'email'],
  ['isAdmin', 'is_admin'],
  ['isDisabled', 'is_disabled'],
  ['quotaBytes', 'quota_bytes'],
] as const;

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly homes: Homes;
  readonly mailQueue: Pick<MailQueue, 'enqueue'>;
  readonly newUsers: NewUsers;
  readonly passwords: Passwords;
  readonly reauthentication: Reauthentication;
  readonly revocation: Revocation;
}

/** Manages all accounts, for administrators and the command line. */
export class Users {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Lists the accounts, ordered by login name.
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, page: PageRequest): Page<UserRecord> {
    requireAdmin(actor);
    return this.#context.tables.users.list(page.perPage, (page.page - 1) * page.perPage);
  }

  /**
   * As {@link Users.list}, but only accounts whose name, login or e-mail address has a word that starts with each word
   * of `q`. Other requests run in between.
   * @throws {DmsError} unauthenticated | forbidden
   */
  async search(actor: Actor, q: string, page: PageRequest): Promise<Page<UserRecord>> {
    requireAdmin(actor);
    const begins = beginningsOf(q);
    const found: Pick<User, 'id' | 'login'>[] = [];
    const isWanted = ({ name, login, email }: UserNames) => begins(`${name} ${login} ${email}`);
    for await (const slice of userSlices(this.#context, isWanted))
      found.push(...slice.map(({ id, login }) => ({ id, login })));
    const inOrder = found.sort((one, other) => (one.login < other.login ? -1 : 1));
    const start = (page.page - 1) * page.perPage;
    const ids = inOrder.slice(start, start + page.perPage).map(({ id }) => id);
    return { items: this.#context.tables.users.listByIds(ids), total: found.length };
  }

  /**
   * Returns one account.
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  get(actor: Actor, id: number): UserRecord {
    requireAdmin(actor);
    return this.#record(id);
  }

  /**
   * Finds a user by login name; the case of ASCII letters does not matter.
   * @throws {DmsError} unauthenticated | forbidden
   */
  findByLogin(actor: Actor, login: string): User | undefined {
    requireAdmin(actor);
    return this.#context.tables.users.findByLogin(login);
  }

  /**
   * The user as an actor, for the command line acting as a user: with the permissions and the quota of the user, and
   * under the user's name in the activity log.
   * @throws {DmsError} forbidden (not the command line, or the account is disabled) | not_found
   */
  actingAs(actor: Actor, login: string): UserActor {
    requireOperator(actor);
    const user = this.#context.tables.users.findByLogin(login);
    if (!user) throw new DmsError('not_found', message('no_user', { login }));
    if (user.isDisabled) throw forbidden(message('account_disabled', { login: user.login }));
    const credential = { kind: 'operator' } as const;
    return actorOf(user, { credential, capabilities: capabilitiesOf(user), ip: null });
  }

  /** True if an enabled administrator exists. Needs no actor: the result reveals nothing else. */
  hasAdministrator(): boolean {
    return this.#context.tables.users.countAdministrators() > 0;
  }

  /**
   * Creates an account and its home. Without a password, the user cannot sign in until one is set.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async create(actor: Actor, input: UserInput): Promise<UserRecord> {
    requireAdmin(actor);
    return this.#context.tables.users.recordOf(await this.#deps.newUsers.create(actor, input));
  }

  /**
   * Changes an account and returns its new state. A new password ends the user's sessions except the session of this
   * request, revokes the user's tokens and sends the user an e-mail. Disabling the account ends all its sessions.
   * @throws {DmsError} unauthenticated | forbidden | not_found | invalid | throttled
   */
  async update(actor: Actor, id: number, changes: UserChanges): Promise<UserRecord> {
    requireAdmin(actor);
    const own = actor.kind === 'user' && actor.userId === id ? actor : undefined;
    const checked = own && (await this.#deps.reauthentication.checkFor(own, changes));
    const faults = this.#changeFaults(this.#existing(id).user, changes);
    faults.add('current_password', checked?.fault);
    faults.throwIfAny();
    const { password } = changes;
    const passwordHash = password === undefined ? undefined : await this.#deps.passwords.hash(password);
    return commit(this.#context, actor, () => {
      const before = own
        ? this.#deps.reauthentication.accountFor(own, changes, checked?.passwordHash)
        : this.#existing(id);
      this.#changeFaults(before.user, changes).throwIfAny();
      this.#apply(actor, before, changes, passwordHash);
      return this.#record(id);
    });
  }

  /**
   * Deletes an account with its sessions, tokens, locks and received shares. Its home moves into the system
   * folder `Former users`.
   * @throws {DmsError} unauthenticated | forbidden | not_found | invalid (the last administrator)
   */
  async remove(actor: Actor, id: number): Promise<void> {
    requireAdmin(actor);
    await commit(this.#context, actor, () => {
      const { user } = this.#existing(id);
      const faults = new Faults();
      if (this.#isLastAdministrator(user)) faults.add('id', message('last_administrator_deleted'));
      faults.throwIfAny();
      this.#deps.homes.moveToFormerUsers(user, actor);
      this.#context.tables.users.delete(id);
      this.#deps.activity.record(actor, 'user_delete', message('user', { login: user.login }));
    });
  }

  #apply(actor: Actor, before: UserWithPassword, changes: UserChanges, passwordHash: string | undefined) {
    const { user } = before;
    const changed = FIELDS.filter(([key]) => changes[key] !== undefined);
    if (changed.length === 0 && passwordHash === undefined) return;
    this.#context.tables.users.update(user.id, this.#mergedValues(before, changes, passwordHash));
    if (changed.length > 0) {
      const fields = changed.map(([, name]) => name).join(', ');
      this.#deps.activity.record(actor, 'user_update', message('user_fields', { fields, login: user.login }));
    }
    if (passwordHash !== undefined) {
      this.#deps.activity.record(
        actor,
        'password_change',
        message('password_of_user', { login: user.login }),
      );
      this.#deps.mailQueue.enqueue(user, {
        kind: 'password_changed',
        ip: actor.kind === 'user' ? actor.ip : null,
      });
      this.#deps.revocation.revoke(actor, user, changes.keepTokens);
    }
    const { mails, passwordLinks, sessions } = this.#context.tables;
    if (changes.isDisabled === true) {
      sessions.deleteOfUser(user.id);
      mails.deleteLinksOf(user.id);
    }
    const isElsewhere = !isSameEmail(changes.email ?? user.email, user.email);
    if (changes.isDisabled === true || isElsewhere) passwordLinks.makeVoid(user.id);
  }

  #mergedValues(
    before: UserWithPassword,
    changes: UserChanges,
    passwordHash: string | undefined,
  ): UserValues {
    const { user } = before;
    return {
      name: changes.name ?? user.name,
      email: emailToStore(changes.email, user),
      passwordHash: passwordHash ?? before.passwordHash,
      isAdmin: changes.isAdmin ?? user.isAdmin,
      isDisabled: changes.isDisabled ?? user.isDisabled,
      language: user.language,
      quotaBytes: changes.quotaBytes === undefined ? user.quotaBytes : changes.quotaBytes,
      updatedAt: this.#context.now(),
    };
  }

  #changeFaults(user: User, changes: UserChanges): Faults {
    const faults = personFaults(this.#context.tables.users, changes, user.id);
    faults.add('quota_bytes', quotaFault(changes.quotaBytes ?? null));
    if (this.#isLastAdministrator(user)) {
      const fault = message('last_administrator_changed');
      if (changes.isAdmin === false) faults.add('is_admin', fault);
      if (changes.isDisabled === true) faults.add('is_disabled', fault);
    }
    return faults;
  }

  #isLastAdministrator(user: User): boolean {
    return user.isAdmin && !user.isDisabled && this.#context.tables.users.countAdministrators() === 1;
  }

  #record(id: number): UserRecord {
    return this.#context.tables.users.recordOf(this.#existing(id).user);
  }

  #existing(id: number): UserWithPassword {
    const found = this.#context.tables.users.findWithPassword(id);
    if (found === undefined) throw notFound();
    return found;
  }
}
