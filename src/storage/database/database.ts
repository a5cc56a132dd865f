import { dirname } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { isDiskFull } from '../../model/errors/storage-fault.ts';
import { connect, isBusy, type OpenOptions, transactionStatements } from '../connection/connection.ts';
import { withFixedPlan } from '../connection/fixed-plan.ts';
import { proveWritable } from '../connection/probe.ts';
import { Snapshots } from '../connection/snapshot.ts';
import { Disk, syncDirectory } from '../disk/disk.ts';
import type { Reserve } from '../disk/reserve.ts';
import type { Dependent } from '../threads/dependent.ts';
import { Thread, type ThreadLimits } from '../threads/thread.ts';
import { Checkpoints, isSyncFault } from '../wal/checkpoints.ts';
import { LogSync } from '../wal/log-sync.ts';
import { ChangeCounters, type Origin } from './change-counters.ts';
import { ChangeFeed } from './change-feed.ts';
import { ChangeQueue } from './change-queue.ts';
import { LongQueries, type Query } from './long-queries.ts';
import { OtherProcesses } from './other-processes.ts';

/**
 * `full`: {@link Database.durable} waits until the disk has synced. `relaxed`: it does not wait, and a power
 * failure may lose the last changes.
 */
export type Durability = 'full' | 'relaxed';

/** A value that SQLite can store. */
export type SqlValue = string | number | bigint | Buffer | null;

/** A prepared statement, with the types of its parameters and rows. */
export type Statement<Parameters extends unknown[], Row = unknown> = BetterSqlite.Statement<Parameters, Row>;

/**
 * The only connection of this thread to the SQLite file.
 *
 * Commits do not wait for the disk (`synchronous=NORMAL`). Before the server acknowledges a change to a
 * client, it awaits {@link Database.durable}, which syncs the write-ahead log once for all changes committed
 * meanwhile.
 */
export class Database {
  /** Whether the disk has confirmed all syncs of this process. */
  readonly disk = new Disk();
  /** Room for changes when the disk is full; undefined: there is none. */
  readonly reserve: Reserve | undefined;
  readonly snapshots: Snapshots;
  readonly longQueries: LongQueries;
  /** Tells what is changed. */
  readonly feed: ChangeFeed;
  readonly #sqlite: BetterSqlite.Database;
  readonly #durability: Durability;
  readonly #log: LogSync;
  readonly #otherProcesses: OtherProcesses;
  readonly #statements: ReturnType<typeof transactionStatements>;
  readonly #counters: ChangeCounters;
  readonly #dependents: Dependent[] = [];
  readonly #changes: ChangeQueue;
  readonly #checkpoints: Checkpoints;

