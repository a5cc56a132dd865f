import { existsSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { codeOf } from '../../model/errors/error-code.ts';
import type { Reserve } from '../disk/reserve.ts';

/**
 * Limit of the wait for a lock of another process, in milliseconds. Only for threads, for commands, and for the service
 * while it starts: SQLite sleeps meanwhile, and so does the event loop.
 */
const PATIENT_MS = 30_000;
/** A wait up to this is not worth a word: the changes of a service that works end meanwhile. In milliseconds. */
const SHORT_MS = 1000;
/** For the pages of a file that a connection works with all the time, in KiB. */
export const MANY_PAGES_KIB = 8 * 1024;
/** For those of any other: what is missing is in the memory of the system as a rule, which takes a microsecond a page. */
export const FEW_PAGES_KIB = 1024;

/** Optional parameters of `Database.open`. */
export interface OpenOptions {
  /** Room for changes when the disk is full. */
  readonly reserve?: Reserve;
  /** Called when opening has waited a second for another process that holds a lock, and waits on, for 30 s at most. The event loop stands still. */
  readonly onLocked?: () => void;
}

/**
 * Opens an existing, migrated database file. Sets and verifies the PRAGMAs that durability depends on. The
 * file of the write-ahead log exists then. From then on no statement waits for a lock.
 * @param onLocked is called when opening has waited a second for another process that holds a lock, and waits on, for 30 s at most
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
 * Opens a connection of another thread that makes checkpoints. Once open, it waits for no lock. It must be closed before
 * the one of {@link connect}.
 */
export function connectBeside(file: string): BetterSqlite.Database {
  return prepared(new BetterSqlite(file, { fileMustExist: true, timeout: PATIENT_MS }), (sqlite) => {
    setPragmas(sqlite);
    keepPages(sqlite, FEW_PAGES_KIB);
    sqlite.pragma('busy_timeout = 0');
  });
}

/** Prepares a connection that was opened just now. It is closed if that fails: it would keep its files open. */
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
 * Sets how much memory a connection takes for the pages of one of its files. Without it that is 16 MB: of each file, also of
 * one that is attached.
 * @param schema the name of an attached file
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
    // The log is copied into the database in another thread (checkpoints.ts).
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
 * Opens a connection that only reads, for a thread, a command or a snapshot. It must be closed before the one of
 * {@link connect}, since the last to close empties the write-ahead log.
 * @param timeout limit of the wait for a lock of another process, in milliseconds; 0 on the event loop of the service
 */
export function connectReader(file: string, timeout = PATIENT_MS): BetterSqlite.Database {
  return prepared(new BetterSqlite(file, { readonly: true, timeout }), (sqlite) => {
    sqlite.pragma('temp_store = MEMORY');
    keepPages(sqlite, FEW_PAGES_KIB);
  });
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
    changedRows: sqlite.prepare<[], number>('SELECT total_changes()').pluck(),
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
