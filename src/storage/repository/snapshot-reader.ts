import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type ListedBlob, readBlobList, readHashList } from './blob-list.ts';
import type { Manifest } from './manifest.ts';
import { DamagedError, type Objects } from './objects.ts';

/** Reads the parts of a snapshot. */
export class SnapshotReader {
  readonly manifest: Manifest;
  readonly #objects: Objects;

  constructor(objects: Objects, manifest: Manifest) {
    this.#objects = objects;
    this.manifest = manifest;
  }

  /** The contents in one list of contents. @throws {DamagedError} */
  async blobsIn(list: string): Promise<readonly ListedBlob[]> {
    return [...readBlobList(await this.#objects.get(list))];
  }

  /** The hashes of the database pieces in one list. @throws {DamagedError} */
  async piecesIn(list: string): Promise<readonly string[]> {
    return [...readHashList(await this.#objects.get(list))];
  }

  /**
   * Writes the database to a new file, readable only by its owner, and syncs it.
   * @param report receives the number of bytes written
   * @throws {DamagedError}
   */
  async writeDatabase(target: string, report: (done: number) => void): Promise<void> {
    const file = await open(target, 'wx', 0o600);
    try {
      const whole = createHash('sha256');
      let written = 0;
      for (const list of this.manifest.database.lists)
        for (const sha256 of await this.piecesIn(list)) {
          const piece = await this.#objects.get(sha256);
          whole.update(piece);
          await file.write(piece);
          written += piece.length;
          report(written);
        }
      if (whole.digest('hex') !== this.manifest.database.sha256)
        throw new DamagedError('the database', 'is not the one that the manifest names');
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
