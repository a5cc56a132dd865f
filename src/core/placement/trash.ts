import type { Entry, EntryRecord, Folder, TrashRecord } from '../../model/entries/entry.ts';
import { freeName } from '../../model/entries/names.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { CREATE, DELETE } from '../../model/entries/permissions.ts';
import { forbidden, invalid, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, SystemActor, UserActor } from '../../model/people/actor.ts';
import type { Deletion } from '../../storage/tree/tree.ts';
import {
  type Access,
  type AuthorisedEntry,
  assertPermissions,
  commit,
  mayAdminister,
  moverOf,
  namesOf,
  requireUser,
} from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import { assertRoot, targetFolder } from './entry-rules.ts';
import type { Erasures } from './erasures.ts';
import type { LargeChanges } from './large-changes.ts';
import type { Prepared } from './prepared.ts';
import type { Relocation } from './relocation.ts';
import { isOwnerOf, seesDeletion, type TrashRecords } from './trash-records.ts';

/** A page of the trash. */
interface TrashPage extends Page<TrashRecord> {
  /** Number of deletions in `total` that the actor may purge. */
  readonly purgeable: number;
}

interface Dependencies {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly erasures: Erasures;
  readonly locks: WriteLocks;
  readonly mountRoot: MountRoot;
  readonly largeChanges: LargeChanges;
  readonly records: EntryRecords;
  readonly relocation: Relocation;
  readonly trashRecords: TrashRecords;
}

