import type { Actor } from '../../model/actor.ts';
import type { DeadProperty, Entry } from '../../model/entry.ts';
import { DmsError } from '../../model/errors.ts';
import { UPDATE } from '../../model/permissions.ts';
import type { PropertyTable } from '../../storage/tree/properties.ts';
import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/write-locks.ts';

/** Most that the dead properties of one entry may take, in bytes (CONTRACT §3). */
export const PROPERTY_BYTES = 64 * 1024;

/** @throws {DmsError} quota_exceeded, when an entry has more of them than that */
export function assertPropertiesFit(properties: PropertyTable, entryId: number): void {
  if (properties.size(entryId) <= PROPERTY_BYTES) return;
  throw new DmsError(
    'quota_exceeded',
    `Properties of one entry take at most ${String(PROPERTY_BYTES)} bytes.`,
  );
}

/** One instruction of a PROPPATCH (RFC 4918 §9.2). */
export type PropertyChange =
  | { readonly set: DeadProperty }
  | { readonly remove: { readonly namespace: string; readonly name: string } };

/** Dead properties (RFC 4918 §4): kept, given back, not understood. */
export class Properties {
  readonly #context: Context;
  readonly #access: Access;
  readonly #properties: PropertyTable;
  readonly #locks: WriteLocks;
  readonly #log: ActivityLog;

  constructor(
    context: Context,
    access: Access,
    properties: PropertyTable,
    locks: WriteLocks,
    log: ActivityLog,
  ) {
    this.#context = context;
    this.#access = access;
    this.#properties = properties;
    this.#locks = locks;
    this.#log = log;
  }

  /** @throws {DmsError} not_found */
  list(actor: Actor, entryId: number): readonly DeadProperty[] {
    this.#access.reach(actor, entryId);
    return this.#properties.list(entryId);
  }

  /**
   * Those of entries that the actor has just been shown as members of a folder, by the entry's id: some at a time, as
   * one entry may have 64 KiB of them. @throws {DmsError} not_found
   */
  ofMembers(
    actor: Actor,
    folderId: number,
    members: readonly Entry[],
  ): ReadonlyMap<number, readonly DeadProperty[]> {
    const { entry } = this.#access.folder(actor, folderId);
    const within = members.filter((member) => member.parentId === entry.id).map((member) => member.id);
    return this.#properties.listOfEntries(within);
  }

  /** Carries out all changes in their order, or none. @throws {DmsError} not_found | forbidden | locked | quota_exceeded */
  patch(actor: Actor, entryId: number, changes: readonly PropertyChange[]): Promise<void> {
    return commit(this.#context, () => {
      const { user, entry, standing } = this.#access.reach(actor, entryId, UPDATE);
      this.#locks.assertWritable(user, standing);
      for (const change of changes) {
        if ('set' in change) this.#properties.upsert(entryId, change.set);
        else this.#properties.delete(entryId, change.remove.namespace, change.remove.name);
      }
      assertPropertiesFit(this.#properties, entryId);
      this.#log.record(user, 'properties', entry.name, entry);
    });
  }
}
