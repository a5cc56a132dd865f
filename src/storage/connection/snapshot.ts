import type BetterSqlite from 'better-sqlite3';
import { connectReader, prepared } from './connection.ts';

/**
 * The database as it was when the snapshot was opened, whatever is committed afterwards. It has a connection of its
 * own, and keeps the write-ahead log from being reset until it is closed.
 */
export interface Snapshot {
  /** Prepares a statement that reads. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): BetterSqlite.Statement<Parameters, Row>;
  close(): void;
}

/** The snapshots of one database. */
export class Snapshots {
  readonly #file: string;
  readonly #open = new Set<Snapshot>();

  /** @param file path of the database */
  constructor(file: string) {
    this.#file = file;
  }

  /** True while there is one that is not closed. Somebody may be about to write what they have read there. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Opens a snapshot of what is committed by now. The caller must close it. It waits for no lock: the connection of the
   * service keeps other processes from all locks that exclude readers (docs/build/safety.md §4).
   */
  open(): Snapshot {
    const sqlite = prepared(connectReader(this.#file, 0), (connection) => {
      // The first statement that reads fixes what this connection sees.
      connection.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    });
    const snapshot: Snapshot = {
      prepare: (sql) => sqlite.prepare(sql),
      close: () => {
        sqlite.close();
        this.#open.delete(snapshot);
      },
    };
    this.#open.add(snapshot);
    return snapshot;
  }
}
