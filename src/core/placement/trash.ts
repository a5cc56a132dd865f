import type { Actor, UserActor } from '../../model/actor.ts';
import type { Entry, EntryRecord, TrashRecord } from '../../model/entry.ts';
import { forbidden, invalid, notFound } from '../../model/errors.ts';
import { numberedName } from '../../model/names.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { ALL, allows, CREATE, DELETE, READ } from '../../model/permissions.ts';
import type { People } from '../../storage/accounts/people.ts';
import type { UserTable } from '../../storage/accounts/users.ts';
import type { Ancestry } from '../../storage/tree/ancestry.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import type { Subtrees } from '../../storage/tree/subtrees.ts';
import type { Deletion, TrashTable } from '../../storage/tree/trash.ts';
import type { VacatedNameTable } from '../../storage/tree/vacated-names.ts';
import { type Access, demand, namesOf, type Reached } from '../access/access.ts';
import { requireUser } from '../access/capabilities.ts';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { EntryRecords } from '../browse/entry-records.ts';
import type { Tree } from '../browse/tree.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/write-locks.ts';
import type { Quota } from '../versions/quota.ts';
import { assertDepth, assertRoot, targetFolder } from './entry-rules.ts';

/** What {@link Trash} works with. */
interface Parts {
  readonly access: Access;
  readonly ancestry: Ancestry;
  readonly departureTable: VacatedNameTable;
  readonly entryTable: EntryTable;
  readonly locks: WriteLocks;
  readonly log: ActivityLog;
  readonly people: People;
  readonly records: EntryRecords;
  readonly subtrees: Subtrees;
  readonly trashTable: TrashTable;
  readonly tree: Tree;
  readonly usage: Quota;
  readonly users: UserTable;
}

/** What was deleted: kept whole, out of everybody's reach but for restoring. */
export class Trash {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Newest first: of the actor's home, by himself, and of the office's folders for administrators. */
  list(actor: Actor, request: PageRequest): Page<TrashRecord> {
    const user = requireUser(actor, 'read');
    const { people, trashTable } = this.#parts;
    const offset = (request.page - 1) * request.perPage;
    const { items, total } = trashTable.list(user.userId, user.isAdmin, request.perPage, offset);
    const deleters = people.list(items.map((deletion) => deletion.deletedBy));
    const others = items.filter((deletion) => !isOwnerOf(deletion, user));
    const folders = new Map(others.map((deletion) => [deletion.entryId, this.#formerFolder(user, deletion)]));
    const records = new Map(this.#records(user, items, folders).map((record) => [record.id, record]));
    return {
      total,
      items: items.flatMap((deletion) => {
        const entry = records.get(deletion.entryId);
        const deletedBy = deleters.get(deletion.deletedBy ?? 0) ?? null;
        if (!entry) return [];
        const above = folders.get(deletion.entryId)?.path ?? '';
        const path = isOwnerOf(deletion, user) ? deletion.path : `${above}/${entry.name}`;
        return [{ entry, path, deletedAt: deletion.deletedAt, deletedBy }];
      }),
    };
  }

  /**
   * Puts an entry back where it was, or into `folderId` (0: the home); where that is gone, into the nearest folder left.
   * A taken name is numbered. It keeps id, versions and shares. Who deleted it out of somebody else's home may give it
   * back to that home only.
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id) | quota_exceeded
   */
  restore(actor: Actor, id: number, folderId?: number): Promise<EntryRecord> {
    return commit(this.#context, () => {
      const { access, entryTable, locks, records, subtrees, trashTable, usage } = this.#parts;
      const { user, deletion, entry } = this.#visible(requireUser(actor, 'write'), id);
      if (deletion.wasRoot && folderId === undefined) return this.#restoreRoot(user, entry);
      const folder = targetFolder(access, user, folderId ?? this.#nearestFolder(deletion), 'write');
      demand(folder, CREATE);
      locks.assertWritable(user, folder.standing);
      assertDepth(folder.standing, entry.kind === 'folder' ? subtrees.height(id) + 1 : 0);
      if (folder.standing.ownerId !== deletion.ownerId) {
        if (!isOwnerOf(deletion, user))
          throw forbidden(`Only its owner may restore "${entry.name}" elsewhere.`);
        const size = subtrees.allVersionsSize(id);
        usage.add(folder.standing.ownerId, size);
        usage.add(deletion.ownerId, -size);
      }
      const name = freeName(entry, (taken) => entryTable.findChildId(folder.entry.id, taken) !== undefined);
      const now = this.#context.now();
      entryTable.updatePlace(id, { parentId: folder.entry.id, rootKind: null, name }, now, user.userId);
      entryTable.updateTime(folder.entry.id, now, user.userId);
      trashTable.delete(id);
      this.#parts.departureTable.deleteDocument(id);
      const full = { text: `${name} to ${folder.entry.name}`, names: folder.entry.id };
      this.#parts.log.record(user, 'restore', name, { ...entry, name }, full);
      return records.one(user, id);
    });
  }

  /** Deletes for good. For the owner of the home it lay in, and administrators for the office's. @throws {DmsError} not_found | forbidden */
  purge(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, () => {
      const { user, deletion, entry } = this.#visible(requireUser(actor, 'write'), id);
      if (!isOwnerOf(deletion, user)) throw forbidden(`Only its owner may delete "${entry.name}" for good.`);
      this.erase(id, deletion.ownerId);
      this.#parts.log.record(user, 'purge', entry.name, entry);
    });
  }

  /** Deletes for good what was deleted at `before` or earlier, some at a time. @returns how many deletions went */
  async purgeExpired(before: number, limit: number): Promise<number> {
    const expired = this.#parts.trashTable.listExpired(before, limit);
    for (const { entryId, ownerId } of expired) {
      await commit(this.#context, () => {
        const entry = this.#parts.entryTable.find(entryId);
        if (!entry) return;
        this.erase(entryId, ownerId);
        const name = 'housekeeping';
        this.#parts.log.record({ kind: 'system', name }, 'purge', `${entry.name}, kept long enough`, entry);
      });
    }
    return expired.length;
  }

  /**
   * Puts an entry into the trash with all beneath it, within a transaction of others; costs the same whatever its size.
   * @throws {DmsError} forbidden | locked
   */
  discard(reached: Reached): void {
    const { user, entry, standing } = reached;
    const { entryTable, locks, log, trashTable } = this.#parts;
    assertRoot(entry, user);
    demand(reached, DELETE);
    locks.assertMovable(user, standing);
    locks.endWithin(entry.id);
    const now = this.#context.now();
    entryTable.updatePlace(
      entry.id,
      { parentId: null, rootKind: 'trash', name: entry.name },
      now,
      user.userId,
    );
    if (entry.parentId !== null) entryTable.updateTime(entry.parentId, now, user.userId);
    const names = namesOf(standing);
    trashTable.insert({
      entryId: entry.id,
      parentId: entry.parentId,
      ownerId: standing.ownerId,
      wasRoot: entry.rootKind !== null,
      path: `/${(standing.rootKind === 'home' ? names.slice(0, -1) : names).reverse().join('/')}`,
      deletedAt: now,
      deletedBy: user.userId,
    });
    log.record(user, 'delete', entry.name, entry);
  }

  /** Deletes an entry for good with all beneath it, within a transaction of others. Its blobs are the sweeper's. */
  erase(id: number, ownerId: number | null): void {
    const { subtrees, trashTable, usage } = this.#parts;
    usage.add(ownerId, -subtrees.allVersionsSize(id));
    // What lay in it and was deleted before it can still be restored: to where it lay.
    subtrees.redirectTrash(id, trashTable.find(id)?.parentId ?? null);
    subtrees.delete(id);
  }

  #restoreRoot(user: UserActor, entry: Entry): EntryRecord {
    const { entryTable, records, trashTable } = this.#parts;
    if (!user.isAdmin) throw forbidden('This is for administrators.');
    const name = freeName(entry, (taken) => entryTable.findSystem(taken) !== undefined);
    entryTable.updatePlace(
      entry.id,
      { parentId: null, rootKind: 'system', name },
      this.#context.now(),
      user.userId,
    );
    trashTable.delete(entry.id);
    this.#parts.log.record(user, 'restore', name, { ...entry, name });
    return records.one(user, entry.id);
  }

  #visible(user: UserActor, id: number): { user: UserActor; deletion: Deletion; entry: Entry } {
    const deletion = this.#parts.trashTable.find(id);
    const entry = deletion && this.#parts.entryTable.find(id);
    const isVisible =
      deletion?.ownerId === user.userId ||
      deletion?.deletedBy === user.userId ||
      (deletion?.ownerId === null && user.isAdmin);
    if (!entry || !isVisible) throw notFound();
    return { user, deletion, entry };
  }