  private constructor(
    sqlite: BetterSqlite.Database,
    { durability, reserve }: { durability: Durability; reserve: Reserve | undefined },
  ) {
    this.#sqlite = sqlite;
    this.reserve = reserve;
    this.snapshots = new Snapshots(sqlite.name);
    const reader = this.thread<Query, never[]>(new URL('./query-worker.ts', import.meta.url));
    this.longQueries = new LongQueries(reader, () => this.readersMayBegin());
    this.#log = new LogSync(`${sqlite.name}-wal`, this.disk);
    this.#durability = durability;
    this.feed = new ChangeFeed(sqlite);
    this.#counters = new ChangeCounters(sqlite, (id) => this.feed.tell({ of: 'entry', id }));
    this.#otherProcesses = new OtherProcesses(sqlite, () => {
      this.#counters.structureChanged();
      this.feed.tell({ of: 'everything' });
    });
    this.#statements = transactionStatements(sqlite);
    this.#changes = new ChangeQueue({
      begin: () => this.#begin(),
      commitAfter: (work) => this.#commitAfter(work),
      savepoint: (part) => this.part(part),
      changedRows: () => this.#statements.changedRows.get() ?? 0,
      isInTransaction: this.#isInTransaction,
      durable: () => this.durable(),
      makeRoom: () => this.#makeRoom(),
      assertWritable: () => this.assertWritable(),
    });
    this.#checkpoints = new Checkpoints(sqlite.name, {
      disk: this.disk,
      thread: this.thread(new URL('../wal/checkpoint-worker.ts', import.meta.url)),
      hold: (work) => this.#changes.hold(work),
    });
  }

  /**
   * Opens an existing, migrated database file. Sets and verifies the PRAGMAs that durability depends on.
   * @throws {Error} when the file is missing, SQLite does not accept a PRAGMA, or another process keeps it locked
   */
  static open(file: string, durability: Durability, { reserve, onLocked }: OpenOptions = {}): Database {
    const sqlite = connect(file, onLocked);
    syncDirectory(dirname(file));
    return new Database(sqlite, { durability, reserve });
  }

  /** Prepares a statement. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> {
    return this.#sqlite.prepare<Parameters, Row>(withFixedPlan(sql));
  }

  /** The rows of a query that was put together of parts. One that takes long is for {@link Database.longQueries}. */
  all<Row>({ sql, values }: Query): Row[] {
    return this.#sqlite.prepare<unknown[], Row>(sql).all(...values);
  }

  /**
   * Makes a change: runs `work` in a write transaction, commits it, and resolves once it is synced to disk.
   * This is the only way to change the database in an acknowledged way. An error of `work` undoes what
   * `work` did, and nothing else.
   *
   * Changes queue up and share transactions, as each one would have to wait for the disk anyway. `work` does
   * not run before this method returns. It may run again if a transaction is lost that it shared, for example because another
   * change failed halfway: what else it does than changing the database must bear that.
   * @throws {DmsError} unavailable: a sync has failed | database_locked: another program keeps the database locked
   */
  transaction<T>(work: () => T): Promise<T> {
    return this.#changes.add(work);
  }

  /** Runs a part of the transaction that runs. An error of `work` undoes what `work` did, and nothing else. */
  part<T>(work: () => T): T {
    const { latest } = this.#counters;
    this.#statements.savepoint.run();
    try {
      const result = work();
      this.#statements.release.run();
      return result;
    } catch (error) {
      // What was refused before it changed anything, as most is, undoes nothing.
      if (this.#counters.latest !== latest || !this.#isInTransaction()) this.#counters.structureChanged();
      if (this.#isInTransaction()) {
        this.#statements.rollbackToSavepoint.run();
        this.#statements.release.run();
      }
      throw error;
    }
  }

  /**
   * Makes a change that may be left out, at once and without waiting for the disk. Inside another
   * transaction, `work` becomes part of that one.
   * @returns false if nothing was changed, because another program is writing or the disk is full
   * @throws {DmsError} unavailable
   */
  tryTransaction(work: () => void): boolean {
    this.assertWritable();
    if (!this.#isInTransaction()) return this.#begin() && this.#commitIfRoom(work);
    work();
    return true;
  }

  /** As {@link ChangeCounters.structure}. It also rises with every change by another process. */
  get structure(): number {
    this.#otherProcesses.check();
    return this.#counters.structure;
  }

  /** As {@link Database.structure}, with a look at other processes now, and not only once in this turn of the event loop. */
  get latestStructure(): number {
    this.#otherProcesses.forget();
    return this.structure;
  }

  /** As {@link ChangeCounters.latest}. It also rises with every change by another process. */
  get latest(): number {
    this.#otherProcesses.check();
    return this.#counters.latest;
  }

  /** As {@link ChangeCounters.versionOf}. It also rises with every change by another process. */
  versionOf(origins: readonly Origin[]): number {
    this.#otherProcesses.check();
    return this.#counters.versionOf(origins);
  }

  /** Finds out whether other processes have changed the database since it was last read; {@link ChangeFeed} tells. */
  lookAtOtherProcesses(): void {
    this.#otherProcesses.check();
  }

  /**
   * Throws after a failed sync. Changes may be missing on the disk then, and another sync would not tell
   * (docs/build/safety.md).
   * @throws {DmsError} unavailable
   */
  assertWritable(): void {
    this.disk.assertSound();
  }

  /**
   * Resolves once all changes committed so far are synced to disk; at once if the durability is `relaxed`.
   * Callers that wait at the same time share one sync.
   * @throws {DmsError} unavailable, when the sync fails
   */
  durable(): Promise<void> {
    return this.#durability === 'relaxed' ? Promise.resolve() : this.#log.done();
  }

  /** As {@link proveWritable}. */
  probe = (): Promise<void> => proveWritable(this.#sqlite, this);

  /** As {@link Checkpoints.readersMayBegin}. */
  readersMayBegin(): Promise<void> {
    return this.#checkpoints.readersMayBegin();
  }

  /** Path of the file. */
  get file(): string {
    return this.#sqlite.name;
  }

  /** False once it is closed. */
  get isOpen(): boolean {
    return this.#sqlite.open;
  }

  /** A thread for work on this database, not yet started ({@link Thread}). It ends before the connection. */
  thread<Job, Result>(program: URL, limits?: ThreadLimits): Thread<Job, Result> {
    const thread = new Thread<Job, Result>(program, this.#sqlite.name, limits);
    this.closeFirst(thread);
    return thread;
  }

  /** Closes what works with this database before its connection. */
  closeFirst(dependent: Dependent): void {
    this.#dependents.push(dependent);
  }

  /** Closes the connection, after the changes that wait. Later ones are refused. */
  async close(): Promise<void> {
    await this.#changes.end();
    await Promise.all(this.#dependents.map((dependent) => dependent.close()));
    this.#sqlite.close();
    this.#checkpoints.close();
    this.#log.close();
  }

  /** @returns false if another process holds the write lock */
  #begin(): boolean {
    // Another process may have committed while this one waited for the write lock.
    this.#otherProcesses.forget();
    try {
      this.#statements.begin.run();
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  #commitAfter<T>(work: () => T): T {
    try {
      const result = work();
      this.#statements.commit.run();
      this.#checkpoints.committed();
      // What it has looked at is over.
      this.#otherProcesses.forget();
      return result;
    } catch (error) {
      if (isSyncFault(error)) this.disk.failed(error);
      if (this.#isInTransaction()) this.#statements.rollback.run();
      // Values cached during the transaction may contain changes that were rolled back.
      this.#counters.structureChanged();
      throw error;
    }
  }

  /** @returns false if the disk is full */
  #commitIfRoom(work: () => void): boolean {
    try {
      this.#commitAfter(work);
      return true;
    } catch (error) {
      if (isDiskFull(error)) return false;
      throw error;
    }
  }

  /** @returns false if the reserve is empty */
  #makeRoom(): boolean {
    const isGiven = this.reserve?.give() ?? false;
    try {
      // What is copied from the write-ahead log into the database can be written over there.
      this.#sqlite.pragma('wal_checkpoint(RESTART)');
    } catch (error) {
      if (isSyncFault(error)) this.disk.failed(error);
    }
    return isGiven;
  }

  /** Asks SQLite: some errors, such as a full disk, end a transaction on their own. */
  #isInTransaction = (): boolean => this.#sqlite.inTransaction;
}
