import type { Database, Statement } from '../database.ts';

/** A code that went out by e-mail. */
interface SentCode {
  /** Null once it is spent. */
  readonly mac: string | null;
  /** Milliseconds UTC. */
  readonly sentAt: number;
}

/** The codes that went out by e-mail, known by a keyed hash only. */
export class EmailCodeTable {
  readonly #findLast: Statement<[number], SentCode>;
  readonly #listTimes: Statement<[number, number], { sent_at: number }>;
  readonly #insert: Statement<[number, string, number]>;
  readonly #spend: Statement<[number]>;
  readonly #deleteUntil: Statement<[number, number]>;

  constructor(database: Database) {
    this.#findLast = database.prepare(
      'SELECT code_mac AS mac, sent_at AS sentAt FROM email_codes WHERE user_id = ? ORDER BY sent_at DESC, id DESC LIMIT 1',
    );
    this.#listTimes = database.prepare(
      'SELECT sent_at FROM email_codes WHERE user_id = ? AND sent_at > ? ORDER BY sent_at',
    );
    this.#insert = database.prepare('INSERT INTO email_codes (user_id, code_mac, sent_at) VALUES (?, ?, ?)');
    this.#spend = database.prepare('UPDATE email_codes SET code_mac = NULL WHERE user_id = ?');
    this.#deleteUntil = database.prepare('DELETE FROM email_codes WHERE user_id = ? AND sent_at <= ?');
  }

  findLast(userId: number): SentCode | undefined {
    return this.#findLast.get(userId);
  }

  /** When codes went out to the user after `time`, oldest first; milliseconds UTC. */
  listTimes(userId: number, time: number): readonly number[] {
    return this.#listTimes.all(userId, time).map((row) => row.sent_at);
  }

  insert(userId: number, mac: string, sentAt: number): void {
    this.#insert.run(userId, mac, sentAt);
  }

  /** None of the user's codes is good any more; that they went out is still known. */
  spend(userId: number): void {
    this.#spend.run(userId);
  }

  /** Forgets what went out at `time` (milliseconds UTC) or before. */
  deleteUntil(userId: number, time: number): void {
    this.#deleteUntil.run(userId, time);
  }
}

/** The recovery codes that are still good, known by their SHA-256 only. */
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

  /** Puts these in the place of those that the user had. */
  replace(userId: number, sha256s: readonly string[]): void {
    this.#deleteOfUser.run(userId);
    for (const sha256 of sha256s) this.#insert.run(userId, sha256);
  }

  /** @returns false when the user has no such code */
  delete(userId: number, sha256: string): boolean {
    return this.#delete.run(userId, sha256).changes > 0;
  }

  count(userId: number): number {
    return this.#count.get(userId)?.total ?? 0;
  }
}
