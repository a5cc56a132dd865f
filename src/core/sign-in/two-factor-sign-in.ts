import type { Actor, HalfSignedIn } from '../../model/actor.ts';
import { DmsError, invalid } from '../../model/errors.ts';
import type { User } from '../../model/user.ts';
import { notSignedIn, requireUser } from '../access/access.ts';
import type { SecurityEvents } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import { sha256 } from '../credentials/credentials.ts';
import type { MailQueue } from '../mail/mail.ts';
import type { CodeKind, OneTimeCodes } from './one-time-codes.ts';
import type { SessionStart, SignedIn } from './session-start.ts';
import { mailFault, wrongCode } from './two-factor.ts';

/** Where a code is to come from. Time in milliseconds UTC. */
export type RequestedCode =
  | { readonly method: 'email'; readonly expiresAt: number }
  | { readonly method: 'totp' };

/** What {@link TwoFactorSignIn} works with. */
interface Parts {
  readonly codes: OneTimeCodes;
  readonly mailQueue: MailQueue;
  readonly securityEvents: SecurityEvents;
  readonly sessionStart: SessionStart;
}

/** The second half of signing in: codes are asked for and shown. */
export class TwoFactorSignIn {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Who owes a second factor for the session of this secret; undefined for all other sessions. */
  owing(secret: string, ip: string | null): HalfSignedIn | undefined {
    const found = this.#context.tables.sessions.findBySecret(sha256(secret));
    if (found === undefined || found.isVerified) return undefined;
    const { session } = found;
    const user = this.#context.tables.users.find(session.userId);
    const isGood = session.expiresAt > this.#context.now() && user?.isDisabled === false;
    // Where it was switched off meanwhile there is nothing to show: he signs in anew.
    if (!isGood || user.twoFactor === 'off') return undefined;
    const { id: userId, login, name } = user;
    return { kind: 'half_signed_in', userId, login, name, sessionId: session.id, ip };
  }

  /**
   * Sends a code where the method needs one. Who is signed in may ask, too: switching off takes a code.
   * @param method the account's own when left out; no other is possible
   * @throws {DmsError} unauthenticated | forbidden | invalid | throttled
   */
  async requestCode(actor: Actor, method?: 'email' | 'totp'): Promise<RequestedCode> {
    const { userId } = actor.kind === 'half_signed_in' ? actor : requireUser(actor, 'write');
    const user = this.#existing(userId);
    if (user.twoFactor === 'off') throw invalid('method', 'is off');
    if (method !== undefined && method !== user.twoFactor) {
      throw invalid('method', `must be ${user.twoFactor}: no other is on`);
    }
    const fault = mailFault(user.twoFactor, this.#parts.mailQueue);
    if (fault !== undefined) throw invalid('method', fault);
    if (user.twoFactor === 'totp') return { method: 'totp' };
    const expiresAt = await commit(this.#context, () => this.#parts.codes.send(user));
    return { method: 'email', expiresAt };
  }

  /**
   * Takes a code by e-mail, of the authenticator, or of those for recovery: the user is signed in, with a new session in
   * the place of the half one.
   * @throws {DmsError} unauthenticated | invalid | throttled
   */
  async verify(actor: Actor, code: string, userAgent: string | null): Promise<SignedIn> {
    if (actor.kind === 'user') throw invalid('code', 'is not asked for: the second factor is not owed');
    if (actor.kind !== 'half_signed_in') throw notSignedIn(actor);
    const signedIn = await commit(this.#context, () => {
      const user = this.#existing(actor.userId);
      const kind = this.#parts.codes.accept(user.id, code);
      return kind && this.#makeWhole(actor, user, kind, userAgent);
    });
    if (signedIn !== undefined) return signedIn;
    this.#parts.securityEvents.signInFailed(actor);
    throw wrongCode();
  }

  #makeWhole(actor: HalfSignedIn, user: User, kind: CodeKind, userAgent: string | null): SignedIn {
    const isThere = this.#context.tables.sessions.delete(actor.sessionId, user.id);
    if (!isThere) throw new DmsError('unauthenticated', 'The sign-in is over. Sign in anew.');
    const left =
      kind === 'recovery' ? `recovery code, ${String(this.#parts.codes.countRecovery(user.id))} left` : kind;
    return this.#parts.sessionStart.whole(
      user,
      { ip: actor.ip, userAgent },
      `signed in, second factor: ${left}`,
    );
  }

  #existing(userId: number): User {
    const user = this.#context.tables.users.find(userId);
    if (user?.isDisabled !== false) throw new DmsError('unauthenticated', 'The account is no longer good.');
    return user;
  }
}
