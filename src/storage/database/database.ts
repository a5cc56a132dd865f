import { dirname } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { isDiskFull } from '../../model/errors/storage-fault.ts';
import { connect, isBusy, type OpenOptions, transactionStatements } from '../connection/connection.ts';
import { proveWritable } from '../connection/probe.ts';
import { Snapshots } from '../connection/snapshot.ts';
import { Statement } from '../connection/statement.ts';
import { Disk, syncDirectory } from '../disk/disk.ts';
import type { Reserve } from '../disk/reserve.ts';
import type { Closable } from '../threads/closable.ts';
import { Thread, type ThreadLimits } from '../threads/thread.ts';
import { Checkpoints, isSyncFault } from '../wal/checkpoints.ts';
import { LogSync } from '../wal/log-sync.ts';
import { ChangeCounters, type Dependency } from './change-counters.ts';
import { ChangeFeed } from './change-feed.ts';
import { ChangeQueue } from './change-queue.ts';
import { LongQueries, type Query } from './long-queries.ts';
import { makeRoom } from './make-room.ts';
import { OtherProcesses } from './other-processes.ts';
import { TreeNumbers } from './tree-numbers.ts';

/**
 * `full`: {@link Database.durable} waits until the disk has synced. `relaxed`: it does not wait, and a power failure
 * can lose the latest changes.
 */
export type Durability = 'full' | 'relaxed';

export type { Statement };

/** A value that SQLite can store. */
export type SqlValue = string | number | bigint | Buffer | null;

/**
 * The only connection of this thread to the SQLite file.
 *
 * Commits do not wait for the disk (`synchronous=NORMAL`). Before the server acknowledges a change to a
 * client, it awaits {@link Database.durable}, which syncs the write-ahead log once for all changes committed
 * meanwhile.
 */
