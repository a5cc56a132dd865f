import { join } from 'node:path';
import type { Document, Entry, Folder } from '../../model/entries/entry.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import { DamagedContent } from '../../storage/tree-reader.ts';
import { inParallel } from '../parallel.ts';
import { diskNames } from './disk-names.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { exportHistory } from './export-history.ts';
import { OWN_FOLDER, setModifiedAt, statOf } from './local-files.ts';
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
    if (!(await this.#isFolder(place))) return;
    const members = this.#deps.reader.members(folder.id);
    const reserved = place.onDisk === '' ? [OWN_FOLDER] : [];
    const names = diskNames(members, this.#deps.files.rules, reserved);
    const placeOf = (entry: Entry): Place => {
      const name = names.get(entry) ?? entry.name;
      const path = `${place.path}/${entry.name}`;
      if (name !== entry.name) this.#renamed.push({ path, name });
      return { path, onDisk: join(place.onDisk, name) };
    };
    const documents = members.filter((member) => member.kind === 'file');
    await inParallel(documents, WRITERS, (document) => this.#document(document, placeOf(document)));
    for (const member of members) if (member.kind === 'folder') await this.folder(member, placeOf(member));
    await setModifiedAt(this.#at(place), folder.updatedAt).catch((error: unknown) =>
      this.#omitOrThrow(place, error),
    );
  }

  /**
   * Creates the folder on the disk.
   * @returns false if something else has its name
   */
  async #isFolder(place: Place): Promise<boolean> {
    try {
      if (await this.#deps.files.folder(place.onDisk)) return true;
      return this.#omit(place, 'something other than a folder has its name');
    } catch (error) {
      return this.#omitOrThrow(place, error);
    }
  }

  async #document(document: Document, place: Place): Promise<void> {
    try {
      const isThere = await this.#isThere(document, place);
      if (isThere === 'foreign') return;
      if (isThere === 'no') await this.#write(document, place);
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

  async #write(document: Document, place: Place): Promise<void> {
    const { files, reader } = this.#deps;
    await files.write(this.#at(place), reader.content(document), document.modifiedAt);
    this.#written += 1;
  }

  /**
   * Whether a file exists already and has the content of the document. A file with the content of an older version
   * comes from an earlier export and is replaced. Any other content is `foreign`: dms has no copy of it.
   */
  async #isThere(document: Document, place: Place): Promise<'yes' | 'no' | 'foreign'> {
    const path = this.#at(place);
    const { options, reader } = this.#deps;
    const there = await statOf(path);
    if (!there) return 'no';
    if (there.kind !== 'file') {
      this.#omit(place, 'something other than a file has its name');
      return 'foreign';
    }
    const looksSame = there.size === document.size && there.modifiedAt === document.modifiedAt;
    if (looksSame && !options.checksum) return 'yes';
    const sha256 = await hashFile(path);
    if (sha256 === document.sha256) {
      await setModifiedAt(path, document.modifiedAt);
      return 'yes';
    }
    if (options.overwrite || reader.versions(document.id).some((version) => version.sha256 === sha256))
      return 'no';
    this.#omit(place, 'an existing file has a content that is not in dms (--overwrite replaces it)');
    return 'foreign';
  }

  #failed(document: Document, place: Place, error: unknown): void {
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

  #at({ onDisk }: Place): string {
    return join(this.#deps.files.directory, onDisk);
  }
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
