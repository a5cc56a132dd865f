import {
  type DocumentRecord,
  type Entry,
  type EntryRecord,
  type FolderRecord,
  memoryOf,
} from '../../model/entries/entry.ts';
import { READ } from '../../model/entries/permissions.ts';
import { notFound } from '../../model/errors/errors.ts';
import type { Actor, Capability, UserActor } from '../../model/people/actor.ts';
import type { Dependency } from '../../storage/database/change-counters.ts';
import { DependencyCache } from '../../storage/database/dependency-cache.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { VisibleName } from '../../storage/tree/tree.ts';
import {
  type Access,
  type AuthorisedEntry,
  confinedTo,
  type EntryAccess,
  requireUser,
} from '../access/access.ts';
import type { Context } from '../context.ts';
import type { EarlierListing, EarlierPart } from './earlier-listing.ts';
import type { EntryRecords } from './entry-records.ts';
import type { Locations } from './locations.ts';
import { type Member, MemberSlices, type Slice } from './member-slices.ts';
import type { MountRoot } from './mount-root.ts';
import { ShownMembers } from './shown-members.ts';

export type { Member };

/** Size of the path cache, in bytes. Most entries take little more than one KiB. */
const CACHE_BYTES = 10 * 1024 * 1024;

/** The entry at a path. For the path `/`, the mount root, it is the user's home. */
export interface PathEntry extends Member {
  /** Folder in which the user sees the entry; null for the mount root itself. */
  readonly folderId: number | null;
}

/** How a request names an entry: by its id (REST), or by names from the user's mount root downwards (WebDAV). */
export type Source = number | { readonly path: readonly string[] };

/** The entry that a request names. */
export interface RequestedEntry extends AuthorisedEntry {
  /** The name by which a WebDAV client knows the entry; undefined for an id, and for the mount root. */
  readonly from: VisibleName | undefined;
}

/** Kind and path of an entry, as a user sees it. */
interface Address {
  readonly kind: Entry['kind'];
  /** Path from the mount root, starting with `/`. */
  readonly path: string;
}

/** True for the mount root, the folder at which all paths of a user begin. */
export function isMountRoot({ folderId }: PathEntry): boolean {
  return folderId === null;
}

/** True for an entry that the user sees at the mount root although it is not stored in the user's home. */
export function isMounted({ entry, from }: Pick<RequestedEntry, 'entry' | 'from'>): boolean {
  return from !== undefined && entry.parentId !== from.folderId;
}

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly locations: Locations;
  readonly records: EntryRecords;
}

