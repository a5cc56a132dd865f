import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Disk } from '../disk/disk.ts';

/** Syncs the write-ahead log of a database, or the database itself, to disk. */
export class LogSync {
  readonly #disk: Disk;
  readonly #file: number;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param file path of an existing file */
  constructor(file: string, disk: Disk) {
    this.#file = openSync(file, 'r+');
    this.#disk = disk;
  }

  /**
   * Resolves once everything written so far is synced. Concurrent callers share one sync.
   * @throws {DmsError} unavailable, when the sync fails
   */
  done(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      this.#current = this.#sync();
      return this.#current;
    });
    return this.#next;
  }

  close(): void {
    closeSync(this.#file);
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#file, (error) => {
        if (error) reject(this.#disk.failed(error));
        else resolve();
      });
    });
  }
}
