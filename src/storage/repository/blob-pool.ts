import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { blobPath } from '../blobs/blobs.ts';
import type { ListedBlob } from './blob-list.ts';
import type { NewFiles } from './new-files.ts';

/** How a content came into the pool; `damaged`: it did not, as it is missing or wrong where it comes from. */
export type BlobOutcome = 'linked' | 'copied' | 'damaged';

/** The contents of a repository that are files, as they lie in data directories: `blobs/ab/cd/<sha256>`. */
export class BlobPool {
  readonly #root: string;
  readonly #files: NewFiles;

  constructor(root: string, files: NewFiles) {
    this.#root = root;
    this.#files = files;
  }

  /** True if there is a file of the right size. */
  async has({ sha256, sizeBytes }: ListedBlob): Promise<boolean> {
    return (await sizeOf(this.path(sha256))) === sizeBytes;
  }

  /** True if a file can be linked into the pool. The device does not tell: a bind mount has the same, and refuses. */
  async canLink(source: string): Promise<boolean> {
    const trial = this.#files.temporary();
    try {
      return await this.#files.link(source, trial);
    } finally {
      await rm(trial, { force: true });
    }
  }

  /** Adds a content: as a link, so that it takes no room, or as a copy that has been checked. */
  async add({ sha256, sizeBytes }: ListedBlob, source: string): Promise<BlobOutcome> {
    if ((await sizeOf(source)) !== sizeBytes) return 'damaged';
    const path = this.path(sha256);
    // What is there has the wrong size, or the caller would not add it.
    await rm(path, { force: true });
    // Tried each time: a single file may have all the links that it can have.
    if (await this.#files.link(source, path)) return 'linked';
    return (await this.#files.copy(source, path, (found) => found === sha256)) ? 'copied' : 'damaged';
  }

  path(sha256: string): string {
    return blobPath(join(this.#root, 'blobs'), sha256);
  }
}

/** @returns undefined if there is no such file */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
