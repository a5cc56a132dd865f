import { nameKey } from '../../../model/entries/names.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';

/**
 * Folder and name of an entry as a user sees them. The folder of a shared entry at the mount root is the user's home.
 */
export interface VisibleName {
  readonly folderId: number;
  readonly name: string;
}

/** A name that a document had until a user moved or deleted the document. */
export interface VacatedName {
  readonly documentId: number;
  /** The folder that contained the document. */
  readonly parentId: number;
  /** The stored name of the document. */
  readonly name: string;
  /** True if the document was deleted, false if it was moved to a temporary name. */
  readonly isDeletion: boolean;
  /** Time at which the document left the name, in milliseconds UTC. */
  readonly vacatedAt: number;
}

interface Row {
  document_id: number;
  parent_id: number;
  name: string;
  is_deletion: 0 | 1;
  departed_at: number;
}

/**
 * Recently vacated names (docs/build/webdav-clients.md, rules 2 and 3). The table stores only the last document per
 * user and name. The SQL table is called `departures`.
 */
export class VacatedNameTable {
  readonly #find: Statement<[number, string, number], Row>;
  readonly #hasDocument: Statement<[number], { found: number }>;
  readonly #upsert: Statement<SqlValue[]>;
  readonly #deleteDocument: Statement<[number]>;
  readonly #deleteUntil: Statement<[number]>;
  readonly #setBack: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT document_id, parent_id, name, is_deletion, departed_at FROM departures
       WHERE folder_id = ? AND name_key = ? AND user_id = ?`,
    );
    this.#hasDocument = database.prepare('SELECT 1 AS found FROM departures WHERE document_id = ? LIMIT 1');
    this.#upsert = database.prepare(
      `INSERT OR REPLACE INTO departures
         (folder_id, name_key, user_id, document_id, parent_id, name, is_deletion, departed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#deleteDocument = database.prepare('DELETE FROM departures WHERE document_id = ?');
    this.#deleteUntil = database.prepare('DELETE FROM departures WHERE departed_at <= ?');
    this.#setBack = database.prepare('UPDATE departures SET departed_at = departed_at - ?');
  }

  /** The last document that the user moved or deleted away from this name. */
  find(userId: number, { folderId, name }: VisibleName): VacatedName | undefined {
    const row = this.#find.get(folderId, nameKey(name), userId);
    return row && vacatedNameFrom(row);
  }

  /** True if the document has vacated any stored name, for any user. */
  hasDocument(documentId: number): boolean {
    return this.#hasDocument.get(documentId) !== undefined;
  }

  /** Stores a name. Replaces the record of the same user and name. */
  upsert(userId: number, visible: VisibleName, vacated: VacatedName): void {
    const { documentId, parentId, name, isDeletion, vacatedAt } = vacated;
    const values = [documentId, parentId, name, isDeletion ? 1 : 0, vacatedAt];
    this.#upsert.run(visible.folderId, nameKey(visible.name), userId, ...values);
  }

  /** Deletes all names that the document has vacated. */
  deleteDocument(documentId: number): void {
    this.#deleteDocument.run(documentId);
  }

  /** Deletes names that were vacated at `until` (milliseconds UTC) or earlier. */
  deleteUntil(until: number): void {
    this.#deleteUntil.run(until);
  }

  /** Moves the times of all names back, because the clock was set back. @param by milliseconds */
  setBack(by: number): void {
    this.#setBack.run(by);
  }
}

function vacatedNameFrom(row: Row): VacatedName {
  return {
    documentId: row.document_id,
    parentId: row.parent_id,
    name: row.name,
    isDeletion: row.is_deletion === 1,
    vacatedAt: row.departed_at,
  };
}
