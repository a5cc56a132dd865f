import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

/**
 * Keeps a data directory to one process. The operating system lets go of it when the process ends, however it ends:
 * the lock is SQLite's own on a file beside the database.
 */
export class DirectoryLock {
  readonly #sqlite: BetterSqlite.Database;

  private constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
  }

  /** Undefined when another process has it. */
  static acquire(directory: string): DirectoryLock | undefined {
    const sqlite = new BetterSqlite(join(directory, 'serve.lock'), { timeout: 0 });
    try {
      sqlite.exec('BEGIN EXCLUSIVE');
      return new DirectoryLock(sqlite);
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