/** Deleted entries. They keep all their data, but users can only list, restore and purge them. */
export class Trash {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Lists deletions, newest first: those in the actor's home, those made by the actor, and for administrators those in
   * system folders.
   * @throws {DmsError} unauthenticated | forbidden
   */
  list(actor: Actor, request: PageRequest): TrashPage {
    const user = requireUser(actor, 'read');
    const { trash } = this.#context.tables;
    const offset = (request.page - 1) * request.perPage;
    const { items, total } = trash.list(user.userId, user.isAdmin, request.perPage, offset);
    const purgeable = trash.countOwned(user.userId, user.isAdmin);
    return { total, purgeable, items: this.#deps.trashRecords.of(user, items) };
  }

  /**
   * Moves an entry from the trash back to its former folder, or into `folderId` (0: the home). If the former folder is
   * gone, the entry goes to the nearest folder that is left. If its name is taken, ` (2)` or a higher number is
   * appended. The entry keeps its id, versions and shares. A user who deleted an entry from another user's home may
   * restore it into that home only.
   * @param deletedAt if the entry was deleted at another time, it is not found
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id) | quota_exceeded | throttled
   */
  restore(actor: Actor, id: number, folderId?: number, deletedAt?: number): Promise<EntryRecord> {
    return this.#deps.largeChanges.commit(actor, (prepared) => {
      if (deletedAt !== undefined) this.#find(requireUser(actor, 'write'), id, deletedAt);
      return this.restoreInTransaction(actor, id, folderId, prepared);
    });
  }

  /** Notes a deleted document for the alarm. */
  #note({ user, entry: { id, kind, name, parentId } }: AuthorisedEntry): void {
    if (kind !== 'file' || parentId === null) return;
    this.#context.documentChanges.note({ kind: 'deleted', user, id, name, folderId: parentId });
  }

  /** As {@link Trash.restore}. Runs inside the caller's transaction. @throws {NeedsSize} */
  restoreInTransaction(
    actor: Actor,
    id: number,
    folderId: number | undefined,
    prepared: Prepared,
  ): EntryRecord {
    const { access, locks, mountRoot, records, relocation, trashRecords } = this.#deps;
    const { entries } = this.#context.tables;
    const { user, deletion, entry } = this.#find(requireUser(actor, 'write'), id);
    if (!trashRecords.mayRead(user, deletion)) throw notFound();
    if (deletion.wasRoot && folderId === undefined) return this.#restoreRoot(user, entry);
    const folder = targetFolder(access, user, folderId ?? this.#nearestFolder(deletion), 'write');
    assertPermissions(folder, CREATE);
    locks.assertWritable(user, folder.entryAccess);
    if (folder.entryAccess.ownerId !== deletion.ownerId && !isOwnerOf(deletion, user))
      throw forbidden(message('only_owner_restores', { name: entry.name }));
    relocation.assertFits(entry, { lineage: [], ownerId: deletion.ownerId }, folder.entryAccess, prepared);
    const isTaken = (wanted: string) =>
      entries.findChildId(folder.entry.id, wanted) !== undefined || mountRoot.isTaken(folder, wanted);
    this.putBack(user, entry, folder.entry, freeName(entry, isTaken));
    return records.one(user, id);
  }

  /**
   * Moves an entry from the trash into a folder. The caller has checked permissions, locks, limits and the name. Runs
   * inside the caller's transaction.
   */
  putBack(user: UserActor, entry: Entry, folder: Folder, name: string): void {
    const { trash, vacatedNames } = this.#context.tables;
    this.#deps.relocation.setLocation(user, entry, folder.id, name);
    trash.delete(entry.id);
    vacatedNames.deleteDocument(entry.id);
    const text = message('entry_to_folder', { name, folder: folder.name });
    const fullDetails = { text, names: folder.id };
    const restored = { ...entry, name };
    this.#deps.activity.record(user, 'restore', message('entry', { name }), restored, fullDetails);
  }

  /**
   * Deletes an entry in the trash permanently, with all entries beneath it. Allowed to the owner of the home that the
   * entry was in; for system folders, to administrators. No user can reach the entry after the first step. A large
   * folder is deleted in small steps, between which other requests run.
   * @param deletedAt if the entry was deleted at another time, it is not found
   * @throws {DmsError} not_found | forbidden | locked: the entry is being restored
   */
  async purge(actor: Actor, id: number, deletedAt?: number): Promise<void> {
    await commit(this.#context, actor, () => {
      if (deletedAt !== undefined) this.#find(requireUser(actor, 'write'), id, deletedAt);
      this.purgeInTransaction(actor, id);
    });
    await this.#deps.erasures.finish(id);
  }

  /**
   * The first step of {@link Trash.purge}; the caller then runs {@link Erasures.finish}. Runs inside the caller's
   * transaction.
   * @param rows maximum number of entries and versions to delete now
   * @returns the number deleted
   */
  purgeInTransaction(actor: Actor, id: number, rows?: number): number {
    const { activity, erasures, locks } = this.#deps;
    const { user, deletion, entry } = this.#find(requireUser(actor, 'write'), id);
    if (!isOwnerOf(deletion, user)) throw forbidden(message('only_owner_purges', { name: entry.name }));
    locks.assertNotFrozen({ lineage: [entry] });
    const deleted = erasures.begin(deletion, rows);
    activity.record(user, 'purge', message('entry', { name: entry.name }), entry);
    return deleted;
  }

  /**
   * Purges the oldest of the entries deleted at `before` (milliseconds UTC) or earlier. The entry is chosen in the
   * transaction that purges it, because its owner may restore it until then.
   * @returns false if there is none, or if it is being restored
   */
  async purgeOldest(actor: SystemActor, before: number): Promise<boolean> {
    const { activity, erasures, locks } = this.#deps;
    const { entries, trash } = this.#context.tables;
    const purged = await commit(this.#context, actor, () => {
      const deletion = trash.findOldest(before);
      if (!deletion) return undefined;
      const entry = entries.find(deletion.entryId);
      if (!entry) throw new Error(`entry ${String(deletion.entryId)} of the trash does not exist`);
      if (locks.isFrozen({ lineage: [entry] })) return undefined;
      erasures.begin(deletion);
      activity.record(actor, 'purge', message('entry_expired', { name: entry.name }), entry);
      return entry.id;
    });
    if (purged === undefined) return false;
    await erasures.finish(purged);
    return true;
  }

  /**
   * Moves an entry with all entries beneath it to the trash, at a cost that does not depend on the size of the subtree.
   * Runs inside the caller's transaction.
   * @throws {DmsError} forbidden | locked
   */
  discard(authorised: AuthorisedEntry): void {
    const { user, entry, entryAccess } = authorised;
    const { activity, locks } = this.#deps;
    const { entries, places, trash } = this.#context.tables;
    assertRoot(entry, user);
    assertPermissions(authorised, DELETE);
    locks.assertMovable(user, entryAccess);
    locks.endWithin(entry.id);
    const now = this.#context.now();
    places.leave(entry.id, now, null, moverOf(user));
    entries.updatePosition(
      entry.id,
      { parentId: null, rootKind: 'trash', name: entry.name },
      now,
      user.userId,
    );
    if (entry.parentId !== null) entries.updateTime(entry.parentId, now, user.userId);
    const names = namesOf(entryAccess);
    trash.insert({
      entryId: entry.id,
      parentId: entry.parentId,
      ownerId: entryAccess.ownerId,
      wasRoot: entry.rootKind !== null,
      path: `/${(entryAccess.rootKind === 'home' ? names.slice(0, -1) : names).reverse().join('/')}`,
      deletedAt: now,
      deletedBy: user.userId,
    });
    this.#note(authorised);
    activity.record(user, 'delete', message('entry', { name: entry.name }), entry);
  }

  #restoreRoot(user: UserActor, entry: Entry): EntryRecord {
    const { entries, places, trash } = this.#context.tables;
    if (!mayAdminister(user)) throw forbidden(message('only_administrators_restore'));
    const name = freeName(entry, (taken) => entries.findSystem(taken) !== undefined);
    const now = this.#context.now();
    places.leave(entry.id, now, null, moverOf(user));
    entries.updatePosition(entry.id, { parentId: null, rootKind: 'system', name }, now, user.userId);
    trash.delete(entry.id);
    this.#deps.activity.record(user, 'restore', message('entry', { name }), { ...entry, name });
    return this.#deps.records.one(user, entry.id);
  }

  /** @throws {DmsError} not_found: also if the user may not see the deletion */
  #find(
    user: UserActor,
    id: number,
    deletedAt?: number,
  ): { user: UserActor; deletion: Deletion; entry: Entry } {
    const deletion = this.#context.tables.trash.find(id);
    const entry = deletion && this.#context.tables.entries.find(id);
    if (!entry || !seesDeletion(user, deletion)) throw notFound();
    if (deletedAt !== undefined && deletion.deletedAt !== deletedAt) throw notFound();
    return { user, deletion, entry };
  }

  /**
   * The former folder of the entry. If that folder is in the trash too, its own former folder, and so on up to the
   * home.
   */
  #nearestFolder(deletion: Deletion): number {
    const { ancestry, erasures, trash, users } = this.#context.tables;
    let parentId = deletion.parentId;
    while (parentId !== null) {
      const root = ancestry.list(parentId).at(-1);
      if (root?.rootKind !== 'trash') return parentId;
      parentId = (trash.find(root.id) ?? erasures.find(root.id))?.parentId ?? null;
    }
    const home = deletion.ownerId === null ? undefined : users.find(deletion.ownerId)?.homeId;
    if (home === undefined) throw invalid('folder_id', 'folder_required');
    return home;
  }
}
