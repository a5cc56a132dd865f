import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, Entry, Folder } from '../../model/entries/entry.ts';
import type { DirectoryHandle } from '../../storage/disk/directory-handle.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import { DamagedContent } from '../../storage/tree-reader.ts';
import { inParallel } from '../parallel.ts';
import { diskNames } from './disk-names.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { exportHistory } from './export-history.ts';
import { ChangedMeanwhile, type LocalFiles, OWN_FOLDER, setModifiedAt } from './local-files.ts';
import { type LocalStat, statOf, statOfOpen } from './local-stat.ts';
import { type Omission, reasonOf } from './transfer-list.ts';

/** Number of documents written in parallel. */
const WRITERS = 8;

/** Result of an export. */
export interface ExportResult {
  readonly documents: number;
  readonly bytes: number;
  /** Number of files written. The others were already there. */
  readonly written: number;
  /** Entries whose names the file system does not accept, with their file names. */
  readonly renamed: readonly { readonly path: string; readonly name: string }[];
  readonly omitted: readonly Omission[];
}

/** Location of an entry: its path in dms, and its path relative to the export directory. */
export interface Place {
  readonly path: string;
  readonly onDisk: string;
}

/** Location of a document: its name in an open directory. */
interface FilePlace extends Place {
  readonly directory: DirectoryHandle;
  readonly name: string;
}

type Replaced = Parameters<LocalFiles['write']>[1]['replaces'];

const NO_FILE = 'something other than a file has its name';

/** Exports folders with all their descendants to the disk. */
export class TreeExport {
  readonly #deps: ExportDependencies;
  readonly #renamed: { path: string; name: string }[] = [];
  readonly #omitted: Omission[] = [];
  readonly #total: number;
  #documents = 0;
  #bytes = 0;
  #written = 0;

  /** @param total bytes to export */
  constructor(deps: ExportDependencies, total: number) {
    this.#deps = deps;
    this.#total = total;
  }

  get result(): ExportResult {
    const [omitted, renamed] = [this.#omitted.toSorted(byPath), this.#renamed.toSorted(byPath)];
    return { documents: this.#documents, bytes: this.#bytes, written: this.#written, renamed, omitted };
  }

  /**
   * Exports the contents of a folder.
   * @throws {Error} if no further file can be written
   */
  async folder(folder: Folder, place: Place): Promise<void> {
    await this.#inFolder(place, () => this.#deps.files.folder(place.onDisk), folder);
  }

  /**
   * Creates the folder on the disk, and exports its contents, unless something else has its name.
   * @param open see {@link LocalFiles.folder}
   */
  async #inFolder(place: Place, open: () => DirectoryHandle | undefined, folder: Folder): Promise<void> {
    let directory: DirectoryHandle | undefined;
    try {
      directory = open();
    } catch (error) {
      this.#omitOrThrow(place, error);
      return;
    }
    if (!directory) {
      this.#omit(place, 'something other than a folder has its name');
      return;
    }
    try {
      await this.#contents(folder, place, directory);
    } finally {
      directory.close();
    }
  }

  async #contents(folder: Folder, place: Place, directory: DirectoryHandle): Promise<void> {
    const { files, reader } = this.#deps;
    const members = reader.members(folder.id);
    const reserved = place.onDisk === '' ? [OWN_FOLDER] : [];
    const names = diskNames(members, files.rules, reserved);
    const placeOf = (entry: Entry): Place & { readonly name: string } => {
      const name = names.get(entry) ?? entry.name;
      const path = `${place.path}/${entry.name}`;
      if (name !== entry.name) this.#renamed.push({ path, name });
      return { path, onDisk: join(place.onDisk, name), name };
    };
    const documents = members.filter((member) => member.kind === 'file');
    await inParallel(documents, WRITERS, (document) =>
      this.#document(document, { ...placeOf(document), directory }),
    );
    for (const member of members) {
      if (member.kind !== 'folder') continue;
      const inner = placeOf(member);
      await this.#inFolder(inner, () => files.folderIn(directory, inner.name), member);
    }
    await setModifiedAt(directory.location, folder.updatedAt).catch((error: unknown) =>
      this.#omitOrThrow(place, error),
    );
  }

