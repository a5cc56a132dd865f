import type { Usage } from '../../../model/people/user.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';
import type { SubtreeRow } from './subtree-reader.ts';

/** A folder in the copy. */
export interface CopiedFolder {
  readonly id: number;
  /** Depth of the folder in the copy; 0 for the root. */
  readonly level: number;
}

/**
 * A copy in progress. It has no parent folder yet, and no user can reach it. Its rows are inserted in the order of
 * {@link SubtreeReader.rows}.
 */
export interface SubtreeCopy {
  /** Time (milliseconds UTC) and user of the new entries. */
  readonly at: number;
  readonly by: number;
  /** The copied folders, by the ids of the original folders. */
  readonly folders: Map<number, CopiedFolder>;
}

/** Inserts copies of entries that were read in a snapshot. {@link Subtrees.copy} is faster if no snapshot is needed. */
export class SubtreeCopyTable {
  readonly #insertEntry: Statement<SqlValue[]>;
  readonly #insertDocument: Statement<SqlValue[]>;
  readonly #insertVersion: Statement<SqlValue[]>;
  readonly #insertProperties: Statement<[number, string]>;

  constructor(database: Database) {
    this.#insertEntry = database.prepare(
      `INSERT INTO entries (parent_id, root_kind, is_folder, name, name_key, sort_key,
         created_at, updated_at, created_by, updated_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertDocument = database.prepare(
      'INSERT INTO documents (entry_id, version, title, comments, modified_at) VALUES (?, 1, ?, ?, ?)',
    );
    this.#insertVersion = database.prepare(
      `INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, author_id, created_at)
       VALUES (?, 1, ?, ?, ?, ?, ?)`,
    );
    this.#insertProperties = database.prepare(
      `INSERT INTO properties (entry_id, namespace, name, xml)
       SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
    );
  }

  /**
   * Inserts the copy of one entry with its dead properties; for a document the head only, which shares the stored
   * content.
   * @returns id of the copy
   */
  insert(row: SubtreeRow, copy: SubtreeCopy): number {
    const { at, by, folders } = copy;
    const parent = folders.get(row.parent_id ?? 0);
    const id = Number(
      this.#insertEntry.run(
        ...[parent?.id ?? null, parent ? null : 'trash', row.is_folder],
        ...[row.name, row.name_key, row.sort_key, at, at, by, by],
      ).lastInsertRowid,
    );
    if (row.is_folder === 1) folders.set(row.id, { id, level: parent ? parent.level + 1 : 0 });
    else {
      this.#insertDocument.run(id, row.title, row.comments, row.modified_at);
      this.#insertVersion.run(id, row.sha256, row.size_bytes, row.mime_type, by, at);
    }
    if (row.properties !== null) this.#insertProperties.run(id, row.properties);
    return id;
  }
}

/** Usage that copies of these entries add to their home. */
export function usageOfCopies(rows: readonly SubtreeRow[]): Usage {
  return {
    entries: rows.length,
    bytes: rows.reduce((sum, row) => sum + (row.size_bytes ?? 0) + row.counted_details, 0),
  };
}
