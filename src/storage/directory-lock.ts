import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

/**
 * Reserves a data directory for one process. The lock is an exclusive SQLite transaction on the file
 * `serve.lock` beside the database, so the operating system releases it when the process ends, also by a
 * crash.
 */
export class DirectoryLock {
  readonly #sqlite: BetterSqlite.Database;

  private constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
  }

  /** Locks a data directory. @returns undefined when another process holds the lock */
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

  /** Releases the lock. */
  release(): void {
    this.#sqlite.close();
  }
}
