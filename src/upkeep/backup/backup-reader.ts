import { resolve } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import {
  DamagedError,
  type Manifest,
  Repository,
  type SnapshotName,
} from '../../storage/repository/repository.ts';
import type { TreeReader } from '../../storage/tree-reader.ts';
import { UpkeepError } from '../upkeep-error.ts';
import { withClearErrors } from './clear-errors.ts';
import { type Restored, restoreInto } from './snapshot-restore.ts';
import { withSnapshotTree } from './snapshot-tree.ts';
import { type Verification, type VerifyOptions, verify } from './verification.ts';

/** Read access to a backup repository. */
export class BackupReader {
  readonly #repository: Repository;

  private constructor(repository: Repository) {
    this.#repository = repository;
  }

  /**
   * Opens a repository while `work` runs. No snapshot is removed during that time.
   * @throws {UpkeepError} if there is no repository, or snapshots are being removed from it
   */
  static use<T>(path: string, work: (reader: BackupReader) => Promise<T>): Promise<T> {
    return withClearErrors(path, async () => {
      const repository = await Repository.open(path);
      const lock = repository.lockToRead();
      if (lock === 'in use') throw new UpkeepError(`backups are being removed from ${path}`, 'in use');
      try {
        return await work(new BackupReader(repository));
      } finally {
        lock?.release();
      }
    });
  }

  /** All snapshots, oldest first. */
  snapshots(): Promise<readonly SnapshotName[]> {
    return this.#repository.snapshots();
  }

  /**
   * Manifest of a snapshot; the rest of the snapshot is not read.
   * @returns undefined if the manifest is damaged
   */
  async describe(name: string): Promise<Manifest | undefined> {
    try {
      return (await this.#repository.read(name)).manifest;
    } catch (error) {
      if (error instanceof DamagedError) return undefined;
      throw error;
    }
  }

  /**
   * See {@link verify}. Locks the repository against backups.
   * @throws {UpkeepError} if a backup is running
   */
  async verify(options: VerifyOptions): Promise<Verification> {
    const lock = this.#repository.lockToWrite();
    if (!lock) throw new UpkeepError(`a backup to ${this.#repository.path} is running`, 'in use');
    try {
      return await verify(this.#repository, options);
    } finally {
      lock.release();
    }
  }

  /**
   * See {@link withSnapshotTree}.
   * @param name name of the snapshot
   */
  async useTree<T>(
    name: string,
    options: { scratch: string; report: ReportProgress },
    work: (tree: TreeReader) => Promise<T>,
  ): Promise<T> {
    const snapshot = await this.#repository.read(name);
    return withSnapshotTree(this.#repository, snapshot, options, work);
  }

  /** See {@link restoreInto}. */
  async restore(name: string, directory: string, report: ReportProgress): Promise<Restored> {
    const snapshot = await this.#repository.read(name);
    return withClearErrors(directory, () =>
      restoreInto(resolve(directory), { repository: this.#repository, snapshot }, report),
    );
  }
}
