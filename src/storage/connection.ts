import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { codeOf } from '../model/error-code.ts';

/** How long opening waits for another process that holds the write lock, in milliseconds. */
const OPEN_TIMEOUT_MS = 30_000;

/**
 * Opens an existing, migrated database file. Sets and verifies the PRAGMAs that durability depends on. The
 * file of the write-ahead log exists then.
 * @throws {Error} when the file is missing or SQLite does not accept a PRAGMA
 */
export function connect(file: string): BetterSqlite.Database {
  const sqlite = new BetterSqlite(file, { fileMustExist: true, timeout: OPEN_TIMEOUT_MS });
  setPragmas(sqlite);
  // SQLite creates the write-ahead log file at the first transaction, or at the first write at the latest.
  sqlite.exec('BEGIN IMMEDIATE; COMMIT');
  if (!existsSync(`${file}-wal`)) rewriteVersion(sqlite);
  // From here on a lock of another process is waited for without blocking the event loop.
  sqlite.pragma('busy_timeout = 0');
  return sqlite;
}

/**
 * Opens a connection of another thread that makes checkpoints. It waits for no lock. It must be closed before
 * the one of {@link connect}.
 */
export function connectBeside(file: string): BetterSqlite.Database {
  const sqlite = new BetterSqlite(file, { fileMustExist: true, timeout: OPEN_TIMEOUT_MS });
  setPragmas(sqlite);
  sqlite.pragma('busy_timeout = 0');
  return sqlite;
}

function setPragmas(sqlite: BetterSqlite.Database): void {
  for (const [name, value, expected] of [
    ['journal_mode', 'WAL', 'wal'],
    ['synchronous', 'NORMAL', 1],
    ['foreign_keys', 'ON', 1],
    ['recursive_triggers', 'ON', 1],
    // The log is copied into the database in another thread (checkpoints.ts).
    ['wal_autocheckpoint', '0', 0],
  ] as const) {
    sqlite.pragma(`${name} = ${value}`);
    const actual: unknown = sqlite.pragma(name, { simple: true });
    if (actual !== expected)
      throw new Error(`SQLite did not accept PRAGMA ${name} = ${value}: the value is ${String(actual)}`);
  }
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_size = -8192');
}

/**
 * Opens a connection that only reads, for another thread. It must be closed before the one of {@link connect},
 * since the last to close empties the write-ahead log.
 */
export function connectReader(file: string): BetterSqlite.Database {
  const sqlite = new BetterSqlite(file, { readonly: true, timeout: OPEN_TIMEOUT_MS });
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_size = -8192');
  return sqlite;
}

/** The statements of transactions. Prepared once, because thousands of them run per second. */
export function transactionStatements(sqlite: BetterSqlite.Database) {
  return {
    begin: sqlite.prepare('BEGIN IMMEDIATE'),
    commit: sqlite.prepare('COMMIT'),
    rollback: sqlite.prepare('ROLLBACK'),
    savepoint: sqlite.prepare('SAVEPOINT job'),
    release: sqlite.prepare('RELEASE job'),
    rollbackToSavepoint: sqlite.prepare('ROLLBACK TO job'),
  };
}

/** Writes the first page, unchanged. */
export function rewriteVersion(sqlite: BetterSqlite.Database): void {
  sqlite.pragma(`user_version = ${String(sqlite.pragma('user_version', { simple: true }))}`);
}

/** True if another connection holds the lock that was needed. */
export function isBusy(error: unknown): boolean {
  return codeOf(error)?.startsWith('SQLITE_BUSY') === true;
}

/** The version of SQLite, such as `3.51.0`. */
export function sqliteVersion(): string {
  const sqlite = new BetterSqlite(':memory:');
  try {
    return String(sqlite.prepare('SELECT sqlite_version()').pluck().get());
  } finally {
    sqlite.close();
  }
}