export class Database {
  /** Tracks whether all syncs of this process have succeeded. */
  readonly disk = new Disk();
  /** Disk space for changes on a full disk; undefined if none is reserved. */
  readonly reserve: Reserve | undefined;
  readonly snapshots: Snapshots;
  readonly longQueries: LongQueries;
  /** Reports changes to a listener. */
  readonly feed: ChangeFeed;
  readonly #sqlite: BetterSqlite.Database;
  readonly #durability: Durability;
  readonly #log: LogSync;
  readonly #otherProcesses: OtherProcesses;
  readonly #statements: ReturnType<typeof transactionStatements>;
  readonly #counters: ChangeCounters;
  readonly #treeNumbers: TreeNumbers;
  readonly #closedFirst: Closable[] = [];
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
    this.#treeNumbers = new TreeNumbers(sqlite);
    this.#counters = new ChangeCounters(sqlite, (change) => {
      this.#treeNumbers.touch(change.id);
      this.feed.tell(change);
    });
    this.#otherProcesses = new OtherProcesses(sqlite, () => {
      this.#counters.structureChanged();
      this.feed.tell({ of: 'everything' });
    });
    this.#statements = transactionStatements(sqlite);
    this.#changes = new ChangeQueue({
      begin: () => this.#begin(),
      commitAfter: (work) => this.#commitAfter(work),
      savepoint: (part) => this.part(part),
      isInTransaction: this.#isInTransaction,
      durable: () => this.durable(),
      makeRoom: () => makeRoom(sqlite, this),
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
   * @throws {Error} when the file is missing, SQLite does not accept a PRAGMA, or another process keeps the file locked
   */
  static open(file: string, durability: Durability, { reserve, onLocked }: OpenOptions = {}): Database {
    const sqlite = connect(file, onLocked);
    syncDirectory(dirname(file));
    return new Database(sqlite, { durability, reserve });
  }

  /** A statement whose plan does not depend on its parameter values. */
  prepare<Parameters extends unknown[], Row = unknown>(sql: string): Statement<Parameters, Row> {
    return new Statement(this.#sqlite, sql);
  }

  /** Runs a dynamically built query. Use {@link Database.longQueries} for slow queries. */
  all<Row>({ sql, values }: Query): Row[] {
    return this.#sqlite.prepare<unknown[], Row>(sql).all(...values);
  }

  /**
   * Makes a change: runs `work` in a write transaction, commits it, and resolves once it is synced to disk. This is the
   * only way to make a change that is acknowledged to a client. If `work` throws, only its own changes are rolled back.
   *
   * Changes are queued and share transactions, because each one has to wait for the disk anyway. `work` does not run
   * before this method returns. It may run again if its transaction is lost, for example because the disk is full.
   * Therefore its side effects outside the database must be idempotent.
   * @throws {DmsError} unavailable: a sync has failed | database_locked: another program keeps the database locked
   */
  transaction<T>(work: () => T): Promise<T> {
    return this.#changes.add(work);
  }

  /** Runs a part of the current transaction. If `work` throws, only its own changes are rolled back. */
  part<T>(work: () => T): T {
    const { latest } = this.#counters;
    const { mark } = this.#treeNumbers;
    this.#statements.savepoint.run();
    try {
      const result = work();
      this.#statements.release.run();
      return result;
    } catch (error) {
      this.#treeNumbers.forgetAfter(mark);
      // Most rejected work has changed nothing: there is nothing to roll back, and cached values stay valid.
      if (this.#counters.latest !== latest || !this.#isInTransaction()) this.#counters.structureChanged();
      if (this.#isInTransaction()) this.#statements.rollBackPart();
      throw error;
    }
  }

  /**
   * Makes an optional change, synchronously and without waiting for the disk. Inside another transaction, `work`
   * becomes part of that one.
   * @returns false if nothing was changed, because another program is writing or the disk is full
   * @throws {DmsError} unavailable
   */
  tryTransaction(work: () => void): boolean {
    this.assertWritable();
    if (!this.#isInTransaction()) return this.#begin() && this.#commitIfRoom(work);
    work();
    return true;
  }

  /** Same as {@link ChangeCounters.structure}; also rises with every change by another process. */
  get structure(): number {
    this.#otherProcesses.check();
    return this.#counters.structure;
  }

  /** Same as {@link Database.structure}, with an immediate check for changes by other processes. */
  get latestStructure(): number {
    this.#otherProcesses.forget();
    return this.structure;
  }

  /** Same as {@link ChangeCounters.latest}; also rises with every change by another process. */
  get latest(): number {
    this.#otherProcesses.check();
    return this.#counters.latest;
  }

  /** Same as {@link ChangeCounters.versionOf}; also rises with every change by another process. */
  versionOf(dependencies: readonly Dependency[]): number {
    this.#otherProcesses.check();
    return this.#counters.versionOf(dependencies);
  }

  /** Checks for changes by other processes since the last check; {@link ChangeFeed} reports them. */
  lookAtOtherProcesses(): void {
    this.#otherProcesses.check();
  }

  /**
   * Throws after a failed sync. Changes may then be missing on disk, and another sync would not report this
   * (docs/build/safety.md).
   * @throws {DmsError} unavailable
   */
  assertWritable(): void {
    this.disk.assertSound();
  }

  /**
   * Resolves once all commits so far are synced to disk; immediately if the durability is `relaxed`. Concurrent callers
   * share one sync.
   * @throws {DmsError} unavailable, when the sync fails
   */
  durable(): Promise<void> {
    return this.#durability === 'relaxed' ? Promise.resolve() : this.#log.done();
  }

  /** See {@link proveWritable}. */
  probe = (): Promise<void> => proveWritable(this.#sqlite, this);

  /** See {@link Checkpoints.readersMayBegin}. */
  readersMayBegin(): Promise<void> {
    return this.#checkpoints.readersMayBegin();
  }

  /** Path of the database file. */
  get file(): string {
    return this.#sqlite.name;
  }

  /** False once the connection is closed. */
  get isOpen(): boolean {
    return this.#sqlite.open;
  }

  /** Creates a thread for work on this database ({@link Thread}). It is closed before the connection. */
  thread<Job, Result>(program: URL, limits?: ThreadLimits): Thread<Job, Result> {
    const thread = new Thread<Job, Result>(program, this.#sqlite.name, limits);
    this.closeBeforeDatabase(thread);
    return thread;
  }

  /** Registers an object that {@link Database.close} closes before the connection. */
  closeBeforeDatabase(closable: Closable): void {
    this.#closedFirst.push(closable);
  }

  /** Closes the snapshots and the connection after the queued changes. Later changes are rejected. */
  async close(): Promise<void> {
    await this.#changes.end();
    await Promise.all(this.#closedFirst.map((closable) => closable.close()));
    // A snapshot would keep SQLite from deleting the write-ahead log.
    this.snapshots.close();
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
      this.#treeNumbers.write();
      this.#statements.commit.run();
      this.#checkpoints.committed();
      // The cached check applied to this transaction only.
      this.#otherProcesses.forget();
      return result;
    } catch (error) {
      if (isSyncFault(error)) this.disk.failed(error);
      this.#treeNumbers.forgetTransaction();
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

  /** Asks SQLite, because some errors, such as a full disk, end a transaction implicitly. */
  #isInTransaction = (): boolean => this.#sqlite.inTransaction;
}
