import type { Actor } from '../../model/actor.ts';
import type { DeadProperty, Entry } from '../../model/entry.ts';
import { DmsError } from '../../model/errors.ts';
import type { Expectation } from '../../model/expectation.ts';
import { READ, UPDATE } from '../../model/permissions.ts';
import { type Access, demand } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';

/** Most that the dead properties of one entry may take, in bytes (CONTRACT §3). */
export const PROPERTY_BYTES = 64 * 1024;

/** @throws {DmsError} quota_exceeded, when an entry has more of them than that */
export function assertPropertiesFit(properties: Context['tables']['properties'], entryId: number): void {
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

/** What a change of properties may be told besides. */
export interface PatchOptions {
  /** The modification time that a client sets for a document, in milliseconds UTC. */
  readonly modifiedAt?: number | undefined;
  /** Judged on the entry before rights are checked. */
  readonly expect?: Expectation | undefined;
}

/** What {@link Properties} works with. */
interface Parts {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
}

/** Dead properties (RFC 4918 §4): kept, given back, not understood. */
export class Properties {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** @throws {DmsError} not_found */
  list(actor: Actor, entryId: number): readonly DeadProperty[] {
    this.#parts.access.reach(actor, entryId);
    return this.#context.tables.properties.list(entryId);
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
    const { entry } = this.#parts.access.folder(actor, folderId);
    const within = members.filter((member) => member.parentId === entry.id).map((member) => member.id);
    return this.#context.tables.properties.listOfEntries(within);
  }

  /** Carries out all changes in their order, or none. @throws {DmsError} not_found | forbidden | locked | quota_exceeded */
  patch(
    actor: Actor,
    entryId: number,
    changes: readonly PropertyChange[],
    { modifiedAt, expect }: PatchOptions = {},
  ): Promise<void> {
    return commit(this.#context, () => {
      const reached = this.#parts.access.reach(actor, entryId, READ, 'write');
      const { user, entry, standing } = reached;
      expect?.(entry, entry.parentId ?? 0);
      demand(reached, UPDATE);
      this.#parts.locks.assertWritable(user, standing);
      for (const change of changes) {
        if ('set' in change) this.#context.tables.properties.upsert(entryId, change.set);
        else this.#context.tables.properties.delete(entryId, change.remove.namespace, change.remove.name);
      }
      assertPropertiesFit(this.#context.tables.properties, entryId);
      if (modifiedAt !== undefined && entry.kind === 'file')
        this.#context.tables.documents.updateModified(entryId, modifiedAt);
      this.#parts.activity.record(user, 'properties', entry.name, entry);
    });
  }
}