/** Reads the tree as one user sees it. */
export class Tree {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #members: MemberSlices;
  readonly #pathCache: DependencyCache<PathEntry>;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#members = new MemberSlices(context, deps.records);
    this.#pathCache = new DependencyCache(context.database, CACHE_BYTES);
  }

  /**
   * The record of a folder. A document is not_found.
   * @param id 0: the actor's home
   * @param capability `write` if the caller is about to change the entry, so that a token with only the scope `write`
   * can read what it changes
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope) | not_found
   */
  folder(actor: Actor, id: number, capability: Capability = 'read'): FolderRecord {
    const record = this.#record(this.#deps.access.folder(actor, id, READ, capability));
    if (record.kind !== 'folder') throw notFound();
    return record;
  }

  /** As {@link Tree.folder}, for a document. A folder is not_found. */
  document(actor: Actor, id: number, capability: Capability = 'read'): DocumentRecord {
    const record = this.#record(this.#deps.access.document(actor, id, READ, capability));
    if (record.kind !== 'file') throw notFound();
    return record;
  }

  /**
   * The entry that a request is about to change. Runs inside the transaction of the change: before it, another request
   * could assign the path to another entry.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `write`) | not_found
   */
  toChange(actor: Actor, source: Source): RequestedEntry {
    const { access } = this.#deps;
    if (typeof source === 'number') return { ...access.entry(actor, source, READ, 'write'), from: undefined };
    const user = requireUser(actor, 'write');
    const located = this.resolve(user, source.path);
    if (!located) throw notFound();
    const { entry, folderId, name } = located;
    return { ...access.authorise(user, entry), from: folderId === null ? undefined : { folderId, name } };
  }

  /**
   * The path of an entry from the actor's mount root, starting with `/`.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  path(actor: Actor, id: number): string {
    return this.addresses(actor)(id).path;
  }

  /**
   * Returns a function from an id to kind and path of the entry, which throws as {@link Tree.path} does. Use the
   * function at once: it does not notice later changes.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  addresses(actor: Actor): (id: number) => Address {
    const user = requireUser(actor, 'read');
    const pathOf = this.paths(user);
    return (id) => {
      const { entry, entryAccess } = this.#deps.access.entry(user, id);
      return { kind: entry.kind, path: pathOf(entryAccess) };
    };
  }

  /**
   * Paths of entries on which the caller has already determined the user's access. Use the function at once: it does
   * not notice later changes.
   */
  paths(user: UserActor): (entryAccess: EntryAccess) => string {
    return this.#deps.locations.paths(user);
  }

  /**
   * The record of the entry at a path, by the name that the actor sees.
   * @param path as for {@link Tree.resolve}
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  at(actor: Actor, path: readonly string[]): EntryRecord {
    const user = requireUser(actor, 'read');
    const located = this.resolve(user, path);
    if (!located) throw notFound();
    const { entry, name } = located;
    return this.#record(this.#deps.access.authorise(user, entry), name);
  }

  /**
   * The entry at a path from the actor's mount root.
   * @param path names; `[]` is the mount root itself
   * @returns undefined if there is no such entry, or the actor may not read it; also for an actor confined to one entry,
   * who has no mount root
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  resolve(actor: Actor, path: readonly string[]): PathEntry | undefined {
    const user = requireUser(actor, 'read');
    if (confinedTo(user) !== undefined) return undefined;
    // No name contains a slash, so two paths never have the same key.
    const key = `${String(user.userId)}/${path.join('/')}`;
    const known = this.#pathCache.get(key);
    if (known) return known;
    const { located, dependencies } = this.#walk(user, path);
    if (located && dependencies) {
      const weight = memoryOf(located.entry) + 2 * key.length;
      this.#pathCache.keep(key, located, this.#pathCache.stamp(dependencies), weight);
    }
    return located;
  }

  /** As {@link Tree.resolve}, also for an entry named by its id. */
  locate(actor: Actor, source: Source): PathEntry | undefined {
    if (typeof source !== 'number') return this.resolve(actor, source.path);
    const parentId = this.#context.tables.entries.find(source)?.parentId ?? null;
    return this.#located(requireUser(actor, 'read'), source, parentId);
  }

  /** @returns also the dependencies of the result, besides the structure; undefined: the result must not be cached */
  #walk(
    user: UserActor,
    [first, ...rest]: readonly string[],
  ): { located: PathEntry | undefined; dependencies: readonly Dependency[] | undefined } {
    if (first === undefined)
      return { located: this.#located(user, user.homeId, null), dependencies: [user.homeId] };
    const { entries } = this.#context.tables;
    const own = entries.findChildId(user.homeId, first);
    const mounted = own === undefined ? this.#deps.mountRoot.find(user, first) : undefined;
    const top = own ?? mounted?.entry.id;
    const located = top === undefined ? undefined : this.#descend(user, top, rest);
    if (!located || !mounted) return { located, dependencies: located && [located.entry.id] };
    // When a grant expires, names at the mount root change without a change of the database.
    const isExpiring = this.#deps.mountRoot.hasExpiringGrant(user);
    return {
      located: rest.length === 0 ? { ...located, name: mounted.name } : located,
      // A new member of the home hides a shared entry of the same name.
      dependencies: isExpiring ? undefined : [located.entry.id, user.homeId],
    };
  }

  #descend(user: UserActor, topId: number, names: readonly string[]): PathEntry | undefined {
    let id: number | undefined = topId;
    let folderId = user.homeId;
    for (const name of names) {
      if (id === undefined) return undefined;
      folderId = id;
      id = this.#context.tables.entries.findChildId(id, name);
    }
    return id === undefined ? undefined : this.#located(user, id, folderId);
  }

  #located(user: UserActor, id: number, folderId: number | null): PathEntry | undefined {
    const entry = this.#context.tables.entries.find(id);
    const entryAccess = entry && this.#deps.access.readable(user, entry);
    if (!entryAccess) return undefined;
    return { entry, permissions: entryAccess.permissions, name: entry.name, folderId };
  }

  /**
   * All members of a folder, in slices between which other requests run. Each member is included once, also if it is
   * renamed meanwhile. A member that is added or removed meanwhile may or may not be included.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found
   */
  members(actor: Actor, folder: PathEntry): AsyncGenerator<readonly Member[]> {
    return this.#inSlices(actor, folder, (authorised, after) => this.#members.next(authorised, after));
  }

  /**
   * As {@link Tree.members}, but members that have not changed since an earlier listing are not read: their parts of
   * that listing are returned instead.
   */
  membersSince(
    actor: Actor,
    folder: PathEntry,
    earlier: EarlierListing,
  ): AsyncGenerator<readonly (Member | EarlierPart)[]> {
    return this.#inSlices<Member | EarlierPart>(actor, folder, (authorised, after) =>
      this.#members.nextSince(authorised, after, earlier),
    );
  }

  /** @param read reads the members whose name keys come after the given one */
  async *#inSlices<Item extends Member | EarlierPart>(
    actor: Actor,
    folder: PathEntry,
    read: (authorised: AuthorisedEntry, after: string) => Slice<Item>,
  ): AsyncGenerator<readonly (Item | Member)[]> {
    const authorised = this.#deps.access.folder(actor, folder.entry.id);
    const shown = new ShownMembers(this.#context, folder.entry.id);
    let after: string | undefined = '';
    while (after !== undefined) {
      const slice: Slice<Item> = read(authorised, after);
      yield shown.add(slice.members);
      after = slice.last;
      if (after !== undefined) await yieldToRequests();
    }
    for (const ids of await shown.missing()) {
      yield this.#members.byIds(authorised, ids);
      await yieldToRequests();
    }
    if (!isMountRoot(folder)) return;
    yield this.#deps.mountRoot
      .list(authorised.user)
      .map(({ entry, entryAccess: { permissions }, name }) => ({ entry, permissions, name }));
  }

  #record({ user, entry, entryAccess }: AuthorisedEntry, name?: string): EntryRecord {
    const [record] = this.#deps.records.list(user, [
      this.#deps.records.source(user, entry, entryAccess, name),
    ]);
    if (!record) throw notFound();
    return record;
  }
}
