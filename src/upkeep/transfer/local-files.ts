import { constants } from 'node:fs';
import { link, open, readdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { DirectoryHandle } from '../../storage/disk/directory-handle.ts';
import { type NameRules, nameRulesOf } from './disk-names.ts';
import { type LocalStat, statOf } from './local-stat.ts';
import { badArgument } from './refusal.ts';

/** Folder in an export directory with internal files of dms and the older versions. */
export const OWN_FOLDER = '.dms-export';
const PARTIAL = 'partial';

/**
 * Half a microsecond, added to times with a fraction that is not exact in binary. Otherwise the system truncates `.123`
 * to `.122999`.
 */
const ROUNDING_MS = 0.0005;
/** Maximum length of a path that other programs can open, in bytes (PATH_MAX of Linux, without the final zero). */
const LONGEST_PATH = 4095;
/** Error codes of a file system without hard links. */
const NOT_LINKABLE = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** A path has another file than before: another program created or changed it. */
export class ChangedMeanwhile extends Error {}

/** A file to write. */
interface NewFile {
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Milliseconds UTC. */
  readonly modifiedAt: number;
  /** The file to replace, as it was when it was examined; `any`: whatever file is there; undefined: none. */
  readonly replaces: LocalStat | 'any' | undefined;
}

/**
 * Writes the files of an export. Each file is written to `.dms-export/partial`, and gets its name when it is complete
 * and on the disk, so a file with its final name is whole, also after a power cut. All files and folders are addressed
 * through handles ({@link DirectoryHandle}), so nothing is written elsewhere if another user replaces a folder by a
 * symbolic link.
 */
export class LocalFiles {
  /** The export directory. */
  readonly root: DirectoryHandle;
  /** File names that the directory accepts. */
  readonly rules: NameRules;
  readonly #own: DirectoryHandle;
  readonly #partial: DirectoryHandle;
  #count = 0;

  private constructor(
    places: { root: DirectoryHandle; own: DirectoryHandle; partial: DirectoryHandle },
    rules: NameRules,
  ) {
    this.root = places.root;
    this.#own = places.own;
    this.#partial = places.partial;
    this.rules = rules;
  }

  /**
   * Creates the directory if it is missing, and deletes the files that a killed export left in `partial`.
   * @param directory absolute path without links
   * @throws {DmsError} invalid (DIR) if `.dms-export` or a folder of dms in it is not a folder
   * @throws {UnsafeDirectory}
   */
  static async open(directory: string): Promise<LocalFiles> {
    const opened: DirectoryHandle[] = [];
    const kept = (handle: DirectoryHandle | undefined, name: string): DirectoryHandle => {
      if (!handle) throw badArgument('DIR', `has a ${name} that is not a folder`);
      opened.push(handle);
      return handle;
    };
    try {
      const root = kept(DirectoryHandle.open(directory, { create: true }), directory);
      const own = kept(root.makeFolder(OWN_FOLDER), OWN_FOLDER);
      const versions = await statOf(own.at('versions'));
      if (versions && versions.kind !== 'folder')
        throw badArgument('DIR', `has a ${OWN_FOLDER}/versions that is not a folder`);
      const partial = kept(own.makeFolder(PARTIAL), `${OWN_FOLDER}/${PARTIAL}`);
      for (const name of await readdir(partial.location))
        if (!isRunning(Number.parseInt(name, 10))) await rm(partial.at(name), { force: true });
      return new LocalFiles({ root, own, partial }, await nameRulesOf(partial.location));
    } catch (error) {
      for (const handle of opened) handle.close();
      throw error;
    }
  }

  /**
   * Opens a folder below the export directory. Creates it with its parents. Links are not followed.
   * @param onDisk path relative to the export directory
   * @returns undefined if something else has the name of the folder or of a parent
   */
  folder(onDisk: string): DirectoryHandle | undefined {
    let folder: DirectoryHandle | undefined = this.root.folder('.');
    for (const name of onDisk.split(sep).filter((part) => part !== '')) {
      if (!folder) return undefined;
      const above: DirectoryHandle = folder;
      try {
        folder = this.folderIn(above, name);
      } finally {
        above.close();
      }
    }
    return folder;
  }

  /** Opens a folder in an open one. Otherwise as {@link LocalFiles.folder}. */
  folderIn(above: DirectoryHandle, name: string): DirectoryHandle | undefined {
    assertPath(above, name);
    return above.makeFolder(name);
  }

  /**
   * Writes a file. On an error, a previous file stays unchanged.
   * @throws {ChangedMeanwhile} if the folder does not have the file to replace, and neither is without one
   */
  async write(folder: DirectoryHandle, file: NewFile): Promise<void> {
    assertPath(folder, file.name);
    this.#count += 1;
    const partial = this.#partial.at(`${String(process.pid)}-${String(this.#count)}`);
    try {
      await writeNew(partial, file);
      await place(partial, folder.at(file.name), file.replaces);
    } finally {
      await rm(partial, { force: true });
    }
  }

  /** Removes the internal folders that are no longer needed. */
  async close(): Promise<void> {
    await removeIfEmpty(this.#own.at(PARTIAL));
    await removeIfEmpty(this.root.at(OWN_FOLDER));
    for (const handle of [this.#partial, this.#own, this.root]) handle.close();
  }
}

/** Handles reach deeper than paths, but other programs could not open such a file. */
function assertPath({ path }: DirectoryHandle, name: string): void {
  if (Buffer.byteLength(join(path, name)) <= LONGEST_PATH) return;
  throw Object.assign(new Error(`the path of ${name} is too long`), {
    code: 'ENAMETOOLONG',
    syscall: 'open',
  });
}

async function writeNew(path: string, { chunks, modifiedAt }: NewFile): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
    await file.utimes(secondsOf(modifiedAt), secondsOf(modifiedAt));
    // Otherwise a power cut may leave an empty file with the final name and time.
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Gives a complete file its name, unless another program has used the name meanwhile. */
async function place(partial: string, path: string, replaces: NewFile['replaces']): Promise<void> {
  if (replaces === undefined) {
    await placeNew(partial, path);
    return;
  }
  const there = await statOf(path);
  const isExpected =
    replaces === 'any' ? (there?.kind ?? 'file') === 'file' : there?.identity === replaces.identity;
  if (!isExpected) throw new ChangedMeanwhile();
  await rename(partial, path);
}

/** `rename` would replace a file that has the name by now. */
async function placeNew(partial: string, path: string): Promise<void> {
  try {
    await link(partial, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new ChangedMeanwhile();
    if (!hasCode(error, ...NOT_LINKABLE)) throw error;
    // Without hard links, an empty file of our own reserves the name.
    await writeFile(path, '', { flag: RESERVING }).catch(rethrowTaken);
    await rename(partial, path);
  }
}

const RESERVING = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

function rethrowTaken(error: unknown): never {
  throw hasCode(error, 'EEXIST') ? new ChangedMeanwhile() : error;
}

/**
 * Sets the modification time of a file or a folder.
 * @param target an open file, or a path that is no symbolic link
 * @param modifiedAt milliseconds UTC
 */
export function setModifiedAt(
  target: string | { utimes(accessed: number, modified: number): Promise<void> },
  modifiedAt: number,
): Promise<void> {
  const seconds = secondsOf(modifiedAt);
  return typeof target === 'string' ? utimes(target, seconds, seconds) : target.utimes(seconds, seconds);
}

function secondsOf(milliseconds: number): number {
  return (milliseconds % 1000 === 0 ? milliseconds : milliseconds + ROUNDING_MS) / 1000;
}

/** Whether another process has this ID. False for values that are not process IDs of this machine. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

async function removeIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch {
    // Another export is using the folder, or it contains older versions.
  }
}
