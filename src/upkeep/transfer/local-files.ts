import { type BigIntStats } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, rmdir, utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { type NameRules, nameRulesOf } from './disk-names.ts';
import { badArgument } from './refusal.ts';

/** Folder in an export directory with internal files of dms and the older versions. */
export const OWN_FOLDER = '.dms-export';

/**
 * Half a microsecond, added to times with a fraction that is not exact in binary. Otherwise the system truncates `.123`
 * to `.122999`.
 */
const ROUNDING_MS = 0.0005;

/**
 * Writes the files of an export. Each file is written to `.dms-export/partial`, and renamed when it is complete, so a
 * file with its final name is never incomplete.
 */
export class LocalFiles {
  readonly directory: string;
  /** File names that the directory accepts. */
  readonly rules: NameRules;
  readonly #partial: string;
  #count = 0;

  private constructor(directory: string, partial: string, rules: NameRules) {
    this.directory = directory;
    this.#partial = partial;
    this.rules = rules;
  }

  /**
   * Creates the directory if it is missing, and deletes the files that a killed export left in `partial`.
   * @throws {DmsError} invalid (DIR) if `.dms-export` or a folder of dms in it is not a folder
   */
  static async open(directory: string): Promise<LocalFiles> {
    await mkdir(directory, { recursive: true });
    for (const folder of [OWN_FOLDER, join(OWN_FOLDER, 'versions')]) await assertNoOther(directory, folder);
    const partial = join(directory, OWN_FOLDER, 'partial');
    // The files in it are deleted, so it must not be a link to other files of the user.
    if (!(await makeFolders(directory, join(OWN_FOLDER, 'partial'))))
      throw badArgument('DIR', `has a ${OWN_FOLDER}/partial that is not a folder`);
    for (const name of await readdir(partial))
      if (!isRunning(Number.parseInt(name, 10))) await rm(join(partial, name), { force: true });
    return new LocalFiles(directory, partial, await nameRulesOf(partial));
  }

  /**
   * Creates a folder below the export directory, with its parents. Links are not followed.
   * @returns false if something else has the name of the folder or of a parent
   */
  folder(onDisk: string): Promise<boolean> {
    return makeFolders(this.directory, onDisk);
  }

  /**
   * Writes a file. On an error, a previous file stays unchanged.
   * @param modifiedAt milliseconds UTC
   */
  async write(
    path: string,
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    modifiedAt: number,
  ): Promise<void> {
    const partial = this.#partialPath();
    try {
      const file = await open(partial, 'wx');
      try {
        for await (const chunk of chunks) await file.writeFile(chunk);
        await file.utimes(secondsOf(modifiedAt), secondsOf(modifiedAt));
      } finally {
        await file.close();
      }
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  /** Removes the internal folders that are no longer needed. */
  async close(): Promise<void> {
    await removeIfEmpty(this.#partial);
    await removeIfEmpty(join(this.directory, OWN_FOLDER));
  }

  #partialPath(): string {
    this.#count += 1;
    return join(this.#partial, `${String(process.pid)}-${String(this.#count)}`);
  }
}

/** @throws {DmsError} invalid (DIR) if something else than a folder is there */
async function assertNoOther(directory: string, folder: string): Promise<void> {
  const there = await statOf(join(directory, folder));
  if (there && there.kind !== 'folder') throw badArgument('DIR', `has a ${folder} that is not a folder`);
}

/** Creates one level at a time, because `mkdir` with `recursive` would follow links. */
async function makeFolders(directory: string, onDisk: string): Promise<boolean> {
  let path = directory;
  for (const name of onDisk.split(sep).filter((part) => part !== '')) {
    path = join(path, name);
    if (!(await statOf(path))) await mkdir(path).catch(ignoreExisting);
    if ((await statOf(path))?.kind !== 'folder') return false;
  }
  return true;
}

/** Another export may create the same folder. */
function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}

/** Metadata of a path. Links are not followed. */
export interface LocalStat {
  readonly kind: 'file' | 'folder' | 'a symbolic link' | 'a device' | 'a socket or a pipe';
  /** In bytes. */
  readonly size: number;
  /** Milliseconds UTC, rounded: dms stores no fractions. */
  readonly modifiedAt: number;
}

/** @returns undefined if the path does not exist */
export async function statOf(path: string): Promise<LocalStat | undefined> {
  try {
    // A `number` cannot hold the time exactly.
    const stat = await lstat(path, { bigint: true });
    return { kind: kindOf(stat), size: Number(stat.size), modifiedAt: nearestMillisecond(stat.mtimeNs) };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function kindOf(stat: BigIntStats): LocalStat['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  if (stat.isSymbolicLink()) return 'a symbolic link';
  return stat.isFIFO() || stat.isSocket() ? 'a socket or a pipe' : 'a device';
}

function nearestMillisecond(nanoseconds: bigint): number {
  const half = nanoseconds < 0n ? -500_000n : 500_000n;
  return Number((nanoseconds + half) / 1_000_000n);
}

/**
 * Sets the modification time of a file or a folder.
 * @param modifiedAt milliseconds UTC
 */
export function setModifiedAt(path: string, modifiedAt: number): Promise<void> {
  return utimes(path, secondsOf(modifiedAt), secondsOf(modifiedAt));
}

function secondsOf(milliseconds: number): number {
  return (milliseconds % 1000 === 0 ? milliseconds : milliseconds + ROUNDING_MS) / 1000;
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
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
