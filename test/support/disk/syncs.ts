import fs from 'node:fs';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Implementation of a sync of a file or folder; it may wait or throw. */
type Sync = (path: string) => Promise<void> | void;

/**
 * Replaces every sync of files and folders that were opened through `node:fs/promises`, and the synchronous
 * `fsyncSync`, until `putBack()`. Nothing is synced to the disk.
 */
export class Syncs {
  readonly #open = fsPromises.open;
  readonly #fsyncSync = fs.fsyncSync;
  /** Paths of successful syncs, in order. */
  readonly done: string[] = [];
  sync: Sync = () => undefined;

  constructor() {
    const open = async (...args: Parameters<typeof fsPromises.open>): Promise<FileHandle> => {
      const handle = await this.#open(...args);
      const sync = () => this.#sync(String(args[0]));
      Object.assign(handle, { sync, datasync: sync });
      return handle;
    };
    const fsyncSync = (): void => {
      void this.sync('');
    };
    Object.assign(fsPromises, { open });
    Object.assign(fs, { fsyncSync });
    syncBuiltinESMExports();
  }

  /** Makes every sync fail from now on, as on a broken disk. */
  fail(): void {
    this.sync = () => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    };
  }

  putBack(): void {
    Object.assign(fsPromises, { open: this.#open });
    Object.assign(fs, { fsyncSync: this.#fsyncSync });
    syncBuiltinESMExports();
  }

  async #sync(path: string): Promise<void> {
    await this.sync(path);
    this.done.push(path);
  }
}
