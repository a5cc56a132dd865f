import type { Actor, UserActor } from '../model/actor.ts';
import { DmsError, forbidden } from '../model/errors.ts';
import type { Session, Token, User } from '../model/user.ts';
import { Cache } from '../storage/cache.ts';
import type { SessionTable } from '../storage/sessions.ts';
import type { TokenTable } from '../storage/tokens.ts';
import type { UserTable, UserWithPassword } from '../storage/users.ts';
import type { ActivityLog } from './activity.ts';
import { requireUser } from './authority.ts';
import { type Context, commit } from './context.ts';
import type { Passwords } from './passwords.ts';
import { RememberedPasswords } from './remembered-passwords.ts';
import { isTokenSecret, looksLikeToken, makeSessionSecret, sha256 } from './secrets.ts';
import type { Throttle } from './throttle.ts';
import { actorOf, capabilitiesOf, capabilitiesOfScopes, READ_WRITE } from './user-actor.ts';

/** A login and password as somebody typed them, and where from. */
export interface PasswordAttempt {
  readonly login: string;
  readonly password: string;
  readonly ip: string | null;
}

/** A new session; the secret is for the browser's cookie and is known to nobody else. */
export interface SignedIn {
  readonly secret: string;
  readonly session: Session;
  readonly user: User;
  /** The session is good for nothing until a second factor came. */
  readonly secondFactorOwed: boolean;
}

const SESSION_LIFETIME_MS = 30 * 24 * 3_600_000;
const USER_AGENT_LENGTH = 512;
/** How fresh "last used" is kept: a write per request would be too many. */
const FRESHNESS_MS = 60_000;
const REMEMBERED_USERS = 1000;

/** Finds out who somebody is, from whatever he shows. */
export class SignIn {
  readonly #context: Context;
  readonly #users: UserTable;
  readonly #sessions: SessionTable;
  readonly #tokens: TokenTable;
  readonly #log: Pick<ActivityLog, 'record'>;
  readonly #passwords: Passwords;
  readonly #throttle: Throttle;
  readonly #remembered: RememberedPasswords;
  readonly #current: Cache<number, UserWithPassword>;
  readonly #verifying = new Map<string, Promise<UserWithPassword>>();

  constructor(
    context: Context,
    users: UserTable,
    sessions: SessionTable,
    tokens: TokenTable,
    activityLog: Pick<ActivityLog, 'record'>,
    passwords: Passwords,
    throttle: Throttle,
  ) {
    this.#context = context;
    this.#users = users;
    this.#sessions = sessions;
    this.#tokens = tokens;
    this.#log = activityLog;
    this.#passwords = passwords;
    this.#throttle = throttle;
    this.#remembered = new RememberedPasswords(context);
    this.#current = new Cache(() => context.database.generation, REMEMBERED_USERS);
  }

