import type { Actor, SystemActor, UserActor } from '../../model/actor.ts';
import { type DmsError, invalid, notFound } from '../../model/errors.ts';
import type { User } from '../../model/user.ts';
import { currentSession, requireOperator, requireUser } from '../access/access.ts';
import type { Reauthentication } from '../accounts/accounts.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import type { Encryption } from '../credentials/credentials.ts';
import { makeTotpKey } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import { type OneTimeCodes, ownerOf } from './one-time-codes.ts';

/** A second factor that waits to be confirmed with a code. Time in milliseconds UTC. */
export type Enrolment =
  | { readonly method: 'email'; readonly expiresAt: number }
  | { readonly method: 'totp'; readonly secret: string; readonly uri: string };

/** What {@link TwoFactor} works with. */
interface Parts {
  readonly activity: ActivityLog;
  readonly codes: OneTimeCodes;
  readonly encryption: Encryption;
  readonly mailQueue: MailQueue;
  readonly reauthentication: Reauthentication;
}

/** For as long as it takes to install an authenticator. */
const ENROLMENT_LIFETIME_MS = 3_600_000;

const NO_MAIL = 'is not possible: this service is not set up to send mail';

/** Why a method that needs mail cannot be had; undefined where it can. */
export function mailFault(
  method: 'email' | 'totp',
  mailQueue: Pick<MailQueue, 'isConfigured'>,
): string | undefined {
  return method === 'email' && !mailQueue.isConfigured ? NO_MAIL : undefined;
}

/** A code that is wrong, spent, or too old: it is not told which. */
export function wrongCode(): DmsError {
  return invalid('code', 'is wrong or no longer good');
}

/** Switching the second factor of one's own account on and off. */
export class TwoFactor {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Begins: makes a key for an authenticator, or sends a code. Nothing changes for the account until a code confirms
   * that it works.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async enrol(actor: Actor, method: 'email' | 'totp', password: string): Promise<Enrolment> {
    const user = requireUser(actor, 'write');
    const fault = mailFault(method, this.#parts.mailQueue);
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
      if (this.#parts.codes.accept(user.userId, code) === undefined) return undefined;
      this.#context.tables.users.updateTwoFactor(user.userId, method, this.#context.now());
      this.#context.tables.sessions.deleteOfUser(user.userId, currentSession(user));
      this.#parts.activity.record(user, 'two_factor_on', method);
      return this.#parts.codes.renewRecovery(user.userId);
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
      if (this.#parts.codes.accept(user.userId, code) === undefined) return false;
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
      this.#parts.activity.record(user, 'recovery_codes', 'made anew');
      return this.#parts.codes.renewRecovery(user.userId);
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
      const user = this.#context.tables.users.find(userId);
      if (user === undefined) throw notFound();
      if (user.twoFactor === 'off') return false;
      this.#switchOff(operator, user);
      return true;
    });
  }

  #enrolEmail(account: User): Enrolment {
    this.#replace(account, 'email', null);
    return { method: 'email', expiresAt: this.#parts.codes.send(account) };
  }

  #enrolTotp(account: User): Enrolment {
    const { bytes, secret, uri } = makeTotpKey(this.#context.randomBytes, account.login);
    this.#replace(account, 'totp', this.#parts.encryption.seal(bytes, ownerOf(account.id)));
    return { method: 'totp', secret, uri };
  }

  #replace(account: User, method: 'email' | 'totp', sealedSecret: Buffer | null): void {
    const createdAt = this.#context.now();
    this.#context.tables.secondFactors.replace(account.id, { method, sealedSecret, createdAt });
  }

  /** The method that waits to be confirmed. */
  #awaited(account: User): 'email' | 'totp' {
    const factor = this.#context.tables.secondFactors.find(account.id);
    const isAwaited = account.twoFactor === 'off' && factor !== undefined;
    if (!isAwaited || factor.createdAt + ENROLMENT_LIFETIME_MS <= this.#context.now()) {
      throw invalid('code', 'has nothing to confirm: begin anew');
    }
    return factor.method;
  }

  #switchOff(actor: UserActor | SystemActor, user: User): void {
    this.#parts.codes.forget(user.id);
    this.#context.tables.users.updateTwoFactor(user.id, 'off', this.#context.now());
    const whose = actor.kind === 'system' ? ` of user ${user.login}` : '';
    this.#parts.activity.record(actor, 'two_factor_off', `${user.twoFactor}${whose}`);
  }

  #requireOn(account: User): void {
    if (account.twoFactor === 'off') throw invalid('two_factor', 'is off');
  }

  #account(actor: UserActor): User {
    return this.#parts.reauthentication.own(actor).user;
  }
}
