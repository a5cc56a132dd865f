import type { Session } from '../../model/people/user.ts';
import type { Database, SqlValue, Statement } from '../database/database.ts';

/** A session before it has an id. Times in milliseconds UTC. */
export interface NewSession {
  readonly secretSha256: string;
  readonly userId: number;
  /** False for a pending session: the user has not passed the second factor yet. */
  readonly isVerified: boolean;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface Row {
  id: number;
  user_id: number;
  is_verified: 0 | 1;
  ip: string | null;
  user_agent: string | null;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
}

const SELECT =
  'SELECT id, user_id, is_verified, ip, user_agent, created_at, last_seen_at, expires_at FROM sessions';
const VALID = 'user_id = ? AND is_verified = 1 AND expires_at > ?';

/** The `sessions` table: browser sessions. Only the SHA-256 of each secret is stored. */
export class SessionTable {
  readonly #findBySecret: Statement<[string], Row>;
  readonly #isValid: Statement<[number, number], { found: number }>;
  readonly #list: Statement<[number, number, number, number], Row>;
  readonly #count: Statement<[number, number], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateLastSeen: Statement<[number, number]>;
  readonly #delete: Statement<[number, number]>;
  readonly #deleteOfUser: Statement<[number, number]>;
  readonly #deleteExpired: Statement<[number]>;

  constructor(database: Database) {
    this.#findBySecret = database.prepare(`${SELECT} WHERE secret_sha256 = ?`);
    this.#isValid = database.prepare('SELECT 1 AS found FROM sessions WHERE id = ? AND expires_at > ?');
    this.#list = database.prepare(
      `${SELECT} WHERE ${VALID} ORDER BY last_seen_at DESC, id DESC LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare(`SELECT count(*) AS total FROM sessions WHERE ${VALID}`);
    this.#insert = database.prepare(
      `INSERT INTO sessions (secret_sha256, user_id, is_verified, ip, user_agent, created_at, last_seen_at,
         expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateLastSeen = database.prepare('UPDATE sessions SET last_seen_at = ? WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM sessions WHERE id = ? AND user_id = ?');
    this.#deleteOfUser = database.prepare('DELETE FROM sessions WHERE user_id = ? AND id <> ?');
    this.#deleteExpired = database.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  }

  /** Finds a session by its secret, including expired ones. `isVerified` is false for a pending session. */
  findBySecret(secretSha256: string): { session: Session; isVerified: boolean } | undefined {
    const row = this.#findBySecret.get(secretSha256);
    return row && { session: sessionFrom(row), isVerified: row.is_verified === 1 };
  }

  /** True if a session, pending or not, has neither ended nor expired at `now` (milliseconds UTC). */
  isValid(id: number, now: number): boolean {
    return this.#isValid.get(id, now) !== undefined;
  }

  /** Lists a user's sessions that are valid at `now` (milliseconds UTC), most recently used first. */
  list(userId: number, now: number, limit: number, offset: number): { items: Session[]; total: number } {
    const items = this.#list.all(userId, now, limit, offset).map(sessionFrom);
    return { items, total: this.#count.get(userId, now)?.total ?? 0 };
  }

  /** Adds a session. @returns its id */
  insert(session: NewSession): number {
    const { lastInsertRowid } = this.#insert.run(
      session.secretSha256,
      session.userId,
      Number(session.isVerified),
      session.ip,
      session.userAgent,
      session.createdAt,
      session.createdAt,
      session.expiresAt,
    );
    return Number(lastInsertRowid);
  }

  /** Stores when a session was last used. @param at milliseconds UTC */
  updateLastSeen(id: number, at: number): void {
    this.#updateLastSeen.run(at, id);
  }

  /** Deletes one session. @returns false when the user has no such session */
  delete(id: number, userId: number): boolean {
    return this.#delete.run(id, userId).changes > 0;
  }

  /**
   * Deletes all sessions of a user, including expired ones.
   * @param except id of a session to keep
   * @returns number of deleted sessions
   */
  deleteOfUser(userId: number, except?: number): number {
    return this.#deleteOfUser.run(userId, except ?? 0).changes;
  }

  /** Deletes the sessions of all users that have expired at `now` (milliseconds UTC). */
  deleteExpired(now: number): void {
    this.#deleteExpired.run(now);
  }
}

function sessionFrom(row: Row): Session {
  return {
    id: row.id,
    userId: row.user_id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  };
}