  /**
   * A new session, good for 30 days. Wrong password, unknown login and disabled account are told apart neither by the
   * message nor by the time.
   * @throws {DmsError} unauthenticated | throttled
   */
  async withPassword(attempt: PasswordAttempt & { readonly userAgent: string | null }): Promise<SignedIn> {
    const { user } = await this.#verify(attempt);
    const secret = makeSessionSecret(this.#context.randomBytes);
    const secondFactorOwed = user.twoFactor !== 'off';
    const now = this.#context.now();
    const values = {
      userId: user.id,
      ip: attempt.ip,
      userAgent: attempt.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      createdAt: now,
      expiresAt: now + SESSION_LIFETIME_MS,
    };
    return commit(this.#context, () => {
      this.#sessions.deleteExpired(now);
      const id = this.#sessions.insert({
        ...values,
        secretSha256: sha256(secret),
        isVerified: !secondFactorOwed,
      });
      const session: Session = { ...values, id, lastSeenAt: now };
      if (secondFactorOwed) return { secret, session, user, secondFactorOwed };
      this.#users.updateLastLogin(user.id, now);
      this.#log.record(sessionActor(user, session, attempt.ip), 'sign_in', 'signed in');
      return { secret, session, user: { ...user, lastLoginAt: now }, secondFactorOwed };
    });
  }

  /** The actor of a session's secret; undefined when it is unknown or expired, the account is disabled, or a second factor is owed. */
  bySession(secret: string, ip: string | null): UserActor | undefined {
    const found = this.#sessions.findBySecret(sha256(secret));
    if (!found?.isVerified || found.session.expiresAt <= this.#context.now()) return undefined;
    const { session } = found;
    const user = this.#enabled(session.userId);
    if (user === undefined) return undefined;
    this.#note(session.lastSeenAt, (now) => this.#sessions.updateLastSeen(session.id, now));
    return sessionActor(user, session, ip);
  }

  /** The actor of a token over REST, capable of its scopes; undefined when it is unknown or expired or its owner disabled. */
  byToken(secret: string, ip: string | null): UserActor | undefined {
    const found = this.#tokenWithOwner(secret);
    if (found === undefined) return undefined;
    const { user, token } = found;
    this.#noteUse(token);
    const capabilities = capabilitiesOfScopes(token.scopes);
    return actorOf(user, { via: 'token', credentialId: token.id, capabilities, ip });
  }

  /**
   * The actor of a login with its password (while two-factor is off) or with a token of scope `webdav` for password.
   * A verified password is remembered for 5 minutes.
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
    const key = this.#remembered.keyOf(login, password);
    const verified = await this.#verifyOnce(key, attempt);
    if (verified.user.twoFactor !== 'off') throw unauthenticated();
    this.#remembered.remember(key, verified);
    return passwordActor(verified.user, ip);
  }

  /** Like {@link SignIn.byBasic} for what needs no Argon2: a password that was verified a moment ago, or a token. */
  remembered({ login, password, ip }: PasswordAttempt): UserActor | undefined {
    if (looksLikeToken(password)) return this.#byTokenAsPassword(login, password, ip);
    // Whoever guesses must not learn from a blocked attempt that it was right.
    if (this.#throttle.isBlocked(login, ip)) return undefined;
    const memory = this.#remembered.find(this.#remembered.keyOf(login, password));
    const current = memory && this.#asOfNow(memory.userId);
    if (current === undefined || current.passwordHash !== memory?.passwordHash) return undefined;
    const { user } = current;
    if (user.isDisabled || user.twoFactor !== 'off' || !isSameLogin(user.login, login)) return undefined;
    return passwordActor(user, ip);
  }

  /**
   * Ends the session that the actor came with; who came otherwise has none, and nothing happens.
   * @throws {DmsError} unauthenticated
   */
  async signOut(actor: Actor): Promise<void> {
    if (actor.kind === 'user' && actor.via !== 'session') return;
    const user = requireUser(actor, 'read');
    await commit(this.#context, () => {
      const hasEnded = user.credentialId !== null && this.#sessions.delete(user.credentialId, user.userId);
      if (hasEnded) this.#log.record(user, 'sign_out', 'signed out');
    });
  }

  async #verify({ login, password, ip }: PasswordAttempt): Promise<UserWithPassword> {
    this.#throttle.check(login, ip);
    const found = this.#users.findByLoginWithPassword(login);
    const isRight = found
      ? await this.#passwords.verify(found.passwordHash, password)
      : await this.#passwords.verifyNothing(password);
    // While this attempt waited for its turn, others may have reached the limit: then it must not tell any more.
    this.#throttle.check(login, ip);
    const current = found && this.#users.findWithPassword(found.user.id);
    const isCurrent = current !== undefined && current.passwordHash === found?.passwordHash;
    if (!isRight || !isCurrent || current.user.isDisabled) {
      this.#throttle.fail(login, ip);
      throw unauthenticated();
    }
    this.#throttle.succeed(login, ip);
    return current;
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
    const found = this.#users.findWithPassword(userId);
    if (found) this.#current.set(userId, found);
    return found;
  }

  #byTokenAsPassword(login: string, secret: string, ip: string | null): UserActor | undefined {
    const found = this.#tokenOf(login, secret);
    if (!found?.token.scopes.includes('webdav')) return undefined;
    const { user, token } = found;
    this.#noteUse(token);
    return actorOf(user, { via: 'token', credentialId: token.id, capabilities: READ_WRITE, ip });
  }

  #tokenOf(login: string, secret: string): { user: User; token: Token } | undefined {
    const found = this.#tokenWithOwner(secret);
    return found && isSameLogin(found.user.login, login) ? found : undefined;
  }

  #tokenWithOwner(secret: string): { user: User; token: Token } | undefined {
    if (!isTokenSecret(secret)) return undefined;
    const token = this.#tokens.findBySecret(sha256(secret));
    if (token === undefined || (token.expiresAt ?? Infinity) <= this.#context.now()) return undefined;
    const user = this.#enabled(token.userId);
    return user && { user, token };
  }

  #enabled(userId: number): User | undefined {
    const user = this.#users.find(userId);
    return user?.isDisabled === false ? user : undefined;
  }

  #noteUse(token: Token): void {
    this.#note(token.lastUsedAt ?? 0, (now) => this.#tokens.updateLastUsed(token.id, now));
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

function sessionActor(user: User, session: Session, ip: string | null): UserActor {
  return actorOf(user, {
    via: 'session',
    credentialId: session.id,
    capabilities: capabilitiesOf(user),
    ip,
  });
}

function passwordActor(user: User, ip: string | null): UserActor {
  return actorOf(user, { via: 'password', credentialId: null, capabilities: capabilitiesOf(user), ip });
}

function isSameLogin(login: string, other: string): boolean {
  return login.toLowerCase() === other.toLowerCase();
}

function unauthenticated(): DmsError {
  return new DmsError('unauthenticated', 'Login or password is wrong.');
}
