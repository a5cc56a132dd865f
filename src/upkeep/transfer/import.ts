import type { Dms } from '../../core/dms.ts';
import type { Entry } from '../../model/entries/entry.ts';
import { nameKey } from '../../model/entries/names.ts';
import { DmsError } from '../../model/errors/errors.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ReportProgress } from '../../model/progress.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import { inParallel } from '../parallel.ts';
import { statOfOpen } from './local-stat.ts';
import type { LocalEntry, LocalTree, OpenFile } from './local-tree.ts';
import { refusal } from './refusal.ts';
import { isFinal, type Omission, reasonOf } from './transfer-list.ts';

/** Number of files stored in parallel. Small files then share a transaction and a sync. */
const WRITERS = 16;

/** Options of an import. */
export interface ImportOptions {
  /** Compares the contents of existing documents, not only their size and time. */
  readonly checksum: boolean;
  /** Leaves existing documents unchanged, whatever their content. */
  readonly skipExisting: boolean;
}

/** Result of an import. */
export interface ImportResult {
  /** Number and total size of the files that are in dms now. */
  readonly documents: number;
  readonly bytes: number;
  /** Number of new documents, and of new versions of existing documents. Both are included in `documents`. */
  readonly created: number;
  readonly versions: number;
  /** Special files that cannot be imported, for example links. */
  readonly ignored: readonly Omission[];
  readonly omitted: readonly Omission[];
}

/** Dependencies and options of an import. */
export interface ImportDependencies {
  readonly dms: Dms;
  readonly actor: UserActor;
  readonly tree: LocalTree;
  readonly options: ImportOptions;
  readonly report: ReportProgress;
}

/** A file to import. */
interface Task {
  readonly file: LocalEntry;
  readonly folderId: number;
  /** Entry that already has this name. */
  readonly existing: Entry | undefined;
}

/** Signals that the existing document is left unchanged. */
class Left extends Error {}

/** Imports files and folders into a folder, as one user. */
export class TreeImport {
  readonly #deps: ImportDependencies;
  readonly #ignored: Omission[] = [];
  readonly #omitted: Omission[] = [];
  readonly #total: number;
  #documents = 0;
  #bytes = 0;
  #created = 0;
  #versions = 0;

  /** @param total bytes to import */
  constructor(deps: ImportDependencies, total: number) {
    this.#deps = deps;
    this.#total = total;
  }

  /** @throws {DmsError} unauthenticated (the user has been disabled) | unavailable | storage_full */
  async run(folderId: number): Promise<ImportResult> {
    await inParallel(this.#tasks('', folderId), WRITERS, (task) => this.#import(task));
    return {
      documents: this.#documents,
      bytes: this.#bytes,
      created: this.#created,
      versions: this.#versions,
      ignored: this.#ignored,
      omitted: this.#omitted,
    };
  }

  /** All files below a folder. Creates the corresponding folders on the way. */
  async *#tasks(path: string, folderId: number): AsyncGenerator<Task, void> {
    const { tree } = this.#deps;
    const shown = path === '' ? '.' : path;
    const listed = await this.#orOmit(shown, () => tree.list(path));
    const members = await this.#orOmit(shown, () => this.#members(folderId));
    if (!listed || !members) return;
    this.#ignored.push(...listed.ignored);
    this.#omitted.push(...listed.omitted);
    const folders: { readonly path: string; readonly id: number }[] = [];
    for (const entry of listed.entries) {
      const existing = members.get(nameKey(entry.name));
      if (entry.kind === 'file') yield { file: entry, folderId, existing };
      else {
        const id = await this.#orOmit(entry.path, () => this.#folder(entry, folderId, existing));
        if (id !== undefined) folders.push({ path: entry.path, id });
      }
    }
    for (const folder of folders) yield* this.#tasks(folder.path, folder.id);
  }

