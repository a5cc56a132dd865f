import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Disk } from '../disk/disk.ts';

/** A folder directly in `blobs/`: the first byte of a hash. */
const FIRST_BYTE = /^[0-9a-f]{2}$/;

/** The path of the file with this content. @param root the folder `blobs/` */
export function blobPath(root: string, sha256: string): string {
  return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

/** Creates the folders beneath `blobs/`, and knows which of them a power failure cannot take away. */
export class Folders {
  readonly #disk: Disk;
  readonly #root: string;
  /** Settles once the name of the folder, and of those above it, is on the disk. */
  readonly #durable: Map<string, Promise<void>>;

  /** @param root is durable already */
  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
    this.#durable = new Map([[root, Promise.resolve()]]);
  }

  /** The path of the file with this content. */
  path(sha256: string): string {
    return blobPath(this.#root, sha256);
  }

  /** The paths of all folders that hold files of contents. @param namesIn reads a folder */
  async *list(namesIn: (folder: string) => Promise<string[]> = (folder) => readdir(folder)) {
    // `dms migrate` makes a database alone.
    if (!existsSync(this.#root)) return;
    for (const first of await namesIn(this.#root)) {
      if (!FIRST_BYTE.test(first)) continue;
      const folder = join(this.#root, first);
      for (const second of await namesIn(folder)) yield join(folder, second);
    }
  }

  /**
   * Creates a folder and those above it, if they are missing. Resolves once their names are on the disk, also
   * for a caller that finds them made by another: that one may still be waiting for the disk. A folder that an
   * earlier process made is synced again at its first use, as that process may have ended before its sync.
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
    // With `recursive` a folder that is there already is no error.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#disk.syncFolder(above);
  }
}
