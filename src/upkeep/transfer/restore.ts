import { Readable } from 'node:stream';
import type { Dms } from '../../core/dms.ts';
import type { PastVersion } from '../../core/entries/entries.ts';
import type { Document, Entry, Folder, Version } from '../../model/entries/entry.ts';
import { freeName, nameKey, remarkedName } from '../../model/entries/names.ts';
import { allows, UPDATE } from '../../model/entries/permissions.ts';
import { DmsError } from '../../model/errors/errors.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ReportProgress } from '../../model/progress.ts';
import { DamagedContent, type TreeReader } from '../../storage/tree-reader.ts';
import { refusal } from './refusal.ts';
import { isFinal, type Omission } from './transfer-list.ts';
import { unfinishedName } from './unfinished-restore.ts';

/** Result of a partial restore. */
export interface RestoreResult {
  /** Name of the restored entry in its folder. */
  readonly name: string;
  readonly documents: number;
  readonly versions: number;
  readonly omitted: readonly Omission[];
}

/** Dependencies and options of a partial restore. */
export interface RestoreDependencies {
  readonly dms: Dms;
  readonly actor: UserActor;
  /** Source of the restore. */
  readonly reader: TreeReader;
  /** The target, in its current state. */
  readonly existing: TreeReader;
  readonly report: ReportProgress;
  /** Milliseconds UTC; part of the name if the original name is taken. */
  readonly now: number;
  /** Name of the snapshot. */
  readonly snapshot: string;
  /** False while another restore is running: an unfinished folder may belong to it. */
  readonly mayContinue: boolean;
  /** Called with the name of the folder of an earlier run, which this one continues. */
  readonly onContinued: (name: string) => void;
}

const NOT_RESTORED = 'the interrupted restore could not read it, or it was deleted since';

type RunningUpload = ReturnType<Dms['uploads']['begin']>;

/** Restores an entry with all its descendants and versions from another state of the office. */
export class TreeRestore {
  readonly #deps: RestoreDependencies;
  readonly #omitted: Omission[] = [];
  readonly #total: number;
  #documents = 0;
  #versions = 0;

  /** @param total number of documents to restore */
  constructor(deps: RestoreDependencies, total: number) {
    this.#deps = deps;
    this.#total = total;
  }

  /**
   * Restores an entry into a folder. No existing entry is changed.
   * @param name preferred name; if it is taken, another one is chosen
   * @throws {DmsError} forbidden | quota_exceeded | unauthenticated | unavailable | storage_full
   */
  async run(entry: Entry, name: string, folderId: number): Promise<RestoreResult> {
    const restored =
      entry.kind === 'folder'
        ? await this.#whole(entry, name, folderId)
        : await this.#freeName({ kind: 'file', name }, folderId);
    if (entry.kind === 'file') await this.#document(entry, restored, { path: name, folderId });
    return { name: restored, documents: this.#documents, versions: this.#versions, omitted: this.#omitted };
  }

  /**
   * Restores a folder. Until it is whole, its name says so, and a further run continues it.
   * @returns the final name
   */
  async #whole(folder: Folder, name: string, folderId: number): Promise<string> {
    const { dms, actor, existing } = this.#deps;
    // Without the right to rename the folder at the end, it has its final name from the beginning.
    if (!allows(dms.tree.folder(actor, folderId).permissions, UPDATE)) {
      const free = await this.#freeName({ kind: 'folder', name }, folderId);
      await this.#members(folder, name, await this.#folder(folder, free, folderId));
      return free;
    }
    const { id, name: unfinished } = await this.#unfinished(folder, name, folderId);
    await this.#members(folder, name, id);
    const free = await this.#freeName({ kind: 'folder', name }, folderId);
    try {
      return (await dms.entries.rename(actor, id, free, unfinished)).name;
    } catch (error) {
      if (!(error instanceof DmsError) || error.code !== 'precondition_failed') throw error;
      // Another user has renamed the folder since. That name stays.
      return existing.entry(id)?.name ?? free;
    }
  }

  /** The folder of an earlier run, or a new one. */
  async #unfinished(folder: Folder, name: string, folderId: number): Promise<{ id: number; name: string }> {
    const { actor, mayContinue, onContinued, snapshot } = this.#deps;
    const unfinished = unfinishedName(name, snapshot);
    const existing = mayContinue ? (await this.#existing(folderId)).get(nameKey(unfinished)) : undefined;
    if (existing?.kind === 'folder' && existing.createdBy === actor.userId) {
      onContinued(existing.name);
      return { id: existing.id, name: existing.name };
    }
    const free = await this.#freeName({ kind: 'folder', name: unfinished }, folderId, unfinished);
    return { id: await this.#folder(folder, free, folderId), name: free };
  }

  /** The members of a folder by the keys of their names. */
  async #existing(folderId: number): Promise<Map<string, Entry>> {
    const { dms, actor } = this.#deps;
    const folder = dms.tree.folder(actor, folderId);
    const located = { entry: folder, permissions: folder.permissions, name: folder.name, folderId: 0 };
    const members = new Map<string, Entry>();
    for await (const batch of dms.tree.members(actor, located))
      for (const { entry } of batch) members.set(nameKey(entry.name), entry);
    return members;
  }

