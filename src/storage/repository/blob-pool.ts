import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { blobPath } from '../blobs/blobs.ts';
import type { ListedBlob } from './blob-list.ts';
import type { NewFiles } from './new-files.ts';

/** How a content was added to the pool; `damaged`: not added, because the source is missing or wrong. */
export type BlobOutcome = 'linked' | 'copied' | 'damaged';

/** The contents of a repository that are files, with the same paths as in data directories: `blobs/ab/cd/<sha256>`. */
export class BlobPool {
  readonly #root: string;
  readonly #files: NewFiles;

  constructor(root: string, files: NewFiles) {
    this.#root = root;
    this.#files = files;
  }

  /** True if a file of the right size exists. */
  async has({ sha256, sizeBytes }: ListedBlob): Promise<boolean> {
    return (await sizeOf(this.path(sha256))) === sizeBytes;
  }

  /**
   * True if a file can be linked into the pool. Comparing device numbers is not enough: a bind mount has the same one
   * and refuses links.
   */
  async canLink(source: string): Promise<boolean> {
    const trial = this.#files.temporary();
    try {
      return await this.#files.link(source, trial);
    } finally {
      await rm(trial, { force: true });
    }
  }

  /** Adds a content: as a link, which takes no space, or as a verified copy. */
  async add({ sha256, sizeBytes }: ListedBlob, source: string): Promise<BlobOutcome> {
    if ((await sizeOf(source)) !== sizeBytes) return 'damaged';
    const path = this.path(sha256);
    // An existing file has the wrong size; otherwise the caller would not add it.
    await rm(path, { force: true });
    // Tried for each file, because a single file may have reached its maximum number of links.
    if (await this.#files.link(source, path)) return 'linked';
    return (await this.#files.copy(source, path, (found) => found === sha256)) ? 'copied' : 'damaged';
  }

  path(sha256: string): string {
    return blobPath(join(this.#root, 'blobs'), sha256);
  }
}

/** @returns undefined if the file does not exist */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
