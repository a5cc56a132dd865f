import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Disk } from '../disk.ts';

/** Creates the folders beneath `blobs/`, and knows which of them a power failure cannot take away. */
export class Folders {
  readonly #disk: Disk;
  /** Settles once the name of the folder, and of those above it, is on the disk. */
  readonly #durable: Map<string, Promise<void>>;

  /** @param root is durable already */
  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#durable = new Map([[root, Promise.resolve()]]);
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
