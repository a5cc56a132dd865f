import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../log.ts';

const NAME = 'reserve';
const MAX_BYTES = 16 * 2 ** 20;
/** Bytes released at a time. Another program that fills the disk may use what the database does not need. */
const PIECE_BYTES = 2 ** 20;
/**
 * Minimum free space with which SQLite can open a database: it creates `-wal` and `-shm`, and a journal for
 * `serve.lock`.
 */
const BYTES_TO_OPEN = 2 ** 20;

/**
 * A file in the data directory that reserves disk space for changes in case another program fills the disk. The
 * database releases the space in steps as it needs it; housekeeping refills the file later.
 */
export class Reserve {
  readonly #directory: string;
  readonly #file: string;
  readonly #bytes: number;
  readonly #log: Logger;

  /**
   * Touches no file.
   * @param uploadReserveBytes disk space that uploads leave free; 0: no file. The file takes at most half of it, so
   * that a released reserve still leaves too little space for uploads
   */
  constructor(directory: string, uploadReserveBytes: number, log: Logger) {
    this.#directory = directory;
    this.#file = join(directory, NAME);
    this.#bytes = Math.min(MAX_BYTES, Math.floor(uploadReserveBytes / 2));
    this.#log = log;
  }

  /**
   * Releases a part of the file to the disk. Failures are logged.
   * @returns false if nothing was released
   */
  release(): boolean {
    try {
      const size = this.#size();
      if (size === 0) return false;
      const left = Math.max(0, size - PIECE_BYTES);
      this.#shorten(left);
      this.#log.warn(
        { given: size - left, left },
        'the disk is full: a part of the reserve was freed for the database',
      );
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'the disk is full, and the reserve cannot be used');
      return false;
    }
  }

  /** Releases as much as SQLite needs to open the database, if the disk is full. */
  releaseToOpen(): void {
    while (this.#size() > 0 && this.#free() < BYTES_TO_OPEN && this.release());
  }

  /**
   * Restores the file to its full size, unless too little space would remain free. The data is written and synced,
   * because a sparse or unwritten file reserves no space. Failures are logged.
   */
  async fill(): Promise<void> {
    try {
      if (this.#bytes === 0) rmSync(this.#file, { force: true });
      const missing = this.#bytes - this.#size();
      if (missing <= 0 || this.#free() - missing < this.#bytes) return;
      await this.#append(missing);
      this.#log.info(
        { bytes: this.#bytes },
        'disk space is reserved for the database, in case the disk becomes full',
      );
    } catch (error) {
      this.#log.warn(
        { err: error },
        'no disk space can be reserved for the database, in case the disk becomes full',
      );
    }
  }

  #shorten(bytes: number): void {
    const file = openSync(this.#file, 'r+');
    try {
      ftruncateSync(file, bytes);
      // ext4 makes the space available only after it has written its journal.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  async #append(bytes: number): Promise<void> {
    const file = await open(this.#file, 'a', 0o600);
    // One buffer for all chunks: a new one per chunk would create 16 MiB of garbage during startup.
    const piece = Buffer.alloc(PIECE_BYTES);
    try {
      // Random data, because some file systems store zeros and duplicates without allocating space.
      for (let left = bytes; left > 0; left -= PIECE_BYTES)
        await file.appendFile(randomFillSync(piece.subarray(0, left)));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.#directory);
    return bavail * bsize;
  }
}
