import type BetterSqlite from 'better-sqlite3';

/**
 * Contents that clients have uploaded, by the documents that they are versions of. Until such a content is read, once more
 * if it is known, the document has neither text nor thumbnails of it. So a user who uploads a content cannot tell whether
 * somebody else has it.
 */
export class Rereads {
  readonly #statements: ReturnType<typeof statementsOf>;

  /** @param sqlite as `connectWriter` opens it */
  constructor(sqlite: BetterSqlite.Database) {
    this.#statements = statementsOf(sqlite);
  }

  add(entryId: number, contents: readonly string[]): void {
    for (const sha256 of contents) this.#statements.insert.run(entryId, sha256);
  }

  /** True if nothing may be known of the content yet, as the content of this document. */
  has(entryId: number, sha256: string): boolean {
    return this.#statements.find.get(entryId, sha256) !== undefined;
  }

  /** The document is gone. */
  remove(entryId: number): void {
    this.#statements.remove.run(entryId);
  }

  /** The content has been read, for the documents that have it now. */
  done(sha256: string): void {
    this.#statements.removeContent.run(sha256);
  }
}

function statementsOf(sqlite: BetterSqlite.Database) {
  return {
    find: sqlite.prepare<[number, string]>('SELECT 1 FROM rereads WHERE entry_id = ? AND sha256 = ?'),
    insert: sqlite.prepare<[number, string]>(
      'INSERT OR IGNORE INTO rereads (entry_id, sha256) VALUES (?, ?)',
    ),
    remove: sqlite.prepare<[number]>('DELETE FROM rereads WHERE entry_id = ?'),
    removeContent: sqlite.prepare<[string]>(
      `DELETE FROM rereads AS r WHERE sha256 = ?
       AND EXISTS (SELECT 1 FROM rows WHERE entry_id = r.entry_id AND sha256 = r.sha256)`,
    ),
  };
}
