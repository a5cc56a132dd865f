import { constants, type Dirent, existsSync } from 'node:fs';
import { chmod, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { FileLock } from '../disk/file-lock.ts';
import { BlobPool } from './blob-pool.ts';
import { type Manifest, manifestFile, parseManifest, type SnapshotName, timeOfSnapshot } from './manifest.ts';
import { NewFiles, syncPath } from './new-files.ts';
import { DamagedError, Objects } from './objects.ts';
import type { NamingRepository } from './removing.ts';
import { SnapshotReader } from './snapshot-reader.ts';

export { blobLists, hashList, type ListedBlob } from './blob-list.ts';
export { sizeOf } from './blob-pool.ts';
export { NewFiles } from './new-files.ts';
export { pooledFiles, type Removed, removeUnnamed } from './removing.ts';
export { DamagedError, type Manifest, type SnapshotName, type SnapshotReader };

const FORMAT = JSON.stringify({ kind: 'dms backup repository', format: 1 });
const INCOMING = 'incoming';
const FOLDERS = ['snapshots', 'objects', 'blobs', 'keys', INCOMING];
const EXTENSION = '.json';
/** Marker file in `incoming/`; exists while a snapshot is being added, and after an interruption. */
const UNFINISHED = 'unfinished';
/** Names of temporary files in `incoming/`. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The folder is not a repository, and may be unable to become one. The message is for users. */
export class RepositoryError extends Error {}

/**
 * A folder with snapshots of one data directory, in pools that they share (docs/build/backup-format.md):
 *
 * - `snapshots/<time>-<hash>.json`: manifests; each is written last
 * - `objects/ab/<sha256>`: pieces of databases, and lists, compressed
 * - `blobs/ab/cd/<sha256>`: contents in files, as in the data directory
 * - `keys/<sha256>`: `secret.key`
 * - `incoming/`: files that are being written
 * - `damaged/`: damaged files that were found in the pools
 *
 * Files never change. They are added, and removed when no snapshot uses them.
 */
export class Repository implements NamingRepository {
  /** Absolute path. */
  readonly path: string;
  readonly files: NewFiles;
  readonly objects: Objects;
  readonly blobs: BlobPool;

  private constructor(path: string) {
    this.path = path;
    this.files = new NewFiles(path);
    this.objects = new Objects(path, this.files);
    this.blobs = new BlobPool(path, this.files);
  }

  /** Opens a repository. @throws {RepositoryError} when the folder is not a repository */
  static async open(path: string): Promise<Repository> {
    const absolute = resolve(path);
    const format = await readFile(join(absolute, 'repository.json'), 'utf8').catch((error: unknown) => {
      if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
      throw error;
    });
    if (format === undefined)
      throw new RepositoryError(`${path} is not a backup of dms: it has no repository.json`);
    if (format.trim() !== FORMAT)
      throw new RepositoryError(
        `${path} was written by a later release of dms, or its repository.json is damaged`,
      );
    return new Repository(absolute);
  }

  /**
   * Opens a repository, or creates it in a new or empty folder.
   * @throws {RepositoryError} when the path is not a folder, or has other files
   */
  static async create(path: string): Promise<Repository> {
    const absolute = resolve(path);
    const files = new NewFiles(absolute);
    await files.createFolder(absolute).catch((error: unknown) => {
      if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOTDIR'))
        throw new RepositoryError(`${path} is not a folder, and dms cannot create one there`);
      throw error;
    });
    const isNew = !existsSync(join(absolute, 'repository.json'));
    if (isNew) {
      await assertNoOthers(absolute);
      // Other users with write access could hold the locks. A network share may refuse the mode and use its own rules.
      await chmod(absolute, 0o700).catch(() => undefined);
      // They may have added something since the first check, for example a link in the place of a folder.
      await assertNoOthers(absolute);
    }
    const repository = isNew ? new Repository(absolute) : await Repository.open(path);
    for (const folder of FOLDERS) await files.createFolder(join(absolute, folder));
    if (isNew) await files.write(join(absolute, 'repository.json'), Buffer.from(`${FORMAT}\n`));
    await files.sync();
    return repository;
  }

  /** Acquires the lock for adding and removing snapshots. @returns undefined if it is held elsewhere */
  lockToWrite(): FileLock | undefined {
    return FileLock.acquire(join(this.path, 'write.lock'));
  }

  /**
   * Acquires the shared lock for reading snapshots. While it is held, no snapshot can be removed.
   * @returns `in use` while snapshots are being removed; undefined if the repository is not writable, so that no
   * snapshot can be removed
   */
  lockToRead(): FileLock | 'in use' | undefined {
    try {
      return FileLock.acquire(join(this.path, 'read.lock'), 'shared') ?? 'in use';
    } catch {
      return undefined;
    }
  }

  /** Acquires the exclusive lock for removing snapshots. @returns undefined while snapshots are being read */
  lockToRemove(): FileLock | undefined {
    return FileLock.acquire(join(this.path, 'read.lock'));
  }

  /** All snapshots, oldest first. */
  async snapshots(): Promise<SnapshotName[]> {
    const files = await readdir(join(this.path, 'snapshots'));
    return files
      .flatMap((file) => {
        const name = file.endsWith(EXTENSION) ? file.slice(0, -EXTENSION.length) : '';
        const time = timeOfSnapshot(name);
        return time === undefined ? [] : [{ name, time }];
      })
      .sort((one, other) => one.time - other.time || (one.name < other.name ? -1 : 1));
  }

  /** Opens a snapshot. @throws {DamagedError} when the manifest is missing or damaged */
  async read(name: string): Promise<SnapshotReader> {
    const file = join('snapshots', `${name}${EXTENSION}`);
    const bytes = await readFile(join(this.path, file)).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) throw new DamagedError(file, 'is missing');
      throw error;
    });
    const manifest = parseManifest(name, bytes);
    if (!manifest) throw new DamagedError(file, 'is damaged');
    return new SnapshotReader(this.objects, manifest);
  }

  /** Path of the manifest of a snapshot. */
  manifestPath(name: string): string {
    return join(this.path, 'snapshots', `${name}${EXTENSION}`);
  }

  /** Makes a snapshot visible. All its files must have been added before. @returns its name */
  async publish(manifest: Manifest): Promise<string> {
    // A manifest on disk must only refer to files on disk, even after a power failure.
    await this.files.sync();
    const { name, bytes } = manifestFile(manifest);
    await this.files.write(this.manifestPath(name), bytes);
    await this.files.sync();
    return name;
  }

  /** Makes snapshots invisible. {@link removeUnnamed} calls this, and then removes the files that only they use. */
  async remove(snapshots: readonly SnapshotName[]): Promise<void> {
    for (const { name } of snapshots) await rm(this.manifestPath(name));
    // Synced before their files are removed: a power failure must not restore a manifest without its files.
    await syncPath(join(this.path, 'snapshots'));
  }

  /**
   * Moves a damaged file out of the pools, into `damaged/`. The next backup with its content stores it again.
   * @param file path of the file, relative to the repository
   */
  async setAside(file: string): Promise<void> {
    const folder = join(this.path, 'damaged');
    await this.files.createFolder(folder);
    await rename(join(this.path, file), join(folder, basename(file)));
  }

  keyPath(sha256: string): string {
    return join(this.path, 'keys', sha256);
  }

  /** Free space, in bytes. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.path);
    return bavail * bsize;
  }

  /**
   * Starts adding a snapshot.
   * @returns true if the previous backup was interrupted, so that there may be files that no snapshot uses
   * @throws {RepositoryError} when the repository belongs to another user
   */
  async begin(): Promise<boolean> {
    await this.#assertSameUser();
    const folder = join(this.path, INCOMING);
    const left = await readdir(folder);
    // The marker is written first: a kill must not make leftover files look finished. `O_NOFOLLOW`: a symbolic link
    // with the name of the marker must not be written through.
    const flag = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
    await writeFile(join(folder, UNFINISHED), '', { mode: 0o600, flag });
    for (const name of left) if (name !== UNFINISHED) await rm(join(folder, name), { force: true });
    return left.length > 0;
  }

  /**
   * Checks that this process creates files as the owner of the repository. Otherwise the owner could not read or remove
   * them. Compares with the owner of a new file, not with the process user: a network share may assign all files to one
   * user.
   * @throws {RepositoryError}
   */
  async #assertSameUser(): Promise<void> {
    const trial = this.files.temporary();
    await writeFile(trial, '', { mode: 0o600 });
    const { uid: own } = await stat(trial);
    await rm(trial);
    const places = ['repository.json', ...FOLDERS].map((name) => join(this.path, name));
    const owners = await Promise.all(places.map(async (place) => (await stat(place)).uid));
    const owner = owners.find((uid) => uid !== own);
    if (owner === undefined) return;
    throw new RepositoryError(
      `${this.path} belongs to another user (uid ${String(owner)}): run this as that user, ` +
        `for example with sudo -u '#${String(owner)}'`,
    );
  }

  /**
   * Ends the adding of a snapshot ({@link Repository.begin}). Removes only the marker: a snapshot uses all files by
   * now.
   */
  async end(): Promise<void> {
    await rm(join(this.path, INCOMING, UNFINISHED));
  }
}

/**
 * Rejects a folder with files of others: cleanup would remove them, because no snapshot uses them. An interrupted
 * creation leaves only folders and temporary files.
 * @throws {RepositoryError}
 */
async function assertNoOthers(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const other = await foreignIn(path, entry);
    if (other !== undefined)
      throw new RepositoryError(`${path} contains other files, such as ${other}: name an empty folder`);
  }
}

/** @returns a file that does not belong to an incomplete repository; undefined if there is none */
async function foreignIn(path: string, entry: Dirent): Promise<string | undefined> {
  const { name } = entry;
  if (/^(write|read)\.lock(-journal)?$/.test(name) || name === 'lost+found') return undefined;
  if (!FOLDERS.includes(name) || !entry.isDirectory()) return name;
  const [inside] = (await readdir(join(path, name))).filter((file) => name !== INCOMING || !UUID.test(file));
  return inside === undefined ? undefined : join(name, inside);
}