  /** @param remarked name from which a free one is made if the name of the entry is taken */
  async #freeName(
    entry: { readonly kind: Entry['kind']; readonly name: string },
    folderId: number,
    remarked?: string,
  ): Promise<string> {
    const { dms, actor, now } = this.#deps;
    const folder = dms.tree.folder(actor, folderId);
    const taken = new Set<string>();
    // `null` for the mount root, where the names of shared entries are taken too. System folders also have no parent,
    // so the home ID replaces it for them.
    const shown = folder.id === actor.homeId ? null : (folder.parentId ?? actor.homeId);
    const located = { entry: folder, permissions: folder.permissions, name: folder.name, folderId: shown };
    for await (const batch of dms.tree.members(actor, located))
      for (const { name } of batch) taken.add(nameKey(name));
    if (!taken.has(nameKey(entry.name))) return entry.name;
    const name = remarked ?? remarkedName(entry, `restored ${new Date(now).toISOString().slice(0, 10)}`);
    return freeName({ ...entry, name }, (candidate) => taken.has(nameKey(candidate)));
  }

  async #folder(folder: Folder, name: string, folderId: number): Promise<number> {
    const { dms, actor, reader } = this.#deps;
    const properties = reader.properties(folder.id);
    return await dms.folders.add(actor, { folderId, name }, { properties });
  }

  /** @param path path of the folder, starting at the restored entry */
  async #members(folder: Folder, path: string, id: number): Promise<void> {
    const existing = await this.#existing(id);
    for (const member of this.#deps.reader.members(folder.id)) {
      const at = `${path}/${member.name}`;
      const there = existing.get(nameKey(member.name));
      if (member.kind === 'file') {
        if (!this.#isRestored(member, there, at))
          await this.#orOmit(at, () => this.#document(member, member.name, { path: at, folderId: id }));
      } else {
        const copyId =
          there?.kind === 'folder'
            ? there.id
            : await this.#orOmit(at, () => this.#folder(member, member.name, id));
        if (copyId !== undefined) await this.#members(member, at, copyId);
      }
    }
  }

  /** Whether an earlier run has restored a document. Each document is restored whole or not at all. */
  #isRestored(document: Document, there: Entry | undefined, path: string): boolean {
    const versions = this.#deps.reader.versions(document.id);
    if (there?.kind !== 'file' || !versions.some(({ createdAt }) => createdAt === there.createdAt))
      return false;
    this.#documents += 1;
    const restored = this.#deps.existing.versions(there.id);
    const has = ({ number, sha256 }: Version): boolean =>
      restored.some((version) => version.number === number && version.sha256 === sha256);
    for (const version of versions) {
      if (has(version)) this.#versions += 1;
      else this.#omitted.push({ path: `${path}, version ${String(version.number)}`, reason: NOT_RESTORED });
    }
    return true;
  }

  async #document(
    document: Document,
    name: string,
    { path, folderId }: { readonly path: string; readonly folderId: number },
  ): Promise<void> {
    const { dms, actor, reader, report } = this.#deps;
    const upload = dms.uploads.begin(actor);
    try {
      const [first, ...rest] = await this.#received(document, path, {
        upload,
        authorise: (size) => dms.uploads.authorise(actor, { folderId, name }, { size }),
      });
      if (!first) throw refusal('not_found', `no version of ${path} can be read`);
      const { title, comments, modifiedAt } = document;
      const properties = reader.properties(document.id);
      const past = { title, comments, modifiedAt, properties, versions: [first, ...rest] } as const;
      await dms.historyImport.document(actor, { folderId, name }, past);
      this.#documents += 1;
      this.#versions += past.versions.length;
    } finally {
      upload.end();
    }
    report({ step: 'restoring', done: this.#documents, total: this.#total, unit: 'documents' });
  }

  /** Receives all versions. Damaged versions are omitted, because the others may be the ones that the user needs. */
  async #received(
    document: Document,
    path: string,
    { upload, authorise }: { readonly upload: RunningUpload; readonly authorise: (size: number) => void },
  ): Promise<PastVersion[]> {
    const received: PastVersion[] = [];
    let size = 0;
    try {
      for (const version of this.#deps.reader.versions(document.id)) {
        // All versions count against the quota. They are stored only after the last one has been received.
        authorise(size + version.size);
        const past = await this.#version(version, upload).catch((error: unknown) => {
          const damage = damageOf(error);
          if (damage === undefined) throw error;
          this.#omitted.push({ path: `${path}, version ${String(version.number)}`, reason: damage });
        });
        if (!past) continue;
        received.push(past);
        size += version.size;
      }
      return received;
    } catch (error) {
      for (const { content } of received) await content.discard();
      throw error;
    }
  }

  async #version(version: Version, upload: RunningUpload): Promise<PastVersion> {
    const { dms, actor, reader } = this.#deps;
    const source = Readable.from(reader.content(version));
    const content = await dms.uploads.receive(actor, source, { expectedBytes: version.size, upload });
    const { number, mimeType, comment, createdAt } = version;
    const author = (version.author && reader.loginOf(version.author.id)) ?? null;
    return { number, content, mimeType, author, comment, createdAt };
  }

  /** @returns undefined if the work failed; the failure is added to `omitted` */
  async #orOmit<T>(path: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DmsError) || isFinal(error)) throw error;
      this.#omitted.push({ path, reason: error.message });
      return undefined;
    }
  }
}

function damageOf(error: unknown): string | undefined {
  if (!(error instanceof DmsError) || error.code !== 'incomplete') return undefined;
  return error.cause instanceof DamagedContent ? error.cause.message : error.message;
}
