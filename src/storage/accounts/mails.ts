import type { Database, SqlValue, Statement } from '../database.ts';

/** A letter in the queue. Times in milliseconds UTC. */
export interface Mail {
  readonly id: number;
  readonly userId: number;
  /** The share that it tells of. */
  readonly shareId: number | null;
  readonly kind: string;
  readonly address: string;
  /** Display name of the recipient. */
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly lastError: string | null;
  readonly createdAt: number;
  /** Not sent from here on. */
  readonly expiresAt: number;
}

/** A letter that is to be sent at once. */
export type NewMail = Omit<Mail, 'id' | 'attempts' | 'lastError'>;

const SELECT = `SELECT id, user_id AS userId, share_id AS shareId, kind, address, name, subject, body_text AS text,
  body_html AS html, attempts, last_error AS lastError, created_at AS createdAt, expires_at AS expiresAt FROM mails`;

/** E-mail that waits to be taken by the mail server. */
export class MailTable {
  readonly #find: Statement<[number], Mail>;
  readonly #listDue: Statement<[number, string, number], Mail>;
  readonly #listExpired: Statement<[number, string], Mail>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateAttempt: Statement<[number, string, number]>;
  readonly #updateDue: Statement<[number, number]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(`${SELECT} WHERE id = ?`);
    // What is good for the shortest time goes first: somebody waits for a code. The plus keeps to the index of what is
    // due: most of a long queue is not.
    this.#listDue = database.prepare(
      `${SELECT} WHERE due_at <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY +expires_at, id LIMIT ?`,
    );
    this.#listExpired = database.prepare(
      `${SELECT} WHERE expires_at <= ? AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY expires_at, id`,
    );
    this.#insert = database.prepare(
      `INSERT INTO mails (user_id, share_id, kind, address, name, subject, body_text, body_html, created_at, due_at,
       expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateAttempt = database.prepare(
      'UPDATE mails SET attempts = attempts + 1, due_at = ?, last_error = ? WHERE id = ?',
    );
    this.#updateDue = database.prepare('UPDATE mails SET due_at = ? WHERE due_at > ?');
    this.#delete = database.prepare('DELETE FROM mails WHERE id = ?');
  }

  find(id: number): Mail | undefined {
    return this.#find.get(id);
  }

  /** What is due, but for those of `except`; what expires first comes first. */
  listDue(now: number, except: Iterable<number>, limit: number): Mail[] {
    return this.#listDue.all(now, JSON.stringify([...except]), limit);
  }

  /** What is no longer to be sent, but for those of `except`. */
  listExpired(now: number, except: Iterable<number>): Mail[] {
    return this.#listExpired.all(now, JSON.stringify([...except]));
  }

  insert(mail: NewMail): void {
    const { userId, shareId, kind, address, name, subject, text, html, createdAt, expiresAt } = mail;
    this.#insert.run(
      ...[userId, shareId, kind, address, name, subject, text, html, createdAt, createdAt, expiresAt],
    );
  }

  /** Notes an attempt that failed. @param dueAt when to try again, milliseconds UTC */
  updateAttempt(id: number, dueAt: number, error: string): void {
    this.#updateAttempt.run(dueAt, error, id);
  }

  /** Nothing is due later than this. @param dueAt milliseconds UTC */
  updateDue(dueAt: number): void {
    this.#updateDue.run(dueAt, dueAt);
  }

  delete(id: number): void {
    this.#delete.run(id);
  }
}
