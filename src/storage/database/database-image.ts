import { chmodSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { connectReader } from '../connection/connection.ts';
import type { Database } from './database.ts';

/** Pages that are copied at once. Between two pieces the process can do other things. */
const PAGES_PER_STEP = 1000;

/** A content that is a file, as a row of the database names it. */
export interface FileBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** How much is in a database. */
export interface ImageCounts {
  readonly users: number;
  readonly documents: number;
  readonly versions: number;
  /** Bytes of all versions, equal ones counted each time. */
  readonly versionBytes: number;
}

/**
 * Copies a database page by page, as it is when the copy begins, while others go on writing. A page that did not change
 * is the same in the next copy.
 *
 * The copy is made within a read transaction. Without it SQLite begins anew whenever somebody commits, and under load
 * never ends (docs/build/safety.md §4).
 * @param target a file that does not exist yet; readable by its owner only
 * @param report is told how many bytes are copied, and of how many
 * @returns when the copy was begun, in milliseconds UTC by `now`
 */
export async function copyDatabase(
  file: string,
  target: string,
  { now, report }: { now: () => number; report: (done: number, total: number) => void },
): Promise<number> {
  const sqlite = connectReader(file);
  try {
    // The first statement that reads fixes what this connection sees.
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

/** Makes the copy a single file, which can be read without writing beside it. */
function leaveWal(file: string): void {
  const sqlite = new BetterSqlite(file);
  try {
    sqlite.pragma('journal_mode = DELETE');
  } finally {
    sqlite.close();
  }
}

/** A copy of a database. */
export class DatabaseImage implements Pick<Database, 'prepare'> {
  readonly #sqlite: BetterSqlite.Database;

  /** @throws {Error} it is no database */
  constructor(file: string) {
    this.#sqlite = connectReader(file);
  }

  /** Prepares a statement that reads. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): BetterSqlite.Statement<Parameters, Row> {
    return this.#sqlite.prepare<Parameters, Row>(sql);
  }

  /** Contents that are files, in the order of their hashes. */
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

  /** What SQLite finds wrong; empty: nothing. It reads all of the file. */
  faults(): string[] {
    const found = this.#sqlite.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    return found.filter((fault) => fault !== 'ok');
  }

  close(): void {
    this.#sqlite.close();
  }
}
