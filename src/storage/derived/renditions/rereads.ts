import type BetterSqlite from 'better-sqlite3';

/**
 * Uploaded contents by the documents that have them. Until such a content is read (again, if it is already known), the
 * document shows neither text nor thumbnails of it. Otherwise an upload would reveal whether another user has the
 * content.
 */
export class Rereads {
  readonly #statements: ReturnType<typeof statementsOf>;

  /** @param sqlite connection opened by `connectWriter` */
  constructor(sqlite: BetterSqlite.Database) {
    this.#statements = statementsOf(sqlite);
  }

  add(entryId: number, contents: readonly string[]): void {
    for (const sha256 of contents) this.#statements.insert.run(entryId, sha256);
  }

  /** True if derived data of the content must still be hidden for this document. */
  has(entryId: number, sha256: string): boolean {
    return this.#statements.find.get(entryId, sha256) !== undefined;
  }

  /** Deletes the records of a document that no longer exists. */
  remove(entryId: number): void {
    this.#statements.remove.run(entryId);
  }

  /** Marks a content as read for the documents that currently have it. */
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
