import type { Actor, UserActor } from '../../model/actor.ts';
import type { Entry, EntryRecord, TrashRecord } from '../../model/entry.ts';
import { forbidden, invalid, notFound } from '../../model/errors.ts';
import { freeName } from '../../model/names.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { ALL, allows, CREATE, DELETE, READ } from '../../model/permissions.ts';
import type { Deletion } from '../../storage/tree/tree.ts';
import { type Access, demand, namesOf, type Reached, requireUser } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { EntryRecords, Tree } from '../browse/browse.ts';
import { type Context, commit } from '../context.ts';
import type { WriteLocks } from '../locks/locks.ts';
import type { Quota } from '../versions/versions.ts';
import { assertDepth, assertRoot, targetFolder } from './entry-rules.ts';
import type { Relocation } from './relocation.ts';

/** What {@link Trash} works with. */
interface Parts {
  readonly access: Access;
  readonly activity: ActivityLog;
  readonly locks: WriteLocks;
  readonly quota: Quota;
  readonly records: EntryRecords;
  readonly relocation: Relocation;
  readonly tree: Tree;
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
    const { people, trash } = this.#context.tables;
    const offset = (request.page - 1) * request.perPage;
    const { items, total } = trash.list(user.userId, user.isAdmin, request.perPage, offset);
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
      const { access, activity, locks, records, relocation } = this.#parts;
      const { entries, subtrees, trash, vacatedNames } = this.#context.tables;
      const { user, deletion, entry } = this.#visible(requireUser(actor, 'write'), id);
      if (deletion.wasRoot && folderId === undefined) return this.#restoreRoot(user, entry);
      const folder = targetFolder(access, user, folderId ?? this.#nearestFolder(deletion), 'write');
      demand(folder, CREATE);
      locks.assertWritable(user, folder.standing);
      assertDepth(folder.standing, entry.kind === 'folder' ? subtrees.height(id) + 1 : 0);
      if (folder.standing.ownerId !== deletion.ownerId) {
        if (!isOwnerOf(deletion, user))
          throw forbidden(`Only its owner may restore "${entry.name}" elsewhere.`);
        relocation.transferUsage(id, deletion.ownerId, folder.standing.ownerId);
      }
      const name = freeName(entry, (taken) => entries.findChildId(folder.entry.id, taken) !== undefined);
      relocation.place(user, entry, folder.entry.id, name);
      trash.delete(id);
      vacatedNames.deleteDocument(id);
      const full = { text: `${name} to ${folder.entry.name}`, names: folder.entry.id };
      activity.record(user, 'restore', name, { ...entry, name }, full);
      return records.one(user, id);
    });
  }

  /** Deletes for good. For the owner of the home it lay in, and administrators for the office's. @throws {DmsError} not_found | forbidden */
  purge(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, () => {
      const { user, deletion, entry } = this.#visible(requireUser(actor, 'write'), id);
      if (!isOwnerOf(deletion, user)) throw forbidden(`Only its owner may delete "${entry.name}" for good.`);
      this.erase(id, deletion.ownerId);
      this.#parts.activity.record(user, 'purge', entry.name, entry);
    });
  }

  /** Deletes for good what was deleted at `before` or earlier, some at a time. @returns how many deletions went */
  async purgeExpired(before: number, limit: number): Promise<number> {
    const expired = this.#context.tables.trash.listExpired(before, limit);
    for (const { entryId, ownerId } of expired) {
      await commit(this.#context, () => {
        const entry = this.#context.tables.entries.find(entryId);
        if (!entry) return;
        this.erase(entryId, ownerId);
        const name = 'housekeeping';
        this.#parts.activity.record(
          { kind: 'system', name },
          'purge',
          `${entry.name}, kept long enough`,
          entry,
        );
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
    const { activity, locks } = this.#parts;
    const { entries, trash } = this.#context.tables;
    assertRoot(entry, user);
    demand(reached, DELETE);
    locks.assertMovable(user, standing);
    locks.endWithin(entry.id);
    const now = this.#context.now();
    entries.updatePosition(
      entry.id,
      { parentId: null, rootKind: 'trash', name: entry.name },
      now,
      user.userId,
    );
    if (entry.parentId !== null) entries.updateTime(entry.parentId, now, user.userId);
    const names = namesOf(standing);
    trash.insert({
      entryId: entry.id,
      parentId: entry.parentId,
      ownerId: standing.ownerId,
      wasRoot: entry.rootKind !== null,
      path: `/${(standing.rootKind === 'home' ? names.slice(0, -1) : names).reverse().join('/')}`,
      deletedAt: now,
      deletedBy: user.userId,
    });
    activity.record(user, 'delete', entry.name, entry);
  }

  /** Deletes an entry for good with all beneath it, within a transaction of others. Its blobs are the sweeper's. */
  erase(id: number, ownerId: number | null): void {
    const { subtrees, trash } = this.#context.tables;
    this.#parts.quota.add(ownerId, -subtrees.allVersionsSize(id));
    // What lay in it and was deleted before it can still be restored: to where it lay.
    subtrees.redirectTrash(id, trash.find(id)?.parentId ?? null);
    subtrees.delete(id);
  }

  #restoreRoot(user: UserActor, entry: Entry): EntryRecord {
    const { entries, trash } = this.#context.tables;
    if (!user.isAdmin) throw forbidden('This is for administrators.');
    const name = freeName(entry, (taken) => entries.findSystem(taken) !== undefined);
    entries.updatePosition(
      entry.id,
      { parentId: null, rootKind: 'system', name },
      this.#context.now(),
      user.userId,
    );
    trash.delete(entry.id);
    this.#parts.activity.record(user, 'restore', name, { ...entry, name });
    return this.#parts.records.one(user, entry.id);
  }

  #visible(user: UserActor, id: number): { user: UserActor; deletion: Deletion; entry: Entry } {
    const deletion = this.#context.tables.trash.find(id);
    const entry = deletion && this.#context.tables.entries.find(id);
    const isVisible =
      deletion?.ownerId === user.userId ||
      deletion?.deletedBy === user.userId ||
      (deletion?.ownerId === null && user.isAdmin);
    if (!entry || !isVisible) throw notFound();
    return { user, deletion, entry };
  }

  /** Where it was; if that is in the trash too, where that was, and so on up to the home. */
  #nearestFolder(deletion: Deletion): number {
    const { ancestry, trash, users } = this.#context.tables;
    let parentId = deletion.parentId;
    while (parentId !== null) {
      const root = ancestry.list(parentId).at(-1);
      if (root?.rootKind !== 'trash') return parentId;
      parentId = trash.find(root.id)?.parentId ?? null;
    }
    const home = deletion.ownerId === null ? undefined : users.find(deletion.ownerId)?.homeId;
    if (home === undefined) throw invalid('folder_id', 'is needed: the folder that it was in is gone');
    return home;
  }

  /** The folder that an entry lay in, if the user may still read it: its name is not for others. */
  #formerFolder(user: UserActor, { parentId }: Deletion): FormerFolder | undefined {
    const folder = parentId === null ? undefined : this.#context.tables.entries.find(parentId);
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
      this.#context.tables.entries
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
