import { existsSync, readdirSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportProgress } from '../../model/progress.ts';
import { blobPath } from '../../storage/blobs/blobs.ts';
import { beginRestoredSeries } from '../../storage/connection/restored-series.ts';
import { syncDirectory } from '../../storage/disk/disk.ts';
import { FileLock } from '../../storage/disk/file-lock.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import {
  type ListedBlob,
  NewFiles,
  type Repository,
  type SnapshotReader,
  sizeOf,
} from '../../storage/repository/repository.ts';
import { inParallel } from '../parallel.ts';
import { RESTORE_MARKER } from '../restore-marker.ts';
import { UpkeepError } from '../upkeep-error.ts';
import { assertKnownSchema, extractMigratedDatabase } from './snapshot-database.ts';

const WRITERS = 8;

/** Result of a restore. */
export interface Restored {
  readonly documents: number;
  readonly versions: number;
  /** Number of contents in files. */
  readonly contents: number;
  readonly bytes: number;
  /** SHA-256 of the contents that the snapshot lacks. Versions with these contents cannot be opened. */
  readonly damaged: readonly string[];
  /** Migrations applied to the restored database. */
  readonly migrations: readonly string[];
}

/**
 * Restores a snapshot into a data directory. Each file is checked against its hash while it is copied. The database is
 * written last, so that no service starts on a partial directory. Files that an interrupted restore left are reused.
 * @param directory missing, empty, or the target of an interrupted restore
 * @throws {UpkeepError} if the directory contains other files or is in use, if the database is from a later release, or
 * if the key is missing or damaged
 * @throws {DamagedError} if the database or a list of the snapshot is damaged
 */
export async function restoreInto(
  directory: string,
  { repository, snapshot }: { repository: Repository; snapshot: SnapshotReader },
  report: ReportProgress,
): Promise<Restored> {
  const { manifest } = snapshot;
  assertKnownSchema(snapshot);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  assertEmpty(directory);
  await makePrivate(directory);
  const lock = FileLock.acquire(join(directory, 'serve.lock'));
  if (!lock) throw new UpkeepError(`${directory} is in use by another dms`, 'in use');
  try {
    // Before this lock was acquired, another restore may have ended and a service may have run.
    assertEmpty(directory);
    await writeFile(join(directory, RESTORE_MARKER), 'dms restore was interrupted; run it again.\n', {
      mode: 0o600,
    });
    // A power failure must not remove the marker but leave files that look like a data directory.
    syncDirectory(directory);
    for (const name of ['blobs', 'incoming'])
      await mkdir(join(directory, name), { recursive: true, mode: 0o700 });
    const files = new NewFiles(directory);
    const damaged = await copyBlobs(repository, snapshot, { files, directory, report });
    await copyKey(repository, manifest.key, { files, directory });
    await files.sync();
    const migrations = await putDatabase(snapshot, directory, report);
    syncDirectory(directory);
    await rm(join(directory, RESTORE_MARKER));
    syncDirectory(directory);
    return {
      documents: manifest.counts.documents,
      versions: manifest.counts.versions,
      contents: manifest.blobs.count,
      bytes: manifest.blobs.bytes + manifest.database.bytes,
      damaged,
      migrations,
    };
  } finally {
    lock.release();
  }
}

/**
 * Removes the permissions of other users. Then refuses what they may have left there: a link would lead the restore out
 * of the directory.
 * @throws {UpkeepError}
 */
async function makePrivate(directory: string): Promise<void> {
  const uid = process.geteuid?.();
  if (uid === undefined) return;
  const { mode } = await stat(directory);
  if ((mode & 0o077) !== 0) await chmod(directory, mode & 0o700);
  for (const name of readdirSync(directory)) {
    const found = await lstat(join(directory, name));
    const isForeign = found.uid !== uid && found.uid !== 0;
    if (isForeign || found.isSymbolicLink())
      throw new UpkeepError(
        `${join(directory, name)} is ${isForeign ? 'of another user' : 'a symbolic link'}: ` +
          'a restore needs an empty directory',
      );
  }
}

function assertEmpty(directory: string): void {
  if (existsSync(join(directory, RESTORE_MARKER))) return;
  const [other] = readdirSync(directory).filter(
    (name) => !name.startsWith('serve.lock') && name !== 'lost+found',
  );
  if (other !== undefined)
    throw new UpkeepError(
      `${directory} is not empty (it contains ${other}): a restore needs an empty directory`,
    );
}

interface Target {
  readonly files: NewFiles;
  readonly directory: string;
}

/** @returns SHA-256 of the missing or damaged contents */
async function copyBlobs(
  repository: Repository,
  snapshot: SnapshotReader,
  { files, directory, report }: Target & { report: ReportProgress },
): Promise<string[]> {
  const total = snapshot.manifest.blobs.bytes;
  const damaged: string[] = [];
  let done = 0;
  const copy = async ({ sha256, sizeBytes }: ListedBlob): Promise<void> => {
    const target = blobPath(join(directory, 'blobs'), sha256);
    const isThere = (await sizeOf(target)) === sizeBytes && (await hashFile(target)) === sha256;
    if (isThere) files.keep(target);
    const source = repository.blobs.path(sha256);
    const isCopied =
      isThere ||
      ((await sizeOf(source)) === sizeBytes &&
        (await files.copy(source, target, (found) => found === sha256)));
    if (!isCopied) damaged.push(sha256);
    done += sizeBytes;
    report({ step: 'restoring contents', done, total, unit: 'bytes' });
  };
  for (const list of snapshot.manifest.blobs.lists)
    await inParallel(await snapshot.blobsIn(list), WRITERS, copy);
  return damaged.toSorted();
}

async function copyKey(
  repository: Repository,
  key: string | null,
  { files, directory }: Target,
): Promise<void> {
  if (key === null) return;
  const source = repository.keyPath(key);
  if ((await sizeOf(source)) === undefined || (await hashFile(source)) !== key)
    throw new UpkeepError(
      `keys/${key} is missing or damaged: choose another backup with --snapshot`,
      'damaged',
    );
  await files.write(join(directory, 'secret.key'), await readFile(source));
}

/** @returns the migrations applied */
async function putDatabase(
  snapshot: SnapshotReader,
  directory: string,
  report: ReportProgress,
): Promise<readonly string[]> {
  const file = join(directory, 'dms.sqlite');
  const part = `${file}.part`;
  for (const name of [file, part])
    for (const end of ['', '-wal', '-shm']) await rm(`${name}${end}`, { force: true });
  const migrations = await extractMigratedDatabase(snapshot, part, report);
  beginRestoredSeries(part);
  await rename(part, file);
  return migrations;
}
