import { DmsError, forbidden, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import type { UserRecord } from '../../model/people/user.ts';
import { requireOperator } from '../access/access.ts';
import type { Context } from '../context.ts';
import { makeSessionSecret, sha256, type Throttle } from '../credentials/credentials.ts';
import type { NewUsers, UserInput } from './new-users.ts';

const LIFETIME_MS = 30 * 60_000;

interface Dependencies {
  readonly newUsers: NewUsers;
  readonly throttle: Throttle;
}

/** The secret that allows its holder to create the first administrator. */
export interface SetupCode {
  readonly code: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/**
 * Creates the first administrator over the network, for a person who can read the output of the service at its start.
 */
export class Setup {
  readonly #context: Context;
  readonly #deps: Dependencies;
  /** In memory only, so that neither a copy of the data nor a restart preserves it. */
  #issued: { readonly hash: string; readonly expiresAt: number } | undefined;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Issues a code, valid for 30 minutes and only while there is no administrator. Earlier codes become invalid.
   * @throws {DmsError} forbidden (not the command line)
   */
  issue(actor: Actor): SetupCode {
    requireOperator(actor);
    const code = makeSessionSecret(this.#context.randomBytes);
    const expiresAt = this.#context.now() + LIFETIME_MS;
    this.#issued = { hash: sha256(code), expiresAt };
    return { code, expiresAt };
  }

  /** @throws {DmsError} not_found: an administrator exists, or no code was issued */
  assertOpen(): void {
    if (this.isOpen()) return;
    throw this.#hasAdministrator() ? new DmsError('not_found', message('administrator_exists')) : notFound();
  }

  /** True if a code was issued, even if it has expired, and no administrator exists. Needs no actor. */
  isOpen(): boolean {
    return this.#issued !== undefined && !this.#hasAdministrator();
  }

  #hasAdministrator(): boolean {
    return this.#context.tables.users.countAdministrators() > 0;
  }

  /**
   * Creates the first administrator. Needs the code and no sign-in. Five wrong codes from one address within 15 minutes
   * (`sign_in`) block further wrong ones; the right code is never blocked.
   * @throws {DmsError} not_found (as {@link Setup.assertOpen}) | forbidden (the code is wrong or expired) | invalid |
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
    const created = await this.#deps.newUsers.create(actor, input, () => this.assertOpen(), details);
    this.#issued = undefined;
    return this.#context.tables.users.recordOf(created);
  }

  #assertCode(code: string, ip: string | null): void {
    const { hash, expiresAt = 0 } = this.#issued ?? {};
    if (sha256(code) === hash && this.#context.now() < expiresAt) return;
    // The space keeps this key apart from login names, which contain none.
    const guess = { login: 'setup code', ip, isKnown: true };
    this.#deps.throttle.check(guess);
    this.#deps.throttle.fail(guess.login, ip);
    throw forbidden(message('setup_code_not_valid'));
  }
}
