import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

/**
 * Tracks whether all syncs have succeeded. Everything that is synced while the service runs uses the one `Disk` of its
 * {@link Database}: the write-ahead log, incoming contents, folders, and the key. After a failed sync the state on disk
 * is unknown, and a second sync may succeed although data is lost. Therefore a failure is permanent
 * (docs/build/safety.md).
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

  /**
   * Records a failed sync.
   * @returns the error that all changes throw from now on
   */
  failed(cause: unknown): DmsError {
    this.#failure ??= new DmsError('unavailable', message('disk_failed'), { cause });
    return this.#failure;
  }

  /**
   * Runs a blocking sync.
   * @throws {DmsError} unavailable, when the sync fails
   */
  confirmNow(sync: () => void): void {
    try {
      sync();
    } catch (error) {
      throw this.failed(error);
    }
  }

  /**
   * Awaits a sync.
   * @throws {DmsError} unavailable, when the sync fails
   */
  async confirm(sync: Promise<void>): Promise<void> {
    try {
      await sync;
    } catch (error) {
      throw this.failed(error);
    }
  }

  /**
   * Syncs a folder, so that the names in it are durable.
   * @throws {DmsError} unavailable, when the sync fails
   */
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
