import type { Actor, UserActor } from '../../model/actor.ts';
import { DmsError, forbidden } from '../../model/errors.ts';
import type { Token, User } from '../../model/user.ts';
import type { UserWithPassword } from '../../storage/accounts/accounts.ts';
import { Cache } from '../../storage/cache.ts';
import {
  actorOf,
  capabilitiesOf,
  capabilitiesOfScopes,
  READ_WRITE,
  requireUser,
  sessionActor,
} from '../access/access.ts';
import type { ActivityLog, SecurityEvents } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import type { Passwords, Throttle } from '../credentials/credentials.ts';
import { isTokenSecret, looksLikeToken, PasswordCache, sha256 } from '../credentials/credentials.ts';
import type { Origin, SessionStart, SignedIn } from './session-start.ts';

/** A login and password as somebody typed them, and where from. */
export interface PasswordAttempt {
  readonly login: string;
  readonly password: string;
  readonly ip: string | null;
}

/** How fresh "last used" is kept: a write per request would be too many. */
const FRESHNESS_MS = 60_000;
const REMEMBERED_USERS = 1000;

/** What {@link Authentication} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
  readonly passwords: Passwords;
  readonly securityEvents: SecurityEvents;
  readonly sessionStart: SessionStart;
  readonly throttle: Throttle;
}

/** Finds out who somebody is, from whatever he shows. */
export class Authentication {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #remembered: PasswordCache;
  readonly #current: Cache<number, UserWithPassword>;
  readonly #verifying = new Map<string, Promise<UserWithPassword>>();

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#remembered = new PasswordCache(context);
    this.#current = new Cache(() => context.database.generation, REMEMBERED_USERS);
  }

  /**
   * A new session: good for 30 days, or for nothing yet while a second factor is owed. Wrong password, unknown login
   * and disabled account are told apart neither by the message nor by the time.
   * @throws {DmsError} unauthenticated | throttled
   */
  async withPassword(attempt: PasswordAttempt & Origin): Promise<SignedIn> {
    const { user } = await this.#verify(attempt);
    return commit(this.#context, () =>
      user.twoFactor === 'off'
        ? this.#parts.sessionStart.whole(user, attempt, 'signed in')
        : this.#parts.sessionStart.half(user, attempt),
    );
  }

  /** The actor of a session's secret; undefined when it is unknown or expired, the account is disabled, or a second factor is owed. */
  bySession(secret: string, ip: string | null): UserActor | undefined {
    const found = this.#context.tables.sessions.findBySecret(sha256(secret));
    if (!found?.isVerified || found.session.expiresAt <= this.#context.now()) return undefined;
    const { session } = found;
    const user = this.#enabled(session.userId);
    if (user === undefined) return undefined;
    this.#note(session.lastSeenAt, (now) => this.#context.tables.sessions.updateLastSeen(session.id, now));
    return sessionActor(user, session, ip);
  }

  /** The actor of a token over REST, capable of its scopes; undefined when it is unknown or expired or its owner disabled. */
  byToken(secret: string, ip: string | null): UserActor | undefined {
    const found = this.#tokenWithOwner(secret);
    if (found === undefined) return undefined;
    const { user, token } = found;
    this.#noteUse(user, token, ip);
    const capabilities = capabilitiesOfScopes(token.scopes);
    return actorOf(user, { via: 'token', credentialId: token.id, capabilities, ip });
  }

  /**
   * The actor of a login with its password (while two-factor is off) or with a token of scope `webdav` for password.
   * A verified password is remembered for 5 minutes. Who knows it learns in words that it takes a token with the second
   * factor on.
   * @throws {DmsError} unauthenticated | throttled | forbidden (a good token without the scope)
   */
  async byBasic(attempt: PasswordAttempt): Promise<UserActor> {
    const { login, password, ip } = attempt;
    const known = this.remembered(attempt);
    if (known !== undefined) return known;
    if (looksLikeToken(password)) {
      // Not counted as a failure: nobody guesses a token, but a forgotten client with an old one never stops trying,
      // and would keep its owner from signing in.
      if (this.#tokenOf(login, password)) throw forbidden('The token lacks the scope "webdav".');
      throw unauthenticated();
    }
    const user = this.#rememberedUser(attempt) ?? (await this.#verifyAndRemember(attempt));
    if (user.twoFactor !== 'off') throw tokenNeeded();
    return passwordActor(user, ip);
  }

  /** Like {@link Authentication.byBasic} for what needs no Argon2: a password that was verified a moment ago, or a token. */
  remembered(attempt: PasswordAttempt): UserActor | undefined {
    const { login, password, ip } = attempt;
    if (looksLikeToken(password)) return this.#byTokenAsPassword(login, password, ip);
    const user = this.#rememberedUser(attempt);
    return user?.twoFactor === 'off' ? passwordActor(user, ip) : undefined;
  }

  /** The user whose password this is, if it was verified a moment ago; whether he owes a second factor, too, is not asked. */
  #rememberedUser({ login, password, ip }: PasswordAttempt): User | undefined {
    // Whoever guesses must not learn from a blocked attempt that it was right.
    if (this.#parts.throttle.isBlocked(login, ip)) return undefined;
    const memory = this.#remembered.find(this.#remembered.keyOf(login, password));
    const current = memory && this.#asOfNow(memory.userId);
    if (current === undefined || current.passwordHash !== memory?.passwordHash) return undefined;
    const { user } = current;
    return user.isDisabled || !isSameLogin(user.login, login) ? undefined : user;
  }

  /**
   * Ends the session that the actor came with; who came otherwise has none, and nothing happens.
   * @throws {DmsError} unauthenticated
   */
  async signOut(actor: Actor): Promise<void> {
    if (actor.kind === 'half_signed_in') {
      await commit(this.#context, () => this.#context.tables.sessions.delete(actor.sessionId, actor.userId));
      return;
    }
    if (actor.kind === 'user' && actor.via !== 'session') return;
    const user = requireUser(actor, 'read');
    await commit(this.#context, () => {
      const hasEnded =
        user.credentialId !== null && this.#context.tables.sessions.delete(user.credentialId, user.userId);
      if (hasEnded) this.#parts.activity.record(user, 'sign_out', 'signed out');
    });
  }

  async #verify({ login, password, ip }: PasswordAttempt): Promise<UserWithPassword> {
    const check = (): void => this.#parts.throttle.check(login, ip);
    check();
    const found = this.#context.tables.users.findByLoginWithPassword(login);
    // While this attempt waits and runs, others may reach the limit: then it must not tell any more, nor cost anything.
    const isRight = found
      ? await this.#parts.passwords.verify(found.passwordHash, password, check)
      : await this.#parts.passwords.verifyNothing(password, check);
    check();
    const current = found && this.#context.tables.users.findWithPassword(found.user.id);
    const isCurrent = current !== undefined && current.passwordHash === found?.passwordHash;
    if (!isRight || !isCurrent || current.user.isDisabled) {
      this.#parts.throttle.fail(login, ip);
      this.#parts.securityEvents.signInFailed({ login, ip });
      throw unauthenticated();
    }
    this.#parts.throttle.succeed(login, ip);
    return current;
  }

  async #verifyAndRemember(attempt: PasswordAttempt): Promise<User> {
    const key = this.#remembered.keyOf(attempt.login, attempt.password);
    const verified = await this.#verifyOnce(key, attempt);
    this.#remembered.remember(key, verified);
    if (verified.user.twoFactor === 'off')
      this.#parts.securityEvents.credentialUsed(verified.user, undefined, attempt.ip);
    return verified.user;
  }

  /** A mounted drive sends many requests at once: they share one Argon2 run, and one failure. */
  #verifyOnce(key: string, attempt: PasswordAttempt): Promise<UserWithPassword> {
    const runKey = `${key} ${attempt.ip ?? ''}`;
    const running = this.#verifying.get(runKey);
    if (running) return running;
    const run = this.#verify(attempt).finally(() => this.#verifying.delete(runKey));
    this.#verifying.set(runKey, run);
    return run;
  }

  /** The user as he is in the database, read once until anything changes. */
  #asOfNow(userId: number): UserWithPassword | undefined {
    const known = this.#current.get(userId);
    if (known) return known;
    const found = this.#context.tables.users.findWithPassword(userId);
    if (found) this.#current.set(userId, found);
    return found;
  }

  #byTokenAsPassword(login: string, secret: string, ip: string | null): UserActor | undefined {
    const found = this.#tokenOf(login, secret);
    if (!found?.token.scopes.includes('webdav')) return undefined;
    const { user, token } = found;
    this.#noteUse(user, token, ip);
    return actorOf(user, { via: 'token', credentialId: token.id, capabilities: READ_WRITE, ip });
  }

  #tokenOf(login: string, secret: string): { user: User; token: Token } | undefined {
    const found = this.#tokenWithOwner(secret);
    return found && isSameLogin(found.user.login, login) ? found : undefined;
  }

  #tokenWithOwner(secret: string): { user: User; token: Token } | undefined {
    if (!isTokenSecret(secret)) return undefined;
    const token = this.#context.tables.tokens.findBySecret(sha256(secret));
    if (token === undefined || (token.expiresAt ?? Infinity) <= this.#context.now()) return undefined;
    const user = this.#enabled(token.userId);
    return user && { user, token };
  }

  #enabled(userId: number): User | undefined {
    const user = this.#context.tables.users.find(userId);
    return user?.isDisabled === false ? user : undefined;
  }

  #noteUse(user: User, token: Token, ip: string | null): void {
    this.#parts.securityEvents.credentialUsed(user, token, ip);
    this.#note(token.lastUsedAt ?? 0, (now) => this.#context.tables.tokens.updateLastUsed(token.id, now));
  }

  /** Does not wait for the disk, and hinders nobody from reading where nothing can be written: the next real change says why. */
  #note(last: number, write: (now: number) => void): void {
    const now = this.#context.now();
    if (now - last < FRESHNESS_MS) return;
    try {
      this.#context.database.transaction(() => write(now));
    } catch {
      return;
    }
  }
}

function passwordActor(user: User, ip: string | null): UserActor {
  return actorOf(user, { via: 'password', credentialId: null, capabilities: capabilitiesOf(user), ip });
}

function isSameLogin(login: string, other: string): boolean {
  return login.toLowerCase() === other.toLowerCase();
}

function tokenNeeded(): DmsError {
  return new DmsError(
    'unauthenticated',
    'The second factor is on for this account: use a personal access token with the scope "webdav" as the password.',
  );
}

function unauthenticated(): DmsError {
  return new DmsError('unauthenticated', 'Login or password is wrong.');
}
