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
/** The name of a file in `incoming/` while a snapshot is being added, and after that was interrupted. */
const UNFINISHED = 'unfinished';
/** Names in `incoming/`. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The folder is no repository, or cannot become one. Its message is for users. */
export class RepositoryError extends Error {}

/**
 * A folder with snapshots of one data directory, in pools that they share (docs/build/backup-format.md):
 *
 * - `snapshots/<time>-<hash>.json`: manifests; each is written last
 * - `objects/ab/<sha256>`: pieces of databases, and lists, compressed
 * - `blobs/ab/cd/<sha256>`: contents in files, as in the data directory
 * - `keys/<sha256>`: `secret.key`
 * - `incoming/`: what is being written
 * - `damaged/`: what was found damaged in the pools
 *
 * Nothing in it changes: files come, and go when no snapshot names them.
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

  /** Opens a repository. @throws {RepositoryError} there is none */
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

  /** Opens a repository, and makes it where there is nothing. @throws {RepositoryError} something else is there */
  static async create(path: string): Promise<Repository> {
    const absolute = resolve(path);
    const files = new NewFiles(absolute);
    await files.createFolder(absolute).catch((error: unknown) => {
      if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOTDIR'))
        throw new RepositoryError(`${path} is not a folder, and cannot become one`);
      throw error;
    });
    const isNew = !existsSync(join(absolute, 'repository.json'));
    if (isNew) await assertNoOthers(absolute);
    const repository = isNew ? new Repository(absolute) : await Repository.open(path);
    for (const folder of FOLDERS) await files.createFolder(join(absolute, folder));
    if (isNew) {
      // Where others may write, they could hold the locks. A network share may refuse this, and has rules of its own.
      await chmod(absolute, 0o700).catch(() => undefined);
      await files.write(join(absolute, 'repository.json'), Buffer.from(`${FORMAT}\n`));
    }
    await files.sync();
    return repository;
  }

  /** The lock of the one who adds and removes snapshots. @returns undefined if somebody has it */
  lockToWrite(): FileLock | undefined {
    return FileLock.acquire(join(this.path, 'write.lock'));
  }

  /**
   * The lock of those who read snapshots. While somebody has it, no snapshot is removed.
   * @returns `in use` while snapshots are being removed; undefined if nothing can be written there, so that none can be
   * removed
   */
  lockToRead(): FileLock | 'in use' | undefined {
    try {
      return FileLock.acquire(join(this.path, 'read.lock'), 'shared') ?? 'in use';
    } catch {
      return undefined;
    }
  }

  /** The lock of the one who removes snapshots. @returns undefined while somebody reads */
  lockToRemove(): FileLock | undefined {
    return FileLock.acquire(join(this.path, 'read.lock'));
  }

  /** All snapshots, the oldest first. */
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

  /** @throws {DamagedError} the manifest is missing or damaged */
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

  /** Makes a snapshot visible. All that it names must have been added. @returns its name */
  async publish(manifest: Manifest): Promise<string> {
    // A manifest that is on the disk names what is there, also after a power failure.
    await this.files.sync();
    const { name, bytes } = manifestFile(manifest);
    await this.files.write(this.manifestPath(name), bytes);
    await this.files.sync();
    return name;
  }

  /** Makes snapshots invisible. {@link removeUnnamed} does so, and removes what only they name. */
  async remove(snapshots: readonly SnapshotName[]): Promise<void> {
    for (const { name } of snapshots) await rm(this.manifestPath(name));
    // Before the files go that they name: no power failure may bring back a manifest alone.
    await syncPath(join(this.path, 'snapshots'));
  }

  /**
   * Moves a damaged file out of the pools, into `damaged/`. The next backup that has its content stores it again.
   * @param file its path within the repository
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
   * Begins to add a snapshot.
   * @returns true if the last one who did was interrupted, so that there may be files that no snapshot names
   * @throws {RepositoryError} the repository belongs to another user
   */
  async begin(): Promise<boolean> {
    await this.#assertSameUser();
    const folder = join(this.path, INCOMING);
    const left = await readdir(folder);
    // First the mark: a kill must not make what is left look finished. A link in its place is not written through.
    const flag = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
    await writeFile(join(folder, UNFINISHED), '', { mode: 0o600, flag });
    for (const name of left) if (name !== UNFINISHED) await rm(join(folder, name), { force: true });
    return left.length > 0;
  }

  /**
   * Files of another user could not be read or removed by the one whose repository it is. What counts is who a new file
   * belongs to: a network share may give all of them to one user.
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

  /** Ends what {@link Repository.begin} began. Removes nothing: by now each file is one that a snapshot names. */
  async end(): Promise<void> {
    await rm(join(this.path, INCOMING, UNFINISHED));
  }
}

/**
 * Files of others would be removed, as no snapshot names them. A crash leaves less: folders, and what is incoming.
 * @throws {RepositoryError}
 */
async function assertNoOthers(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const other = await foreignIn(path, entry);
    if (other !== undefined)
      throw new RepositoryError(`${path} has other files in it, such as ${other}: name an empty folder`);
  }
}

/** @returns what is not of a repository that is being made */
async function foreignIn(path: string, entry: Dirent): Promise<string | undefined> {
  const { name } = entry;
  if (/^(write|read)\.lock(-journal)?$/.test(name) || name === 'lost+found') return undefined;
  if (!FOLDERS.includes(name) || !entry.isDirectory()) return name;
  const [inside] = (await readdir(join(path, name))).filter((file) => name !== INCOMING || !UUID.test(file));
  return inside === undefined ? undefined : join(name, inside);
}
