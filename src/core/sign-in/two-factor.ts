import type { Actor, SystemActor, UserActor } from '../../model/actor.ts';
import { type DmsError, invalid, notFound } from '../../model/errors.ts';
import type { User } from '../../model/user.ts';
import type { SessionTable } from '../../storage/accounts/sessions.ts';
import type { UserTable } from '../../storage/accounts/users.ts';
import { currentSession } from '../access/actors.ts';
import { requireOperator, requireUser } from '../access/capabilities.ts';
import type { Reauthentication } from '../accounts/reauthentication.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import { type Context, commit } from '../context.ts';
import { makeTotpKey } from '../credentials/totp.ts';
import { type CodeParts, OneTimeCodes, ownerOf } from './one-time-codes.ts';

/** A second factor that waits to be confirmed with a code. Time in milliseconds UTC. */
export type Enrolment =
  | { readonly method: 'email'; readonly expiresAt: number }
  | { readonly method: 'totp'; readonly secret: string; readonly uri: string };

/** What the second factor of an account is kept with. */
interface TwoFactorParts extends CodeParts {
  readonly users: UserTable;
  readonly sessions: SessionTable;
  readonly log: Pick<ActivityLog, 'record'>;
  readonly reauthentication: Reauthentication;
}

/** For as long as it takes to install an authenticator. */
const ENROLMENT_LIFETIME_MS = 3_600_000;

const NO_MAIL = 'is not possible: this service is not set up to send mail';

/** Why a method that needs mail cannot be had; undefined where it can. */
export function mailFault(method: 'email' | 'totp', mails: CodeParts['mails']): string | undefined {
  return method === 'email' && !mails.isConfigured ? NO_MAIL : undefined;
}

/** A code that is wrong, spent, or too old: it is not told which. */
export function wrongCode(): DmsError {
  return invalid('code', 'is wrong or no longer good');
}

/** Switching the second factor of one's own account on and off. */
export class TwoFactor {
  readonly #context: Context;
  readonly #parts: TwoFactorParts;
  readonly #codes: OneTimeCodes;

  constructor(context: Context, parts: TwoFactorParts) {
    this.#context = context;
    this.#parts = parts;
    this.#codes = new OneTimeCodes(context, parts);
  }

  /**
   * Begins: makes a key for an authenticator, or sends a code. Nothing changes for the account until a code confirms
   * that it works.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async enrol(actor: Actor, method: 'email' | 'totp', password: string): Promise<Enrolment> {
    const user = requireUser(actor, 'write');
    const fault = mailFault(method, this.#parts.mails);
    if (fault !== undefined) throw invalid('method', fault);
    await this.#parts.reauthentication.require(user, password);
    return commit(this.#context, () => {
      const account = this.#account(user);
      if (account.twoFactor !== 'off') throw invalid('method', 'is on already: switch it off first');
      return method === 'email' ? this.#enrolEmail(account) : this.#enrolTotp(account);
    });
  }

  /**
   * Switches it on with a code that proves that the user has it, and ends the user's other sessions: they were begun
   * with the password alone.
   * @returns ten recovery codes, which nobody will see again
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async confirm(actor: Actor, code: string): Promise<readonly string[]> {
    const user = requireUser(actor, 'write');
    const codes = await commit(this.#context, () => {
      const method = this.#awaited(this.#account(user));
      if (this.#codes.accept(user.userId, code) === undefined) return undefined;
      this.#parts.users.updateTwoFactor(user.userId, method, this.#context.now());
      this.#parts.sessions.deleteOfUser(user.userId, currentSession(user));
      this.#parts.log.record(user, 'two_factor_on', method);
      return this.#codes.renewRecovery(user.userId);
    });
    if (codes === undefined) throw wrongCode();
    return codes;
  }

  /**
   * Switches it off.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async remove(actor: Actor, password: string, code: string): Promise<void> {
    const user = requireUser(actor, 'write');
    this.#requireOn(this.#account(user));
    await this.#parts.reauthentication.require(user, password);
    const isRight = await commit(this.#context, () => {
      this.#requireOn(this.#account(user));
      if (this.#codes.accept(user.userId, code) === undefined) return false;
      this.#switchOff(user, this.#account(user));
      return true;
    });
    if (!isRight) throw wrongCode();
  }

  /**
   * Ten new recovery codes; those before are good no longer.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async renewRecoveryCodes(actor: Actor, password: string): Promise<readonly string[]> {
    const user = requireUser(actor, 'write');
    this.#requireOn(this.#account(user));
    await this.#parts.reauthentication.require(user, password);
    return commit(this.#context, () => {
      this.#requireOn(this.#account(user));
      this.#parts.log.record(user, 'recovery_codes', 'made anew');
      return this.#codes.renewRecovery(user.userId);
    });
  }

  /**
   * For the command line: lets a user in who has lost all that he could show. His password is what it was.
   * @returns false when it was off
   * @throws {DmsError} forbidden | not_found
   */
  async switchOff(actor: Actor, userId: number): Promise<boolean> {
    const operator = requireOperator(actor);
    return commit(this.#context, () => {
      const user = this.#parts.users.find(userId);
      if (user === undefined) throw notFound();
      if (user.twoFactor === 'off') return false;
      this.#switchOff(operator, user);
      return true;
    });
  }

  #enrolEmail(account: User): Enrolment {
    this.#replace(account, 'email', null);
    return { method: 'email', expiresAt: this.#codes.send(account) };
  }

  #enrolTotp(account: User): Enrolment {
    const { bytes, secret, uri } = makeTotpKey(this.#context.randomBytes, account.login);
    this.#replace(account, 'totp', this.#parts.sealing.seal(bytes, ownerOf(account.id)));
    return { method: 'totp', secret, uri };
  }

  #replace(account: User, method: 'email' | 'totp', sealedSecret: Buffer | null): void {
    const createdAt = this.#context.now();
    this.#parts.secondFactors.replace(account.id, { method, sealedSecret, createdAt });
  }

  /** The method that waits to be confirmed. */
  #awaited(account: User): 'email' | 'totp' {
    const factor = this.#parts.secondFactors.find(account.id);
    const isAwaited = account.twoFactor === 'off' && factor !== undefined;
    if (!isAwaited || factor.createdAt + ENROLMENT_LIFETIME_MS <= this.#context.now()) {
      throw invalid('code', 'has nothing to confirm: begin anew');
    }
    return factor.method;
  }

  #switchOff(actor: UserActor | SystemActor, user: User): void {
    this.#codes.forget(user.id);
    this.#parts.users.updateTwoFactor(user.id, 'off', this.#context.now());
    const whose = actor.kind === 'system' ? ` of user ${user.login}` : '';
    this.#parts.log.record(actor, 'two_factor_off', `${user.twoFactor}${whose}`);
  }

  #requireOn(account: User): void {
    if (account.twoFactor === 'off') throw invalid('two_factor', 'is off');
  }

  #account(actor: UserActor): User {
    return this.#parts.reauthentication.own(actor).user;
  }
}
