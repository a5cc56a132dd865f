import type { Version } from '../../../model/entries/entry.ts';
import type { Database, SqlValue, Statement } from '../../database/database.ts';

interface Row {
  number: number;
  size_bytes: number;
  mime_type: string;
  sha256: string;
  author_id: number | null;
  author_name: string | null;
  comment: string;
  created_at: number;
}

/** A row of {@link VersionTable.listAt}. */
interface RowAt extends Row {
  document_id: number;
  /** Number of the version after it; null for the head. */
  next: number | null;
}

/** The newest version of a document at a time. */
export interface EarlierVersion extends Version {
  /** False: a later version of that time may have been deleted since. */
  readonly isCertain: boolean;
}

/** Values of a new version. */
export interface NewVersion {
  readonly documentId: number;
  readonly number: number;
  readonly sha256: string;
  readonly size: number;
  readonly mimeType: string;
  /** Null if the account was deleted. */
  readonly authorId: number | null;
  readonly comment: string;
  /** Time of creation, in milliseconds UTC. */
  readonly at: number;
}

const COLUMNS = `v.number, v.size_bytes, v.mime_type, v.sha256, v.author_id, u.name AS author_name,
  v.comment, v.created_at`;
const SELECT = `SELECT ${COLUMNS} FROM versions v LEFT JOIN users u ON u.id = v.author_id`;

/** Versions of documents. */
export class VersionTable {
  readonly #find: Statement<[number, number], Row>;
  readonly #findBefore: Statement<[number, number], Row>;
  readonly #listAt: Statement<[string, number], RowAt>;
  readonly #list: Statement<[number, number, number], Row>;
  readonly #count: Statement<[number], { total: number }>;
  readonly #hasContent: Statement<[number, string], number>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #updateComment: Statement<[string, number, number]>;
  readonly #updateMimeType: Statement<[string, number, number]>;
  readonly #delete: Statement<[number, number]>;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#find = database.prepare(`${SELECT} WHERE v.document_id = ? AND v.number = ?`);
    this.#findBefore = database.prepare(
      `${SELECT} WHERE v.document_id = ? AND v.number < ? ORDER BY v.number DESC LIMIT 1`,
    );
    this.#listAt = database.prepare(
      `SELECT ${COLUMNS}, v.document_id,
         (SELECT min(number) FROM versions WHERE document_id = v.document_id AND number > v.number) AS next
       FROM json_each(?) asked CROSS JOIN versions v ON v.document_id = asked.value AND v.number =
         (SELECT number FROM versions WHERE document_id = asked.value AND created_at <= ? ORDER BY number DESC LIMIT 1)
       LEFT JOIN users u ON u.id = v.author_id`,
    );
    this.#list = database.prepare(
      `${SELECT} WHERE v.document_id = ? ORDER BY v.number DESC LIMIT ? OFFSET ?`,
    );
    this.#count = database.prepare('SELECT count(*) AS total FROM versions WHERE document_id = ?');
    this.#hasContent = database
      .prepare<[number, string], number>(
        'SELECT EXISTS (SELECT 1 FROM versions WHERE document_id = ? AND sha256 = ?)',
      )
      .pluck();
    this.#insert = database.prepare(
      `INSERT INTO versions
         (document_id, number, sha256, size_bytes, mime_type, author_id, comment, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateComment = database.prepare(
      'UPDATE versions SET comment = ? WHERE document_id = ? AND number = ?',
    );
    this.#updateMimeType = database.prepare(
      'UPDATE versions SET mime_type = ? WHERE document_id = ? AND number = ?',
    );
    this.#delete = database.prepare('DELETE FROM versions WHERE document_id = ? AND number = ?');
  }

  find(documentId: number, number: number): Version | undefined {
    const row = this.#find.get(documentId, number);
    return row && versionFrom(row);
  }

  /** The newest version that is older than `number`. */
  findBefore(documentId: number, number: number): Version | undefined {
    const row = this.#findBefore.get(documentId, number);
    return row && versionFrom(row);
  }

  /**
   * The newest of the versions that documents had at a time, by the id of the document.
   * @param at milliseconds UTC
   */
  listAt(documentIds: readonly number[], at: number): ReadonlyMap<number, EarlierVersion> {
    const rows = this.#listAt.all(JSON.stringify(documentIds), at);
    return new Map(
      rows.map((row) => {
        const isCertain = row.next === null || row.next === row.number + 1;
        return [row.document_id, { ...versionFrom(row), isCertain }];
      }),
    );
  }

  /** A page of the versions of a document, newest first. */
  list(documentId: number, limit: number, offset: number): Version[] {
    return this.#list.all(documentId, limit, offset).map(versionFrom);
  }

  count(documentId: number): number {
    return this.#count.get(documentId)?.total ?? 0;
  }

  /** True if any version has this content. */
  hasContent(documentId: number, sha256: string): boolean {
    return this.#hasContent.get(documentId, sha256) === 1;
  }

  /** The row of the blob must exist. */
  insert(version: NewVersion): void {
    const { documentId, number, sha256, size, mimeType, authorId, comment, at } = version;
    this.#insert.run(documentId, number, sha256, size, mimeType, authorId, comment, at);
  }

  updateComment(documentId: number, number: number, comment: string): void {
    this.#updateComment.run(comment, documentId, number);
  }

  updateMimeType(documentId: number, number: number, mimeType: string): void {
    this.#updateMimeType.run(mimeType, documentId, number);
  }

  delete(documentId: number, number: number): void {
    this.#delete.run(documentId, number);
  }
}

function versionFrom(row: Row): Version {
  return {
    number: row.number,
    size: row.size_bytes,
    mimeType: row.mime_type,
    sha256: row.sha256,
    author:
      row.author_id === null || row.author_name === null
        ? null
        : { id: row.author_id, name: row.author_name },
    comment: row.comment,
    createdAt: row.created_at,
  };
}
