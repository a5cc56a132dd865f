import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FileLock } from '../disk/file-lock.ts';

const POLL_MS = 20;

/**
 * The folder `incoming/` of a data directory, for files that get their final names when they are complete. A starting
 * service empties it, unless a command uses the folder ({@link Incoming.use}).
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

  /** An unused path in the folder. */
  newPath(): string {
    return join(this.path, randomUUID());
  }

  /** Prevents starting services from emptying the folder while `work` runs and this process is alive. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    let lock: FileLock | undefined;
    // A starting service holds the lock only while it deletes files.
    while (!(lock = FileLock.acquire(this.#lockFile, 'shared'))) await pause(POLL_MS);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /**
   * Deletes the files that a crash left behind. Call it before this process receives contents. Deletes nothing while a
   * command uses the folder; the next start does.
   * @param kept names of files to keep
   * @returns number of deleted files
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
