import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { readPieces } from '../disk/file-pieces.ts';

/** Why a file cannot be linked and has to be copied: another file system, or one that has no more or no links. */
const NOT_LINKABLE = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'EACCES'];

/**
 * Adds files to a repository. Each is whole, or not there under its name. After {@link NewFiles.sync} all of them are
 * on the disk.
 */
export class NewFiles {
  readonly #root: string;
  readonly #incoming: string;
  /** Folders with names that the disk may not have yet. */
  readonly #folders = new Set<string>();

  /** @param root path of the repository */
  constructor(root: string) {
    this.#root = root;
    this.#incoming = join(root, 'incoming');
  }

  /** A path for a file that is not kept. */
  temporary(): string {
    return join(this.#incoming, randomUUID());
  }

  /** Writes a file, readable by its owner only. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    await this.#place(path, async (temporary) => {
      await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
      return true;
    });
  }

  /** Links a file that does not change any more. @returns false if this file system cannot link it */
  async link(source: string, path: string): Promise<boolean> {
    await this.createFolder(dirname(path));
    try {
      await link(source, path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return true;
      if (hasCode(error, ...NOT_LINKABLE)) return false;
      throw error;
    }
    this.#folders.add(dirname(path));
    return true;
  }

  /**
   * Copies a file.
   * @param isRight is asked for the SHA-256 of what was copied before the copy gets its name
   * @returns false if the copy is not right, or the file cannot be read to its end; then there is no copy
   */
  copy(source: string, path: string, isRight: (sha256: string) => boolean): Promise<boolean> {
    return this.#place(path, async (temporary) => {
      const sha256 = await copyHashed(source, temporary);
      return sha256 !== undefined && isRight(sha256);
    });
  }

  /** Counts a file as added that an earlier process has put there: that one may have ended before its sync. */
  keep(path: string): void {
    for (let folder = dirname(path); folder.startsWith(this.#root); folder = dirname(folder))
      this.#folders.add(folder);
  }

  /** Waits until the disk has the names of all files that were added. */
  async sync(): Promise<void> {
    for (const folder of this.#folders) await syncPath(folder);
    this.#folders.clear();
  }

  /** Creates a folder and those above it, for their owner only. */
  async createFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made))
      this.#folders.add(dirname(made));
  }

  /** @param make makes the file; `false`: it is not to be kept */
  async #place(path: string, make: (temporary: string) => Promise<boolean>): Promise<boolean> {
    const temporary = this.temporary();
    try {
      if (!(await make(temporary))) return false;
      await syncPath(temporary);
      await this.createFolder(dirname(path));
      await rename(temporary, path);
      this.#folders.add(dirname(path));
      return true;
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** Waits until the disk has a file, or the names in a folder. */
export async function syncPath(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** @returns the SHA-256 of what was copied; undefined if the source could not be read */
async function copyHashed(source: string, target: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  await using copy = await open(target, 'wx', 0o600);
  try {
    await readPieces(source, async (piece) => {
      hash.update(piece);
      await copy.writeFile(piece);
    });
  } catch (error) {
    // A full disk is another matter: only the source is in question here.
    if (isReadFault(error)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}

function isReadFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'read';
}
