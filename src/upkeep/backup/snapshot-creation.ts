import { rm, stat } from 'node:fs/promises';
import type { ReportProgress } from '../../model/progress.ts';
import type { Database } from '../../storage/database/database.ts';
import { copyDatabase, DatabaseImage } from '../../storage/database/database-image.ts';
import { officeIdOf } from '../../storage/office-id.ts';
import type { Manifest, Repository } from '../../storage/repository/repository.ts';
import { SweepHold } from '../sweep-hold.ts';
import { UpkeepError } from '../upkeep-error.ts';
import { type SnapshotDestination, storeBlobs, storeDatabase, storeKey } from './snapshot-storage.ts';

/** Data directory of which snapshots are taken. */
export interface BackupSource {
  readonly database: Database;
  /** Absolute path. */
  readonly dataDirectory: string;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** Version of this program. */
  readonly program: string;
}

/** A new snapshot. */
export interface NewSnapshot {
  /** Name of the snapshot. */
  readonly snapshot: string;
  readonly manifest: Manifest;
  /** Bytes added to the repository; hard links count as 0. */
  readonly added: number;
}

/**
 * Takes a snapshot: first of the database, then of exactly the contents that the database refers to. Other processes
 * can continue to write. The snapshot becomes visible when all its files are on the disk.
 * @param check throws if the work must end
 */
export async function takeSnapshot(
  { database, dataDirectory, now, program }: BackupSource,
  repository: Repository,
  { report, check }: { report: ReportProgress; check: () => void },
): Promise<NewSnapshot> {
  const hold = await SweepHold.begin(database, `backup to ${repository.path}`, now);
  const file = repository.files.temporary();
  const destination: SnapshotDestination = {
    repository,
    report,
    check: () => {
      check();
      hold.assertHeld();
    },
  };
  try {
    await assertRoom(repository, await databaseBytes(database.file, repository));
    const created = await copyDatabase(database.file, file, {
      now,
      report: (done, total) => {
        report({ step: 'copying the database', done, total, unit: 'bytes' });
        check();
      },
    });
    const image = new DatabaseImage(file);
    try {
      const blobs = await storeBlobs(destination, image, {
        directory: dataDirectory,
        assertRoom: (bytes) => assertRoom(repository, bytes),
      });
      const stored = await storeDatabase(destination, file);
      const key = await storeKey(destination, dataDirectory);
      await hold.renew();
      destination.check();
      const { users, documents, versions, versionBytes } = image.counts();
      const manifest: Manifest = {
        format: 1,
        created_at: new Date(created).toISOString(),
        office: officeIdOf(image),
        program,
        schema: image.schema(),
        database: { bytes: stored.bytes, sha256: stored.sha256, lists: stored.lists },
        blobs: { count: blobs.count, bytes: blobs.bytes, lists: blobs.lists },
        key,
        damaged: blobs.damaged,
        counts: { users, documents, versions, version_bytes: versionBytes },
      };
      return { snapshot: await repository.publish(manifest), manifest, added: stored.added + blobs.added };
    } finally {
      image.close();
    }
  } catch (error) {
    check();
    await hold.explainFault();
    throw error;
  } finally {
    // The next backup removes a file that a broken disk does not release.
    await rm(file, { force: true }).catch(() => undefined);
    await hold.end();
  }
}

/** Upper bound of the bytes needed for the copy of the database, plus its pieces for the first snapshot. */
async function databaseBytes(file: string, repository: Repository): Promise<number> {
  const sizes = await Promise.all([file, `${file}-wal`].map((each) => stat(each).then(({ size }) => size)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return (await repository.snapshots()).length === 0 ? 2 * bytes : bytes;
}

/**
 * @param bytes number of bytes about to be written; another 16 MiB must stay free to complete the backup
 * @throws {UpkeepError} if the repository has too little free space
 */
async function assertRoom(repository: Repository, bytes: number): Promise<void> {
  const needed = bytes + 16 * 2 ** 20;
  const free = await repository.freeBytes();
  if (free >= needed) return;
  const mib = (amount: number): string => `${String(Math.ceil(amount / 2 ** 20))} MiB`;
  throw new UpkeepError(
    `${repository.path} has ${mib(free)} free, and the backup needs ${mib(needed)}: ` +
      'free some space, or keep fewer backups (--keep)',
  );
}
