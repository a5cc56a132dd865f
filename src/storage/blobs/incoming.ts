import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '../../model/errors/error-code.ts';
import { FileLock } from '../disk/file-lock.ts';

const POLL_MS = 20;
/** Name prefix of the folders of commands. */
const COMMAND = 'command-';
/** Name prefix of a folder of a command that is not locked yet. */
const UNLOCKED = 'new-';
/** File in the folder of a command; locked while the command is alive. */
const LOCK = 'lock';
/** File in the data directory; every living command holds its lock. */
const LOCK_OF_ALL = 'incoming.lock';
/** The lock is a SQLite file with a journal. */
const LOCK_FILES = [LOCK, `${LOCK}-journal`];
/** Another process may be deleting the same folder. */
const DELETION = { recursive: true, force: true, maxRetries: 3 } as const;

/** Files of commands that were killed. */
export interface Abandoned {
  /** Number of commands. */
  readonly commands: number;
  readonly bytes: number;
}

/**
 * The folder `incoming/` of a data directory, for files that get their final names when they are complete. A starting
 * service empties it, unless a command uses the folder ({@link Incoming.use}).
 *
 * A command has a folder of its own in it, with a lock that the operating system releases when the command ends.
 * Therefore other processes recognise and delete the files of a killed command ({@link Incoming.removeAbandoned}).
 */
export class Incoming {
  readonly path: string;
  readonly #lockFile: string;

  /** Creates the folder if it is missing. @param directory the data directory */
  constructor(directory: string, path = join(directory, 'incoming')) {
    this.path = path;
    this.#lockFile = join(directory, LOCK_OF_ALL);
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  /** An unused path in the folder. */
  newPath(): string {
    return join(this.path, randomUUID());
  }

  /**
   * Runs the work of a command. Prevents starting services from emptying the folder while `work` runs and this process
   * is alive. Deletes the files of killed commands first.
   * @param work receives the folder of this command, which is deleted at the end
   */
  async use<T>(work: (own: Incoming) => Promise<T>): Promise<T> {
    this.removeAbandoned();
    let lock: FileLock | undefined;
    // Another process holds the lock only while it deletes files.
    while (!(lock = FileLock.acquire(this.#lockFile, 'shared'))) await pause(POLL_MS);
    try {
      return await this.#inOwnFolder(work);
    } finally {
      lock.release();
    }
  }

  async #inOwnFolder<T>(work: (own: Incoming) => Promise<T>): Promise<T> {
    const id = randomUUID();
    const unlocked = join(this.path, `${UNLOCKED}${id}`);
    mkdirSync(unlocked, { mode: 0o700 });
    const lock = FileLock.acquire(join(unlocked, LOCK));
    const path = join(this.path, `${COMMAND}${id}`);
    try {
      // Only now, so that other processes never see a living command without its lock.
      renameSync(unlocked, path);
      return await work(new Incoming(join(this.path, '..'), path));
    } finally {
      lock?.release();
      for (const each of [unlocked, path]) rmSync(each, DELETION);
    }
  }

  /**
   * Deletes the files that a crash left behind. Call it before this process receives contents. While a command uses the
   * folder, deletes only the files of killed commands; the next start deletes the others.
   * @param kept names of files to keep
   * @returns number of deleted files and folders
   */
  clear(kept: ReadonlySet<string>): number {
    const lock = FileLock.acquire(this.#lockFile);
    if (!lock) return this.removeAbandoned();
    try {
      const names = readdirSync(this.path).filter((name) => !kept.has(name));
      for (const name of names) rmSync(join(this.path, name), { force: true, recursive: true });
      return names.length;
    } finally {
      lock.release();
    }
  }

  /**
   * Deletes the files of killed commands. Other processes may be receiving contents meanwhile.
   * @returns number of commands
   */
  removeAbandoned(): number {
    let commands = 0;
    forEachAbandoned(this.path, this.#lockFile, (folder) => {
      rmSync(folder, DELETION);
      commands += 1;
    });
    return commands;
  }
}

/**
 * The files of killed commands. Changes nothing.
 * @param directory the data directory
 */
export function abandonedIn(directory: string): Abandoned {
  let [commands, bytes] = [0, 0];
  forEachAbandoned(join(directory, 'incoming'), join(directory, LOCK_OF_ALL), (folder) => {
    bytes += bytesIn(folder);
    commands += 1;
  });
  return { commands, bytes };
}

/** Total size of all files in `incoming/`, in bytes. @param directory the data directory */
export function incomingBytes(directory: string): number {
  return bytesIn(join(directory, 'incoming'));
}

/**
 * Calls `work` for the folder of each killed command.
 * @param path of `incoming/`
 * @param lockOfAll the lock that every living command holds, from before it creates its folder to its end
 */
function forEachAbandoned(path: string, lockOfAll: string, work: (folder: string) => void): void {
  for (const folder of foldersIn(path, COMMAND)) whileFree(join(folder, LOCK), () => work(folder));
  if (foldersIn(path, UNLOCKED).length === 0) return;
  whileFree(lockOfAll, () => {
    for (const folder of foldersIn(path, UNLOCKED)) work(folder);
  });
}

function foldersIn(path: string, prefix: string): string[] {
  return entriesOf(path)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(path, name));
}

/** Runs `work` unless a living process holds this lock, or its file is missing. */
function whileFree(file: string, work: () => void): void {
  let lock: FileLock | undefined;
  try {
    lock = existsSync(file) ? FileLock.acquire(file) : undefined;
  } catch {
    // The folder was deleted meanwhile, or this user may not write to it.
  }
  try {
    if (lock) work();
  } finally {
    lock?.release();
  }
}

function bytesIn(folder: string): number {
  return entriesOf(folder)
    .filter((name) => !LOCK_FILES.includes(name))
    .reduce((sum, name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return sum + (found?.isDirectory() === true ? bytesIn(path) : (found?.size ?? 0));
    }, 0);
}

/** Names in a folder; none if a command renames or deletes the folder meanwhile. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
