import type { Actor, UserActor } from '../../model/actor.ts';
import { DmsError, forbidden } from '../../model/errors.ts';
import type { Token, User } from '../../model/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import { Cache } from '../../storage/cache.ts';
import {
  actorOf,
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
import type { Passwords, Throttle } from '../credentials/credentials.ts';
import { isTokenSecret, looksLikeToken, PasswordCache, sha256 } from '../credentials/credentials.ts';
import type { Origin, SessionStart, SignedIn } from './session-start.ts';

/** A login name and password as the client sent them, and the client's address. */
export interface PasswordAttempt {
  readonly login: string;
  readonly password: string;
  readonly ip: string | null;
}

/** How old "last used" may get: writing it at each request would cost too much. */
const LAST_USED_PRECISION_MS = 60_000;
const CACHED_USERS = 1000;

/** What {@link Authentication} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly sessionStart: SessionStart;
  readonly throttle: Throttle;
}

/** Identifies the user of a request by a password, a session or a token. */
export class Authentication {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #passwordCache: PasswordCache;
  readonly #userCache: Cache<number, UserWithPassword>;
  readonly #verifying = new Map<string, Promise<UserWithPassword>>();

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#passwordCache = new PasswordCache(context);
    this.#userCache = new Cache(() => context.database.generation, CACHED_USERS);
  }

  /**
   * Signs in with a password and starts a session. Without a second factor the session is valid for 30 days.
   * With a second factor it is pending: it gives no access until the user shows a code.
   *
   * A wrong password, an unknown login name and a disabled account get the same message after the same time,
   * so that a client cannot tell them apart.
   * @throws {DmsError} unauthenticated | throttled
   */
  async withPassword(attempt: PasswordAttempt & Origin): Promise<SignedIn> {
    const verified = await this.#verify(attempt);
    return commit(this.#context, { kind: 'guest', ip: attempt.ip }, () => {
      const user = this.#stillVerified(verified);
      return user.twoFactor === 'off'
        ? this.#parts.sessionStart.startVerified(user, attempt, 'signed in')
        : this.#parts.sessionStart.startPending(user, attempt);
    });
  }

  /**
   * Finds the actor of a session by its secret.
   * @returns undefined when the session is unknown, expired or pending, or the account is disabled
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
   * @returns undefined when the token is unknown or expired, or its owner is disabled
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
   * - the password, if two-factor sign-in is off; a verified password is remembered for 5 minutes;
   * - a token with the scope `webdav` in place of the password.
   *
   * With two-factor sign-in on, the error for the right password says that a token is required.
   * @throws {DmsError} unauthenticated | throttled | forbidden (a valid token without the scope)
   */
  async byBasic(attempt: PasswordAttempt): Promise<UserActor> {
    const { login, password, ip } = attempt;
    const known = this.remembered(attempt);
    if (known !== undefined) return known;
    if (looksLikeToken(password)) {
      // Not counted as a failed sign-in. A token cannot be guessed, but a client with an outdated token
      // keeps trying, and the limit would then stop its owner from signing in.
      if (this.#tokenOf(login, password)) throw forbidden('The token lacks the scope "webdav".');
      throw wrongCredentials();
    }
    const account = this.#cachedAccount(attempt) ?? (await this.#verifyAndCache(attempt));
    if (account.user.twoFactor !== 'off') throw tokenRequired();
    return passwordActor(account, ip);
  }

  /**
   * As {@link Authentication.byBasic}, without Argon2: accepts a token, or a password verified in the last 5
   * minutes.
   * @returns undefined for all other credentials
   */
  remembered(attempt: PasswordAttempt): UserActor | undefined {
    const { login, password, ip } = attempt;
    if (looksLikeToken(password)) return this.#byTokenAsPassword(login, password, ip);
    const account = this.#cachedAccount(attempt);
    return account?.user.twoFactor === 'off' ? passwordActor(account, ip) : undefined;
  }

  /** Finds the account of a password verified in the last 5 minutes. Does not check for a second factor. */
  #cachedAccount({ login, password, ip }: PasswordAttempt): UserWithPassword | undefined {
    // While blocked, a right guess must get the same answer as a wrong one.
    if (this.#parts.throttle.isBlocked(login, ip)) return undefined;
    const verified = this.#passwordCache.find(this.#passwordCache.keyOf(login, password));
    const current = verified && this.#currentUser(verified.userId);
    if (current === undefined || current.passwordHash !== verified?.passwordHash) return undefined;
    const { user } = current;
    return user.isDisabled || !isSameLogin(user.login, login) ? undefined : current;
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
      this.#parts.activity.record(user, 'sign_out', 'signed out');
    });
  }

  async #verify({ login, password, ip }: PasswordAttempt): Promise<UserWithPassword> {
    const check = (): void => this.#parts.throttle.check(login, ip);
    check();
    const found = this.#context.tables.users.findByLoginWithPassword(login);
    // While this attempt waits and runs, other attempts may reach the limit. `check` then throws: before
    // Argon2, to save the work; after it, so that the answer does not reveal whether the password was right.
    const isRight = found
      ? await this.#parts.passwords.verify(found.passwordHash, password, check)
      : await this.#parts.passwords.verifyDummy(password, check);
    check();
    const current = found && this.#context.tables.users.findWithPassword(found.user.id);
    const isCurrent = current !== undefined && current.passwordHash === found?.passwordHash;
    if (!isRight || !isCurrent || current.user.isDisabled) {
      this.#parts.throttle.fail(login, ip);
      this.#parts.securityEvents.signInFailed({ login, ip });
      throw wrongCredentials();
    }
    this.#parts.throttle.succeed(login, ip);
    return current;
  }

  /**
   * Reads the user inside the transaction of the sign-in. Meanwhile the password may have changed, the account
   * may have been disabled, or two-factor sign-in turned on.
   * @throws {DmsError} unauthenticated
   */
  #stillVerified({ user, passwordHash }: UserWithPassword): User {
    const current = this.#context.tables.users.findWithPassword(user.id);
    if (current?.passwordHash !== passwordHash || current.user.isDisabled) throw wrongCredentials();
    return current.user;
  }

  async #verifyAndCache(attempt: PasswordAttempt): Promise<UserWithPassword> {
    const key = this.#passwordCache.keyOf(attempt.login, attempt.password);
    const verified = await this.#verifyOnce(key, attempt);
    this.#passwordCache.remember(key, verified);
    if (verified.user.twoFactor === 'off')
      this.#parts.securityEvents.credentialUsed(verified.user, undefined, attempt.ip);
    return verified;
  }

  /** A mounted drive sends many requests at once. They share one Argon2 run and count as one failure. */
  #verifyOnce(key: string, attempt: PasswordAttempt): Promise<UserWithPassword> {
    const runKey = `${key} ${attempt.ip ?? ''}`;
    const running = this.#verifying.get(runKey);
    if (running) return running;
    const run = this.#verify(attempt).finally(() => this.#verifying.delete(runKey));
    this.#verifying.set(runKey, run);
    return run;
  }

  /** Reads the user from the database; cached until any change of the database. */
  #currentUser(userId: number): UserWithPassword | undefined {
    const known = this.#userCache.get(userId);
    if (known) return known;
    const found = this.#context.tables.users.findWithPassword(userId);
    if (found) this.#userCache.set(userId, found);
    return found;
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
    this.#parts.securityEvents.credentialUsed(user, token, ip);
    this.#updateTimestamp(token.lastUsedAt ?? 0, (now) =>
      this.#context.tables.tokens.updateLastUsed(token.id, now),
    );
  }

  /**
   * Writes a new "last used" time if the stored one is at least a minute old. Does not wait for the disk.
   * Ignores errors: reading must work even when the database cannot be written, and the next real change
   * reports the error.
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

function isSameLogin(login: string, other: string): boolean {
  return login.toLowerCase() === other.toLowerCase();
}

function tokenRequired(): DmsError {
  return new DmsError(
    'unauthenticated',
    'Two-factor sign-in is on for this account: ' +
      'use a personal access token with the scope "webdav" as the password.',
  );
}

function wrongCredentials(): DmsError {
  return new DmsError('unauthenticated', 'Login or password is wrong.');
}
