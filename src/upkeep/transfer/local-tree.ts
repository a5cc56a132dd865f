import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { nameFault, nameKey } from '../../model/entries/names.ts';
import { OWN_FOLDER, statOf } from './local-files.ts';
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

/** The entries of a directory, and the ones that cannot be imported. */
interface LocalFolder {
  readonly entries: readonly LocalEntry[];
  /** Special files: links, devices, sockets and pipes. */
  readonly ignored: readonly Omission[];
  readonly omitted: readonly Omission[];
}

/** Throws on invalid UTF-8 instead of replacing it. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Linux: open files of this process, at paths that no other process can change. */
const OPEN_FILES = '/proc/self/fd';
/** 0001-01-01 and 9999-12-31, the range of dates in the protocols. Some file systems allow more. */
const YEARS = { first: -62_135_596_800_000, last: 253_402_300_799_999 };

/** Reads directories on the disk. Links are not followed, even if another process creates them during the import. */
export class LocalTree {
  readonly #directory: string;

  /** @param directory absolute path without links */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Absolute path for a path relative to the import directory. */
  at(path: string): string {
    return join(this.#directory, path);
  }

  /**
   * Entries directly in a folder, in a fixed order.
   * @param folder path relative to the import directory; '' for that directory itself
   * @throws {Error} if the folder cannot be read
   */
  async list(folder: string): Promise<LocalFolder> {
    const names = await this.#namesIn(folder);
    const found: LocalFolder & { entries: LocalEntry[]; ignored: Omission[]; omitted: Omission[] } = {
      entries: [],
      ignored: [],
      omitted: [],
    };
    const keys = new Set<string>();
    for (const bytes of names) {
      const name = decoded(bytes);
      const path = join(folder, name ?? bytes.toString('latin1'));
      const fault = name === undefined ? 'is not UTF-8' : faultOf(name, keys);
      if (fault !== undefined || name === undefined)
        found.omitted.push({ path, reason: `its name ${fault ?? ''}` });
      else if (folder === '' && name === OWN_FOLDER)
        found.ignored.push({ path, reason: 'an export stores older versions in this folder' });
      else await this.#add({ name, path }, found);
    }
    return found;
  }

  /**
   * Opens a file or a folder for reading.
   * @throws {DmsError} incomplete if a parent has been replaced by a link
   * @throws {Error} if it cannot be read, or is a link
   */
  async open(path: string, flags = 0): Promise<FileHandle> {
    // A pipe that has replaced the file must not block the open.
    const careful = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(this.at(path), flags | careful);
    const found = await readlink(openPath(handle)).catch(() => realpath(this.at(path)));
    if (found === this.at(path)) return handle;
    await handle.close();
    throw refusal('incomplete', `${path} was moved or replaced.`);
  }

  async #namesIn(folder: string): Promise<Buffer[]> {
    const handle = await this.open(folder, constants.O_DIRECTORY);
    try {
      const path = existsSync(OPEN_FILES) ? openPath(handle) : this.at(folder);
      const names = await readdir(path, { encoding: 'buffer' });
      return names.sort((a, b) => Buffer.compare(a, b));
    } finally {
      await handle.close();
    }
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

  async #add(
    entry: { readonly name: string; readonly path: string },
    { entries, ignored, omitted }: { entries: LocalEntry[]; ignored: Omission[]; omitted: Omission[] },
  ): Promise<void> {
    const { path } = entry;
    try {
      const stat = await statOf(this.at(path));
      // Deleted since the directory was read.
      if (!stat) return;
      const { kind, size, modifiedAt } = stat;
      if (kind !== 'file' && kind !== 'folder') ignored.push({ path, reason: kind });
      else entries.push({ ...entry, kind, size, modifiedAt: withinYears(modifiedAt) });
    } catch (error) {
      omitted.push({ path, reason: reasonOf(error) ?? 'it cannot be read' });
    }
  }
}

function openPath({ fd }: FileHandle): string {
  return `${OPEN_FILES}/${String(fd)}`;
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
