import type { Database, Statement } from '../../database/database.ts';
import { countedDetailBytes } from '../../detail-bytes.ts';

/** An entry with the values that a copy of it needs; for a document, the head only. */
export interface SubtreeRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly is_folder: 0 | 1;
  readonly has_members: 0 | 1;
  readonly name: string;
  readonly name_key: string;
  readonly sort_key: string;
  /** The columns from here to `mime_type` are null for a folder; `title` is also null if the title follows the name. */
  readonly title: string | null;
  readonly comments: string | null;
  readonly modified_at: number | null;
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  readonly mime_type: string | null;
  /** JSON: namespace, name and XML of each dead property; null for none. */
  readonly properties: string | null;
  /** Bytes of the comments and properties that count against the quota. */
  readonly counted_details: number;
}

const SELECT = `SELECT e.id, e.parent_id, e.is_folder, e.name, e.name_key, e.sort_key,
    EXISTS (SELECT 1 FROM entries m WHERE m.parent_id = e.id) AS has_members,
    d.title, d.comments, d.modified_at, v.sha256, v.size_bytes, v.mime_type,
    (SELECT json_group_array(json_array(p.namespace, p.name, p.xml)) FROM properties p
     WHERE p.entry_id = e.id HAVING count(*) > 0) AS properties,
    ${countedDetailBytes('e.id')} AS counted_details
  FROM entries e LEFT JOIN documents d ON d.entry_id = e.id
  LEFT JOIN versions v ON v.document_id = d.entry_id AND v.number = d.version`;

/** Rows per query: each row can have 64 KiB of comments and 64 KiB of properties. */
const PAGE = 25;

/** Reads an entry with all its descendants. */
export class SubtreeReader {
  readonly #find: Statement<[number], SubtreeRow>;
  readonly #list: Statement<[number, string, number], SubtreeRow>;

  constructor(connection: Pick<Database, 'prepare'>) {
    this.#find = connection.prepare(`${SELECT} WHERE e.id = ?`);
    this.#list = connection.prepare(
      `${SELECT} WHERE e.parent_id = ? AND e.name_key > ? ORDER BY e.name_key LIMIT ?`,
    );
  }

  /** The entry and its descendants, each folder before its members. */
  *rows(rootId: number): Generator<SubtreeRow, void> {
    const root = this.#find.get(rootId);
    if (!root) return;
    yield root;
    const folders = root.has_members === 1 ? [root.id] : [];
    // The loop also visits the folders that are added during it.
    for (const folder of folders) {
      for (const row of this.#members(folder)) {
        // Skips empty folders, so that a caller that reads a limited number of rows opens at most as many folders.
        if (row.has_members === 1) folders.push(row.id);
        yield row;
      }
    }
  }

  *#members(folderId: number): Generator<SubtreeRow, void> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: SubtreeRow[] = this.#list.all(folderId, after, PAGE);
      yield* page;
      after = page.length < PAGE ? undefined : page.at(-1)?.name_key;
    }
  }
}
