import { HOUR_MS } from '../../model/durations.ts';
import { invalid, invalidField, notFound } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { Actor, SystemActor, UserActor } from '../../model/people/actor.ts';
import type { User } from '../../model/people/user.ts';
import { commit, requireAdmin, requireOwner } from '../access/access.ts';
import { assertNotOwn, type Reauthentication, type Revocation } from '../accounts/accounts.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import type { Encryption } from '../credentials/credentials.ts';
import { makeTotpKey } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import { encryptionOwner, type OneTimeCodes } from './one-time-codes.ts';

/** A second factor that the user must still confirm with a code. Time in milliseconds UTC. */
export type Enrolment =
  | { readonly method: 'email'; readonly expiresAt: number }
  | { readonly method: 'totp'; readonly secret: string; readonly uri: string };

interface Dependencies {
  readonly activity: ActivityLog;
  readonly codes: OneTimeCodes;
  readonly encryption: Encryption;
  readonly mailQueue: MailQueue;
  readonly reauthentication: Reauthentication;
  readonly revocation: Revocation;
}

/** Lifetime of an unconfirmed setup: enough time to install an authenticator app. */
const ENROLMENT_LIFETIME_MS = HOUR_MS;

/**
 * Checks that the server supports a method.
 * @returns undefined if it does; otherwise a message that completes "method …"
 */
export function methodFault(
  method: 'email' | 'totp',
  mailQueue: Pick<MailQueue, 'isConfigured'>,
): Message | undefined {
  return method === 'email' && !mailQueue.isConfigured ? message('mail_not_set_up') : undefined;
}

/** Turns two-factor sign-in on and off: for users on their own accounts, and off by administrators. */
export class TwoFactor {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Starts the setup: creates a key for an authenticator app, or sends a code by e-mail. Two-factor sign-in
   * stays off until {@link TwoFactor.confirm} accepts a code.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async enrol(actor: Actor, method: 'email' | 'totp', password: string): Promise<Enrolment> {
    const user = requireOwner(actor);
    const fault = methodFault(method, this.#deps.mailQueue);
    if (fault !== undefined) throw invalidField('method', fault);
    const passwordHash = await this.#deps.reauthentication.requirePassword(user, password);
    return commit(this.#context, actor, () => {
      const account = this.#accountWith(user, passwordHash);
      if (account.twoFactor !== 'off') throw invalid('method', 'two_factor_already_on');
      return method === 'email' ? this.#enrolEmail(account) : this.#enrolTotp(account);
    });
  }

