import type { Document, Entry, Folder } from '../../model/entries/entry.ts';
import { nameKey, sortKey } from '../../model/entries/names.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Usage } from '../../model/people/user.ts';
import type { SubtreeSize } from '../../storage/tree/tree.ts';
import { type AuthorisedEntry, type EntryAccess, moverOf } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';
import { mediaType, type Quota } from '../versions/versions.ts';
import { assertDepth } from './entry-rules.ts';
import { type MeasuredSize, NeedsCopy, NeedsSize, type Prepared, type PreparedCopy } from './prepared.ts';
import { noteUnreadCopies } from './unread-copies.ts';

/** Maximum entries, and bytes of their titles, comments and properties, copied in one transaction: about 30 ms. */
const MAX_COPIED_AT_ONCE = { entries: 1500, bytes: 4 * 2 ** 20 };
/** Maximum folders and versions, and bytes of texts, measured in one transaction: some milliseconds. */
const MAX_MEASURED_AT_ONCE = { entries: 3000, bytes: MAX_COPIED_AT_ONCE.bytes };

interface Dependencies {
  readonly activity: ActivityLog;
  readonly quota: Quota;
}

/**
 * Moves, renames and copies entries. Checks depth and limits, sets the media type and records the activity.
 *
 * Runs inside the caller's transaction. The caller has checked permissions and locks.
 */
export class Relocation {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Moves an entry with all entries beneath it. A move within the same folder is a rename.
   * @throws {DmsError} invalid (folder_id: too deep) | quota_exceeded
   * @throws {NeedsSize} if the entry must be measured first
   */
  move(
    { user, entry, entryAccess }: AuthorisedEntry,
    folder: AuthorisedEntry<Folder>,
    name: string,
    prepared: Prepared,
  ): void {
    if (folder.entry.id === entry.parentId) {
      this.rename(user, entry, name);
      return;
    }
    this.assertFits(entry, entryAccess, folder.entryAccess, prepared);
    this.setLocation(user, entry, folder.entry.id, name);
    const text = message('entry_to_folder', { name, folder: folder.entry.name });
    const fullDetails = { text, names: folder.entry.id };
    this.#deps.activity.record(user, 'move', message('entry', { name }), { ...entry, name }, fullDetails);
  }

