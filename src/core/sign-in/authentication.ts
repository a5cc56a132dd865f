import { DmsError, forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Token, User } from '../../model/people/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import {
  actorOf,
  assertCurrent,
  capabilitiesOf,
  capabilitiesOfScopes,
  commit,
  currentSession,
  READ_WRITE,
  requireUser,
  sessionActor,
} from '../access/access.ts';
import type { ActivityLog, SecurityEvents } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { isTokenSecret, looksLikeToken, type PasswordAttempt, sha256 } from '../credentials/credentials.ts';
import { isSameLogin, type PasswordCheck, wrongCredentials } from './password-check.ts';
import type { Origin, SessionStart, SignedIn } from './session-start.ts';

/** Precision of "last used" times. Writing the time at each request would cost too much. */
const LAST_USED_PRECISION_MS = 60_000;

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly passwordCheck: PasswordCheck;
  readonly securityEvents: SecurityEvents;
  readonly sessionStart: SessionStart;
}

/** Identifies the user of a request by a password, a session or a token. */
export class Authentication {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Signs in with a password and starts a session. Without a second factor the session is valid for 30 days. With a
   * second factor it is pending: it gives no access until the user enters a code.
   *
   * The response to a wrong password, an unknown login name and a disabled account has the same message after the same
   * time, so that a client cannot tell them apart.
   * @throws {DmsError} unauthenticated | throttled
   */
  async withPassword(attempt: PasswordAttempt & Origin): Promise<SignedIn> {
    const verified = await this.#deps.passwordCheck.verify(attempt);
    return commit(this.#context, { kind: 'guest', ip: attempt.ip }, () => {
      const user = this.#stillVerified(verified);
      return user.twoFactor === 'off'
        ? this.#deps.sessionStart.startVerified(user, attempt, message('signed_in'))
        : this.#deps.sessionStart.startPending(user, attempt);
    });
  }

  /**
   * Finds the actor of a session by its secret.
   * @returns undefined if the session is unknown, expired or pending, or the account is disabled
   */
  bySession(secret: string, ip: string | null): UserActor | undefined {
    const found = this.#context.tables.sessions.findBySecret(sha256(secret));
    if (!found?.isVerified || found.session.expiresAt <= this.#context.now()) return undefined;
    const { session } = found;
    const user = this.#enabledUser(session.userId);
    if (user === undefined) return undefined;
    this.#updateTimestamp(session.lastSeenAt, (now) =>
      this.#context.tables.sessions.updateLastSeen(session.id, now),
    );
    return sessionActor(user, session, ip);
  }

  /**
   * Finds the actor of a token sent over REST. The token's scopes become the actor's capabilities.
   * @returns undefined if the token is unknown or expired, or its owner is disabled
   */
  byToken(secret: string, ip: string | null): UserActor | undefined {
    const found = this.#tokenWithOwner(secret);
    if (found === undefined) return undefined;
    const { user, token } = found;
    this.#recordUse(user, token, ip);
    const capabilities = capabilitiesOfScopes(token.scopes);
    return actorOf(user, { credential: { kind: 'token', id: token.id }, capabilities, ip });
  }

  /**
   * Finds the actor of HTTP Basic credentials (RFC 7617): a login name with one of
   * - the password, if two-factor sign-in is off; a verified password is cached for some hours after its last use;
   * - a token with the scope `webdav` instead of the password.
   *
   * With two-factor sign-in on, the error for the right password says that a token is required.
   * @throws {DmsError} unauthenticated | throttled | forbidden (a valid token without the scope)
   */
  async byBasic(attempt: PasswordAttempt): Promise<UserActor> {
    const { login, password, ip } = attempt;
    const known = this.remembered(attempt);
    if (known !== undefined) return known;
    if (looksLikeToken(password)) {
      // Not counted as a failed sign-in. A token cannot be guessed, but a client with an outdated token keeps retrying,
      // and the limit would then prevent its owner from signing in.
      if (this.#tokenOf(login, password)) throw forbidden(message('token_lacks_scope', { scope: 'webdav' }));
      throw wrongCredentials();
    }
    const { passwordCheck } = this.#deps;
    const verified = passwordCheck.remembered(attempt) ?? (await passwordCheck.verifyAndRemember(attempt));
    if (verified.user.twoFactor !== 'off') throw tokenRequired();
    return passwordActor(verified, ip);
  }

  /**
   * As {@link Authentication.byBasic}, without Argon2: accepts a token, or a password that is cached for the address,
   * even while sign-ins are blocked.
   * @returns undefined for all other credentials
   */
  remembered(attempt: PasswordAttempt): UserActor | undefined {
    const { login, password, ip } = attempt;
    if (looksLikeToken(password)) return this.#byTokenAsPassword(login, password, ip);
    const verified = this.#deps.passwordCheck.remembered(attempt);
    return verified?.user.twoFactor === 'off' ? passwordActor(verified, ip) : undefined;
  }

  /** True if the password of this login name has been right at this address before. */
  isKnown(attempt: Pick<PasswordAttempt, 'login' | 'ip'>): boolean {
    return this.#deps.passwordCheck.isKnown(attempt);
  }

  /** True if the password of any login name has been right at this address before. */
  isKnownAddress(ip: string | null): boolean {
    return this.#deps.passwordCheck.isKnownAddress(ip);
  }

  /**
   * Checks that the actor may still act, after a request body has arrived. Changes repeat this check themselves.
   * @throws {DmsError} unauthenticated | forbidden (no longer an administrator)
   */
  assertCurrent(actor: Actor): void {
    assertCurrent(this.#context, actor);
  }

  /**
   * Ends the session of this request. Does nothing for a request with other credentials.
   * @throws {DmsError} unauthenticated
   */
  async signOut(actor: Actor): Promise<void> {
    if (actor.kind === 'half_signed_in') {
      await commit(this.#context, actor, () =>
        this.#context.tables.sessions.delete(actor.sessionId, actor.userId),
      );
      return;
    }
    const user = requireUser(actor, 'read');
    const sessionId = currentSession(user);
    if (sessionId === undefined) return;
    await commit(this.#context, actor, () => {
      this.#context.tables.sessions.delete(sessionId, user.userId);
      this.#deps.activity.record(user, 'sign_out', message('sign_out'));
    });
  }

  /**
   * Reads the user inside the transaction of the sign-in. Since the check, the password may have changed, the account
   * may have been disabled, or two-factor sign-in turned on.
   * @throws {DmsError} unauthenticated
   */
  #stillVerified({ user, passwordHash }: UserWithPassword): User {
    const current = this.#context.tables.users.findWithPassword(user.id);
    if (current?.passwordHash !== passwordHash || current.user.isDisabled) throw wrongCredentials();
    return current.user;
  }

  #byTokenAsPassword(login: string, secret: string, ip: string | null): UserActor | undefined {
    const found = this.#tokenOf(login, secret);
    if (!found?.token.scopes.includes('webdav')) return undefined;
    const { user, token } = found;
    this.#recordUse(user, token, ip);
    return actorOf(user, { credential: { kind: 'token', id: token.id }, capabilities: READ_WRITE, ip });
  }

  #tokenOf(login: string, secret: string): { user: User; token: Token } | undefined {
    const found = this.#tokenWithOwner(secret);
    return found && isSameLogin(found.user.login, login) ? found : undefined;
  }

  #tokenWithOwner(secret: string): { user: User; token: Token } | undefined {
    if (!isTokenSecret(secret)) return undefined;
    const token = this.#context.tables.tokens.findBySecret(sha256(secret));
    if (token === undefined || (token.expiresAt ?? Infinity) <= this.#context.now()) return undefined;
    const user = this.#enabledUser(token.userId);
    return user && { user, token };
  }

  #enabledUser(userId: number): User | undefined {
    const user = this.#context.tables.users.find(userId);
    return user?.isDisabled === false ? user : undefined;
  }

  #recordUse(user: User, token: Token, ip: string | null): void {
    this.#deps.securityEvents.credentialUsed(user, token, ip);
    this.#updateTimestamp(token.lastUsedAt ?? 0, (now) =>
      this.#context.tables.tokens.updateLastUsed(token.id, now),
    );
  }

  /**
   * Writes a new "last used" time if the stored one is at least a minute old. Does not wait for the disk. Ignores
   * errors: reading must work even if the database cannot be written, and the next real change reports the error.
   */
  #updateTimestamp(lastMs: number, write: (now: number) => void): void {
    const now = this.#context.now();
    if (now - lastMs < LAST_USED_PRECISION_MS) return;
    try {
      this.#context.database.tryTransaction(() => write(now));
    } catch {
      return;
    }
  }
}

function passwordActor({ user, passwordHash }: UserWithPassword, ip: string | null): UserActor {
  const credential = { kind: 'password', hash: passwordHash } as const;
  return actorOf(user, { credential, capabilities: capabilitiesOf(user), ip });
}

function tokenRequired(): DmsError {
  return new DmsError('unauthenticated', message('token_required'));
}
