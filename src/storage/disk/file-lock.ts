import BetterSqlite from 'better-sqlite3';

/**
 * A lock between processes, implemented as a transaction on an empty SQLite file. The operating system releases it when
 * the process ends, even after a crash.
 */
export class FileLock {
  readonly #sqlite: BetterSqlite.Database;

  private constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
  }

  /**
   * Acquires a lock without waiting.
   * @param file created if it is missing; its folder must exist
   * @param kind `shared`: several holders at a time; `exclusive`: a single holder
   * @returns undefined if this or another process holds a conflicting lock
   */
  static acquire(file: string, kind: 'exclusive' | 'shared' = 'exclusive'): FileLock | undefined {
    const sqlite = new BetterSqlite(file, { timeout: 0 });
    try {
      sqlite.exec(kind === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_schema');
      return new FileLock(sqlite);
    } catch (error) {
      sqlite.close();
      if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_BUSY') return undefined;
      throw error;
    }
  }

  release(): void {
    this.#sqlite.close();
  }
}