  /** Where it was; if that is in the trash too, where that was, and so on up to the home. */
  #nearestFolder(deletion: Deletion): number {
    const { ancestry, trashTable, users } = this.#parts;
    let parentId = deletion.parentId;
    while (parentId !== null) {
      const root = ancestry.list(parentId).at(-1);
      if (root?.rootKind !== 'trash') return parentId;
      parentId = trashTable.find(root.id)?.parentId ?? null;
    }
    const home = deletion.ownerId === null ? undefined : users.find(deletion.ownerId)?.homeId;
    if (home === undefined) throw invalid('folder_id', 'is needed: the folder that it was in is gone');
    return home;
  }

  /** The folder that an entry lay in, if the user may still read it: its name is not for others. */
  #formerFolder(user: UserActor, { parentId }: Deletion): FormerFolder | undefined {
    const folder = parentId === null ? undefined : this.#parts.entryTable.find(parentId);
    const standing = folder && this.#parts.access.standing(user, folder);
    if (!folder || !standing || !allows(standing.permissions, READ)) return undefined;
    return { id: folder.id, path: this.#parts.tree.path(user, folder.id).replace(/^\/$/, '') };
  }

  #records(
    user: UserActor,
    deletions: readonly Deletion[],
    folders: ReadonlyMap<number, FormerFolder | undefined>,
  ): EntryRecord[] {
    const entries = new Map(
      this.#parts.entryTable
        .listByIds(deletions.map((deletion) => deletion.entryId))
        .map((entry) => [entry.id, entry]),
    );
    const sights = deletions.flatMap((deletion) => {
      const { entryId, ownerId, parentId } = deletion;
      const entry = entries.get(entryId);
      if (!entry) return [];
      if (isOwnerOf(deletion, user)) return [{ entry, permissions: ALL, ownerId, folderId: parentId }];
      return [{ entry, permissions: READ, ownerId, folderId: folders.get(entryId)?.id ?? null }];
    });
    return this.#parts.records.list(sights);
  }
}

/** Where something lay, as one user sees it. */
interface FormerFolder {
  readonly id: number;
  readonly path: string;
}

/** True for the owner of the home that it lay in, and for administrators where that was the office's. */
function isOwnerOf({ ownerId }: Deletion, user: UserActor): boolean {
  return ownerId === null ? user.isAdmin : ownerId === user.userId;
}

function freeName(entry: Entry, isTaken: (name: string) => boolean): string {
  let name = entry.name;
  for (let number = 2; isTaken(name); number += 1) name = numberedName(entry.name, number, entry.kind);
  return name;
}
