import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../model/errors/error-code.ts';
import type { Disk } from '../disk/disk.ts';
import type { Thread } from '../threads/thread.ts';
import { LogSync } from './log-sync.ts';

/** How a checkpoint is made (SQLite, `PRAGMA wal_checkpoint`). NOOP only tells the numbers. */
export type CheckpointMode = 'NOOP' | 'PASSIVE' | 'TRUNCATE';

/** What SQLite says of a checkpoint, in pages of the log. */
export interface CheckpointResult {
  /** 1: something was in the way. */
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** How long the log grows before it is copied into the database. A page of the log has a header of 24 bytes. */
const LOG_PAGES = 4000;
const LOG_BYTES = LOG_PAGES * 4096;
/**
 * A longer log is cut off once it is copied, by the thread: `journal_size_limit` would do it on the event loop. A
 * shorter one is written over, which is faster than to let it grow.
 */
const MAX_LOG_BYTES = 8 * LOG_BYTES;
const LOOK_EVERY_MS = 250;
/** How long searches wait when the log is too long: one that runs has ended by then. */
const READERS_WAIT_MS = 6000;
/** Another program that reads for long is not waited for all the time. */
const READERS_GO_MS = 60_000;
const POLL_MS = 50;

/** What {@link Checkpoints} works with. */
interface Parts {
  readonly disk: Disk;
  readonly thread: Thread<CheckpointMode, CheckpointResult>;
  /** Makes no changes until `work` has ended. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Copies the write-ahead log into the database in a thread of its own: it syncs the disk, which can take long.
 *
 * Writers go on meanwhile, so the log does not end. Therefore changes are held for the short rest of it. The
 * next change then writes over the log from its beginning.
 */
export class Checkpoints {
  readonly #database: string;
  readonly #log: string;
  readonly #parts: Parts;
  #databaseSync: LogSync | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readers: Promise<void> | undefined;
  #readersGoUntil = 0;

  /** @param database path of the database */
  constructor(database: string, parts: Parts) {
    this.#database = database;
    this.#log = `${database}-wal`;
    this.#parts = parts;
  }

  /** To be called after each commit. */
  committed(): void {
    this.#timer ??= setTimeout(() => {
      this.#look()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => (this.#timer = undefined));
    }, LOOK_EVERY_MS).unref();
  }

  /**
   * Resolves when reading for long may begin. It waits while the log is too long and another reader, who needs
   * a part of it, keeps it from being written over.
   */
  async readersMayBegin(): Promise<void> {
    await this.#readers;
  }

  /**
   * To be called once the connection is closed: when a process closes any descriptor of the database, it loses
   * all locks that SQLite holds (`fcntl`).
   */
  close(): void {
    this.#databaseSync?.close();
  }

  async #look(): Promise<void> {
    const { disk, thread } = this.#parts;
    if (this.#bytes() < LOG_BYTES || !disk.isSound) return;
    const { log } = await thread.run('NOOP');
    const isLong = this.#bytes() > MAX_LOG_BYTES;
    if (log < LOG_PAGES && !isLong) return;
    if (await this.#copy()) return;
    if (!isLong || performance.now() < this.#readersGoUntil) return;
    this.#readers = this.#copyBetweenReaders();
    await this.#readers.finally(() => (this.#readers = undefined));
  }

  /** @returns false if a reader is in the way */
  async #copy(): Promise<boolean> {
    const { hold, thread } = this.#parts;
    const most = await thread.run('PASSIVE');
    if (most.busy === 1 || most.checkpointed < most.log) return false;
    // SQLite syncs only with the rest. That is quick then.
    this.#databaseSync ??= new LogSync(this.#database, this.#parts.disk);
    await this.#databaseSync.done();
    const mode = this.#bytes() > MAX_LOG_BYTES ? 'TRUNCATE' : 'PASSIVE';
    const rest = await hold(() => thread.run(mode));
    return rest.busy === 0 && rest.checkpointed === rest.log;
  }

  async #copyBetweenReaders(): Promise<void> {
    for (const end = performance.now() + READERS_WAIT_MS; performance.now() < end; ) {
      if (await this.#copy()) return;
      await pause(POLL_MS);
    }
    this.#readersGoUntil = performance.now() + READERS_GO_MS;
  }

  #bytes(): number {
    return statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** What else fails is tried again after the next commit: a full disk, or a thread that has ended. */
  #failed(error: unknown): void {
    if (isSyncFault(error)) this.#parts.disk.failed(error);
  }
}

/** True if SQLite could not sync a file. */
export function isSyncFault(error: unknown): boolean {
  return hasCode(error, 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC');
}
