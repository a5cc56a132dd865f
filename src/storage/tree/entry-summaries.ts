import type { Database, Statement } from '../database/database.ts';
import type { Placed } from './ancestry.ts';
import { ENTRY_TABLES } from './entries.ts';

/** An entry without texts. */
export type EntrySummary = Placed & {
  readonly nameKey: string;
  readonly isFolder: 0 | 1;
  /** Number of the head version; null for a folder. */
  readonly version: number | null;
  /** Size of the head version in bytes; null for a folder. */
  readonly size: number | null;
  /** Modification time of the content of a document, or of a folder, in milliseconds UTC. */
  readonly modifiedAt: number;
};

const SELECT = `SELECT e.id, e.name, e.name_key AS nameKey, e.parent_id AS parentId, e.root_kind AS rootKind,
    e.owner_id AS ownerId, e.is_folder AS isFolder, v.number AS version, v.size_bytes AS size,
    coalesce(d.modified_at, e.updated_at) AS modifiedAt
  FROM ${ENTRY_TABLES}`;

/**
 * Reads entries without their comments, which can take 64 KiB each. For lists of thousands of entries that stay in
 * memory.
 */
export class EntrySummaryTable {
  readonly #find: Statement<[number], EntrySummary>;
  readonly #listMembers: Statement<[number, string, number], EntrySummary>;

  constructor(connection: Pick<Database, 'prepare'>) {
    this.#find = connection.prepare(`${SELECT} WHERE e.id = ?`);
    this.#listMembers = connection.prepare(
      `${SELECT} WHERE e.parent_id = ? AND e.name_key > ? ORDER BY e.name_key LIMIT ?`,
    );
  }

  /** Finds an entry, including entries in the trash. */
  find(id: number): EntrySummary | undefined {
    return this.#find.get(id);
  }

  /** A slice of members of a folder, ordered by name key, after the given key. */
  listMembers(folderId: number, after: string, limit: number): EntrySummary[] {
    return this.#listMembers.all(folderId, after, limit);
  }
}
