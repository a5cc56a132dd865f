import BetterSqlite from 'better-sqlite3';

/**
 * A lock between processes: a transaction on a SQLite file that has nothing in it. So the operating system releases it
 * when the process ends, also by a crash.
 */
export class FileLock {
  readonly #sqlite: BetterSqlite.Database;

  private constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
  }

  /**
   * Takes a lock. Does not wait.
   * @param file is created if it is missing, in a folder that exists
   * @param kind several may have a `shared` one at the same time, or one an `exclusive` one
   * @returns undefined when another process, or this one, has one that excludes it
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

  /** Releases the lock. */
  release(): void {
    this.#sqlite.close();
  }
}
