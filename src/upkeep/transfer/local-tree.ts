import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readdir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { nameFault, nameKey } from '../../model/entries/names.ts';
import { OWN_FOLDER, statOf } from './local-files.ts';
import { refusal } from './refusal.ts';
import { type Omission, reasonOf } from './transfer-list.ts';

/** A file or a folder on the disk that can become an entry. */
export interface LocalEntry {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  /** From the directory of the transfer. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds UTC. */
  readonly modifiedAt: number;
}

/** A directory, with what cannot be read from it. */
interface LocalFolder {
  readonly entries: readonly LocalEntry[];
  /** What is no file: links, devices, sockets and pipes. */
  readonly ignored: readonly Omission[];
  readonly omitted: readonly Omission[];
}

/** Refuses what is no UTF-8 instead of replacing it. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Linux: what this process has open, at paths that nobody can change. */
const OPEN_FILES = '/proc/self/fd';
/** 0001-01-01 and 9999-12-31, which are what dates on the wire can hold. Some file systems hold more. */
const YEARS = { first: -62_135_596_800_000, last: 253_402_300_799_999 };

/** Reads directories on the disk. Somebody may put links there meanwhile: they are not followed. */
export class LocalTree {
  readonly #directory: string;

  /** @param directory absolute path without links */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The path in the file system. */
  at(path: string): string {
    return join(this.#directory, path);
  }

  /**
   * What is directly in a folder, always in the same order.
   * @param folder path from the directory of the transfer; '' for that directory itself
   * @throws {Error} it cannot be read
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
        found.ignored.push({ path, reason: 'the folder in which an export keeps older versions' });
      else await this.#add({ name, path }, found);
    }
    return found;
  }

  /**
   * Opens a file or a folder for reading.
   * @throws {DmsError} incomplete: it is elsewhere by now, behind a link
   * @throws {Error} it cannot be read, or is a link
   */
  async open(path: string, flags = 0): Promise<FileHandle> {
    // A pipe that takes the place of the file must not be waited for.
    const careful = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(this.at(path), flags | careful);
    const found = await readlink(openPath(handle)).catch(() => realpath(this.at(path)));
    if (found === this.at(path)) return handle;
    await handle.close();
    throw refusal('incomplete', `${path} is not where it was.`);
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

  /** Counts the files beneath a folder, and their bytes. What cannot be read does not count. */
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
      // It was deleted since the directory was read.
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

/** @param keys of the names before it */
function faultOf(name: string, keys: Set<string>): string | undefined {
  const fault = nameFault(name);
  if (fault !== undefined) return fault.text;
  const key = nameKey(name);
  if (keys.has(key)) return 'is the same as that of another entry, in another form of Unicode';
  keys.add(key);
  return undefined;
}
