import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { UserRecord } from '../../model/people/user.ts';
import { requireOperator } from '../access/access.ts';
import type { Context } from '../context.ts';
import { makeSessionSecret, sha256, type Throttle } from '../credentials/credentials.ts';
import type { NewUsers, UserInput } from './new-users.ts';

const LIFETIME_MS = 30 * 60_000;

/** What {@link Setup} works with. */
interface Parts {
  readonly newUsers: NewUsers;
  readonly throttle: Throttle;
}

/** The secret that lets its holder create the first administrator. */
export interface SetupCode {
  readonly code: string;
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
   * Issues a code, which is good for 30 minutes and only while there is no administrator. Earlier ones are no longer
   * good.
   * @throws {DmsError} forbidden (not the command line)
   */
  issue(actor: Actor): SetupCode {
    requireOperator(actor);
    const code = makeSessionSecret(this.#context.randomBytes);
    const expiresAt = this.#context.now() + LIFETIME_MS;
    this.#issued = { hash: sha256(code), expiresAt };
    return { code, expiresAt };
  }

  /** @throws {DmsError} not_found: there is an administrator, or no code was issued */
  assertOpen(): void {
    if (this.isOpen()) return;
    throw this.#hasAdministrator() ? new DmsError('not_found', message('administrator_exists')) : notFound();
  }

  /** True while a code that was issued can make the first administrator, be it too old by now. Needs no actor. */
  isOpen(): boolean {
    return this.#issued !== undefined && !this.#hasAdministrator();
  }

  #hasAdministrator(): boolean {
    return this.#context.tables.users.countAdministrators() > 0;
  }

  /**
   * Creates the first administrator. Needs the code and no sign-in. Five wrong codes from one address within 15 minutes
   * (`sign_in`) block further wrong ones; the right one is never blocked.
   * @throws {DmsError} not_found (as {@link Setup.assertOpen}) | forbidden (the code is wrong or too old) | invalid |
   * throttled
   */
  async createAdministrator(
    actor: Actor,
    code: string,
    person: Pick<UserInput, 'login' | 'name' | 'email'> & { readonly password: string },
  ): Promise<UserRecord> {
    this.assertOpen();
    this.#assertCode(code, 'ip' in actor ? actor.ip : null);
    const details = message('user_first', { login: person.login });
    const input = { ...person, isAdmin: true };
    const created = await this.#parts.newUsers.create(actor, input, () => this.assertOpen(), details);
    this.#issued = undefined;
    return this.#context.tables.users.recordOf(created);
  }

  #assertCode(code: string, ip: string | null): void {
    const { hash, expiresAt = 0 } = this.#issued ?? {};
    if (sha256(code) === hash && this.#context.now() < expiresAt) return;
    // No login name has a space.
    const guess = { login: 'setup code', ip, isKnown: true };
    this.#parts.throttle.check(guess);
    this.#parts.throttle.fail(guess.login, ip);
    throw forbidden(message('setup_code_not_valid'));
  }
}
