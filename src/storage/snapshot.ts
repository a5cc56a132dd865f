import BetterSqlite from 'better-sqlite3';

/**
 * The database as it was when the snapshot was opened, whatever is committed afterwards. It has a connection of its
 * own, and keeps the write-ahead log from being reset until it is closed.
 */
export interface Snapshot {
  /** Prepares a statement that reads. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): BetterSqlite.Statement<Parameters, Row>;
  close(): void;
}

/** Opens a snapshot of what is committed by now. @param file path of the database */
export function openSnapshot(file: string): Snapshot {
  const sqlite = new BetterSqlite(file, { readonly: true, fileMustExist: true });
  // The first statement that reads fixes what this connection sees.
  sqlite.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  return { prepare: (sql) => sqlite.prepare(sql), close: () => sqlite.close() };
}
