import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../model/errors/error-code.ts';
import type { Disk } from '../disk/disk.ts';
import type { Thread } from '../threads/thread.ts';
import { LogSync } from './log-sync.ts';

/** Mode of a checkpoint (SQLite, `PRAGMA wal_checkpoint`). NOOP only reports the numbers. */
export type CheckpointMode = 'NOOP' | 'PASSIVE' | 'TRUNCATE';

/** Result of a checkpoint, in pages of the log. */
export interface CheckpointResult {
  /** 1: another connection blocked the checkpoint. */
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** Log size at which a checkpoint starts. Each page of the log also has a header of 24 bytes. */
const LOG_PAGES = 4000;
const LOG_BYTES = LOG_PAGES * 4096;
/**
 * Log size above which the thread truncates the log after a checkpoint; `journal_size_limit` would truncate on the
 * event loop. A shorter log is overwritten, which is faster than extending a file.
 */
const MAX_LOG_BYTES = 8 * LOG_BYTES;
const CHECK_DELAY_MS = 250;
/** Maximum wait of new searches while the log is too long, in milliseconds. A running search ends sooner. */
const READERS_WAIT_MS = 6000;
/**
 * Time after an unsuccessful wait during which readers do not wait again, in milliseconds. Another program may keep
 * reading for a long time.
 */
const READERS_GO_MS = 60_000;
const POLL_MS = 50;

interface Dependencies {
  readonly disk: Disk;
  readonly thread: Thread<CheckpointMode, CheckpointResult>;
  /** Makes no changes until `work` has settled. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Copies the write-ahead log into the database in a separate thread, because the copy includes a sync, which can take
 * long.
 *
 * Writers continue during the copy, so it never reaches the end of the log. Therefore changes are held while the short
 * rest is copied. The next change then overwrites the log from its beginning.
 */
export class Checkpoints {
  readonly #database: string;
  readonly #log: string;
  readonly #deps: Dependencies;
  #databaseSync: LogSync | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readers: Promise<void> | undefined;
  #readersGoUntil = 0;

  /** @param database path of the database */
  constructor(database: string, deps: Dependencies) {
    this.#database = database;
    this.#log = `${database}-wal`;
    this.#deps = deps;
  }

  /** Schedules a check of the log size. Call it after each commit. */
  committed(): void {
    this.#timer ??= setTimeout(() => {
      this.#look()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => (this.#timer = undefined));
    }, CHECK_DELAY_MS).unref();
  }

  /**
   * Resolves when a long read may start. Waits while the log is too long and another reader, who needs a part of it,
   * prevents it from being overwritten.
   */
  async readersMayBegin(): Promise<void> {
    await this.#readers;
  }

  /**
   * Call it after the connection is closed: when a process closes any descriptor of the database file, it loses all
   * locks that SQLite holds on the file (`fcntl`).
   */
  close(): void {
    this.#databaseSync?.close();
  }

  async #look(): Promise<void> {
    const { disk, thread } = this.#deps;
    if (this.#bytes() < LOG_BYTES || !disk.isSound) return;
    const { log } = await thread.run('NOOP');
    const isLong = this.#bytes() > MAX_LOG_BYTES;
    if (log < LOG_PAGES && !isLong) return;
    if (await this.#copy()) return;
    if (!isLong || performance.now() < this.#readersGoUntil) return;
    this.#readers = this.#copyBetweenReaders();
    await this.#readers.finally(() => (this.#readers = undefined));
  }

  /** @returns false if a reader blocks the checkpoint */
  async #copy(): Promise<boolean> {
    const { hold, thread } = this.#deps;
    const most = await thread.run('PASSIVE');
    if (most.busy === 1 || most.checkpointed < most.log) return false;
    // SQLite syncs the database only when it has copied the rest of the log. Syncing it now makes that sync quick,
    // which runs while changes are held.
    this.#databaseSync ??= new LogSync(this.#database, this.#deps.disk);
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

  /** Other failures, such as a full disk or an ended thread, are retried after the next commit. */
  #failed(error: unknown): void {
    if (isSyncFault(error)) this.#deps.disk.failed(error);
  }
}

/** True if SQLite could not sync a file. */
export function isSyncFault(error: unknown): boolean {
  return hasCode(error, 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC');
}
