import type { Action } from '../../model/people/activity.ts';
import type { Database, Statement } from '../database/database.ts';

/** When a user last did something with a document. */
export interface DocumentUse {
  readonly documentId: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Number of a user's newest activities that are searched for changed documents. */
const SEARCHED = 1000;

/** The documents that users have opened last, and changed last. A row ends with its user or its document. */
export class OpeningTable {
  readonly #list: Statement<[number], DocumentUse>;
  readonly #listChanged: Statement<[number, number, string, number], DocumentUse>;
  readonly #upsert: Statement<[number, number, number]>;
  readonly #deleteOldest: Statement<[number, number, number]>;

  constructor(database: Database) {
    this.#list = database.prepare(
      'SELECT entry_id AS documentId, opened_at AS at FROM openings WHERE user_id = ?',
    );
    this.#listChanged = database.prepare(
      `SELECT entry_id AS documentId, max(at) AS at FROM
         (SELECT entry_id, at, action, is_folder FROM activities WHERE user_id = ? ORDER BY id DESC LIMIT ?)
       WHERE is_folder = 0 AND action IN (SELECT value FROM json_each(?))
       GROUP BY entry_id ORDER BY at DESC LIMIT ?`,
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

  list(userId: number): DocumentUse[] {
    return this.#list.all(userId);
  }

  /** The documents that the user changed last, among the newest activities of the user. Newest first. */
  listChanged(userId: number, actions: readonly Action[], limit: number): DocumentUse[] {
    return this.#listChanged.all(userId, SEARCHED, JSON.stringify(actions), limit);
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
