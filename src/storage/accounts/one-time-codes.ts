import type { Database, Statement } from '../database/database.ts';

/** A code that was sent by e-mail. */
interface SentCode {
  /** HMAC of the code; null once the code is used or invalid. */
  readonly mac: string | null;
  /** Milliseconds UTC. */
  readonly sentAt: number;
}

/** The `email_codes` table: codes sent by e-mail. Only a keyed hash of each code is stored. */
export class EmailCodeTable {
  readonly #findLast: Statement<[number], SentCode>;
  readonly #listTimes: Statement<[number, number], { sent_at: number }>;
  readonly #insert: Statement<[number, string, number]>;
  readonly #markUsed: Statement<[number]>;
  readonly #deleteUntil: Statement<[number, number]>;
  readonly #setBack: Statement<[number]>;

  constructor(database: Database) {
    this.#findLast = database.prepare(
      `SELECT code_mac AS mac, sent_at AS sentAt FROM email_codes WHERE user_id = ?
       ORDER BY sent_at DESC, id DESC LIMIT 1`,
    );
    this.#listTimes = database.prepare(
      'SELECT sent_at FROM email_codes WHERE user_id = ? AND sent_at > ? ORDER BY sent_at',
    );
    this.#insert = database.prepare('INSERT INTO email_codes (user_id, code_mac, sent_at) VALUES (?, ?, ?)');
    this.#markUsed = database.prepare('UPDATE email_codes SET code_mac = NULL WHERE user_id = ?');
    this.#deleteUntil = database.prepare('DELETE FROM email_codes WHERE user_id = ? AND sent_at <= ?');
    this.#setBack = database.prepare('UPDATE email_codes SET sent_at = sent_at - ?');
  }

  /** Finds the most recent code of the user. */
  findLast(userId: number): SentCode | undefined {
    return this.#findLast.get(userId);
  }

  /** Lists the times after `time` at which codes were sent to the user, oldest first; milliseconds UTC. */
  listTimes(userId: number, time: number): readonly number[] {
    return this.#listTimes.all(userId, time).map((row) => row.sent_at);
  }

  /** Records a sent code. @param sentAt milliseconds UTC */
  insert(userId: number, mac: string, sentAt: number): void {
    this.#insert.run(userId, mac, sentAt);
  }

  /** Invalidates all codes of the user. Keeps the rows, because the hourly limit counts them. */
  markUsed(userId: number): void {
    this.#markUsed.run(userId);
  }

  /** Deletes the user's codes that were sent at `time` (milliseconds UTC) or earlier. */
  deleteUntil(userId: number, time: number): void {
    this.#deleteUntil.run(userId, time);
  }

  /** Moves the times of all codes back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by);
  }
}

/** The `recovery_codes` table: unused recovery codes. Only the SHA-256 of each code is stored. */
export class RecoveryCodeTable {
  readonly #insert: Statement<[number, string]>;
  readonly #delete: Statement<[number, string]>;
  readonly #deleteOfUser: Statement<[number]>;
  readonly #count: Statement<[number], { total: number }>;

  constructor(database: Database) {
    this.#insert = database.prepare('INSERT INTO recovery_codes (user_id, code_sha256) VALUES (?, ?)');
    this.#delete = database.prepare('DELETE FROM recovery_codes WHERE user_id = ? AND code_sha256 = ?');
    this.#deleteOfUser = database.prepare('DELETE FROM recovery_codes WHERE user_id = ?');
    this.#count = database.prepare('SELECT count(*) AS total FROM recovery_codes WHERE user_id = ?');
  }

  /** Replaces all recovery codes of the user. */
  replace(userId: number, sha256s: readonly string[]): void {
    this.#deleteOfUser.run(userId);
    for (const sha256 of sha256s) this.#insert.run(userId, sha256);
  }

  /** Deletes one code. @returns false when the user has no such code */
  delete(userId: number, sha256: string): boolean {
    return this.#delete.run(userId, sha256).changes > 0;
  }

  /** Counts the user's unused codes. */
  count(userId: number): number {
    return this.#count.get(userId)?.total ?? 0;
  }
}
