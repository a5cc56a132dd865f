import type { DeadProperty, Entry } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import { READ, UPDATE } from '../../model/entries/permissions.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { type Access, assertPermissions, commit } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Source, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Favourites } from '../personal-lists/personal-lists.ts';
import type { Quota } from './quota.ts';

/** Maximum bytes of all dead properties of one entry together (docs/build/contract/webdav.md §24). */
export const PROPERTY_BYTES = 64 * 1024;

/**
 * Checks that the dead properties of an entry take at most {@link PROPERTY_BYTES}.
 * @throws {DmsError} quota_exceeded (properties)
 */
export function assertPropertiesFit(properties: Context['tables']['properties'], entryId: number): void {
  if (properties.size(entryId) <= PROPERTY_BYTES) return;
  const maximum = PROPERTY_BYTES;
  throw new DmsError('quota_exceeded', message('properties_too_long', { maximum }), {
    fields: { properties: [message('properties_field_too_long', { maximum })] },
  });
}

/** One instruction of a PROPPATCH (RFC 4918 §9.2). */
export type PropertyChange =
  | { readonly set: DeadProperty }
  | { readonly remove: { readonly namespace: string; readonly name: string } };

/** Options of {@link Properties.patch}. */
export interface PatchOptions {
  /** Modification time that the client sets for a document, in milliseconds UTC; ignored for a folder. */
  readonly modifiedAt?: number | undefined;
  /** Marks the entry as a favourite of the actor, or removes the mark. */
  readonly isFavourite?: boolean | undefined;
  /** Conditions of the request, checked on the entry before permissions. */
  readonly expect?: Expectation | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly favourites: Favourites;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly tree: Tree;
}

/** Dead properties (RFC 4918 §4): the server stores and returns them, but does not interpret them. */
export class Properties {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * The dead properties of one entry.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  list(actor: Actor, entryId: number): readonly DeadProperty[] {
    this.#deps.access.entry(actor, entryId);
    return this.#context.tables.properties.list(entryId);
  }

  /**
   * The dead properties of members of a folder, by the id of the member. Members without any are omitted.
   * @param members one slice of members, not a whole folder, because each may have 64 KiB of properties. Entries
   * outside the folder are ignored, because permissions are checked on the folder only
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  ofMembers(
    actor: Actor,
    folderId: number,
    members: readonly Entry[],
  ): ReadonlyMap<number, readonly DeadProperty[]> {
    const { entry } = this.#deps.access.folder(actor, folderId);
    const ids = members.filter((member) => member.parentId === entry.id).map((member) => member.id);
    return this.#context.tables.properties.listOfEntries(ids);
  }

  /**
   * Makes all changes, in their order, or none of them (PROPPATCH, RFC 4918 §9.2).
   * @returns the entry as it is afterwards
   * @throws {DmsError} unauthenticated | not_found | forbidden | locked | quota_exceeded | storage_full
   */
  patch(
    actor: Actor,
    source: Source,
    changes: readonly PropertyChange[],
    { modifiedAt, isFavourite, expect }: PatchOptions = {},
  ): Promise<Entry> {
    return commit(this.#context, actor, () => {
      const authorised = this.#deps.tree.toChange(actor, source);
      const { user, entry, entryAccess } = authorised;
      expect?.(entry, entry.parentId ?? 0);
      assertPermissions(authorised, UPDATE);
      this.#deps.locks.assertWritable(user, entryAccess);
      this.#deps.quota.changeDetails(entryAccess.ownerId, entry, () => this.#apply(entry.id, changes));
      if (isFavourite !== undefined) this.#deps.favourites.apply(user, entry, isFavourite);
      if (modifiedAt !== undefined && entry.kind === 'file')
        this.#context.tables.documents.updateModified(entry.id, modifiedAt);
      this.#deps.activity.record(user, 'properties', message('entry', { name: entry.name }), entry);
      return this.#deps.access.entry(user, entry.id, READ, 'write').entry;
    });
  }

  /** @throws {DmsError} quota_exceeded (properties) */
  #apply(entryId: number, changes: readonly PropertyChange[]): void {
    const { properties } = this.#context.tables;
    for (const change of changes) {
      if ('set' in change) properties.upsert(entryId, change.set);
      else properties.delete(entryId, change.remove.namespace, change.remove.name);
    }
    assertPropertiesFit(properties, entryId);
  }
}
