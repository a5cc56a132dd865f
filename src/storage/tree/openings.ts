import type { Database, Statement } from '../database/database.ts';

/** The last opening of a document by a user. */
interface Opening {
  readonly documentId: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** The documents that users have opened last. A row ends with its user or its document. */
export class OpeningTable {
  readonly #list: Statement<[number], Opening>;
  readonly #upsert: Statement<[number, number, number]>;
  readonly #deleteOldest: Statement<[number, number, number]>;

  constructor(database: Database) {
    this.#list = database.prepare(
      'SELECT entry_id AS documentId, opened_at AS at FROM openings WHERE user_id = ?',
    );
    this.#upsert = database.prepare(
      `INSERT INTO openings (user_id, entry_id, opened_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id, entry_id) DO UPDATE SET opened_at = max(opened_at, excluded.opened_at)`,
    );
    this.#deleteOldest = database.prepare(
      `DELETE FROM openings WHERE user_id = ? AND entry_id IN
         (SELECT entry_id FROM openings WHERE user_id = ? ORDER BY opened_at DESC, entry_id DESC LIMIT -1 OFFSET ?)`,
    );
  }

  list(userId: number): Opening[] {
    return this.#list.all(userId);
  }

  /**
   * Notes that a user has opened a document, and keeps the newest `kept` rows of the user.
   * @param at milliseconds UTC
   */
  note(userId: number, documentId: number, at: number, kept: number): void {
    this.#upsert.run(userId, documentId, at);
    this.#deleteOldest.run(userId, userId, kept);
  }
}
