import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAssetKeys, getRawAsset } from 'node:sea';
import { isMainThread, workerData } from 'node:worker_threads';
import { isOwnAlone } from './ownership.ts';

/** Folders where the binary may store its native parts: the system can load them only from files. */
export interface NativeDirectories {
  /** Configured folder. Disables all others, unless other users can write to it. */
  readonly configured: string | undefined;
  readonly dataDirectory: string;
}

const NAME = 'native';

let directories: NativeDirectories | undefined;
let isEmptyAllowed = false;
let directory: string | undefined = directoryOfThread();

/** Must be called before the first native part is needed. Has no effect without the binary. */
export function setNativeDirectories(chosen: NativeDirectories): void {
  directories = chosen;
}

/** Allows an empty data directory: this command starts a new office there. */
export function allowEmptyDataDirectory(): void {
  isEmptyAllowed = true;
}

/** The folder with the native parts. All threads use the same one: two copies of SQLite release each other's locks. */
export function nativeDirectory(): string {
  return (directory ??= openDirectory());
}

/**
 * Loads a native part of the binary. The build replaces `require` with calls of this function.
 * @param name name of the file inside the binary
 * @public
 * @throws {Error} the part cannot be stored, or not be loaded from its folder
 */
export function loadNative(name: string): unknown {
  const file = extracted(nativeDirectory(), name);
  const part = { exports: {} };
  try {
    process.dlopen(part, file);
  } catch (error) {
    const hint = `set native_dir to a folder on a disk that allows the execution of programs`;
    throw new Error(`cannot load ${file}: ${hint}`, { cause: error });
  }
  return part.exports;
}

/** @returns the path of a file with the bytes of that part, which no other user can write */
function extracted(folder: string, name: string): string {
  const bytes = Buffer.from(getRawAsset(name));
  const sha256 = hashOf(bytes);
  const file = join(folder, `${sha256}.node`);
  if (isWhole(file, sha256)) return file;
  const partial = `${file}.${randomUUID()}`;
  try {
    writeFileSync(partial, bytes, { mode: 0o500, flag: 'wx', flush: true });
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return file;
}

function isWhole(file: string, sha256: string): boolean {
  return isOwnAlone(file) && lstatSync(file).isFile() && hashOf(readFileSync(file)) === sha256;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function openDirectory(): string {
  try {
    const place = chosenDirectory();
    if (place !== undefined) return filled(place);
  } catch (error) {
    if (directories?.configured !== undefined) throw error;
    // The disk with the data may be full, so fall back to the temporary folder.
  }
  const temporary = mkdtempSync(join(tmpdir(), 'dms-native-'));
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  return filled(temporary);
}

/** @returns undefined if other users can write to the folder: this process would run their code */
function chosenDirectory(): string | undefined {
  if (directories === undefined) return undefined;
  const { configured, dataDirectory } = directories;
  if (configured !== undefined) return ifOwnAlone(realpathSync(created(configured)));
  if (!isEmptyAllowed && !isInUse(dataDirectory)) return undefined;
  // The data directory may be reached through a link, but the folder inside must not be one: a previous owner of the
  // data may have left it.
  const data = ifOwnAlone(realpathSync(dataDirectory));
  return data === undefined ? undefined : ifOwnAlone(created(join(data, NAME)));
}

function ifOwnAlone(path: string): string | undefined {
  return isOwnAlone(path) ? path : undefined;
}

function created(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Stores all parts in a folder, so that a lack of space shows before one is loaded. */
function filled(path: string): string {
  for (const name of getAssetKeys()) if (name.endsWith('.node')) extracted(path, name);
  return path;
}

/** A restore needs an empty folder, and a request for help must not create a new one. */
function isInUse(path: string): boolean {
  return existsSync(path) && readdirSync(path).length > 0;
}

function directoryOfThread(): string | undefined {
  const data: unknown = isMainThread ? undefined : workerData;
  const hasIt = typeof data === 'object' && data !== null && 'nativeDirectory' in data;
  return hasIt ? String(data.nativeDirectory) : undefined;
}