  async #members(folderId: number): Promise<Map<string, Entry>> {
    const { dms, actor } = this.#deps;
    const folder = dms.tree.folder(actor, folderId);
    const members = new Map<string, Entry>();
    const located = { entry: folder, permissions: folder.permissions, name: folder.name, folderId: 0 };
    for await (const batch of dms.tree.members(actor, located))
      for (const { entry } of batch) members.set(nameKey(entry.name), entry);
    return members;
  }

  async #folder({ name }: LocalEntry, folderId: number, existing: Entry | undefined): Promise<number> {
    const { dms, actor } = this.#deps;
    if (existing?.kind === 'file') throw refusal('name_taken', 'a document has its name');
    return existing?.id ?? (await dms.folders.add(actor, { folderId, name }));
  }

  async #import(task: Task): Promise<void> {
    const { path, size } = task.file;
    const outcome = await this.#orOmit(path, () => this.#outcome(task));
    this.#bytes += outcome === undefined ? 0 : size;
    this.#documents += outcome === undefined ? 0 : 1;
    if (outcome === 'created') this.#created += 1;
    if (outcome === 'replaced') this.#versions += 1;
    this.#deps.report({ step: 'importing', done: this.#bytes, total: this.#total, unit: 'bytes' });
  }

  async #outcome(task: Task): Promise<'created' | 'replaced' | 'unchanged'> {
    if (task.existing && (await this.#isLeft(task.file, task.existing))) return 'unchanged';
    return this.#store(task);
  }

  async #isLeft(file: LocalEntry, existing: Entry): Promise<boolean> {
    const { options, tree } = this.#deps;
    if (existing.kind === 'folder') throw refusal('name_taken', 'a folder has its name');
    if (options.skipExisting) return true;
    if (existing.size !== file.size || existing.modifiedAt !== file.modifiedAt) return false;
    if (!options.checksum) return true;
    const { handle } = await tree.open(file.path);
    try {
      return (await hashFile(handle)) === existing.sha256;
    } finally {
      await handle.close();
    }
  }

  async #store(task: Task): Promise<'created' | 'replaced' | 'unchanged'> {
    const file = await this.#deps.tree.open(task.file.path);
    try {
      return await this.#storeFrom(file, task);
    } finally {
      await file.handle.close();
    }
  }

  /** @param open the file; it may have been replaced since its folder was listed */
  async #storeFrom(open: OpenFile, { file, folderId, existing }: Task) {
    const { dms, actor } = this.#deps;
    const { handle, modifiedAt, size } = open;
    const target = { folderId, name: file.name };
    dms.uploads.authorise(actor, target, { size });
    const upload = dms.uploads.begin(actor);
    try {
      const source = handle.createReadStream({ autoClose: false });
      const content = await dms.uploads.receive(actor, source, { expectedBytes: size, upload });
      if ((await statOfOpen(handle)).identity !== open.identity) {
        await content.discard();
        throw refusal('incomplete', `${file.path} changed while it was being read.`);
      }
      if (existing && this.#wasEarlier(existing, content.sha256)) {
        await content.discard();
        return 'unchanged';
      }
      const expect = (current: Entry | undefined): void => this.#assertReplaceable(current, content.sha256);
      return (await dms.uploads.store(actor, target, content, { modifiedAt, expect })).outcome;
    } catch (error) {
      if (error instanceof Left) return 'unchanged';
      throw error;
    } finally {
      upload.end();
    }
  }

  /**
   * Checked again, because another user may have created or changed the document since its folder was listed.
   * @throws {Left} if the document must not be replaced
   */
  #assertReplaceable(current: Entry | undefined, sha256: string): void {
    if (current?.kind !== 'file') return;
    if (this.#deps.options.skipExisting || this.#wasEarlier(current, sha256)) throw new Left();
  }

  /** Whether the document had this content in an earlier version. A user has changed the document in dms since then. */
  #wasEarlier(document: Entry, sha256: string): boolean {
    if (document.kind !== 'file' || document.sha256 === sha256) return false;
    const { dms, actor } = this.#deps;
    return dms.versions.hasContent(actor, document.id, sha256);
  }

  /** @returns undefined if the work failed; the failure is added to `omitted` */
  async #orOmit<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof DmsError ? refusalOf(error) : reasonOf(error);
      if (reason === undefined) throw error;
      this.#omitted.push({ path, reason });
      return undefined;
    }
  }
}

/** Why one file was rejected; undefined if all others would be rejected too. */
function refusalOf(error: DmsError): string | undefined {
  if (isFinal(error)) return undefined;
  if (error.code !== 'incomplete') return error.message;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return cause === undefined ? 'it changed while it was being read' : `it cannot be read${code}`;
}
