import type { Database, SqlValue, Statement } from '../../database/database.ts';

/**
 * SQL prefix: `subtree` contains the ids of an entry and all its descendants. The first parameter is the id of the
 * entry.
 */
export const SUBTREE = `WITH RECURSIVE subtree (id) AS (
  SELECT ? UNION ALL SELECT e.id FROM subtree s JOIN entries e ON e.parent_id = s.id)`;

/** Target of a copy: folder and name, and time (milliseconds UTC) and user of the new entries. */
export interface CopyTarget {
  readonly parentId: number;
  readonly name: string;
  readonly nameKey: string;
  readonly sortKey: string;
  readonly at: number;
  readonly by: number;
  /** False: copies the folder without its members. */
  readonly withMembers: boolean;
}

/** A copied document and its copy. */
export interface CopiedDocument {
  readonly id: number;
  readonly copyId: number;
  readonly sha256: string;
}

/** Copies entries with all their descendants. The number of SQL statements does not depend on the size. */
export class Subtrees {
  readonly #clearMap: Statement<[]>;
  readonly #fillMap: Statement<[number, number]>;
  readonly #mapRoot: Statement<[number]>;
  /** One statement per table, in the order of the foreign keys. */
  readonly #copy: readonly Statement<[Record<string, SqlValue>]>[];
  readonly #copiedRoot: Statement<[number], { new_id: number }>;
  readonly #copiedDocuments: Statement<[], CopiedDocument>;

  constructor(database: Database) {
    // Temporary table that maps old ids to new ones, so that one statement copies the rows of a whole table. CROSS JOIN
    // makes SQLite join in the written order: from the copied ids to their rows, never by a scan of the other table.
    database
      .prepare('CREATE TEMP TABLE IF NOT EXISTS copies (old_id INTEGER PRIMARY KEY, new_id INTEGER NOT NULL)')
      .run();
    const next = "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'entries')";
    this.#clearMap = database.prepare('DELETE FROM copies');
    this.#fillMap = database.prepare(
      `INSERT INTO copies ${SUBTREE}
       SELECT id, ${next} + row_number() OVER (ORDER BY id = ? DESC, id) FROM subtree`,
    );
    this.#mapRoot = database.prepare(`INSERT INTO copies SELECT ?, ${next} + 1`);
    this.#copy = [
      database.prepare(
        `INSERT INTO entries (id, parent_id, is_folder, name, name_key, sort_key,
           created_at, updated_at, created_by, updated_by)
         SELECT c.new_id,
           CASE WHEN e.id = :root THEN :parent ELSE p.new_id END, e.is_folder,
           CASE WHEN e.id = :root THEN :name ELSE e.name END,
           CASE WHEN e.id = :root THEN :nameKey ELSE e.name_key END,
           CASE WHEN e.id = :root THEN :sortKey ELSE e.sort_key END, :at, :at, :by, :by
         FROM copies c CROSS JOIN entries e ON e.id = c.old_id LEFT JOIN copies p ON p.old_id = e.parent_id
         ORDER BY c.new_id`,
      ),
      database.prepare(
        `INSERT INTO documents (entry_id, version, title, comments, modified_at)
         SELECT c.new_id, 1, d.title, d.comments, d.modified_at
         FROM copies c CROSS JOIN documents d ON d.entry_id = c.old_id`,
      ),
      database.prepare(
        `INSERT INTO versions (document_id, number, sha256, size_bytes, mime_type, author_id, created_at)
         SELECT c.new_id, 1, v.sha256, v.size_bytes, v.mime_type, :by, :at
         FROM copies c CROSS JOIN documents d ON d.entry_id = c.old_id
         CROSS JOIN versions v ON v.document_id = c.old_id AND v.number = d.version`,
      ),
      database.prepare(
        `INSERT INTO properties (entry_id, namespace, name, xml)
         SELECT c.new_id, p.namespace, p.name, p.xml
         FROM copies c CROSS JOIN properties p ON p.entry_id = c.old_id`,
      ),
    ];
    this.#copiedRoot = database.prepare('SELECT new_id FROM copies WHERE old_id = ?');
    this.#copiedDocuments = database.prepare(
      `SELECT c.old_id AS id, c.new_id AS copyId, v.sha256
       FROM copies c CROSS JOIN versions v ON v.document_id = c.new_id`,
    );
  }

  /**
   * Copies an entry and all its descendants: dead properties, and only the head version of each document. Blobs are not
   * copied, because versions share them.
   * @returns id of the copy, and the copied documents
   */
  copy(id: number, target: CopyTarget): { id: number; documents: CopiedDocument[] } {
    this.#clearMap.run();
    if (target.withMembers) this.#fillMap.run(id, id);
    else this.#mapRoot.run(id);
    const { parentId: parent, name, nameKey, sortKey, at, by } = target;
    const values = { root: id, parent, name, nameKey, sortKey, at, by };
    for (const statement of this.#copy) statement.run(values);
    const copied = this.#copiedRoot.get(id);
    if (!copied) throw new Error(`entry ${String(id)} was not copied`);
    return { id: copied.new_id, documents: this.#copiedDocuments.all() };
  }
}