  /**
   * Turns two-factor sign-in on with a code, which proves that the user can produce codes. Ends the user's other
   * sessions and revokes the user's tokens, because they were created with the password alone.
   * @param keepTokens true: the tokens stay valid
   * @returns ten recovery codes; they cannot be read again
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async confirm(actor: Actor, code: string, keepTokens = false): Promise<readonly string[]> {
    const user = requireOwner(actor);
    const codes = await commit(this.#context, actor, () => {
      const account = this.#account(user);
      const method = this.#pendingMethod(account);
      if (this.#deps.codes.accept(user.userId, code) === undefined) return undefined;
      this.#context.tables.users.updateTwoFactor(user.userId, method, this.#context.now());
      this.#deps.revocation.revoke(user, account, keepTokens);
      this.#deps.activity.record(user, 'two_factor_on', message('two_factor_method', { method }));
      return this.#deps.codes.renewRecoveryCodes(user.userId);
    });
    if (codes === undefined) throw this.#deps.codes.refusal(user.userId);
    return codes;
  }

  /**
   * Turns two-factor sign-in off.
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async remove(actor: Actor, password: string, code: string): Promise<void> {
    const user = requireOwner(actor);
    this.#requireOn(this.#account(user));
    const passwordHash = await this.#deps.reauthentication.requirePassword(user, password);
    const isRight = await commit(this.#context, actor, () => {
      const account = this.#accountWith(user, passwordHash);
      this.#requireOn(account);
      if (this.#deps.codes.accept(user.userId, code) === undefined) return false;
      this.#turnOff(user, account);
      return true;
    });
    if (!isRight) throw this.#deps.codes.refusal(user.userId);
  }

  /**
   * Replaces the recovery codes with ten new ones.
   * @returns the codes; they cannot be read again
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async renewRecoveryCodes(actor: Actor, password: string): Promise<readonly string[]> {
    const user = requireOwner(actor);
    this.#requireOn(this.#account(user));
    const passwordHash = await this.#deps.reauthentication.requirePassword(user, password);
    return commit(this.#context, actor, () => {
      this.#requireOn(this.#accountWith(user, passwordHash));
      this.#deps.activity.record(user, 'recovery_codes', message('recovery_codes_replaced'));
      return this.#deps.codes.renewRecoveryCodes(user.userId);
    });
  }

  /**
   * Turns off two-factor sign-in for a user who lost the device and the recovery codes. The password stays the same,
   * and the user is notified by e-mail. For administrators and the command line.
   * @returns false if it was already off
   * @throws {DmsError} unauthenticated | forbidden (also for the own account, which needs password and code) |
   * not_found
   */
  async switchOff(actor: Actor, userId: number): Promise<boolean> {
    const administrator = requireAdmin(actor);
    assertNotOwn(administrator, userId);
    return commit(this.#context, actor, () => {
      const user = this.#context.tables.users.find(userId);
      if (user === undefined) throw notFound();
      if (user.twoFactor === 'off') return false;
      this.#turnOff(administrator, user);
      this.#deps.mailQueue.enqueue(user, { kind: 'two_factor_off' });
      return true;
    });
  }

  #enrolEmail(account: User): Enrolment {
    this.#storeFactor(account, 'email', null);
    return { method: 'email', expiresAt: this.#deps.codes.send(account) };
  }

  #enrolTotp(account: User): Enrolment {
    const { bytes, secret, uri } = makeTotpKey(this.#context.randomBytes, account.login);
    this.#storeFactor(account, 'totp', this.#deps.encryption.encrypt(bytes, encryptionOwner(account.id)));
    return { method: 'totp', secret, uri };
  }

  #storeFactor(account: User, method: 'email' | 'totp', encryptedSecret: Buffer | null): void {
    const createdAt = this.#context.now();
    this.#context.tables.secondFactors.replace(account.id, { method, encryptedSecret, createdAt });
  }

  /**
   * The method of a pending setup.
   * @throws {DmsError} invalid: no setup is pending
   */
  #pendingMethod(account: User): 'email' | 'totp' {
    const factor = this.#context.tables.secondFactors.find(account.id);
    const isPending = account.twoFactor === 'off' && factor !== undefined;
    if (!isPending || factor.createdAt + ENROLMENT_LIFETIME_MS <= this.#context.now()) {
      throw invalid('code', 'code_without_setup');
    }
    return factor.method;
  }

  #turnOff(actor: UserActor | SystemActor, user: User): void {
    this.#deps.codes.deleteAll(user.id);
    this.#context.tables.users.updateTwoFactor(user.id, 'off', this.#context.now());
    const { twoFactor: method, login } = user;
    const isOwn = actor.kind === 'user' && actor.userId === user.id;
    const details = isOwn
      ? message('two_factor_method', { method })
      : message('two_factor_method_of_user', { method, login });
    this.#deps.activity.record(actor, 'two_factor_off', details);
  }

  #requireOn(account: User): void {
    if (account.twoFactor === 'off') throw invalid('two_factor', 'two_factor_is_off');
  }

  #account(actor: UserActor): User {
    return this.#deps.reauthentication.currentAccount(actor).user;
  }

  #accountWith(actor: UserActor, passwordHash: string): User {
    return this.#deps.reauthentication.accountWith(actor, passwordHash).user;
  }
}
