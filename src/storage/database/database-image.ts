import { chmodSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { connectReader } from '../connection/connection.ts';
import { Statement } from '../connection/statement.ts';
import type { Database } from './database.ts';

/** Pages per step of the copy. The event loop runs between two steps. */
const PAGES_PER_STEP = 1000;

/** Row of the database for a content that is stored as a file. */
export interface FileBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Number of objects in a database. */
export interface ImageCounts {
  readonly users: number;
  readonly documents: number;
  readonly versions: number;
  /** Total bytes of all versions; identical contents count once per version. */
  readonly versionBytes: number;
}

/**
 * Copies a database page by page, as of the start of the copy, while others keep writing. A page that did not change is
 * identical in the next copy.
 *
 * The copy runs in a read transaction. Without one, SQLite restarts the copy after each commit of another connection,
 * and never finishes under load (docs/build/safety.md §4).
 * @param target path of a new file, readable only by its owner
 * @param report receives the copied and the total number of bytes
 * @returns start of the copy, in milliseconds UTC by `now`
 */
export async function copyDatabase(
  file: string,
  target: string,
  { now, report }: { now: () => number; report: (done: number, total: number) => void },
): Promise<number> {
  const sqlite = connectReader(file);
  try {
    // The first read statement fixes the state that this connection sees.
    sqlite.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    const begun = now();
    const pageBytes = Number(sqlite.pragma('page_size', { simple: true }));
    await sqlite.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        report((totalPages - remainingPages) * pageBytes, totalPages * pageBytes);
        return PAGES_PER_STEP;
      },
    });
    chmodSync(target, 0o600);
    leaveWal(target);
    return begun;
  } finally {
    sqlite.close();
  }
}

/** Converts the copy to a single file, which is readable without creating files next to it. */
function leaveWal(file: string): void {
  const sqlite = new BetterSqlite(file);
  try {
    sqlite.pragma('journal_mode = DELETE');
  } finally {
    sqlite.close();
  }
}

/** Read access to a copy of a database. */
export class DatabaseImage implements Pick<Database, 'prepare'> {
  readonly #sqlite: BetterSqlite.Database;

  /** @throws {Error} when the file is not a database */
  constructor(file: string) {
    this.#sqlite = connectReader(file);
  }

  /** A read-only statement. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> {
    return new Statement(this.#sqlite, sql);
  }

  /** Contents that are stored as files, ordered by hash. */
  fileBlobs(): IterableIterator<FileBlob> {
    return this.#sqlite
      .prepare<[], FileBlob>(
        'SELECT sha256, size_bytes AS sizeBytes FROM blobs WHERE content IS NULL ORDER BY sha256',
      )
      .iterate();
  }

  counts(): ImageCounts {
    const count = this.#sqlite.prepare<[], ImageCounts>(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM documents) AS documents,
         count(*) AS versions, ifnull(sum(size_bytes), 0) AS versionBytes FROM versions`,
    );
    return count.get() ?? { users: 0, documents: 0, versions: 0, versionBytes: 0 };
  }

  /** Name of the last migration. */
  schema(): string {
    const name = this.#sqlite.prepare<[], string>(
      'SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1',
    );
    return name.pluck().get() ?? '';
  }

  /** Faults reported by SQLite's integrity check; empty if there are none. Reads the whole file. */
  faults(): string[] {
    const found = this.#sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    return found.filter((fault) => fault !== 'ok');
  }

  close(): void {
    this.#sqlite.close();
  }
}
