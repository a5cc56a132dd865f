import type BetterSqlite from 'better-sqlite3';

/**
 * Documents with a content that a client has uploaded although it was known. Until it is read once more, the document
 * has neither text nor thumbnails. So a user who uploads a content cannot tell whether somebody else has it.
 */
export class Rereads {
  readonly #statements: ReturnType<typeof statementsOf>;

  /** @param sqlite as `connectWriter` opens it */
  constructor(sqlite: BetterSqlite.Database) {
    this.#statements = statementsOf(sqlite);
  }

  /**
   * Notes the content that a document has now.
   * @param content its hash, undefined if the document is gone, and whether an upload has changed it
   * @returns true if it must be read before anything is known of it
   */
  update(entryId: number, { sha256, isNew }: { sha256: string | undefined; isNew: boolean }): boolean {
    const { find, isKnown, insert, remove } = this.#statements;
    if (sha256 !== undefined && isNew && isKnown.get(sha256, sha256)) insert.run(entryId, sha256);
    const noted = find.get(entryId);
    if (noted === undefined || noted === sha256) return noted !== undefined;
    remove.run(entryId);
    return false;
  }

  /** The content has been read. */
  done(sha256: string): void {
    this.#statements.removeContent.run(sha256);
  }
}

function statementsOf(sqlite: BetterSqlite.Database) {
  return {
    find: sqlite.prepare<[number], string>('SELECT sha256 FROM rereads WHERE entry_id = ?').pluck(),
    isKnown: sqlite.prepare<[string, string]>(
      'SELECT 1 FROM texts WHERE sha256 = ? UNION ALL SELECT 1 FROM pictures WHERE sha256 = ?',
    ),
    insert: sqlite.prepare<[number, string]>(
      'INSERT OR REPLACE INTO rereads (entry_id, sha256) VALUES (?, ?)',
    ),
    remove: sqlite.prepare<[number]>('DELETE FROM rereads WHERE entry_id = ?'),
    removeContent: sqlite.prepare<[string]>('DELETE FROM rereads WHERE sha256 = ?'),
  };
}
