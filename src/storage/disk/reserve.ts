import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../log.ts';

const NAME = 'reserve';
const MAX_BYTES = 16 * 2 ** 20;
/** How much is given at a time: the program that fills the disk may take what the database leaves of it. */
const PIECE_BYTES = 2 ** 20;
/** SQLite opens no database with less: it makes `-wal` and `-shm`, and a journal for `serve.lock`. */
const BYTES_TO_OPEN = 2 ** 20;

/**
 * A file in the data directory that keeps room for changes when another program has filled the disk. The
 * database gets the room when it needs it, piece by piece; housekeeping takes it back later.
 */
export class Reserve {
  readonly #directory: string;
  readonly #file: string;
  readonly #bytes: number;
  readonly #log: Logger;

  /**
   * Touches no file.
   * @param uploadReserveBytes disk space that uploads leave free. The file takes at most half of it: when the
   * file has been given away, there is still too little room for uploads. 0: no file.
   */
  constructor(directory: string, uploadReserveBytes: number, log: Logger) {
    this.#directory = directory;
    this.#file = join(directory, NAME);
    this.#bytes = Math.min(MAX_BYTES, Math.floor(uploadReserveBytes / 2));
    this.#log = log;
  }

  /** Gives a piece of the file back to the disk. Failures are logged. @returns false if there was nothing to give */
  give(): boolean {
    try {
      const size = this.#size();
      if (size === 0) return false;
      const left = Math.max(0, size - PIECE_BYTES);
      this.#shorten(left);
      this.#log.warn(
        { given: size - left, left },
        'the disk is full: the database gets a part of the reserve',
      );
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'the disk is full, and the reserve cannot be used');
      return false;
    }
  }

  /** Gives as much as SQLite needs to open the database, if the disk is full. */
  giveToOpen(): void {
    while (this.#size() > 0 && this.#free() < BYTES_TO_OPEN && this.give());
  }

  /**
   * Writes what the file lacks, unless too little would be left free. It is written and synced, since a file
   * with holes or only in memory would keep no room. Failures are logged.
   */
  async fill(): Promise<void> {
    try {
      if (this.#bytes === 0) rmSync(this.#file, { force: true });
      const missing = this.#bytes - this.#size();
      if (missing <= 0 || this.#free() - missing < this.#bytes) return;
      await this.#append(missing);
      this.#log.info({ bytes: this.#bytes }, 'the reserve for a full disk is there');
    } catch (error) {
      this.#log.warn({ err: error }, 'the reserve for a full disk cannot be made');
    }
  }

  #shorten(bytes: number): void {
    const file = openSync(this.#file, 'r+');
    try {
      ftruncateSync(file, bytes);
      // ext4 gives the room to others only after its journal is written.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  async #append(bytes: number): Promise<void> {
    const file = await open(this.#file, 'a', 0o600);
    // The same for all pieces: a new one for each would be 16 MiB of garbage in a service that has just begun.
    const piece = Buffer.alloc(PIECE_BYTES);
    try {
      // Random, because some file systems store zeros, and what they have already, without taking room.
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
