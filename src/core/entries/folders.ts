import type { Actor, UserActor } from '../../model/actor.ts';
import type { DeadProperty, FolderRecord } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { CREATE } from '../../model/permissions.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { PropertyTable } from '../../storage/tree/properties.ts';
import { type Access, demand } from '../access/access.ts';
import { requireAdmin, requireUser } from '../access/capabilities.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { EntryRecords } from '../browse/entry-records.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import { assertDepth, assertName, nameTaken, targetFolder } from '../placement/entry-rules.ts';
import { assertPropertiesFit } from '../versions/properties.ts';

/** A folder that is to be. */
export interface NewFolder {
  /** 0: the home. */
  readonly folderId: number;
  readonly name: string;
  readonly properties?: readonly DeadProperty[];
}

/** What {@link Folders} works with. */
interface Parts {
  readonly access: Access;
  readonly entryTable: EntryTable;
  readonly locks: WriteLocks;
  readonly log: ActivityLog;
  readonly properties: PropertyTable;
  readonly records: EntryRecords;
}

/** Making folders. */
export class Folders {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @throws {DmsError} forbidden | locked | invalid (folder_id, name) | name_taken | quota_exceeded (properties) */
  create(actor: Actor, { folderId, name, properties = [] }: NewFolder): Promise<FolderRecord> {
    return commit(this.#context, () => {
      const { access, entryTable, locks, properties: table } = this.#parts;
      const into = targetFolder(access, actor, folderId, 'write');
      const { user, entry, standing } = into;
      assertName(name);
      if (entryTable.findChildId(entry.id, name) !== undefined) throw nameTaken(name);
      demand(into, CREATE);
      locks.assertWritable(user, standing);
      assertDepth(standing, 1);
      const id = this.#insert(user, entry.id, name);
      for (const property of properties) table.upsert(id, property);
      assertPropertiesFit(table, id);
      entryTable.updateTime(entry.id, this.#context.now(), user.userId);
      return this.#record(user, id);
    });
  }

  /** A folder of the office, at the top. For administrators. @throws {DmsError} forbidden | invalid (name) | name_taken */
  createSystem(actor: Actor, name: string): Promise<FolderRecord> {
    return commit(this.#context, () => {
      const user = requireUser(actor, 'write');
      requireAdmin(user);
      assertName(name);
      if (this.#parts.entryTable.findSystem(name)) throw nameTaken(name);
      const id = this.#insert(user, null, name);
      return this.#record(user, id);
    });
  }

  #record(user: UserActor, id: number): FolderRecord {
    const record = this.#parts.records.one(user, id);
    if (record.kind !== 'folder') throw notFound();
    return record;
  }

  #insert(user: UserActor, parentId: number | null, name: string): number {
    const { entryTable, log } = this.#parts;
    const id = entryTable.insert({
      parentId,
      rootKind: parentId === null ? 'system' : null,
      ownerId: null,
      kind: 'folder',
      name,
      at: this.#context.now(),
      by: user.userId,
    });
    log.record(user, 'create_folder', name, { id, kind: 'folder', name });
    return id;
  }
}
