import type { Database, Statement } from '../../database/database.ts';

/** A visit from which files were stored. */
export interface StoredVisit {
  readonly id: number;
  /** Number of these files, and their size in bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Id of the last e-mail about the visit, and when it was queued first, in milliseconds UTC; null: none. */
  readonly mailId: number | null;
  readonly mailedAt: number | null;
}

/** A file that a visitor has sent, with its name as sent. */
export interface SentFile {
  readonly name: string;
  readonly size: number;
}

/** The tables `link_visits` and `link_files`: visits of links from which files were stored. */
export class LinkVisitTable {
  readonly #find: Statement<[number, string], StoredVisit>;
  readonly #insert: Statement<[number, string]>;
  readonly #addFile: Statement<[number, number]>;
  readonly #insertFile: Statement<[number, number, string, number]>;
  readonly #addToLink: Statement<[number, number]>;
  readonly #listFiles: Statement<[number, number], SentFile>;
  readonly #updateMail: Statement<[number | null, number, number]>;
  readonly #countMailed: Statement<[number, number], { total: number }>;

  constructor(database: Database) {
    this.#find = database.prepare(
      `SELECT id, files, bytes, mail_id AS mailId, mailed_at AS mailedAt FROM link_visits
       WHERE link_id = ? AND secret_sha256 = ?`,
    );
    this.#insert = database.prepare('INSERT INTO link_visits (link_id, secret_sha256) VALUES (?, ?)');
    this.#addFile = database.prepare(
      'UPDATE link_visits SET files = files + 1, bytes = bytes + ? WHERE id = ?',
    );
    this.#insertFile = database.prepare(
      'INSERT INTO link_files (visit_id, number, name, size_bytes) VALUES (?, ?, ?, ?)',
    );
    this.#addToLink = database.prepare('UPDATE links SET files = files + 1, last_used_at = ? WHERE id = ?');
    this.#listFiles = database.prepare(
      'SELECT name, size_bytes AS size FROM link_files WHERE visit_id = ? ORDER BY number DESC LIMIT ?',
    );
    this.#updateMail = database.prepare('UPDATE link_visits SET mail_id = ?, mailed_at = ? WHERE id = ?');
    this.#countMailed = database.prepare(
      'SELECT count(*) AS total FROM link_visits WHERE link_id = ? AND mailed_at > ?',
    );
  }

  /** @param visit SHA-256 of the secret of the visit */
  find(linkId: number, visit: string): StoredVisit | undefined {
    return this.#find.get(linkId, visit);
  }

  /**
   * Adds a file to a visit, which is inserted with its first file, and counts it for the link.
   * @param at milliseconds UTC
   * @returns the visit with the file
   */
  addFile(linkId: number, visit: string, { name, size }: SentFile, at: number): StoredVisit {
    const before = this.find(linkId, visit);
    const id = before?.id ?? Number(this.#insert.run(linkId, visit).lastInsertRowid);
    const { files = 0, bytes = 0, mailId = null, mailedAt = null } = before ?? {};
    this.#addFile.run(size, id);
    this.#insertFile.run(id, files + 1, name, size);
    this.#addToLink.run(at, linkId);
    return { id, files: files + 1, bytes: bytes + size, mailId, mailedAt };
  }

  /** The last files of a visit, newest first. */
  listFiles(id: number, limit: number): SentFile[] {
    return this.#listFiles.all(id, limit);
  }

  /** Notes the last e-mail about a visit. @param mailedAt when it was queued first, in milliseconds UTC */
  updateMail(id: number, mailId: number | null, mailedAt: number): void {
    this.#updateMail.run(mailId, mailedAt, id);
  }

  /** Number of visits of a link with an e-mail after this time. */
  countMailed(linkId: number, after: number): number {
    return this.#countMailed.get(linkId, after)?.total ?? 0;
  }
}
