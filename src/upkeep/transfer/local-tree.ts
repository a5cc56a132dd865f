import { type FileHandle, readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { nameFault, nameKey } from '../../model/entries/names.ts';
import type { DmsError } from '../../model/errors/errors.ts';
import { DirectoryHandle } from '../../storage/disk/directory-handle.ts';
import { OWN_FOLDER } from './local-files.ts';
import { statOf, statOfOpen } from './local-stat.ts';
import { refusal } from './refusal.ts';
import { type Omission, reasonOf } from './transfer-list.ts';

/** A file or a folder on the disk that can be imported. */
export interface LocalEntry {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  /** Relative to the import directory. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds UTC. */
  readonly modifiedAt: number;
}

/** A file that is open for reading, and its metadata at that moment. */
export interface OpenFile extends Pick<LocalEntry, 'size' | 'modifiedAt'> {
  readonly handle: FileHandle;
  /** See {@link LocalStat}. */
  readonly identity: string;
}

/** The entries of a directory, and the ones that cannot be imported. */
interface LocalFolder {
  readonly entries: readonly LocalEntry[];
  /** Special files: links, devices, sockets and pipes. */
  readonly ignored: readonly Omission[];
  readonly omitted: readonly Omission[];
}

/** Throws on invalid UTF-8 instead of replacing it. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** 0001-01-01 and 9999-12-31, the range of dates in the protocols. Some file systems allow more. */
const YEARS = { first: -62_135_596_800_000, last: 253_402_300_799_999 };

/**
 * Reads directories on the disk through handles ({@link DirectoryHandle}). Links are not followed, even if another
 * process creates them during the import.
 */
export class LocalTree {
  readonly #root: DirectoryHandle;

  private constructor(root: DirectoryHandle) {
    this.#root = root;
  }

  /**
   * @param directory absolute path without links
   * @throws {UnsafeDirectory}
   */
  static open(directory: string): LocalTree {
    return new LocalTree(DirectoryHandle.open(directory));
  }

  close(): void {
    this.#root.close();
  }

  /**
   * Entries directly in a folder, in a fixed order.
   * @param folder path relative to the import directory; '' for that directory itself
   * @throws {DmsError} incomplete if the folder or one above it has been replaced by a link
   * @throws {Error} if the folder cannot be read
   */
  async list(folder: string): Promise<LocalFolder> {
    const directory = this.#folder(folder);
    try {
      return await listed(directory, folder);
    } finally {
      directory.close();
    }
  }

  /**
   * Opens a file for reading.
   * @throws {DmsError} incomplete if the file or a folder above it has been replaced, for example by a link
   */
  async open(path: string): Promise<OpenFile> {
    const folder = this.#folder(dirname(path));
    try {
      const handle = await folder.file(basename(path));
      const { kind, size, modifiedAt, identity } = await statOfOpen(handle);
      if (kind === 'file') return { handle, size, modifiedAt: withinYears(modifiedAt), identity };
      await handle.close();
      throw replaced(path);
    } finally {
      folder.close();
    }
  }

  #folder(path: string): DirectoryHandle {
    let folder = this.#root.folder('.');
    for (const name of path.split(sep)) {
      if (name === '' || name === '.') continue;
      const above: DirectoryHandle | undefined = folder;
      try {
        folder = above?.folder(name);
      } finally {
        above?.close();
      }
    }
    if (!folder) throw replaced(path);
    return folder;
  }

  /** Number and total size of the files below a folder. Unreadable ones do not count. */
  async amount(folder = ''): Promise<{ files: number; bytes: number }> {
    const total = { files: 0, bytes: 0 };
    const { entries } = await this.list(folder).catch(() => ({ entries: [] }));
    for (const { kind, path, size } of entries) {
      const { files, bytes } = kind === 'file' ? { files: 1, bytes: size } : await this.amount(path);
      total.files += files;
      total.bytes += bytes;
    }
    return total;
  }
}

async function listed(directory: DirectoryHandle, folder: string): Promise<LocalFolder> {
  const names = await readdir(directory.location, { encoding: 'buffer' });
  names.sort((a, b) => Buffer.compare(a, b));
  const found: Found = { entries: [], ignored: [], omitted: [] };
  const keys = new Set<string>();
  for (const bytes of names) {
    const name = decoded(bytes);
    const path = join(folder, name ?? bytes.toString('latin1'));
    const fault = name === undefined ? 'is not UTF-8' : faultOf(name, keys);
    if (fault !== undefined || name === undefined)
      found.omitted.push({ path, reason: `its name ${fault ?? ''}` });
    else if (folder === '' && name === OWN_FOLDER)
      found.ignored.push({ path, reason: 'an export stores older versions in this folder' });
    else await add({ name, path }, directory, found);
  }
  return found;
}

interface Found extends LocalFolder {
  readonly entries: LocalEntry[];
  readonly ignored: Omission[];
  readonly omitted: Omission[];
}

async function add(
  entry: { readonly name: string; readonly path: string },
  directory: DirectoryHandle,
  { entries, ignored, omitted }: Found,
): Promise<void> {
  const { name, path } = entry;
  try {
    const stat = await statOf(directory.at(name));
    // Deleted since the directory was read.
    if (!stat) return;
    const { kind, size, modifiedAt } = stat;
    if (kind !== 'file' && kind !== 'folder') ignored.push({ path, reason: kind });
    else entries.push({ ...entry, kind, size, modifiedAt: withinYears(modifiedAt) });
  } catch (error) {
    omitted.push({ path, reason: reasonOf(error) ?? 'it cannot be read' });
  }
}

function replaced(path: string): DmsError {
  return refusal('incomplete', `${path} was moved or replaced.`);
}

function withinYears(time: number): number {
  return Math.min(Math.max(time, YEARS.first), YEARS.last);
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** @param keys keys of the previous names in the folder; the key of this one is added */
function faultOf(name: string, keys: Set<string>): string | undefined {
  const fault = nameFault(name);
  if (fault !== undefined) return fault.text;
  const key = nameKey(name);
  if (keys.has(key)) return 'is the same as that of another entry, in another form of Unicode';
  keys.add(key);
  return undefined;
}