  /** Changes the name of an entry within its folder. */
  rename(user: UserActor, entry: Entry, name: string): void {
    this.setLocation(user, entry, entry.parentId, name);
    this.#deps.activity.record(user, 'rename', message('entry_renamed', { from: entry.name, to: name }), {
      ...entry,
      name,
    });
  }

  /**
   * Copies an entry with all entries beneath it, and only the head of each document. Content bytes are shared, not
   * copied.
   * @param withMembers false copies a folder without its members (RFC 4918 §9.8.3)
   * @param removesSource true if the source goes to the trash afterwards
   * @returns the id of the copy
   * @throws {DmsError} invalid (folder_id: too deep) | quota_exceeded | storage_full
   * @throws {NeedsCopy} if the copy must be prepared first
   */
  copy(
    { user, entry }: AuthorisedEntry,
    folder: AuthorisedEntry<Folder>,
    name: string,
    { copy, expectedCopy }: Prepared,
    { withMembers = true, removesSource = false } = {},
  ): number {
    this.#deps.quota.assertDisk();
    const isPrepared = copy?.sourceId === entry.id;
    const isLarge = withMembers && this.#context.tables.subtreeSizes.hasMore(entry.id, MAX_COPIED_AT_ONCE);
    if (isLarge && !isPrepared) {
      const expected = sizeOf(entry, expectedCopy);
      if (expected) this.#assertCopyFits(entry, folder.entryAccess, expected);
      throw new NeedsCopy({
        sourceId: entry.id,
        userId: user.userId,
        ownerId: folder.entryAccess.ownerId,
        removesSource,
      });
    }
    const id = isPrepared
      ? this.#putInPlace(copy, { user, entry }, folder, name)
      : this.#copyAtOnce({ user, entry }, folder, name, withMembers);
    const text = message('entry_copied', { source: entry.name, name });
    const fullDetails = { text, names: entry.id };
    this.#deps.activity.record(user, 'copy', message('entry', { name }), { ...entry, id, name }, fullDetails);
    return id;
  }

  /**
   * Copies content and dead properties of a document, which is all that a WebDAV client sees of it, without title and
   * comments. Records no activity, because no user asked for the copy.
   * @returns the id of the copy
   * @throws {DmsError} quota_exceeded
   */
  copyPlain(
    { user, entry }: AuthorisedEntry<Document>,
    folder: AuthorisedEntry<Folder>,
    name = entry.name,
  ): number {
    const { documents, subtreeSizes } = this.#context.tables;
    const id = this.#copyRows({ user, entry }, folder, name, false);
    documents.updateText(id, null, '');
    this.#deps.quota.add(folder.entryAccess.ownerId, subtreeSizes.usageOfCopy(id));
    return id;
  }

  /**
   * Sets folder and name of an entry. Neither checks the quota nor records activity.
   * @param parentId null for a system folder, which stays a root
   */
  setLocation(user: UserActor, entry: Entry, parentId: number | null, name: string): void {
    const { entries, places } = this.#context.tables;
    const now = this.#context.now();
    const rootKind = parentId === null ? entry.rootKind : null;
    if (parentId !== entry.parentId || name !== entry.name)
      places.leave(entry.id, now, parentId, moverOf(user));
    entries.updatePosition(entry.id, { parentId, rootKind, name }, now, user.userId);
    for (const folderId of new Set([entry.parentId, parentId])) {
      if (folderId !== null) entries.updateTime(folderId, now, user.userId);
    }
    if (entry.kind === 'file') this.#updateMediaType(entry, name);
    const { id, kind, name: from } = entry;
    if (kind === 'file' && name !== from)
      this.#context.documentChanges.note({ kind: 'renamed', user, id, name, from });
  }

  /**
   * Checks that an entry with all entries beneath it is not too deep in its new folder, and transfers its usage from
   * the old owner to the new one. System folders have no owner and no limits.
   * @param from current position; its owner is the one whose limits the entry counts against
   * @throws {DmsError} invalid (folder_id: too deep) | quota_exceeded
   * @throws {NeedsSize} if the entry must be measured first
   */
  assertFits(
    entry: Entry,
    from: Pick<EntryAccess, 'lineage' | 'ownerId'>,
    to: EntryAccess,
    { size, expectedSize }: Prepared,
  ): void {
    if (!this.mustMeasure(entry, from, to)) return;
    const changesOwner = from.ownerId !== to.ownerId;
    const assertDepthOf = ({ height }: Pick<SubtreeSize, 'height'>) => {
      if (isDeeper(entry, from, to)) assertDepth(to, height + 1);
    };
    const measured = sizeOf(entry, size);
    if (!measured && this.#takesLong(entry, changesOwner)) {
      const expected = sizeOf(entry, expectedSize);
      if (expected) assertDepthOf(expected);
      if (expected && changesOwner) this.#deps.quota.assertRoom(to.ownerId, expected);
      throw new NeedsSize(entry.id);
    }
    const { subtreeSizes } = this.#context.tables;
    if (changesOwner) {
      const counted = measured ?? subtreeSizes.of(entry.id);
      assertDepthOf(counted);
      this.#transfer(counted, from.ownerId, to.ownerId);
    } else assertDepthOf(measured ?? { height: subtreeSizes.height(entry.id) });
  }

  /** True if measuring an entry takes too long for one transaction. Its height takes less time than its usage. */
  #takesLong({ id }: Entry, needsUsage: boolean): boolean {
    const { subtreeSizes } = this.#context.tables;
    const { entries } = MAX_MEASURED_AT_ONCE;
    return needsUsage
      ? subtreeSizes.hasMoreWithVersions(id, MAX_MEASURED_AT_ONCE)
      : subtreeSizes.count(id, entries + 1) > entries;
  }

  /** @throws {DmsError} invalid (folder_id: too deep) | quota_exceeded */
  #assertCopyFits({ kind }: Entry, to: EntryAccess, { height, ...usage }: SubtreeSize): void {
    if (kind === 'folder') assertDepth(to, height + 1);
    this.#deps.quota.assertRoom(to.ownerId, usage);
  }

  /** True if {@link Relocation.assertFits} needs the height or the usage of the entry. */
  mustMeasure(
    entry: Entry,
    from: Pick<EntryAccess, 'lineage' | 'ownerId'>,
    to: Pick<EntryAccess, 'lineage' | 'ownerId'>,
  ): boolean {
    return isDeeper(entry, from, to) || from.ownerId !== to.ownerId;
  }

  /** Transfers the usage of a document to a new owner. @throws {DmsError} quota_exceeded */
  transferUsage(document: Document, fromOwnerId: number | null, toOwnerId: number | null): void {
    if (fromOwnerId !== toOwnerId)
      this.#transfer(this.#context.tables.subtreeSizes.of(document.id), fromOwnerId, toOwnerId);
  }

  #transfer({ entries, bytes }: Usage, fromOwnerId: number | null, toOwnerId: number | null): void {
    if (fromOwnerId === toOwnerId) return;
    this.#deps.quota.add(toOwnerId, { entries, bytes });
    this.#deps.quota.add(fromOwnerId, { entries: -entries, bytes: -bytes });
  }

  #copyAtOnce(
    source: Pick<AuthorisedEntry, 'user' | 'entry'>,
    folder: AuthorisedEntry<Folder>,
    name: string,
    withMembers: boolean,
  ): number {
    const { detailSizes, subtreeSizes } = this.#context.tables;
    const { id, kind } = source.entry;
    if (kind === 'folder') assertDepth(folder.entryAccess, (withMembers ? subtreeSizes.height(id) : 0) + 1);
    const usage =
      withMembers || kind === 'file'
        ? subtreeSizes.usageOfCopy(id)
        : { entries: 1, bytes: detailSizes.growth(0, detailSizes.bytes(id)) };
    this.#deps.quota.add(folder.entryAccess.ownerId, usage);
    return this.#copyRows(source, folder, name, withMembers);
  }

  #copyRows(
    { user, entry }: Pick<AuthorisedEntry, 'user' | 'entry'>,
    { entry: folder }: AuthorisedEntry<Folder>,
    name: string,
    withMembers: boolean,
  ): number {
    const { entries, subtrees } = this.#context.tables;
    const isWhole = withMembers || entry.kind === 'file';
    const at = this.#context.now();
    const keys = { nameKey: nameKey(name), sortKey: sortKey(name) };
    const target = { parentId: folder.id, name, ...keys, at, by: user.userId, withMembers: isWhole };
    const { id, documents } = subtrees.copy(entry.id, target);
    noteUnreadCopies(this.#context, documents);
    entries.updateTime(folder.id, at, user.userId);
    return id;
  }

  /** @returns the id of the copy */
  #putInPlace(
    { rootId, ownerId, height, usage: { entries: count, bytes } }: PreparedCopy,
    { user, entry: source }: Pick<AuthorisedEntry, 'user' | 'entry'>,
    { entry: folder, entryAccess }: AuthorisedEntry<Folder>,
    name: string,
  ): number {
    const { entries, erasures } = this.#context.tables;
    if (source.kind === 'folder') assertDepth(entryAccess, height + 1);
    // The path of the target may lead to another home since the copy was prepared.
    if (entryAccess.ownerId !== ownerId) {
      this.#deps.quota.add(entryAccess.ownerId, { entries: count, bytes });
      this.#deps.quota.add(ownerId, { entries: -count, bytes: -bytes });
    }
    const at = this.#context.now();
    erasures.delete(rootId);
    entries.updatePosition(rootId, { parentId: folder.id, rootKind: null, name }, at, user.userId);
    entries.updateTime(folder.id, at, user.userId);
    return rootId;
  }

  /** A program may have created the file under a temporary name with a meaningless extension. */
  #updateMediaType({ id, version, mimeType }: Document, name: string): void {
    const next = mediaType(name, mimeType);
    if (next !== mimeType) this.#context.tables.versions.updateMimeType(id, version, next);
  }
}

function sizeOf({ id }: Entry, measured: MeasuredSize | undefined): SubtreeSize | undefined {
  return measured?.entryId === id ? measured.size : undefined;
}

function isDeeper(
  { kind }: Entry,
  from: Pick<EntryAccess, 'lineage'>,
  to: Pick<EntryAccess, 'lineage'>,
): boolean {
  return kind === 'folder' && to.lineage.length >= from.lineage.length;
}
