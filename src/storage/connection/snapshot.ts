import { connectReader, prepared } from './connection.ts';
import { Statement } from './statement.ts';

/**
 * The database as of the moment the snapshot was opened, unaffected by later commits. A snapshot has its own
 * connection, and prevents a reset of the write-ahead log until it is closed.
 */
export interface Snapshot {
  /** A read-only statement whose plan does not depend on its parameter values. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row>;
  /** For caches ({@link StructureCache}): constant, because a snapshot does not change. */
  readonly structure: number;
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

  /** True while a snapshot is open. Its reader may still write values derived from the snapshot. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Opens a snapshot of the committed state. The caller must close it. It waits for no lock: the connection of the
   * service keeps other processes from taking any lock that excludes readers (docs/build/safety.md §4).
   */
  open(): Snapshot {
    const sqlite = prepared(connectReader(this.#file, 0), (connection) => {
      // The first read statement fixes the state that this connection sees.
      connection.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    });
    const snapshot: Snapshot = {
      prepare: (sql) => new Statement(sqlite, sql),
      structure: 0,
      close: () => {
        sqlite.close();
        this.#open.delete(snapshot);
      },
    };
    this.#open.add(snapshot);
    return snapshot;
  }

  /** Closes all snapshots. Their readers fail. */
  close(): void {
    for (const snapshot of this.#open) snapshot.close();
  }
}
