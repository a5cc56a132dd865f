import { DAY_MS, HOUR_MS } from '../../model/durations.ts';
import type { Message } from '../../model/errors/messages.ts';
import type { Session, User } from '../../model/people/user.ts';
import { sessionActor } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { addressBlock, makeSessionSecret, sha256 } from '../credentials/credentials.ts';

/** A new session. The secret goes into the browser's cookie; the server stores only its hash. */
export interface SignedIn {
  readonly secret: string;
  readonly session: Session;
  readonly user: User;
  /** True for a pending session: it gives no access until the user enters a code of the second factor. */
  readonly secondFactorOwed: boolean;
}

/** The client of a sign-in. */
export interface Origin {
  readonly ip: string | null;
  /** The `User-Agent` header (RFC 9110 §10.1.5). */
  readonly userAgent: string | null;
}

const LIFETIME_MS = 30 * DAY_MS;
/** Lifetime of a pending session: enough time to find the phone with the authenticator app. */
const PENDING_LIFETIME_MS = HOUR_MS;
const MAX_USER_AGENT_LENGTH = 512;

interface Dependencies {
  readonly activity: Pick<ActivityLog, 'record'>;
}

/** Starts browser sessions. Both methods run inside the transaction of the sign-in. */
export class SessionStart {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Starts a session of 30 days: the user is signed in.
   * @param details text of the activity record
   */
  startVerified(user: User, origin: Origin, details: Message): SignedIn {
    const started = this.#insert(user, origin, false);
    const { createdAt } = started.session;
    this.#context.tables.users.updateLastLogin(user.id, createdAt);
    if (origin.ip !== null) this.#context.tables.seenAddresses.insert(user.id, 0, addressBlock(origin.ip));
    this.#deps.activity.record(sessionActor(user, started.session, origin.ip), 'sign_in', details);
    return { ...started, user: { ...user, lastLoginAt: createdAt } };
  }

  /** Starts a pending session of one hour, which waits for a second factor. */
  startPending(user: User, origin: Origin): SignedIn {
    return this.#insert(user, origin, true);
  }

  #insert(user: User, { ip, userAgent }: Origin, secondFactorOwed: boolean): SignedIn {
    const now = this.#context.now();
    const secret = makeSessionSecret(this.#context.randomBytes);
    const values = {
      userId: user.id,
      ip,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      createdAt: now,
      expiresAt: now + (secondFactorOwed ? PENDING_LIFETIME_MS : LIFETIME_MS),
    };
    this.#context.tables.sessions.deleteExpired(now);
    const isVerified = !secondFactorOwed;
    const id = this.#context.tables.sessions.insert({ ...values, secretSha256: sha256(secret), isVerified });
    return { secret, session: { ...values, id, lastSeenAt: now }, user, secondFactorOwed };
  }
}
