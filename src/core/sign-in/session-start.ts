import type { Session, User } from '../../model/user.ts';
import { sessionActor } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { makeSessionSecret, sha256 } from '../credentials/credentials.ts';

/** A new session; the secret is for the browser's cookie and is known to nobody else. */
export interface SignedIn {
  readonly secret: string;
  readonly session: Session;
  readonly user: User;
  /** The session is good for nothing until a second factor came. */
  readonly secondFactorOwed: boolean;
}

/** Where a sign-in comes from. */
export interface Origin {
  readonly ip: string | null;
  /** What the browser calls itself. */
  readonly userAgent: string | null;
}

const LIFETIME_MS = 30 * 24 * 3_600_000;
/** For as long as somebody looks for his telephone. */
const HALF_LIFETIME_MS = 3_600_000;
const USER_AGENT_LENGTH = 512;

/** What {@link SessionStart} works with. */
interface Parts {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/** Starts browser sessions. Both are called inside the transaction of the sign-in. */
export class SessionStart {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** A session of 30 days: its user is signed in. @param how for the activity */
  whole(user: User, origin: Origin, how: string): SignedIn {
    const started = this.#insert(user, origin, false);
    const { createdAt } = started.session;
    this.#context.tables.users.updateLastLogin(user.id, createdAt);
    this.#parts.activity.record(sessionActor(user, started.session, origin.ip), 'sign_in', how);
    return { ...started, user: { ...user, lastLoginAt: createdAt } };
  }

  /** A session of an hour that a second factor is owed for. */
  half(user: User, origin: Origin): SignedIn {
    return this.#insert(user, origin, true);
  }

  #insert(user: User, { ip, userAgent }: Origin, secondFactorOwed: boolean): SignedIn {
    const now = this.#context.now();
    const secret = makeSessionSecret(this.#context.randomBytes);
    const values = {
      userId: user.id,
      ip,
      userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      createdAt: now,
      expiresAt: now + (secondFactorOwed ? HALF_LIFETIME_MS : LIFETIME_MS),
    };
    this.#context.tables.sessions.deleteExpired(now);
    const isVerified = !secondFactorOwed;
    const id = this.#context.tables.sessions.insert({ ...values, secretSha256: sha256(secret), isVerified });
    return { secret, session: { ...values, id, lastSeenAt: now }, user, secondFactorOwed };
  }
}
