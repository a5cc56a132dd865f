import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { readPieces } from '../disk/file-pieces.ts';

/** Errors after which a file is copied instead of linked: another file system, or no (more) links possible. */
const NOT_LINKABLE = ['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'EACCES'];

/**
 * Adds files to a repository atomically: a file with its final name is complete. After {@link NewFiles.sync} all of
 * them are on disk.
 */
export class NewFiles {
  readonly #root: string;
  readonly #incoming: string;
  /** Folders with names that may not be on disk yet. */
  readonly #folders = new Set<string>();

  /** @param root path of the repository */
  constructor(root: string) {
    this.#root = root;
    this.#incoming = join(root, 'incoming');
  }

  /** A path for a temporary file. */
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

  /** Links a file that never changes. @returns false if the file system cannot link it */
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
   * @param isRight checks the SHA-256 of the copy before the copy gets its name
   * @returns false if the check fails or the source cannot be read completely; then there is no copy
   */
  copy(source: string, path: string, isRight: (sha256: string) => boolean): Promise<boolean> {
    return this.#place(path, async (temporary) => {
      const sha256 = await copyHashed(source, temporary);
      return sha256 !== undefined && isRight(sha256);
    });
  }

  /** Marks a file of an earlier process as added: that process may have ended before its sync. */
  keep(path: string): void {
    for (let folder = dirname(path); folder.startsWith(this.#root); folder = dirname(folder))
      this.#folders.add(folder);
  }

  /** Waits until the names of all added files are on disk. */
  async sync(): Promise<void> {
    for (const folder of this.#folders) await syncPath(folder);
    this.#folders.clear();
  }

  /** Creates a folder and its missing ancestors, accessible only by the owner. */
  async createFolder(folder: string): Promise<void> {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (first === undefined) return;
    for (let made = folder; made.length >= first.length; made = dirname(made))
      this.#folders.add(dirname(made));
  }

  /** @param make creates the file; returns false if it must not be kept */
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

/** Syncs a file, or the names in a folder, to disk. */
export async function syncPath(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** @returns SHA-256 of the copy; undefined if the source could not be read */
async function copyHashed(source: string, target: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  await using copy = await open(target, 'wx', 0o600);
  try {
    await readPieces(source, async (piece) => {
      hash.update(piece);
      await copy.writeFile(piece);
    });
  } catch (error) {
    // Errors of the target, such as a full disk, are thrown: only the source may be damaged.
    if (isReadFault(error)) return undefined;
    throw error;
  }
  return hash.digest('hex');
}

function isReadFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'read';
}
