import { closeSync, existsSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import { DmsError } from '../model/errors.ts';

/**
 * `full`: {@link Database.durable} waits until the disk has synced. `relaxed`: it does not wait, and a power
 * failure may lose the last changes.
 */
export type Durability = 'full' | 'relaxed';

/** Most jobs in one shared transaction: more would delay other requests. */
const MAX_SHARED_JOBS = 32;

/** A queued change. `run` makes the change and returns the function to call once it is synced to disk. */
interface Job {
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** A query under construction. */
export type Query = Knex.QueryBuilder<object, unknown[]>;

/** A value that SQLite can store. */
export type SqlValue = string | number | bigint | Buffer | null;

/** A prepared statement, with the types of its parameters and rows. */
export type Statement<Parameters extends unknown[], Row = unknown> = BetterSqlite.Statement<Parameters, Row>;

/** The transaction statements. Prepared once, because thousands of them run per second. */
type TransactionStatements = Record<
  'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'rollbackToSavepoint',
  Statement<[]>
>;

/** How long to wait for another process that holds the write lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
/** Pages of the write-ahead log (WAL) after which a commit copies them into the database file. */
const CHECKPOINT_PAGES = 4000;

/**
 * The only connection of this process to the SQLite file.
 *
 * Commits do not wait for the disk (`synchronous=NORMAL`). Before the server acknowledges a change to a
 * client, it awaits {@link Database.durable}, which syncs the write-ahead log once for all changes committed
 * meanwhile.
 */
export class Database {
  /** Builds queries with optional parts. It has no connection: run the queries with {@link Database.all}. */
  readonly builder: Knex;
  readonly #sqlite: BetterSqlite.Database;
  readonly #durability: Durability;
  readonly #walFile: number;
  readonly #dataVersion: Statement<[], number>;
  readonly #statements: TransactionStatements;
  #seenDataVersion: number;
  #isDataVersionChecked = false;
  #generation = 0;
  #structure = 0;
  readonly #queue: Job[] = [];
  #isProcessing = false;
  #currentSync: Promise<void> = Promise.resolve();
  #nextSync: Promise<void> | undefined;
  #syncFailure: DmsError | undefined;

  private constructor(sqlite: BetterSqlite.Database, walFile: number, durability: Durability) {
    this.#sqlite = sqlite;
    this.#walFile = walFile;
    this.#durability = durability;
    this.builder = createKnex({ client: 'better-sqlite3', useNullAsDefault: true });
    this.#dataVersion = sqlite.prepare<[], number>('PRAGMA data_version').pluck();
    this.#statements = {
      begin: sqlite.prepare('BEGIN IMMEDIATE'),
      commit: sqlite.prepare('COMMIT'),
      rollback: sqlite.prepare('ROLLBACK'),
      savepoint: sqlite.prepare('SAVEPOINT job'),
      release: sqlite.prepare('RELEASE job'),
      rollbackToSavepoint: sqlite.prepare('ROLLBACK TO job'),
    };
    this.#seenDataVersion = this.#readDataVersion();
  }

  /**
   * Opens an existing, migrated database file. Sets and verifies the PRAGMAs that durability depends on.
   * @throws {Error} when the file is missing or SQLite does not accept a PRAGMA
   */
  static open(file: string, durability: Durability): Database {
    const sqlite = new BetterSqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    for (const [name, value, expected] of [
      ['journal_mode', 'WAL', 'wal'],
      ['synchronous', 'NORMAL', 1],
      ['foreign_keys', 'ON', 1],
      ['recursive_triggers', 'ON', 1],
      ['wal_autocheckpoint', String(CHECKPOINT_PAGES), CHECKPOINT_PAGES],
    ] as const) {
      sqlite.pragma(`${name} = ${value}`);
      const actual: unknown = sqlite.pragma(name, { simple: true });
      if (actual !== expected)
        throw new Error(`SQLite did not accept PRAGMA ${name} = ${value}: the value is ${String(actual)}`);
    }
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma('cache_size = -8192');
    // SQLite creates the write-ahead log file at the first transaction, or at the first write at the latest.
    sqlite.exec('BEGIN IMMEDIATE; COMMIT');
    if (!existsSync(`${file}-wal`))
      sqlite.pragma(`user_version = ${String(sqlite.pragma('user_version', { simple: true }))}`);
    const walFile = openSync(`${file}-wal`, 'r+');
    syncDirectory(dirname(file));
    return new Database(sqlite, walFile, durability);
  }

  /** Prepares a statement. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> {
    return this.#sqlite.prepare<Parameters, Row>(sql);
  }

  /** Runs a query that was built with {@link Database.builder} and returns its rows. */
  all<Row>(query: Knex.QueryBuilder | Knex.Raw): Row[] {
    const { sql, bindings } = query.toSQL().toNative();
    return this.#sqlite.prepare<unknown[], Row>(sql).all(...bindings);
  }

  /**
   * Runs `work` in a write transaction and commits it. An error of `work` rolls the transaction back. Inside
   * another transaction, `work` becomes part of that one.
   * @throws {DmsError} unavailable
   */
  transaction<T>(work: () => T): T {
    this.assertWritable();
    if (this.#isInTransaction()) return work();
    // Another process may commit while this one waits for the write lock.
    this.#isDataVersionChecked = false;
    this.#statements.begin.run();
    try {
      const result = work();
      this.#statements.commit.run();
      return result;
    } catch (error) {
      if (this.#isInTransaction()) this.#statements.rollback.run();
      // Values cached during the transaction may contain changes that were rolled back.
      this.structureChanged();
      throw error;
    } finally {
      this.#generation += 1;
    }
  }

  /**
   * As {@link Database.transaction}, but shares one transaction with other callers and resolves once it is
   * synced to disk. Callers that arrive during a sync would have to wait for it anyway, and in one
   * transaction SQLite writes each page only once. An error rolls back only the changes of its own `work`.
   * @throws {DmsError} unavailable
   */
  sharedTransaction<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): (() => void) => {
        const value = work();
        return () => resolve(value);
      };
      this.#queue.push({ run, reject });
      if (this.#queue.length > 1 || this.#isProcessing) return;
      setImmediate(() => void this.#processQueue());
    });
  }

  /** Rises with every change of the database by any process: values read earlier may then be outdated. */
  get generation(): number {
    this.#checkOtherProcesses();
    return this.#generation;
  }

  /** As {@link Database.generation}, but only for moved folders and changed grants. */
  get structure(): number {
    this.#checkOtherProcesses();
    return this.#structure;
  }

  /** Must be called after each change of a folder's parent or of a grant. */
  structureChanged(): void {
    this.#structure += 1;
  }

  /**
   * Throws after a failed sync. Changes may be missing on the disk then, and another sync would not tell
   * (docs/safety.md).
   * @throws {DmsError} unavailable
   */
  assertWritable(): void {
    if (this.#syncFailure) throw this.#syncFailure;
  }

  /**
   * Resolves once all changes committed so far are synced to disk; at once if the durability is `relaxed`.
   * Callers that wait at the same time share one sync.
   * @throws {DmsError} unavailable, when the sync fails
   */
  durable(): Promise<void> {
    if (this.#durability === 'relaxed') return Promise.resolve();
    this.#nextSync ??= this.#currentSync.then(() => {
      this.#nextSync = undefined;
      this.#currentSync = this.#sync();
      return this.#currentSync;
    });
    return this.#nextSync;
  }

  /** Closes the connection. */
  close(): void {
    this.#sqlite.close();
    closeSync(this.#walFile);
  }

  async #processQueue(): Promise<void> {
    if (this.#isProcessing) return;
    this.#isProcessing = true;
    while (this.#queue.length > 0) {
      const jobs = this.#queue.splice(0, MAX_SHARED_JOBS);
      try {
        const resolves = this.transaction(() => jobs.flatMap((job) => this.#runInSavepoint(job)));
        await this.durable();
        for (const resolve of resolves) resolve();
      } catch (error) {
        // No effect on jobs that failed on their own: their promises are already rejected.
        for (const { reject } of jobs) reject(error);
      }
    }
    this.#isProcessing = false;
  }

  /** Runs one job of a shared transaction. Throws only when the whole transaction is lost. */
  #runInSavepoint({ run, reject }: Job): (() => void)[] {
    this.#statements.savepoint.run();
    // Caches must not return values from before the changes of the previous job.
    this.#generation += 1;
    try {
      const resolve = run();
      this.#statements.release.run();
      return [resolve];
    } catch (error) {
      this.structureChanged();
      if (!this.#isInTransaction()) throw error;
      this.#statements.rollbackToSavepoint.run();
      this.#statements.release.run();
      reject(error);
      return [];
    }
  }

  /** Asks SQLite, because some errors, such as a full disk, end a transaction on their own. */
  #isInTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /**
   * Checks for changes by other processes. The result is reused until the current synchronous code ends or a
   * transaction begins, so that a request that is answered synchronously checks only once.
   */
  #checkOtherProcesses(): void {
    if (this.#isDataVersionChecked) return;
    this.#isDataVersionChecked = true;
    queueMicrotask(() => {
      this.#isDataVersionChecked = false;
    });
    const dataVersion = this.#readDataVersion();
    if (dataVersion === this.#seenDataVersion) return;
    this.#seenDataVersion = dataVersion;
    this.#generation += 1;
    this.#structure += 1;
  }

  #readDataVersion(): number {
    return this.#dataVersion.get() ?? 0;
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#walFile, (error) => {
        if (error) {
          this.#syncFailure ??= new DmsError('unavailable', 'The disk has failed; no changes are possible.', {
            cause: error,
          });
          reject(this.#syncFailure);
        } else resolve();
      });
    });
  }
}

/** Syncs a directory, so that its file names are durable. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
