import { cutComments, type Entry, type EntryRecord, type Person } from '../../model/entries/entry.ts';
import type { Lock, ShownLock } from '../../model/entries/lock.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Ancestor } from '../../storage/tree/tree.ts';
import { type Access, type EntryAccess, mayBreak } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { RenditionStates } from '../renditions/renditions.ts';

/** Data from which the record of an entry is made, for one user. */
interface RecordSource {
  readonly entry: Entry;
  /** The user's permission bits on the entry. */
  readonly permissions: number;
  /** Owner of the home that the entry is in; null in a system folder. */
  readonly ownerId: number | null;
  /** Parent folder as the user sees it: 0 if the user reaches the entry only at the mount root; null for a root. */
  readonly folderId: number | null;
  /** Ancestors from the parent folder up to the root. Omitted if no lock on a folder above can cover the entry. */
  readonly above?: readonly Ancestor[];
  /** Name at the user's mount root, if it differs from the stored name. */
  readonly name?: string;
}

interface Dependencies {
  readonly access: Access;
  readonly renditionStates: RenditionStates;
}

/** Makes records: entries as one user sees them. The number of queries does not depend on the number of records. */
export class EntryRecords {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** The record of an entry, read from the database again. The entry must exist and not be in the trash. */
  one(user: UserActor, id: number): EntryRecord {
    const entry = this.#context.tables.entries.find(id);
    const entryAccess = entry && this.#deps.access.accessTo(user, entry);
    const record = entryAccess && this.list(user, [this.source(user, entry, entryAccess)])[0];
    if (!record) throw new Error(`entry ${String(id)} is missing after a change to it`);
    return record;
  }

  /**
   * The source for the record of one entry.
   * @param name the name at the user's mount root, if it differs from the stored name
   */
  source(user: UserActor, entry: Entry, entryAccess: EntryAccess, name?: string): RecordSource {
    const folderId = this.#deps.access.readsParent(user, entryAccess)
      ? entry.parentId
      : entry.rootKind === null
        ? 0
        : null;
    const { permissions, ownerId, lineage } = entryAccess;
    const source = { entry, permissions, ownerId, folderId, above: lineage.slice(1) };
    return name === undefined ? source : { ...source, name };
  }

  /**
   * Sources for the records of members of one folder. Faster than {@link EntryRecords.source} for each member: uses the
   * access to the folder and reads only the grants on the members themselves.
   */
  sourcesOfMembers(user: UserActor, members: readonly Entry[], folder: EntryAccess): RecordSource[] {
    return this.withGrants(user, members, folder).map(({ entry, permissions }) => ({
      entry,
      permissions,
      ownerId: folder.ownerId,
      folderId: entry.parentId,
      above: folder.lineage,
    }));
  }

  /** Members of one folder with the user's permission bits on each, and their stored names. */
  withGrants(
    user: UserActor,
    members: readonly Entry[],
    folder: EntryAccess,
  ): { entry: Entry; permissions: number; name: string }[] {
    const granted = this.#deps.access.grantedTo(user);
    return members.map((entry) => ({
      entry,
      permissions: folder.permissions | granted(entry.id),
      name: entry.name,
    }));
  }

  /** Records in the order of `sources`, which must have been made for this user. */
  list(user: UserActor, sources: readonly RecordSource[]): EntryRecord[] {
    const people = this.#context.tables.people.list(
      sources.flatMap(({ entry, ownerId }) => [ownerId, entry.createdBy, entry.updatedBy]),
    );
    const shared = this.#context.tables.shares.listShared(
      sources.flatMap(({ entry }) => (entry.kind === 'folder' ? [entry.id] : [])),
      this.#context.now(),
    );
    const lockOf = this.#locksOf(user, sources);
    const thumbnails = this.#deps.renditionStates.thumbnails(
      sources.flatMap(({ entry }) => (entry.kind === 'file' ? [entry] : [])),
    );
    const favourites = this.#context.tables.favourites.ids(user.userId);
    const person = (id: number | null): Person | null => (id === null ? null : (people.get(id) ?? null));
    return sources.map((source) => {
      const { entry, permissions, ownerId, folderId, name } = source;
      const common = {
        permissions,
        owner: person(ownerId),
        createdByPerson: person(entry.createdBy),
        updatedByPerson: person(entry.updatedBy),
        folderId,
        locked: lockOf(source),
        name: name ?? entry.name,
        ...(entry.rootKind !== 'trash' && favourites.has(entry.id) ? { isFavourite: true as const } : {}),
      };
      if (entry.kind === 'file') {
        return { ...entry, ...common, thumbnail: thumbnails.get(entry.id) ?? 'none' };
      }
      return { ...entry, ...common, shared: shared.has(entry.id), system: entry.rootKind === 'system' };
    });
  }

  /** As {@link EntryRecords.list}, with long comments cut: 200 documents may have 12 MiB of comments. */
  listShort(user: UserActor, sources: readonly RecordSource[]): EntryRecord[] {
    return this.list(user, sources).map(cutComments);
  }

  /**
   * Reads the locks for all sources with one query.
   * @returns a function from a source to the lock that covers its entry; of several, the one that expires last
   */
  #locksOf(user: UserActor, sources: readonly RecordSource[]): (source: RecordSource) => ShownLock | null {
    if (!this.#context.tables.locks.any()) return () => null;
    const ids = new Set(sources.flatMap(({ entry, above = [] }) => [entry.id, ...above.map(({ id }) => id)]));
    const onEntry = new Map<number, Lock>();
    const beneath = new Map<number, Lock>();
    for (const lock of this.#context.tables.locks.listOn([...ids], this.#context.now())) {
      keepLast(onEntry, lock);
      if (lock.depth === 'infinity') keepLast(beneath, lock);
    }
    return ({ entry, ownerId, above = [] }) => {
      const last = lastOf([onEntry.get(entry.id), ...above.map(({ id }) => beneath.get(id))]);
      if (!last) return null;
      const isOnEntry = last.entryId === entry.id;
      const breakable = isOnEntry && user.capabilities.has('write') && mayBreak(user, last, ownerId);
      return { user: last.userName, expiresAt: last.expiresAt, breakable };
    };
  }
}

/** Keeps, for each entry, only the lock that expires last. */
function keepLast(locks: Map<number, Lock>, lock: Lock): void {
  if (lock.expiresAt > (locks.get(lock.entryId)?.expiresAt ?? 0)) locks.set(lock.entryId, lock);
}

function lastOf(covering: readonly (Lock | undefined)[]): Lock | undefined {
  const [last] = covering.filter((lock) => lock !== undefined).sort((a, b) => b.expiresAt - a.expiresAt);
  return last;
}
