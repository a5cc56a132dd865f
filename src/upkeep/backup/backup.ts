import { resolve } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import { type BackupResultRow, BackupResults } from '../../storage/backup-results.ts';
import { officeIdOf } from '../../storage/office-id.ts';
import {
  DamagedError,
  pooledFiles,
  type Removed,
  Repository,
  removeUnnamed,
  type SnapshotName,
} from '../../storage/repository/repository.ts';
import { isWithin, realPath } from '../paths.ts';
import { UpkeepError } from '../upkeep-error.ts';
import { withClearErrors } from './clear-errors.ts';
import { keptOf, parseKeepRule } from './keep-rule.ts';
import { type BackupSource, type NewSnapshot, takeSnapshot } from './snapshot-creation.ts';
import { type Verification, verify } from './verification.ts';

export { BackupReader } from './backup-reader.ts';
export type { Restored } from './snapshot-restore.ts';
export type { BackupSource, NewSnapshot, SnapshotName, Verification };

/** Options of a backup. */
export interface BackupOptions {
  /** Retention rule for snapshots ({@link parseKeepRule}); undefined: keep all. */
  readonly keep: string | undefined;
  readonly verify: 'no' | 'sizes of contents' | 'all bytes';
  readonly report: ReportProgress;
  /** Aborts the backup without leaving a snapshot. */
  readonly signal: AbortSignal;
}

/** Result of a backup. */
export interface BackedUp extends NewSnapshot {
  /** Absolute path of the repository. */
  readonly destination: string;
  /** Names of the removed snapshots. */
  readonly removed: readonly string[];
  readonly freed: Removed;
  /** Why no expired snapshot was removed; undefined if there was no obstacle. */
  readonly notRemoved: { readonly reason: string; readonly isDamage: boolean } | undefined;
  readonly verification: Verification | undefined;
}

/** Backups of one data directory. */
export class Backups {
  readonly #source: BackupSource;
  readonly #results: BackupResults;

  constructor(source: BackupSource) {
    this.#source = source;
    this.#results = new BackupResults(source.database);
  }

  /**
   * Takes a snapshot into a repository, which is created if the folder is missing or empty. Then removes the snapshots
   * that the retention rule does not keep. The result is recorded in the database, except for a destination that is
   * refused and does not have the last backup: the caller mistyped it.
   * @throws {UpkeepError} if the backup fails for a reason that an administrator can correct
   */
  async backUp(destination: string, options: BackupOptions): Promise<BackedUp> {
    try {
      const done = await withClearErrors(destination, () => this.#backUp(destination, options));
      await this.#record('success', destination, done.snapshot);
      return done;
    } catch (error) {
      // The first error must be reported. Recording the failure can fail too, for example on a full or broken disk.
      if (isFailure(error, options.signal))
        await this.#recordFailure(destination, error).catch(() => undefined);
      throw error;
    }
  }

  async #recordFailure(destination: string, error: unknown): Promise<void> {
    const isRefused = error instanceof UpkeepError && error.fault === 'refused';
    const last = this.#results.list().find(({ outcome }) => outcome === 'success');
    if (isRefused && last?.destination !== resolve(destination)) return;
    await this.#record('failure', destination, error instanceof Error ? error.message : String(error));
  }

