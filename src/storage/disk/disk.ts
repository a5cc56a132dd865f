import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

/**
 * Whether the disk has confirmed all that it was asked to. Everything that is synced while the service runs
 * is synced through the one `Disk` of its {@link Database}: the write-ahead log, contents on their way in,
 * folders, and the key. After a failed sync nothing can tell what is on the disk, and a second sync may
 * succeed although data is lost. So a failure is final (docs/build/safety.md).
 */
export class Disk {
  #failure: DmsError | undefined;

  /** False when a sync has failed since the service started. */
  get isSound(): boolean {
    return this.#failure === undefined;
  }

  /** @throws {DmsError} unavailable, when a sync has failed since the service started */
  assertSound(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Records a failed sync. @returns the error that all changes end with from now on */
  failed(cause: unknown): DmsError {
    this.#failure ??= new DmsError('unavailable', message('disk_failed'), { cause });
    return this.#failure;
  }

  /** Runs a sync that blocks. @throws {DmsError} unavailable, when it fails */
  confirmNow(sync: () => void): void {
    try {
      sync();
    } catch (error) {
      throw this.failed(error);
    }
  }

  /** Waits for a sync. @throws {DmsError} unavailable, when it fails */
  async confirm(sync: Promise<void>): Promise<void> {
    try {
      await sync;
    } catch (error) {
      throw this.failed(error);
    }
  }

  /** Syncs a folder, so that the names in it are durable. @throws {DmsError} unavailable */
  async syncFolder(path: string): Promise<void> {
    const handle = await open(path, 'r');
    try {
      await this.confirm(handle.sync());
    } finally {
      await handle.close();
    }
  }
}

/** Syncs a directory, so that its file names are durable. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
