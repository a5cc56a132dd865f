import type { Actor } from '../../model/actor.ts';
import { forbidden, notFound } from '../../model/errors.ts';
import type { User } from '../../model/user.ts';
import { requireOperator } from '../access/access.ts';
import type { Context } from '../context.ts';
import { makeSessionSecret, sha256, type Throttle } from '../credentials/credentials.ts';
import type { NewUsers, UserInput } from './new-users.ts';

const LIFETIME_MS = 30 * 60_000;
const NOT_VALID =
  'The setup token is not valid. dms serve prints a new one at each start; it is good for 30 minutes.';

/** What {@link Setup} works with. */
interface Parts {
  readonly newUsers: NewUsers;
  readonly throttle: Throttle;
}

/** The secret that lets its holder create the first administrator. */
export interface SetupToken {
  readonly token: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/** Creates the first administrator over the network, for who can read what the service printed at its start. */
export class Setup {
  readonly #context: Context;
  readonly #parts: Parts;
  /** Only in memory, so that neither a copy of the data nor a restart keeps it. */
  #issued: { readonly hash: string; readonly expiresAt: number } | undefined;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Issues a token, which is good for 30 minutes and only while there is no administrator. Earlier ones are no longer
   * good.
   * @throws {DmsError} forbidden (not the command line)
   */
  issue(actor: Actor): SetupToken {
    requireOperator(actor);
    const token = makeSessionSecret(this.#context.randomBytes);
    const expiresAt = this.#context.now() + LIFETIME_MS;
    this.#issued = { hash: sha256(token), expiresAt };
    return { token, expiresAt };
  }

  /** @throws {DmsError} not_found: there is an administrator, or no token was issued */
  assertOpen(): void {
    const isOver = this.#context.tables.users.countAdministrators() > 0;
    if (this.#issued === undefined || isOver) throw notFound();
  }

  /**
   * Creates the first administrator. Needs the token and no sign-in. Five wrong tokens from one address within 15 minutes
   * (`sign_in`) block further wrong ones; the right one is never blocked.
   * @throws {DmsError} not_found (as {@link Setup.assertOpen}) | forbidden (the token is wrong or too old) | invalid |
   * throttled
   */
  async createAdministrator(
    actor: Actor,
    token: string,
    person: Pick<UserInput, 'login' | 'name' | 'email' | 'password'>,
  ): Promise<User> {
    this.assertOpen();
    this.#assertToken(token, 'ip' in actor ? actor.ip : null);
    const details = `user ${person.login}, the first administrator, with the setup token`;
    const input = { ...person, isAdmin: true };
    const created = await this.#parts.newUsers.create(actor, input, () => this.assertOpen(), details);
    this.#issued = undefined;
    return created;
  }

  #assertToken(token: string, ip: string | null): void {
    const { hash, expiresAt = 0 } = this.#issued ?? {};
    if (sha256(token) === hash && this.#context.now() < expiresAt) return;
    // No login name has a space.
    const guess = { login: 'setup token', ip, isKnown: true };
    this.#parts.throttle.check(guess);
    this.#parts.throttle.fail(guess.login, ip);
    throw forbidden(NOT_VALID);
  }
}
