import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SnapshotName } from './manifest.ts';
import { DamagedError } from './objects.ts';
import type { SnapshotReader } from './snapshot-reader.ts';

/** Number and total size of removed files. */
export interface Removed {
  readonly files: number;
  readonly bytes: number;
}

/** The part of a repository that {@link removeUnnamed} uses. */
export interface NamingRepository {
  readonly path: string;
  snapshots(): Promise<readonly SnapshotName[]>;
  read(name: string): Promise<SnapshotReader>;
  remove(snapshots: readonly SnapshotName[]): Promise<void>;
}

/**
 * Removes snapshots, and all files that no other snapshot uses, including files of unfinished backups.
 * @throws {DamagedError} when another snapshot is unreadable, so that its files are unknown; nothing is removed
 */
export async function removeUnnamed(
  repository: NamingRepository,
  doomed: readonly SnapshotName[] = [],
): Promise<Removed> {
  const gone = new Set(doomed.map(({ name }) => name));
  const kept = (await repository.snapshots()).filter(({ name }) => !gone.has(name));
  const named = await namedFiles(repository, kept);
  await repository.remove(doomed);
  const removed = { files: 0, bytes: 0 };
  for await (const { path, name } of pooledFiles(repository.path)) {
    if (named.has(name)) continue;
    const { size, nlink } = await lstat(path);
    await rm(path);
    removed.files += 1;
    // A file with another link, in the data directory, takes no space here.
    removed.bytes += nlink > 1 ? 0 : size;
  }
  return removed;
}

/** Hashes of all files that the snapshots use, in any pool. */
async function namedFiles(
  repository: NamingRepository,
  snapshots: readonly SnapshotName[],
): Promise<Set<string>> {
  const named = new Set<string>();
  for (const { name } of snapshots) {
    try {
      await addNamed(named, await repository.read(name));
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      const manifest = `snapshots/${name}.json`;
      throw error.file === manifest ? error : new DamagedError(manifest, `names ${error.message}`);
    }
  }
  return named;
}

async function addNamed(named: Set<string>, snapshot: SnapshotReader): Promise<void> {
  const { database, blobs, key } = snapshot.manifest;
  if (key !== null) named.add(key);
  for (const list of database.lists) {
    if (named.has(list)) continue;
    for (const piece of await snapshot.piecesIn(list)) named.add(piece);
    named.add(list);
  }
  for (const list of blobs.lists) {
    if (named.has(list)) continue;
    for (const { sha256 } of await snapshot.blobsIn(list)) named.add(sha256);
    named.add(list);
  }
}

/** All files of the pools of the repository at `root`. */
export async function* pooledFiles(root: string): AsyncGenerator<{ path: string; name: string }> {
  for (const pool of ['objects', 'blobs', 'keys']) yield* filesBeneath(join(root, pool));
}

async function* filesBeneath(folder: string): AsyncGenerator<{ path: string; name: string }> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBeneath(path);
    else yield { path, name: entry.name };
  }
}
