import { nameKey } from '../../model/names.ts';
import type { Database, SqlValue, Statement } from '../database.ts';

/** A name as a user knows it: for what is shared at his mount root it is one in his home. */
export interface VisibleName {
  readonly folderId: number;
  readonly name: string;
}

/** A document that a user took away from a name. Times in milliseconds UTC. */
export interface VacatedName {
  readonly documentId: number;
  /** The folder in which it lay. */
  readonly parentId: number;
  /** Its name there. */
  readonly name: string;
  /** False: it was moved away. */
  readonly isDeletion: boolean;
  readonly vacatedAt: number;
}

interface Row {
  document_id: number;
  parent_id: number;
  name: string;
  is_deletion: 0 | 1;
  departed_at: number;
}

/** Names that documents left a moment ago: one document for a user's name, the last. */
export class VacatedNameTable {
  readonly #find: Statement<[number, string, number], Row>;
  readonly #hasDocument: Statement<[number], { found: number }>;
  readonly #upsert: Statement<SqlValue[]>;
  readonly #deleteDocument: Statement<[number]>;
  readonly #deleteUntil: Statement<[number]>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT document_id, parent_id, name, is_deletion, departed_at FROM departures
       WHERE folder_id = ? AND name_key = ? AND user_id = ?`,
    );
    this.#hasDocument = database.prepare('SELECT 1 AS found FROM departures WHERE document_id = ? LIMIT 1');
    this.#upsert = database.prepare(
      `INSERT OR REPLACE INTO departures (folder_id, name_key, user_id, document_id, parent_id, name, is_deletion, departed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#deleteDocument = database.prepare('DELETE FROM departures WHERE document_id = ?');
    this.#deleteUntil = database.prepare('DELETE FROM departures WHERE departed_at <= ?');
  }

  find(userId: number, { folderId, name }: VisibleName): VacatedName | undefined {
    const row = this.#find.get(folderId, nameKey(name), userId);
    return row && departureFrom(row);
  }

  /** True when the document left some name, whoever's. */
  hasDocument(documentId: number): boolean {
    return this.#hasDocument.get(documentId) !== undefined;
  }

  upsert(userId: number, { folderId, name }: VisibleName, departure: VacatedName): void {
    const { documentId, parentId, isDeletion, vacatedAt } = departure;
    const values = [documentId, parentId, departure.name, isDeletion ? 1 : 0, vacatedAt];
    this.#upsert.run(folderId, nameKey(name), userId, ...values);
  }

  deleteDocument(documentId: number): void {
    this.#deleteDocument.run(documentId);
  }

  /** Those of `departedAt` or earlier. */
  deleteUntil(departedAt: number): void {
    this.#deleteUntil.run(departedAt);
  }
}

function departureFrom(row: Row): VacatedName {
  return {
    documentId: row.document_id,
    parentId: row.parent_id,
    name: row.name,
    isDeletion: row.is_deletion === 1,
    vacatedAt: row.departed_at,
  };
}
