import { closeSync, existsSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import { DmsError } from '../model/errors.ts';

/** `full`: {@link Database.durable} waits for the disk. `relaxed`: it does not; the last moments before a power cut may be lost. */
export type Durability = 'full' | 'relaxed';

/** Most jobs that share a transaction: more would hold up other requests. */
const MOST_TOGETHER = 32;

/** A change that waits for its turn. `run` gives back what is to be called once it is on the disk. */
interface Job {
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** A query that is being built. */
export type Query = Knex.QueryBuilder<object, unknown[]>;

/** A value that SQLite takes. */
export type SqlValue = string | number | bigint | Buffer | null;

/** A prepared statement with the shape of its parameters and rows. */
export type Statement<Parameters extends unknown[], Row = unknown> = BetterSqlite.Statement<Parameters, Row>;

/** The statements of transactions, prepared: there are thousands a second. */
type Steps = Record<
  'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'rollbackToSavepoint',
  Statement<[]>
>;

/** How long another process may hold the write lock before we give up, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
/** Pages of the WAL after which a commit moves it into the database file. */
const CHECKPOINT_PAGES = 4000;

/**
 * The one connection of a process to the SQLite file.
 *
 * Commits do not wait for the disk (`synchronous=NORMAL`): who acknowledges a change awaits {@link Database.durable}
 * first, which syncs the write-ahead log once for all that committed meanwhile.
 */
export class Database {
  /** Builds queries whose shape varies; it has no connection of its own. */
  readonly builder: Knex;
  readonly #sqlite: BetterSqlite.Database;
  readonly #durability: Durability;
  readonly #walFile: number;
  readonly #dataVersion: Statement<[], number>;
  readonly #steps: Steps;
  #seenDataVersion: number;
  #isCaughtUp = false;
  #generation = 0;
  #structure = 0;
  readonly #waiting: Job[] = [];
  #isWorking = false;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #failure: DmsError | undefined;

  private constructor(sqlite: BetterSqlite.Database, walFile: number, durability: Durability) {
    this.#sqlite = sqlite;
    this.#walFile = walFile;
    this.#durability = durability;
    this.builder = createKnex({ client: 'better-sqlite3', useNullAsDefault: true });
    this.#dataVersion = sqlite.prepare<[], number>('PRAGMA data_version').pluck();
    this.#steps = {
      begin: sqlite.prepare('BEGIN IMMEDIATE'),
      commit: sqlite.prepare('COMMIT'),
      rollback: sqlite.prepare('ROLLBACK'),
      savepoint: sqlite.prepare('SAVEPOINT job'),
      release: sqlite.prepare('RELEASE job'),
      rollbackToSavepoint: sqlite.prepare('ROLLBACK TO job'),
    };
    this.#seenDataVersion = this.#readDataVersion();
  }

  /** Opens an existing, migrated database file. Sets and verifies what durability rests on. */
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
        throw new Error(`SQLite refused PRAGMA ${name} = ${value}: it says ${String(actual)}`);
    }
    sqlite.pragma('temp_store = MEMORY');
    sqlite.pragma('cache_size = -8192');
    // The log exists only once something was read or written through it.
    sqlite.exec('BEGIN IMMEDIATE; COMMIT');
    if (!existsSync(`${file}-wal`))
      sqlite.pragma(`user_version = ${String(sqlite.pragma('user_version', { simple: true }))}`);
    const walFile = openSync(`${file}-wal`, 'r+');
    syncDirectory(dirname(file));
    return new Database(sqlite, walFile, durability);
  }

  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> {
    return this.#sqlite.prepare<Parameters, Row>(sql);
  }

  /** Runs a query that was built with {@link Database.builder} and returns its rows. */
  all<Row>(query: Knex.QueryBuilder | Knex.Raw): Row[] {
    const { sql, bindings } = query.toSQL().toNative();
    return this.#sqlite.prepare<unknown[], Row>(sql).all(...bindings);
  }

  /** Runs `work` in one write transaction; what it throws rolls all of it back. Within a transaction it joins that one. */
  transaction<T>(work: () => T): T {
    this.assertWritable();
    if (this.#isInTransaction()) return work();
    // Others may have changed something while this one waited for its turn to write.
    this.#isCaughtUp = false;
    this.#steps.begin.run();
    try {
      const result = work();
      this.#steps.commit.run();
      return result;
    } catch (error) {
      if (this.#isInTransaction()) this.#steps.rollback.run();
      // What was cached meanwhile may say what has been rolled back.
      this.structureChanged();
      throw error;
    } finally {
      this.#generation += 1;
    }
  }

  /**
   * As {@link Database.transaction}, in one together with others that wait for it, and resolves once it is on the disk:
   * who comes while the disk is busy would have to wait for it anyway, and together they write each page once.
   * What `work` throws undoes its own part only.
   */
  sharedTransaction<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (): (() => void) => {
        const value = work();
        return () => resolve(value);
      };
      this.#waiting.push({ run, reject });
      if (this.#waiting.length > 1 || this.#isWorking) return;
      setImmediate(() => void this.#workOff());
    });
  }

  /** Rises with every change to anything, by this process or another: what was read before may be out of date. */
  get generation(): number {
    this.#noticeOthers();
    return this.#generation;
  }

  /** As {@link Database.generation}, for changes to which folder hangs where, and to who was granted what. */
  get structure(): number {
    this.#noticeOthers();
    return this.#structure;
  }

  /** To be called where folders or grants are changed. */
  structureChanged(): void {
    this.#structure += 1;
  }

  /**
   * Throws when a sync has failed: what was written since may not be on the disk, and no retry can tell (TARGETS.md).
   * @throws {DmsError} unavailable
   */
  assertWritable(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Resolves once everything committed so far is on the disk. One sync serves all that wait for it. */
  durable(): Promise<void> {
    if (this.#durability === 'relaxed') return Promise.resolve();
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#sync();
      return this.#running;
    });
    return this.#next;
  }

  close(): void {
    this.#sqlite.close();
    closeSync(this.#walFile);
  }

  async #workOff(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, MOST_TOGETHER);
      try {
        const resolves = this.transaction(() => jobs.flatMap((job) => this.#attempt(job)));
        await this.durable();
        for (const resolve of resolves) resolve();
      } catch (error) {
        // To those that were refused by themselves this says nothing any more.
        for (const { reject } of jobs) reject(error);
      }
    }
    this.#isWorking = false;
  }

  /** Runs one of several jobs within their transaction. Throws only when that is lost as a whole. */
  #attempt({ run, reject }: Job): (() => void)[] {
    this.#steps.savepoint.run();
    // What a job before this one has changed must not be read from a cache.
    this.#generation += 1;
    try {
      const resolve = run();
      this.#steps.release.run();
      return [resolve];
    } catch (error) {
      this.structureChanged();
      if (!this.#isInTransaction()) throw error;
      this.#steps.rollbackToSavepoint.run();
      this.#steps.release.run();
      reject(error);
      return [];
    }
  }

  /** Some errors, such as a full disk, end a transaction by themselves. */
  #isInTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  /**
   * Looks for changes by other processes. The answer is trusted for the rest of this turn of the event loop, or until a
   * transaction begins, so a request that is answered at once looks only once.
   */
  #noticeOthers(): void {
    if (this.#isCaughtUp) return;
    this.#isCaughtUp = true;
    queueMicrotask(() => {
      this.#isCaughtUp = false;
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
          this.#failure ??= new DmsError('unavailable', 'The disk has failed; nothing can be changed.', {
            cause: error,
          });
          reject(this.#failure);
        } else resolve();
      });
    });
  }
}

/** Makes the names in a directory durable. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
