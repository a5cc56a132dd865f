import { createReadStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Folders, type Incoming, Staging } from '../../storage/blobs/blobs.ts';
import type { Disk } from '../../storage/disk/disk.ts';
import type { FileContent } from '../../storage/inspection/inspection.ts';

const READ_BYTES = 2 ** 20;

interface Dependencies {
  readonly incoming: Incoming;
  /** Source of the contents: files at `blobs/ab/cd/<sha256>`, as in a backup or a data directory. */
  readonly source: Folders;
  readonly folders: Folders;
  readonly disk: Disk;
}

/** Replaces missing or damaged contents with copies from a backup. */
export class Healer {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Copies, checks, syncs and renames the file, as an upload does. If interrupted, the path has either the old file or
   * the correct one.
   * @returns false if the source does not have these bytes either
   * @throws {Error} if the file cannot be written
   */
  async heal({ sha256, size }: FileContent): Promise<boolean> {
    const { incoming, source, folders, disk } = this.#deps;
    if (!existsSync(source.path(sha256))) return false;
    const staged = incoming.newPath();
    const staging = new Staging(staged, [], disk);
    try {
      await receive(staging, source.path(sha256));
      if (staging.size !== size || staging.digests().get('sha256') !== sha256) return false;
      const path = folders.path(sha256);
      await folders.create(dirname(path));
      await rename(staged, path);
      await disk.syncFolder(dirname(path));
      return true;
    } finally {
      await rm(staged, { force: true });
    }
  }
}

async function receive(staging: Staging, path: string): Promise<void> {
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: READ_BYTES });
    for await (const chunk of chunks) await staging.write(chunk);
    await staging.finish();
  } catch (error) {
    await staging.abandon();
    throw error;
  }
}
