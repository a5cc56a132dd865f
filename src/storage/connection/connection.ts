import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { codeOf } from '../../model/errors/error-code.ts';
import type { Reserve } from '../disk/reserve.ts';

/**
 * Lock timeout in milliseconds. For threads, commands and the startup of the service only: SQLite sleeps while it
 * waits, which blocks the event loop.
 */
const PATIENT_MS = 30_000;
/**
 * Lock timeout before `onLocked` is called, in milliseconds. The transactions of a running service end sooner, so a
 * shorter wait needs no report.
 */
const SHORT_MS = 1000;
/** Page cache of a database file in permanent use, in KiB. */
export const MANY_PAGES_KIB = 8 * 1024;
/**
 * Page cache of other files and connections, in KiB. A page that it lacks is usually in the page cache of the operating
 * system, at a cost of about a microsecond.
 */
export const FEW_PAGES_KIB = 1024;

/** Optional parameters of `Database.open`. */
export interface OpenOptions {
  /** Disk space for changes on a full disk. */
  readonly reserve?: Reserve;
  /**
   * Called after one second of waiting for a lock of another process. Opening then blocks the event loop for up to 30 s
   * more.
   */
  readonly onLocked?: () => void;
}

/**
 * Opens an existing, migrated database file. Sets and verifies the PRAGMAs that durability depends on. When it returns,
 * the write-ahead log file exists, and no later statement waits for a lock.
 * @param onLocked called after one second of waiting for a lock of another process; the wait ends within 30 s
 * @throws {Error} when the file is missing, SQLite does not accept a PRAGMA, or the lock is still held
 */
export function connect(file: string, onLocked = (): void => undefined): BetterSqlite.Database {
  return prepared(new BetterSqlite(file, { fileMustExist: true, timeout: SHORT_MS }), (sqlite) => {
    try {
      prepareToWrite(sqlite);
    } catch (error) {
      if (!isBusy(error)) throw error;
      onLocked();
      sqlite.pragma(`busy_timeout = ${String(PATIENT_MS)}`);
      prepareToWrite(sqlite);
    }
    sqlite.pragma('busy_timeout = 0');
  });
}

function prepareToWrite(sqlite: BetterSqlite.Database): void {
  setPragmas(sqlite);
  keepPages(sqlite, MANY_PAGES_KIB);
  // SQLite creates the write-ahead log file at the first transaction, or at the first write at the latest.
  sqlite.exec('BEGIN IMMEDIATE; COMMIT');
  if (!existsSync(`${sqlite.name}-wal`)) rewriteVersion(sqlite);
}

/**
 * Opens the connection of the checkpoint thread. Once open, it does not wait for locks. Close it before the connection
 * of {@link connect}.
 */
export function connectCheckpointer(file: string): BetterSqlite.Database {
  return prepared(new BetterSqlite(file, { fileMustExist: true, timeout: PATIENT_MS }), (sqlite) => {
    setPragmas(sqlite);
    keepPages(sqlite, FEW_PAGES_KIB);
    sqlite.pragma('busy_timeout = 0');
  });
}

/**
 * Runs `prepare` on a new connection. Closes the connection if `prepare` throws, because it would keep its files open.
 */
export function prepared(
  sqlite: BetterSqlite.Database,
  prepare: (sqlite: BetterSqlite.Database) => void,
): BetterSqlite.Database {
  try {
    prepare(sqlite);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Sets the page cache size of one file of a connection. The default is 16 MB per file, including attached files.
 * @param schema name of an attached file
 */
export function keepPages(sqlite: BetterSqlite.Database, kibibytes: number, schema = 'main'): void {
  sqlite.pragma(`${schema}.cache_size = -${String(kibibytes)}`);
}

function setPragmas(sqlite: BetterSqlite.Database): void {
  for (const [name, value, expected] of [
    ['journal_mode', 'WAL', 'wal'],
    ['synchronous', 'NORMAL', 1],
    ['foreign_keys', 'ON', 1],
    ['recursive_triggers', 'ON', 1],
    // A separate thread makes the checkpoints (`checkpoints.ts`).
    ['wal_autocheckpoint', '0', 0],
  ] as const) {
    sqlite.pragma(`${name} = ${value}`);
    const actual: unknown = sqlite.pragma(name, { simple: true });
    if (actual !== expected)
      throw new Error(`SQLite did not accept PRAGMA ${name} = ${value}: the value is ${String(actual)}`);
  }
  sqlite.pragma('temp_store = MEMORY');
}

/**
 * Opens a read-only connection for a thread, a command or a snapshot. Close it before the connection of
 * {@link connect}: the last connection to close empties the write-ahead log.
 * @param timeout lock timeout, in milliseconds; use 0 on the event loop of the service
 */
export function connectReader(file: string, timeout = PATIENT_MS): BetterSqlite.Database {
  return prepared(new BetterSqlite(file, { readonly: true, timeout }), (sqlite) => {
    sqlite.pragma('temp_store = MEMORY');
    keepPages(sqlite, FEW_PAGES_KIB);
  });
}

/** Statements that control transactions. Prepared once, because thousands of them run per second. */
export function transactionStatements(sqlite: BetterSqlite.Database) {
  const rollback = sqlite.prepare('ROLLBACK');
  const release = sqlite.prepare('RELEASE job');
  const rollbackToSavepoint = sqlite.prepare('ROLLBACK TO job');
  return {
    begin: sqlite.prepare('BEGIN IMMEDIATE'),
    commit: sqlite.prepare('COMMIT'),
    rollback,
    savepoint: sqlite.prepare('SAVEPOINT job'),
    release,
    /** Rolls back the whole transaction if that to the savepoint fails: no change of the part may be committed. */
    rollBackPart(): void {
      try {
        rollbackToSavepoint.run();
        release.run();
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
  };
}

/** Rewrites the first page without changing it. */
export function rewriteVersion(sqlite: BetterSqlite.Database): void {
  sqlite.pragma(`user_version = ${String(sqlite.pragma('user_version', { simple: true }))}`);
}

/** True if another connection holds the required lock. */
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
