import { notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { normalEmail } from '../../model/people/email-address.ts';
import type { User } from '../../model/people/user.ts';
import { commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Passwords } from '../credentials/credentials.ts';
import type { Homes } from './homes.ts';
import { type Faults, loginFault, personFaults, quotaFault } from './user-rules.ts';

/** Values for a new account. */
export interface UserInput {
  readonly name: string;
  readonly email: string;
  readonly login: string;
  /** Left out: the account has no password, and its user cannot sign in until one is set. */
  readonly password?: string | undefined;
  readonly isAdmin?: boolean | undefined;
  /** In bytes. Null or left out: no limit. */
  readonly quotaBytes?: number | null | undefined;
}

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly homes: Homes;
  readonly passwords: Passwords;
}

/** Creates accounts. Does not authorise the caller. */
export class NewUsers {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Creates an account and its home.
   * @param assertAllowed runs inside the transaction; an error that it throws prevents the account
   * @param details text of the activity record
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async create(
    actor: Actor,
    input: UserInput,
    assertAllowed: () => void = () => undefined,
    details = message('user', { login: input.login }),
  ): Promise<User> {
    this.#faults(input).throwIfAny();
    const { password } = input;
    const { passwords } = this.#deps;
    const passwordHash = password === undefined ? passwords.none : await passwords.hash(password);
    return commit(this.#context, actor, () => {
      assertAllowed();
      // Another request may have taken the login name or the e-mail address while the password was hashed.
      this.#faults(input).throwIfAny();
      const { login, name, email, isAdmin = false, quotaBytes = null } = input;
      const createdAt = this.#context.now();
      const { users } = this.#context.tables;
      const id = users.insert({
        login,
        name,
        email: normalEmail(email),
        passwordHash,
        isAdmin,
        quotaBytes,
        createdAt,
      });
      users.updateHome(id, this.#deps.homes.create(id));
      this.#deps.activity.record(actor, 'user_create', details);
      const created = users.findWithPassword(id);
      if (created === undefined) throw notFound();
      return created.user;
    });
  }

  #faults(input: UserInput): Faults {
    const faults = personFaults(this.#context.tables.users, input);
    const isTaken = this.#context.tables.users.findByLogin(input.login) !== undefined;
    faults.add('login', loginFault(input.login) ?? (isTaken ? message('taken') : undefined));
    faults.add('quota_bytes', quotaFault(input.quotaBytes ?? null));
    return faults;
  }
}
