import type { Actor, UserActor } from '../model/actor.ts';
import type { Entry, EntryRecord, TrashRecord } from '../model/entry.ts';
import { forbidden, invalid, notFound } from '../model/errors.ts';
import { isJunkName, numberedName } from '../model/names.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { ALL, CREATE, DELETE, READ } from '../model/permissions.ts';
import type { Ancestry } from '../storage/ancestry.ts';
import type { EntryTable } from '../storage/entries.ts';
import type { People } from '../storage/people.ts';
import type { Subtrees } from '../storage/subtrees.ts';
import type { Deletion, TrashTable } from '../storage/trash.ts';
import type { UserTable } from '../storage/users.ts';
import { type Access, demand, type Reached } from './access.ts';
import type { ActivityLog } from './activity.ts';
import { requireUser } from './authority.ts';
import { type Context, commit } from './context.ts';
import type { Locks } from './locks.ts';
import { assertDepth, assertRoot, targetFolder } from './placement.ts';
import type { Records } from './records.ts';
import type { Usage } from './usage.ts';

/** What {@link Trash} works with. */
interface Parts {
  readonly access: Access;
  readonly ancestry: Ancestry;
  readonly entryTable: EntryTable;
  readonly locks: Locks;
  readonly log: ActivityLog;
  readonly people: People;
  readonly records: Records;
  readonly subtrees: Subtrees;
  readonly trashTable: TrashTable;
  readonly usage: Usage;
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
    const records = new Map(this.#records(user, items).map((record) => [record.id, record]));
    return {
      total,
      items: items.flatMap((deletion) => {
        const entry = records.get(deletion.entryId);
        const deletedBy = deleters.get(deletion.deletedBy ?? 0) ?? null;
        return entry ? [{ entry, path: deletion.path, deletedAt: deletion.deletedAt, deletedBy }] : [];
      }),
    };
  }

  /**
   * Puts an entry back where it was, or into `folderId` (0: the home); where that is gone, into the nearest folder left.
   * A taken name is numbered. It keeps id, versions and shares.
   * @throws {DmsError} not_found | forbidden | locked | invalid (folder_id) | quota_exceeded
   */
  restore(actor: Actor, id: number, folderId?: number): Promise<EntryRecord> {
    return commit(this.#context, () => {
      const { access, entryTable, locks, log, records, subtrees, trashTable, usage } = this.#parts;
      const { user, deletion, entry } = this.#visible(requireUser(actor, 'write'), id);
      if (deletion.wasRoot && folderId === undefined) return this.#restoreRoot(user, entry);
      const folder = targetFolder(access, user, folderId ?? this.#nearestFolder(deletion), 'write');
      demand(folder, CREATE);
      locks.assertWritable(user, folder.standing);
      assertDepth(folder.standing, entry.kind === 'folder' ? subtrees.height(id) + 1 : 0);
      if (folder.standing.ownerId !== deletion.ownerId) {
        const size = subtrees.allVersionsSize(id);
        usage.add(folder.standing.ownerId, size);
        usage.add(deletion.ownerId, -size);
      }
      const name = freeName(entry, (taken) => entryTable.findChildId(folder.entry.id, taken) !== undefined);
      const now = this.#context.now();
      entryTable.updatePlace(id, { parentId: folder.entry.id, rootKind: null, name }, now, user.userId);
      entryTable.updateTime(folder.entry.id, now, user.userId);
      trashTable.delete(id);
      log.record(user, 'restore', `${name} to ${folder.entry.name}`, entry);
      return records.one(user, id);
    });
  }

  /** Deletes for good. For the owner of the home it lay in, and administrators for the office's. @throws {DmsError} not_found | forbidden */
  purge(actor: Actor, id: number): Promise<void> {
    return commit(this.#context, () => {
      const { user, deletion, entry } = this.#visible(requireUser(actor, 'write'), id);
      const isHis = deletion.ownerId === null ? user.isAdmin : deletion.ownerId === user.userId;
      if (!isHis) throw forbidden(`Only its owner may delete "${entry.name}" for good.`);
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
    locks.dissolve(entry.id);
    const now = this.#context.now();
    entryTable.updatePlace(
      entry.id,
      { parentId: null, rootKind: 'trash', name: entry.name },
      now,
      user.userId,
    );
    if (entry.parentId !== null) entryTable.updateTime(entry.parentId, now, user.userId);
    const names = standing.way.map((ancestor) => ancestor.name);
    trashTable.insert({
      entryId: entry.id,
      parentId: entry.parentId,
      ownerId: standing.ownerId,
      wasRoot: entry.rootKind !== null,
      path: `/${(standing.rootKind === 'home' ? names.slice(0, -1) : names).reverse().join('/')}`,
      deletedAt: now,
      deletedBy: user.userId,
    });
    if (!isJunkName(entry.name)) log.record(user, 'delete', entry.name, entry);
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
    const { entryTable, log, records, trashTable } = this.#parts;
    if (!user.isAdmin) throw forbidden('This is for administrators.');
    const name = freeName(entry, (taken) => entryTable.findSystem(taken) !== undefined);
    entryTable.updatePlace(
      entry.id,
      { parentId: null, rootKind: 'system', name },
      this.#context.now(),
      user.userId,
    );
    trashTable.delete(entry.id);
    log.record(user, 'restore', name, entry);
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

  #records(user: UserActor, deletions: readonly Deletion[]): EntryRecord[] {
    const entries = new Map(
      this.#parts.entryTable
        .listByIds(deletions.map((deletion) => deletion.entryId))
        .map((entry) => [entry.id, entry]),
    );
    const sights = deletions.flatMap(({ entryId, ownerId, parentId }) => {
      const entry = entries.get(entryId);
      const isHis = ownerId === null ? user.isAdmin : ownerId === user.userId;
      return entry ? [{ entry, permissions: isHis ? ALL : READ, ownerId, folderId: parentId }] : [];
    });
    return this.#parts.records.list(sights);
  }
}

function freeName(entry: Entry, isTaken: (name: string) => boolean): string {
  let name = entry.name;
  for (let number = 2; isTaken(name); number += 1) name = numberedName(entry.name, number, entry.kind);
  return name;
}
