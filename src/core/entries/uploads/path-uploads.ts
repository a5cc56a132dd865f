import type { Conflict } from '../../../model/entries/conflict.ts';
import type { Entry, EntryRecord, Folder } from '../../../model/entries/entry.ts';
import { freeName, nameKey, pathFault } from '../../../model/entries/names.ts';
import { READ } from '../../../model/entries/permissions.ts';
import { DmsError, invalidField } from '../../../model/errors/errors.ts';
import { type Message, message } from '../../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../../model/people/actor.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import { type Access, type AuthorisedEntry, requesterOf } from '../../access/access.ts';
import type { EntryRecords, MountRoot } from '../../browse/browse.ts';
import type { Context } from '../../context.ts';
import { assertDepth, assertFileName, type Targets, targetFolder } from '../../placement/placement.ts';
import type { Quota, ReceivedContent, RunningUpload } from '../../versions/versions.ts';
import type { Folders } from '../folders.ts';
import { ArrivingContents } from './arriving-contents.ts';
import { type Announced, targetKey, type UploadOptions, type UploadResult, type Uploads } from './uploads.ts';

/** Names looked up before other requests run. */
const STEP = 200;

/** Destination of a content. */
export interface UploadTarget {
  /** 0: the home of the actor. */
  readonly folderId: number;
  /** Names of folders beneath `folderId`. Missing folders are created. */
  readonly path: readonly string[];
  readonly name: string;
  readonly conflict: Conflict;
}

/** Result of {@link PathUploads.authorise}. */
interface Permitted {
  readonly ownerId: number | null;
  readonly bytes: number;
}

/** A content and its destination. */
export interface PathUpload {
  readonly target: UploadTarget;
  readonly content: ReceivedContent;
  readonly options?: UploadOptions | undefined;
  /** Called inside the transaction with the result, also if the content was skipped. */
  readonly onStored?: (stored: UploadedEntry) => void;
}

/** Possible results of an upload. `same`: the document already had this content. */
export const OUTCOMES = ['created', 'version', 'renamed', 'skipped', 'same'] as const;

/** Result of an upload. `entry` is the document, or, for a skipped content, the entry that has the name. */
export interface UploadedEntry {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly entry: EntryRecord;
}

const OUTCOME_OF = {
  created: 'created',
  replaced: 'version',
  unchanged: 'same',
} as const satisfies Record<UploadResult['outcome'], UploadedEntry['outcome']>;

/** An entry found at a path beneath a folder. */
interface Existing {
  readonly path: string;
  readonly entry: EntryRecord;
}

/** An entry found by its name. `name` is the name that the user sees; undefined: the stored name. */
interface Found {
  readonly entry: Entry;
  readonly name?: string;
}

interface Dependencies {
  readonly access: Access;
  readonly folders: Folders;
  readonly mountRoot: MountRoot;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly targets: Targets;
  readonly uploads: Uploads;
}

/** Stores contents in folders that may not exist yet, under names that may be taken. */
export class PathUploads {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Throws the errors that {@link PathUploads.store} would throw, before the content is read.
   * @returns owner of the home whose limits the content counts against, null for a system folder; and the bytes that the
   * content needs there, as far as its size is known
   * @throws {DmsError} as {@link PathUploads.store}
   */
  authorise(actor: Actor, target: UploadTarget, announced: Announced = {}): Permitted {
    const { quota, targets, uploads } = this.#deps;
    const { folder, missing } = this.#reach(actor, target);
    const { ownerId } = folder.entryAccess;
    assertFileName(target.name);
    if (missing.length > 0) {
      targets.authoriseNewEntry(folder);
      assertDepth(folder.entryAccess, missing.length);
      const { size = 0, others = 0, upload } = announced;
      const content = {
        requester: requesterOf(folder.user),
        ownerId,
        target: targetKey(folder.entry.id, [...missing, target.name]),
        entries: missing.length + 1,
        bytes: size,
        released: 0,
        others,
      };
      return { ownerId, bytes: quota.announce(content, upload?.reservation) };
    }
    const { skipped, name } = this.#resolve(folder, target);
    if (skipped) return { ownerId, bytes: 0 };
    const bytes = uploads.authorise(actor, { folderId: folder.entry.id, name }, announced);
    return { ownerId, bytes };
  }

  /**
   * Checks the contents of one request while they arrive, and reserves room for them.
   * @throws {DmsError} as {@link PathUploads.store}
   */
  arriving(actor: Actor, upload: RunningUpload): ArrivingContents<UploadTarget> {
    return new ArrivingContents((target, announced) =>
      this.authorise(actor, target, { ...announced, upload }),
    );
  }

