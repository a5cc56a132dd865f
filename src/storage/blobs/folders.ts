import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disk } from '../disk/disk.ts';

/** Name of a folder directly in `blobs/`: the first byte of a hash. */
const FIRST_BYTE = /^[0-9a-f]{2}$/;

/** The path of the file with this content. @param root path of the folder `blobs/` */
export function blobPath(root: string, sha256: string): string {
  return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** Creates the folders beneath `blobs/`, and tracks which of them are durable. */
export class Folders {
  readonly #disk: Disk;
  readonly #root: string;
  /** By path; settles once the names of the folder and its ancestors are on disk. */
  readonly #durable: Map<string, Promise<void>>;

  /** @param root path of `blobs/`; must already be durable */
  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
    this.#durable = new Map([[root, Promise.resolve()]]);
  }

  /** The path of the file with this content. */
  path(sha256: string): string {
    return blobPath(this.#root, sha256);
  }

  /** The paths of all folders that contain files of contents. @param namesIn lists the names in a folder */
  async *list(namesIn: (folder: string) => Promise<string[]> = (folder) => readdir(folder)) {
    // `dms migrate` can create a database without this folder.
    if (!existsSync(this.#root)) return;
    for (const first of await namesIn(this.#root)) {
      if (!FIRST_BYTE.test(first)) continue;
      const folder = join(this.#root, first);
      for (const second of await namesIn(folder)) yield join(folder, second);
    }
  }

  /**
   * Creates a folder and its missing ancestors. Resolves once their names are on disk. If another caller created them,
   * its sync may be pending, so all callers wait for the same sync. A folder of an earlier process is synced again at
   * first use, because that process may have ended before its sync.
   * @throws {DmsError} unavailable
   */
  create(folder: string): Promise<void> {
    const known = this.#durable.get(folder);
    if (known !== undefined) return known;
    const created = this.#create(folder);
    this.#durable.set(folder, created);
    created.catch(() => this.#durable.delete(folder));
    return created;
  }

  async #create(folder: string): Promise<void> {
    const above = dirname(folder);
    await this.create(above);
    // With `recursive`, an existing folder is not an error.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#disk.syncFolder(above);
  }
}
