import type { Database, SqlValue, Statement } from '../database/database.ts';

/** A queued e-mail. Times in milliseconds UTC. */
export interface Mail {
  readonly id: number;
  readonly userId: number;
  /** The share that the e-mail announces; null for none. */
  readonly shareId: number | null;
  readonly kind: string;
  readonly address: string;
  /** Display name of the recipient. */
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attempts: number;
  /** Error of the last attempt; null before the first failure. */
  readonly lastError: string | null;
  readonly createdAt: number;
  /** Time after which the e-mail is no longer sent. */
  readonly expiresAt: number;
}

/** An e-mail before it is queued. */
export interface NewMail extends Omit<Mail, 'id' | 'attempts' | 'lastError'> {
  /** The link that the e-mail contains; null for none. The e-mail is deleted with the link. */
  readonly linkId: number | null;
  /** Time of the first attempt. */
  readonly dueAt: number;
}

const SELECT = `SELECT id, user_id AS userId, share_id AS shareId, kind, address, name, subject,
  body_text AS text, body_html AS html, attempts, last_error AS lastError,
  created_at AS createdAt, expires_at AS expiresAt FROM mails`;

/** The `mails` table: e-mails that the mail server has not accepted yet. */
export class MailTable {
  readonly #find: Statement<[number], Mail>;
  readonly #findDue: Statement<[number], { dueAt: number }>;
  readonly #listDue: Statement<[number, number, string, number], Mail>;
  readonly #listExpired: Statement<[number, string], Mail>;
  readonly #countUpTo: Statement<[number], { total: number }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateAttempt: Statement<[number, string, number]>;
  readonly #updateDue: Statement<[number, number]>;
  readonly #setBack: Statement<[number, number]>;
  readonly #delete: Statement<[number]>;
  readonly #deleteLinksOf: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`${SELECT} WHERE id = ?`);
    this.#findDue = database.prepare('SELECT due_at AS dueAt FROM mails WHERE id = ?');
    // E-mails that expire first are sent first, because users wait for their codes. The plus sign prevents the use of
    // the index on `expires_at`, so that SQLite uses the one on `due_at`. In a long queue most e-mails are not due, and
    // this index skips them.
    this.#listDue = database.prepare(
      `${SELECT} WHERE due_at <= ? AND expires_at > ? AND id NOT IN (SELECT value FROM json_each(?))
       ORDER BY +expires_at, id LIMIT ?`,
    );
    this.#listExpired = database.prepare(
      `${SELECT} WHERE expires_at <= ? AND id NOT IN (SELECT value FROM json_each(?))
       ORDER BY expires_at, id`,
    );
    this.#countUpTo = database.prepare('SELECT count(*) AS total FROM (SELECT 1 FROM mails LIMIT ?)');
    this.#insert = database.prepare(
      `INSERT INTO mails (user_id, share_id, link_id, kind, address, name, subject, body_text, body_html,
         created_at, due_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateAttempt = database.prepare(
      'UPDATE mails SET attempts = attempts + 1, due_at = ?, last_error = ? WHERE id = ?',
    );
    this.#updateDue = database.prepare('UPDATE mails SET due_at = ? WHERE due_at > ?');
    this.#setBack = database.prepare('UPDATE mails SET due_at = due_at - ?, expires_at = expires_at - ?');
    this.#delete = database.prepare('DELETE FROM mails WHERE id = ?');
    this.#deleteLinksOf = database.prepare('DELETE FROM mails WHERE user_id = ? AND link_id IS NOT NULL');
  }

  find(id: number): Mail | undefined {
    return this.#find.get(id);
  }

  /** Time of the next attempt to send an e-mail, in milliseconds UTC; undefined if it is not in the queue. */
  findDue(id: number): number | undefined {
    return this.#findDue.get(id)?.dueAt;
  }

  /** Lists due e-mails in the order of their expiry. @param except ids to leave out */
  listDue(now: number, except: Iterable<number>, limit: number): Mail[] {
    return this.#listDue.all(now, now, JSON.stringify([...except]), limit);
  }

  /** Lists expired e-mails. @param except ids to leave out */
  listExpired(now: number, except: Iterable<number>): Mail[] {
    return this.#listExpired.all(now, JSON.stringify([...except]));
  }

  /** Number of queued e-mails, up to `limit`. */
  countUpTo(limit: number): number {
    return this.#countUpTo.get(limit)?.total ?? 0;
  }

  /** @returns the id of the e-mail */
  insert(mail: NewMail): number {
    const { userId, shareId, linkId, kind, address, name, subject, text, html } = mail;
    const { createdAt, dueAt, expiresAt } = mail;
    const { lastInsertRowid } = this.#insert.run(
      ...[userId, shareId, linkId, kind, address, name, subject, text, html, createdAt, dueAt, expiresAt],
    );
    return Number(lastInsertRowid);
  }

  /** Deletes the e-mails with links that a user sends. */
  deleteLinksOf(userId: number): void {
    this.#deleteLinksOf.run(userId);
  }

  /** Records a failed attempt. @param dueAt time of the next attempt, in milliseconds UTC */
  updateAttempt(id: number, dueAt: number, error: string): void {
    this.#updateAttempt.run(dueAt, error, id);
  }

  /** Makes all e-mails with a later due time due at this time. @param dueAt milliseconds UTC */
  updateDue(dueAt: number): void {
    this.#updateDue.run(dueAt, dueAt);
  }

  /** Moves the due and expiry times of all e-mails back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by, by);
  }

  delete(id: number): void {
    this.#delete.run(id);
  }
}
