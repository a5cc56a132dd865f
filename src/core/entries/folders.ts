import type { DeadProperty, Folder, FolderRecord } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import { notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { type AuthorisedEntry, commit, requireAdmin, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { assertDepth, assertName, nameTaken, type Target, type Targets } from '../placement/placement.ts';
import { assertPropertiesFit, type Quota } from '../versions/versions.ts';

/** Options of a new folder. */
export interface FolderOptions {
  /** Dead properties to set on the folder (RFC 5689). */
  readonly properties?: readonly DeadProperty[] | undefined;
  /** Called after the name was found to be free, before permissions are checked. */
  readonly expect?: Expectation | undefined;
}

interface Dependencies {
  readonly activity: ActivityLog;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly targets: Targets;
}

/** Creates folders. */
export class Folders {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Creates a folder at the target.
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id, name) | name_taken |
   * parent_missing | quota_exceeded (file, folder_id, properties) | storage_full
   */
  create(actor: Actor, target: Target, options: FolderOptions = {}): Promise<FolderRecord> {
    return commit(this.#context, actor, () => {
      const { user, id } = this.#createAt(actor, target, options);
      return this.#record(user, id);
    });
  }

  /**
   * As {@link Folders.create}, for callers that need no record: making the record takes as long as creating the folder.
   * @returns id of the folder
   * @throws {DmsError} as {@link Folders.create}
   */
  add(actor: Actor, target: Target, options: FolderOptions = {}): Promise<number> {
    return commit(this.#context, actor, () => this.#createAt(actor, target, options).id);
  }

  #createAt(actor: Actor, target: Target, options: FolderOptions): { user: UserActor; id: number } {
    const { folder, name, existing } = this.#deps.targets.find(actor, target);
    if (existing) throw nameTaken(name);
    options.expect?.(undefined, folder.entry.id);
    const id = this.createInTransaction(folder, name);
    const { properties = [] } = options;
    if (properties.length > 0) this.#setProperties(id, properties, folder.entryAccess.ownerId);
    return { user: folder.user, id };
  }

  #setProperties(id: number, all: readonly DeadProperty[], ownerId: number | null): void {
    const { detailSizes, properties } = this.#context.tables;
    for (const property of all) properties.upsert(id, property);
    assertPropertiesFit(properties, id);
    this.#deps.quota.add(ownerId, { bytes: detailSizes.growth(0, detailSizes.bytes(id)) });
  }

  /**
   * Creates a folder with a valid, free name. Runs inside the caller's transaction.
   * @returns id of the folder
   * @throws {DmsError} forbidden | locked | invalid (folder_id: too deep) | quota_exceeded (folder_id) | storage_full
   */
  createInTransaction(folder: AuthorisedEntry<Folder>, name: string): number {
    const { quota, targets } = this.#deps;
    targets.authoriseNewEntry(folder);
    assertDepth(folder.entryAccess, 1);
    quota.assertDisk();
    quota.add(folder.entryAccess.ownerId, { entries: 1 });
    const id = this.#insert(folder.user, folder.entry.id, name);
    this.#context.tables.entries.updateTime(folder.entry.id, this.#context.now(), folder.user.userId);
    return id;
  }

  /**
   * Creates a system folder. For administrators.
   * @throws {DmsError} unauthenticated | forbidden | invalid (name) | name_taken | storage_full
   */
  createSystem(actor: Actor, name: string): Promise<FolderRecord> {
    return commit(this.#context, actor, () => {
      const user = requireUser(actor, 'write');
      requireAdmin(user);
      assertName(name);
      if (this.#context.tables.entries.findSystem(name)) throw nameTaken(name);
      this.#deps.quota.assertDisk();
      const id = this.#insert(user, null, name);
      return this.#record(user, id);
    });
  }

  #record(user: UserActor, id: number): FolderRecord {
    const record = this.#deps.records.one(user, id);
    if (record.kind !== 'folder') throw notFound();
    return record;
  }

  #insert(user: UserActor, parentId: number | null, name: string): number {
    const id = this.#context.tables.entries.insert({
      parentId,
      rootKind: parentId === null ? 'system' : null,
      ownerId: null,
      kind: 'folder',
      name,
      at: this.#context.now(),
      by: user.userId,
    });
    this.#deps.activity.record(user, 'create_folder', message('entry', { name }), {
      id,
      kind: 'folder',
      name,
    });
    return id;
  }
}
