import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FileLock } from '../disk/file-lock.ts';

const POLL_MS = 20;

/**
 * The folder `incoming/` of a data directory, for files that get their names when they are complete. A service that
 * starts empties it, unless a command has said with {@link Incoming.use} that it is writing there.
 */
export class Incoming {
  readonly path: string;
  readonly #lockFile: string;

  /** Creates the folder if it is missing. @param directory the data directory */
  constructor(directory: string) {
    this.path = join(directory, 'incoming');
    this.#lockFile = join(directory, 'incoming.lock');
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** A path that nothing has yet. */
  newPath(): string {
    return join(this.path, randomUUID());
  }

  /** Keeps services that start from emptying the folder, as long as `work` runs or this process lives. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    let lock: FileLock | undefined;
    // A service that starts has the lock for as long as it deletes what is there.
    while (!(lock = FileLock.acquire(this.#lockFile, 'shared'))) await pause(POLL_MS);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /**
   * Deletes what a crash left. Call it before this process receives contents. While a command uses the folder, nothing
   * is deleted: the next start does it.
   * @param kept names of files that stay
   * @returns how many files
   */
  clear(kept: ReadonlySet<string>): number {
    const lock = FileLock.acquire(this.#lockFile);
    if (!lock) return 0;
    try {
      const names = readdirSync(this.path).filter((name) => !kept.has(name));
      for (const name of names) rmSync(join(this.path, name), { force: true, recursive: true });
      return names.length;
    } finally {
      lock.release();
    }
  }
}
