import { DmsError, invalid, invalidField } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, HalfSignedIn } from '../../model/people/actor.ts';
import type { User, UserRecord } from '../../model/people/user.ts';
import { commit, notSignedIn, requireOwner } from '../access/access.ts';
import type { SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import type { CodeKind, OneTimeCodes } from './one-time-codes.ts';
import type { SessionStart, SignedIn } from './session-start.ts';
import { methodFault } from './two-factor.ts';

/** Source of the code: an e-mail just sent, or the authenticator app. Time in milliseconds UTC. */
export type RequestedCode =
  | { readonly method: 'email'; readonly expiresAt: number }
  | { readonly method: 'totp' };

interface Dependencies {
  readonly codes: OneTimeCodes;
  readonly mailQueue: MailQueue;
  readonly securityEvents: SecurityEvents;
  readonly sessionStart: SessionStart;
}

/** The second step of signing in: the client requests a code and sends it back. */
export class TwoFactorSignIn {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Finds the user of a pending session by its secret.
   * @returns undefined for all other sessions, and if the session cannot be completed: it has expired, or the account
   * is disabled or no longer has a second factor
   */
  halfSignedIn(secret: string, ip: string | null): HalfSignedIn | undefined {
    const found = this.#context.tables.sessions.findBySecret(sha256(secret));
    if (found === undefined || found.isVerified) return undefined;
    const { session } = found;
    const user = this.#context.tables.users.find(session.userId);
    const isValid = session.expiresAt > this.#context.now() && user?.isDisabled === false;
    // Two-factor sign-in was turned off meanwhile, so there is no code to verify: the user must sign in again.
    if (!isValid || user.twoFactor === 'off') return undefined;
    const { id: userId, login, name } = user;
    return { kind: 'half_signed_in', userId, login, name, sessionId: session.id, ip };
  }

  /**
   * Sends a code if the account's method is e-mail. Signed-in users may also request a code, because turning two-factor
   * sign-in off requires one.
   * @param method must be the account's method; may be left out
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async requestCode(actor: Actor, method?: 'email' | 'totp'): Promise<RequestedCode> {
    const { userId } = actor.kind === 'half_signed_in' ? actor : requireOwner(actor);
    return commit(this.#context, actor, () => {
      const user = this.#existing(userId);
      if (this.#usableMethod(user, method) === 'totp') return { method: 'totp' };
      return { method: 'email', expiresAt: this.#deps.codes.send(user) };
    });
  }

  /**
   * Completes the sign-in with a code from an e-mail or the authenticator app, or with a recovery code. Replaces the
   * pending session with a new one.
   * @throws {DmsError} unauthenticated | invalid | throttled
   */
  async verify(
    actor: Actor,
    code: string,
    userAgent: string | null,
  ): Promise<SignedIn & { readonly user: UserRecord }> {
    if (actor.kind === 'user') throw invalid('code', 'code_not_expected');
    if (actor.kind !== 'half_signed_in') throw notSignedIn(actor);
    const signedIn = await commit(this.#context, actor, () => {
      const user = this.#existing(actor.userId);
      const kind = this.#deps.codes.accept(user.id, code);
      return kind && this.#startVerified(actor, user, kind, userAgent);
    });
    if (signedIn !== undefined)
      return { ...signedIn, user: this.#context.tables.users.recordOf(signedIn.user) };
    this.#deps.securityEvents.signInFailed(actor);
    throw this.#deps.codes.refusal(actor.userId);
  }

  #startVerified(actor: HalfSignedIn, user: User, kind: CodeKind, userAgent: string | null): SignedIn {
    const wasPending = this.#context.tables.sessions.delete(actor.sessionId, user.id);
    if (!wasPending) throw new DmsError('unauthenticated', message('sign_in_ended'));
    const details =
      kind === 'recovery'
        ? message('signed_in_by_recovery_code', { left: this.#deps.codes.countRecoveryCodes(user.id) })
        : message('signed_in_by_method', { method: kind });
    return this.#deps.sessionStart.startVerified(user, { ip: actor.ip, userAgent }, details);
  }

  /**
   * The method of the account.
   * @param wanted method that the client requested
   * @throws {DmsError} invalid
   */
  #usableMethod({ twoFactor }: User, wanted = twoFactor): 'email' | 'totp' {
    if (twoFactor === 'off') throw invalid('method', 'method_while_off');
    if (wanted !== twoFactor) throw invalid('method', 'method_of_account', { method: twoFactor });
    const fault = methodFault(twoFactor, this.#deps.mailQueue);
    if (fault !== undefined) throw invalidField('method', fault);
    return twoFactor;
  }

  #existing(userId: number): User {
    const user = this.#context.tables.users.find(userId);
    if (user?.isDisabled !== false)
      throw new DmsError('unauthenticated', message('account_gone_or_disabled'));
    return user;
  }
}