  async #backUp(destination: string, options: BackupOptions): Promise<BackedUp> {
    await this.#assertOutside(destination);
    const repository = await Repository.create(destination);
    const lock = repository.lockToWrite();
    if (!lock) throw new UpkeepError(`another backup to ${destination} is running`, 'in use');
    try {
      await this.#assertSameOffice(repository);
      const taken = await this.#take(repository, options);
      const removal = await remove(repository, options.keep, taken.snapshot);
      await repository.end();
      const verification = options.verify === 'no' ? undefined : await verifyAndSetAside(repository, options);
      return { ...taken, ...removal, destination: repository.path, verification };
    } finally {
      lock.release();
    }
  }

  /** The caller calls {@link Repository.end}, after it has removed the expired snapshots. */
  async #take(repository: Repository, { report, signal }: BackupOptions): Promise<NewSnapshot> {
    if (await repository.begin()) await removeLeft(repository);
    try {
      return await takeSnapshot(this.#source, repository, {
        report,
        check: () => signal.throwIfAborted(),
      });
    } catch (error) {
      // Frees space on a full disk immediately. The next backup removes files that cannot be removed now.
      await removeUnnamed(repository)
        .then(() => repository.end())
        .catch(() => undefined);
      throw error;
    }
  }

  async #assertOutside(destination: string): Promise<void> {
    if (isWithin(await realPath(resolve(destination)), await realPath(this.#source.dataDirectory)))
      throw new UpkeepError('the backup folder must be outside the data directory', 'refused');
  }

  /**
   * Rejects a repository with backups of another office. Otherwise the two offices would remove each other's snapshots,
   * and a restore would use whichever snapshot is newest. This also prevents a new office from removing the remains of
   * a lost one.
   */
  async #assertSameOffice(repository: Repository): Promise<void> {
    const office = officeIdOf(this.#source.database);
    for (const { name } of (await repository.snapshots()).toReversed()) {
      const found = await repository.read(name).catch((error: unknown) => {
        if (!(error instanceof DamagedError)) throw error;
      });
      if (!found) continue;
      if (found.manifest.office === office) return;
      throw new UpkeepError(
        `${repository.path} contains the backups of another database: name another folder`,
        'refused',
      );
    }
  }

  #record(outcome: BackupResultRow['outcome'], destination: string, detail: string): Promise<void> {
    const { database, now } = this.#source;
    const row = { outcome, at: now(), destination: resolve(destination), detail };
    return database.transaction(() => this.#results.record(row));
  }
}

/**
 * False if the backup was interrupted on purpose, or if another backup is running: administrators need no warning about
 * either.
 */
function isFailure(error: unknown, signal: AbortSignal): boolean {
  return !signal.aborted && !(error instanceof UpkeepError && error.fault === 'in use');
}

/** Moves damaged files out of the pools. Otherwise new snapshots would share them. */
async function verifyAndSetAside(
  repository: Repository,
  { verify: how, report, signal }: BackupOptions,
): Promise<Verification> {
  const check = (): void => signal.throwIfAborted();
  const verification = await verify(repository, { deep: how === 'all bytes', report, check });
  for (const { file, reason } of verification.faults)
    if (reason === 'is damaged' && /^(objects|blobs|keys)\//.test(file)) await repository.setAside(file);
  return verification;
}

/** Removes the files that an interrupted backup left. */
async function removeLeft(repository: Repository): Promise<void> {
  try {
    await removeUnnamed(repository);
  } catch (error) {
    // An old damaged snapshot must not prevent a new one. The remaining files are complete and can stay, but their
    // names may not be synced to disk yet, and the new snapshot may share them.
    if (!(error instanceof DamagedError)) throw error;
    for await (const { path } of pooledFiles(repository.path)) repository.files.keep(path);
  }
}

/**
 * Removes the snapshots that the retention rule does not keep. Snapshots that seem newer than `taken` were made before
 * the clock was set back. They stay until their time has passed, and do not count; otherwise snapshots with a wrong
 * time would displace all correct ones.
 * @param taken name of the new snapshot
 */
async function remove(
  repository: Repository,
  keep: string | undefined,
  taken: string,
): Promise<Pick<BackedUp, 'removed' | 'freed' | 'notRemoved'>> {
  const nothing = { removed: [], freed: { files: 0, bytes: 0 }, notRemoved: undefined };
  if (keep === undefined) return nothing;
  const snapshots = await repository.snapshots();
  const past = snapshots.slice(0, snapshots.findIndex(({ name }) => name === taken) + 1);
  const kept = keptOf(parseKeepRule(keep), past);
  const doomed = past.filter((snapshot) => !kept.has(snapshot));
  if (doomed.length === 0) return nothing;
  const lock = repository.lockToRemove();
  if (!lock)
    return {
      ...nothing,
      notRemoved: {
        reason: 'another process is reading the backups; the next backup removes the old ones',
        isDamage: false,
      },
    };
  try {
    const freed = await removeUnnamed(repository, doomed);
    return { removed: doomed.map(({ name }) => name), freed, notRemoved: undefined };
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    const reason = `${error.message}; to discard this backup, delete ${error.file}`;
    return { ...nothing, notRemoved: { reason, isDamage: true } };
  } finally {
    lock.release();
  }
}
