import type { Database, SqlValue, Statement } from '../database/database.ts';

/** A link for setting the password of a user. Times in milliseconds UTC. */
export interface PasswordLink {
  readonly userId: number;
  /** SHA-256 of the code in the link. */
  readonly codeSha256: string;
  readonly isInvitation: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface Row {
  user_id: number;
  code_sha256: string;
  is_invitation: 0 | 1;
  created_at: number;
  expires_at: number;
}

/** The `password_links` table. Only the SHA-256 of each code is stored. */
export class PasswordLinkTable {
  readonly #find: Statement<[string], Row>;
  readonly #countMailed: Statement<[number, number], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #makeVoid: Statement<[number]>;
  readonly #deleteUntil: Statement<[number, number]>;
  readonly #setBack: Statement<[number, number]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT user_id, code_sha256, is_invitation, created_at, expires_at FROM password_links
       WHERE code_sha256 = ?`,
    );
    this.#countMailed = database.prepare(
      `SELECT count(*) AS total FROM password_links
       WHERE user_id = ? AND is_invitation = 0 AND created_at > ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO password_links (user_id, code_sha256, is_invitation, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?)`,
    );
    this.#makeVoid = database.prepare('UPDATE password_links SET code_sha256 = NULL WHERE user_id = ?');
    this.#deleteUntil = database.prepare(
      'DELETE FROM password_links WHERE expires_at <= ? AND created_at <= ?',
    );
    this.#setBack = database.prepare(
      'UPDATE password_links SET created_at = created_at - ?, expires_at = expires_at - ?',
    );
  }

  /** Finds a link that is neither used nor void; it may have expired. */
  find(codeSha256: string): PasswordLink | undefined {
    const row = this.#find.get(codeSha256);
    return (
      row && {
        userId: row.user_id,
        codeSha256: row.code_sha256,
        isInvitation: row.is_invitation === 1,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    );
  }

  /** Counts the links that the user requested after `time` (milliseconds UTC), without invitations. */
  countMailed(userId: number, time: number): number {
    return this.#countMailed.get(userId, time)?.total ?? 0;
  }

  insert({ userId, codeSha256, isInvitation, createdAt, expiresAt }: PasswordLink): void {
    this.#insert.run(userId, codeSha256, Number(isInvitation), createdAt, expiresAt);
  }

  /** Invalidates all links of the user. Keeps the rows, because the hourly limit counts them. */
  makeVoid(userId: number): void {
    this.#makeVoid.run(userId);
  }

  /**
   * Deletes links that expired at `expired` or earlier and were created at `created` or earlier, in milliseconds UTC.
   */
  deleteUntil(expired: number, created: number): void {
    this.#deleteUntil.run(expired, created);
  }

  /** Moves the times of all links back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by, by);
  }
}