  /**
   * Stores received contents at their destinations in one transaction: all of them, or none. The transaction also
   * creates missing folders. If it fails, the contents are discarded; the caller must not use them again. A skipped
   * content is not stored, and `options.expect` is not called for it.
   * @throws {DmsError} forbidden | locked | invalid (file, folder_id, path) | name_taken (file, path) | quota_exceeded
   * | what `expect` throws
   */
  async store(actor: Actor, uploads: readonly PathUpload[]): Promise<readonly UploadedEntry[]> {
    const stored = await this.#deps.uploads.storeTogether(
      actor,
      uploads,
      ({ target, content }) => this.authorise(actor, target, { size: content.size }),
      (upload) => {
        const result = this.#store(actor, upload);
        upload.onStored?.(result);
        return result;
      },
    );
    for (const [index, { content }] of uploads.entries()) {
      if (stored[index]?.outcome === 'skipped' && content.blob.staged !== undefined)
        this.#context.blobs.discard(content.blob);
    }
    return stored;
  }

  /**
   * Finds which of these paths beneath a folder have an entry that the actor may read.
   * @param folderId 0: the mount root of the actor
   * @param paths names separated by `/`
   * @returns the entries found, in the order of `paths`, each with its path as passed in
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  async existing(actor: Actor, folderId: number, paths: readonly string[]): Promise<Existing[]> {
    const existing: Existing[] = [];
    const known = new Map<string, Found | undefined>();
    let looked = 0;
    for (const path of paths) {
      const folder = this.#deps.access.folder(actor, folderId);
      let found: Found | undefined = { entry: folder.entry };
      let walked = '';
      for (const name of path.split('/')) {
        walked += `/${nameKey(name)}`;
        if (!known.has(walked)) known.set(walked, this.#member(folder.user, found.entry, name));
        looked += 1;
        found = known.get(walked);
        if (!found) break;
      }
      const record = found && this.#record(folder.user, found);
      if (record) existing.push({ path, entry: record });
      if (looked < STEP) continue;
      looked = 0;
      await yieldToRequests();
      // Other requests may have moved the entries found so far.
      known.clear();
    }
    return existing;
  }

  #store(actor: Actor, { target, content, options }: PathUpload): UploadedEntry {
    const { uploads, records } = this.#deps;
    const folder = this.#makeFolders(actor, target);
    const { skipped, name } = this.#resolve(folder, target);
    if (skipped) return { outcome: 'skipped', entry: this.#skipped(folder.user, skipped) };
    const found = { folderId: folder.entry.id, name };
    const { outcome, head } = uploads.storeInTransaction(actor, { target: found, content, options });
    const entry = records.one(folder.user, head.id);
    return { outcome: name === target.name ? OUTCOME_OF[outcome] : 'renamed', entry };
  }

  /** The folder of a target. Missing folders are created inside the caller's transaction. */
  #makeFolders(actor: Actor, target: UploadTarget): AuthorisedEntry<Folder> {
    const { folder, missing } = this.#reach(actor, target);
    let authorised = folder;
    for (const name of missing)
      authorised = this.#deps.access.folder(
        actor,
        this.#deps.folders.createInTransaction(authorised, name),
        READ,
        'write',
      );
    return authorised;
  }

  /** The deepest existing folder of a target, and the names of the missing folders beneath it. */
  #reach(
    actor: Actor,
    { folderId, path }: UploadTarget,
  ): { folder: AuthorisedEntry<Folder>; missing: readonly string[] } {
    const { access } = this.#deps;
    const fault = pathFault(path);
    if (fault !== undefined) throw invalidField('path', fault);
    let folder = targetFolder(access, actor, folderId, 'write');
    for (const [level, name] of path.entries()) {
      const entry = this.#member(folder.user, folder.entry, name)?.entry;
      if (!entry) return { folder, missing: path.slice(level) };
      if (entry.kind === 'file') throw taken('path', name, message('path_through_document'));
      if (entry.parentId !== folder.entry.id) throw taken('path', name, message('path_through_shared'));
      folder = access.authorise(folder.user, entry);
    }
    return { folder, missing: [] };
  }

  /** The name for a content in a folder, or the entry because of which the content is skipped. */
  #resolve(
    { user, entry: folder }: AuthorisedEntry<Folder>,
    { name, conflict }: UploadTarget,
  ): { readonly skipped?: Found | undefined; readonly name: string } {
    if (conflict === 'version') return { name };
    const isTaken = (each: string) => this.#member(user, folder, each) !== undefined;
    if (conflict === 'rename') return { name: freeName({ kind: 'file', name }, isTaken) };
    const found = this.#member(user, folder, name);
    if (found && conflict === 'fail') throw taken('file', name, message('file_name_taken'));
    return { skipped: found, name };
  }

  /** The member of a folder with this name; at the mount root, shared entries and system folders count too. */
  #member(user: UserActor, folder: Entry, name: string): Found | undefined {
    const entry = this.#context.tables.entries.findChild(folder.id, name);
    if (entry) return { entry };
    return folder.id === user.homeId ? this.#deps.mountRoot.find(user, name) : undefined;
  }

  /** Undefined if the user may not read the entry, or it is gone. */
  #record(user: UserActor, { entry: { id }, name }: Found): EntryRecord | undefined {
    const { access, records } = this.#deps;
    const entry = this.#context.tables.entries.find(id);
    const entryAccess = entry && access.readable(user, entry);
    if (!entryAccess) return undefined;
    return records.listShort(user, [records.source(user, entry, entryAccess, name)])[0];
  }

  #skipped(user: UserActor, found: Found): EntryRecord {
    const record = this.#record(user, found);
    if (!record) throw new Error(`the entry ${String(found.entry.id)} is not readable in a readable folder`);
    return record;
  }
}

function taken(field: 'file' | 'path', name: string, rule: Message): DmsError {
  return new DmsError('name_taken', message('name_taken', { name }), { fields: { [field]: [rule] } });
}