  async #document(document: Document, place: FilePlace): Promise<void> {
    try {
      const found = await this.#examine(document, place);
      if (found === 'foreign') return;
      if (found !== 'exported') await this.#write(document, place, found.replaces);
      this.#documents += 1;
      this.#bytes += document.size;
      if (this.#deps.options.versions) await this.#history(document, place);
    } catch (error) {
      this.#failed(document, place, error);
    }
    this.#deps.report({ step: 'exporting', done: this.#bytes, total: this.#total, unit: 'bytes' });
  }

  async #history(document: Document, { path, onDisk }: Place): Promise<void> {
    const history = await exportHistory(this.#deps, document, onDisk);
    if (!history) {
      this.#omit({ path: `${path}, older versions`, onDisk }, 'something other than a folder has its name');
      return;
    }
    const { written, damaged } = history;
    this.#written += written;
    for (const { number, fault } of damaged)
      this.#omit({ path: `${path}, version ${String(number)}`, onDisk }, fault);
  }

  async #write(document: Document, { directory, name }: FilePlace, replaces: Replaced): Promise<void> {
    const { files, reader } = this.#deps;
    const { modifiedAt } = document;
    await files.write(directory, { name, chunks: reader.content(document), modifiedAt, replaces });
    this.#written += 1;
  }

  /**
   * Whether a file exists already and has the content of the document. A file with the content of an older version
   * comes from an earlier export and is replaced. Any other content is `foreign`: dms has no copy of it.
   */
  async #examine(
    document: Document,
    place: FilePlace,
  ): Promise<'exported' | 'foreign' | { readonly replaces: Replaced }> {
    const { directory, name } = place;
    const { options } = this.#deps;
    const there = await statOf(directory.at(name));
    if (!there) return { replaces: undefined };
    if (there.kind !== 'file') {
      this.#omit(place, NO_FILE);
      return 'foreign';
    }
    if (!options.checksum && looksLike(document, there)) return 'exported';
    const file = await directory.file(name);
    try {
      return await this.#compare(document, place, file);
    } finally {
      await file.close();
    }
  }

  async #compare(document: Document, place: FilePlace, file: FileHandle) {
    const { options, reader } = this.#deps;
    const there = await statOfOpen(file);
    if (there.kind !== 'file') {
      this.#omit(place, NO_FILE);
      return 'foreign';
    }
    const sha256 = await hashFile(file);
    if (sha256 === document.sha256) {
      if (!looksLike(document, there)) await setModifiedAt(file, document.modifiedAt);
      return 'exported';
    }
    if (options.overwrite) return { replaces: 'any' } as const;
    if (reader.versions(document.id).some((version) => version.sha256 === sha256)) return { replaces: there };
    this.#omit(place, 'an existing file has a content that is not in dms (--overwrite replaces it)');
    return 'foreign';
  }

  #failed(document: Document, place: Place, error: unknown): void {
    if (error instanceof ChangedMeanwhile) {
      this.#omit(place, 'another program created or changed its file during the export');
      return;
    }
    if (!(error instanceof DamagedContent)) {
      this.#omitOrThrow(place, error);
      return;
    }
    // While a service is running, a document may be changed or deleted during the export, and its content with it.
    const now = this.#deps.reader.entry(document.id);
    const isSame = now?.kind === 'file' && now.sha256 === document.sha256;
    this.#omit(place, isSame ? error.message : 'it was changed or deleted during the export');
  }

  #omitOrThrow(place: Place, error: unknown): false {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return this.#omit(place, reason);
  }

  #omit({ path }: Place, reason: string): false {
    this.#omitted.push({ path, reason });
    return false;
  }
}

function looksLike(document: Document, { size, modifiedAt }: LocalStat): boolean {
  return size === document.size && modifiedAt === document.modifiedAt;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
