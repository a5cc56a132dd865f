import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getRawAsset } from 'node:sea';
import { isMainThread, workerData } from 'node:worker_threads';

/** Where the binary may lay its native parts: the system loads them from files only. */
export interface NativePlaces {
  /** As configured. Nothing else is tried then. */
  readonly configured: string | undefined;
  readonly dataDirectory: string;
}

const NAME = 'native';

let places: NativePlaces | undefined;
let directory: string | undefined = directoryOfThread();

/** To be called before the first native part is needed. The sources have no use for it. */
export function useNativePlaces(chosen: NativePlaces): void {
  places = chosen;
}

/** The folder with the native parts. All threads use the same: two copies of SQLite release each other's locks. */
export function nativeDirectory(): string {
  return (directory ??= openDirectory());
}

/**
 * Loads a native part of the binary. The build calls it in place of `require`.
 * @param name of the file inside the binary
 * @public
 * @throws {Error} the part cannot be laid down, or not be loaded from there
 */
export function loadNative(name: string): unknown {
  const file = laidDown(Buffer.from(getRawAsset(name)));
  const part = { exports: {} };
  try {
    process.dlopen(part, file);
  } catch (error) {
    const hint = `set native_dir to a folder on a disk from which programs may be started`;
    throw new Error(`cannot load ${file}: ${hint}`, { cause: error });
  }
  return part.exports;
}

/** @returns the path of a file with these bytes, which nobody else can write */
function laidDown(bytes: Buffer): string {
  const sha256 = hashOf(bytes);
  const file = join(nativeDirectory(), `${sha256}.node`);
  if (existsSync(file) && hashOf(readFileSync(file)) === sha256) return file;
  const partial = `${file}.${randomUUID()}`;
  try {
    writeFileSync(partial, bytes, { mode: 0o500, flag: 'wx', flush: true });
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return file;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function openDirectory(): string {
  if (places?.configured !== undefined) return created(resolve(places.configured));
  if (places !== undefined && isInUse(places.dataDirectory)) {
    try {
      return created(resolve(places.dataDirectory, NAME));
    } catch {
      // Others may look at the data too, who cannot write there.
    }
  }
  const temporary = mkdtempSync(join(tmpdir(), 'dms-native-'));
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  return temporary;
}

function created(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** A restore needs an empty folder, and whoever asks for help does not want a new one. */
function isInUse(path: string): boolean {
  return existsSync(path) && readdirSync(path).length > 0;
}

function directoryOfThread(): string | undefined {
  const data: unknown = isMainThread ? undefined : workerData;
  const hasIt = typeof data === 'object' && data !== null && 'nativeDirectory' in data;
  return hasIt ? String(data.nativeDirectory) : undefined;
}
