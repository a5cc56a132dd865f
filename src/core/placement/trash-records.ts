import { DAY_MS } from '../../model/durations.ts';
import type { Entry, EntryRecord, TrashRecord } from '../../model/entries/entry.ts';
import { ALL, allows, READ } from '../../model/entries/permissions.ts';
import { notFound } from '../../model/errors/errors.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Deletion, DeletionMark } from '../../storage/tree/tree.ts';
import { type Access, assertCurrent, requireUser } from '../access/access.ts';
import type { EntryRecords, Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';

/** Deletions that are read before other requests run. */
const SLICE = 200;

interface Dependencies {
  readonly access: Access;
  readonly records: EntryRecords;
  readonly tree: Tree;
  /** Days that entries stay in the trash; 0: until they are purged or restored. */
  readonly trashKeepDays: number;
}

/** The former folder of an entry, as one user sees it. */
interface FormerFolder {
  readonly id: number;
  /** From the user's mount root; empty for the mount root itself. */
  readonly path: string;
}

/** Deletions as one user sees them. */
export class TrashRecords {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * All deletions of {@link Trash.list} whose entries the actor may read and restore, newest first, in slices between
   * which other requests run.
   * @throws {DmsError} unauthenticated | forbidden
   */
  async *restorable(actor: Actor): AsyncGenerator<readonly TrashRecord[]> {
    const user = requireUser(actor, 'read');
    const { trash } = this.#context.tables;
    let mark: DeletionMark | undefined = { deletedAt: Number.MAX_SAFE_INTEGER, entryId: 0 };
    while (mark !== undefined) {
      assertCurrent(this.#context, user);
      const deletions: Deletion[] = trash.listBefore(user.userId, user.isAdmin, mark, SLICE);
      yield this.of(user, deletions).filter(isRestorable);
      mark = deletions.length < SLICE ? undefined : deletions.at(-1);
      if (mark !== undefined) await yieldToRequests();
    }
  }

  /**
   * One deletion of {@link TrashRecords.restorable}.
   * @param deletedAt if the entry was deleted at another time, it is not found
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  find(actor: Actor, id: number, deletedAt: number): TrashRecord {
    const user = requireUser(actor, 'read');
    const deletion = this.#context.tables.trash.find(id);
    if (deletion?.deletedAt !== deletedAt || !seesDeletion(user, deletion)) throw notFound();
    const [record] = this.of(user, [deletion]);
    if (!record || !isRestorable(record)) throw notFound();
    return record;
  }

  /** Records of deletions that the user may see, in the order of `deletions`. */
  of(user: UserActor, deletions: readonly Deletion[]): TrashRecord[] {
    const { trashKeepDays } = this.#deps;
    const deleters = this.#context.tables.people.list(deletions.map(({ deletedBy }) => deletedBy));
    const foreign = deletions.filter((deletion) => !isOwnerOf(deletion, user));
    const folders = new Map(
      foreign.map((deletion) => [deletion.entryId, this.#formerFolder(user, deletion)]),
    );
    const records = new Map(this.#entries(user, deletions, folders).map((record) => [record.id, record]));
    return deletions.flatMap((deletion) => {
      const { deletedAt } = deletion;
      const entry = records.get(deletion.entryId);
      const deletedBy = deleters.get(deletion.deletedBy ?? 0) ?? null;
      if (!entry) return [];
      const folderPath = folders.get(deletion.entryId)?.path ?? '';
      const path = isOwnerOf(deletion, user) ? deletion.path : `${folderPath}/${entry.name}`;
      const expiresAt = trashKeepDays === 0 ? null : deletedAt + trashKeepDays * DAY_MS;
      return [{ entry, path, deletedAt, deletedBy, expiresAt }];
    });
  }

  /**
   * True if the user may read and restore a deleted entry: its owner, or the user who deleted it from another user's
   * home, as long as a share lets that user read the former folder or the entry.
   */
  mayRead(user: UserActor, deletion: Deletion): boolean {
    return readsDeletion(this.#deps.access, user, deletion);
  }

  /** The former folder of an entry; undefined if the user cannot read it, as its name must not be disclosed. */
  #formerFolder(user: UserActor, { parentId }: Deletion): FormerFolder | undefined {
    const folder = parentId === null ? undefined : this.#context.tables.entries.find(parentId);
    const entryAccess = folder && this.#deps.access.readable(user, folder);
    if (!entryAccess) return undefined;
    return { id: folder.id, path: this.#deps.tree.path(user, folder.id).replace(/^\/$/, '') };
  }

  #entries(
    user: UserActor,
    deletions: readonly Deletion[],
    folders: ReadonlyMap<number, FormerFolder | undefined>,
  ): EntryRecord[] {
    const entries = new Map(
      this.#context.tables.entries
        .listByIds(deletions.map((deletion) => deletion.entryId))
        .map((entry) => [entry.id, entry]),
    );
    const sources = deletions.flatMap((deletion) => {
      const { entryId, ownerId, parentId } = deletion;
      const entry = entries.get(entryId);
      if (!entry) return [];
      if (isOwnerOf(deletion, user)) return [{ entry, permissions: ALL, ownerId, folderId: parentId }];
      const folderId = folders.get(entryId)?.id ?? null;
      if (this.mayRead(user, deletion)) return [{ entry, permissions: READ, ownerId, folderId }];
      return [{ entry: withoutTexts(entry), permissions: 0, ownerId, folderId }];
    });
    return this.#deps.records.listShort(user, sources).map(withoutShares);
  }
}

/** For a user who may no longer read the entry. Its name stays, because the user deleted it by that name. */
function withoutTexts(entry: Entry): Entry {
  return entry.kind === 'file' ? { ...entry, title: null, comments: '' } : entry;
}

/** True if the user to whom the record was made may read and restore the entry. */
function isRestorable({ entry }: TrashRecord): boolean {
  return entry.permissions !== 0;
}

/** The record does not tell a user who may not read the folder whether it is still shared with others. */
function withoutShares(record: EntryRecord): EntryRecord {
  return record.kind === 'folder' && record.permissions === 0 ? { ...record, shared: false } : record;
}

/** True if the user sees the deletion in the trash: as its owner, or as the user who deleted the entry. */
export function seesDeletion(user: UserActor, deletion: Deletion): boolean {
  return isOwnerOf(deletion, user) || deletion.deletedBy === user.userId;
}

/** As {@link TrashRecords.mayRead}. */
export function readsDeletion(access: Access, user: UserActor, deletion: Deletion): boolean {
  const { entryId, parentId } = deletion;
  const inFolder = parentId === null ? 0 : access.permissions(user, parentId);
  return isOwnerOf(deletion, user) || allows(inFolder | access.grantedTo(user)(entryId), READ);
}

/** True if the user owns the home that the entry was in or, for system folders, is an administrator. */
export function isOwnerOf({ ownerId }: Deletion, user: UserActor): boolean {
  return ownerId === null ? user.isAdmin : ownerId === user.userId;
}
