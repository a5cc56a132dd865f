import type { Entry, EntryRecord, FolderRecord, Person } from '../../model/entries/entry.ts';
import { foldedName, sortKey, sortKeyPrefix } from '../../model/entries/names.ts';
import type { Direction, Order, Page, PageRequest } from '../../model/entries/page.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Membership, NamedMember, NamePosition } from '../../storage/tree/tree.ts';
import { type Access, requesterOf, requireAdminUser, requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import type { EntryRecords } from './entry-records.ts';
import type { Mounted, MountRoot } from './mount-root.ts';

/** Member names compared before other requests run. */
const SLICE = 200;

/** Which members of a folder to list, and in which order. */
export interface MemberRequest extends PageRequest, Order {
  /** By default false: documents are included. */
  readonly foldersOnly?: boolean | undefined;
}

/** Name prefix to jump to in a list ordered by name. */
export interface NameRequest {
  /** Prefix of the name, case-insensitive. */
  readonly starts: string;
  readonly direction: Direction;
  /** By default false: documents are included. */
  readonly foldersOnly?: boolean | undefined;
}

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly records: EntryRecords;
}

/** Lists the members of folders, page by page. */
export class FolderPages {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #queue = new RoundRobinQueue(message('lists_at_once'));

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * A page of the members of a folder. Large folders are sorted one after another; users take turns.
   * @param folderId 0: the mount root
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | throttled: too many
   * pages of large folders wait | unavailable
   */
  async members(actor: Actor, folderId: number, request: MemberRequest): Promise<Page<EntryRecord>> {
    const { items: ids, total } = await this.ids(actor, folderId, request);
    const found = new Map(this.#context.tables.entries.listByIds(ids).map((entry) => [entry.id, entry]));
    const page = ids.flatMap((id) => found.get(id) ?? []);
    return { items: this.#recordsOfMembers(actor, folderId, page), total };
  }

  /**
   * As {@link FolderPages.members}, but only the ids.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | throttled |
   * unavailable
   */
  async ids(actor: Actor, folderId: number, request: MemberRequest): Promise<Page<number>> {
    const { memberPages } = this.#context.tables;
    const requester = requesterOf(requireUser(actor, 'read'));
    const { members } = this.#membership(actor, folderId, request.foldersOnly);
    if (!memberPages.isLarge(members)) return memberPages.page(members, request);
    const page = await this.#queue.run(requester, () => memberPages.pageOfLarge(members, request));
    // The actor may have lost the permission meanwhile.
    this.#deps.access.folder(actor, folderId);
    return page;
  }

  /**
   * Position, from 0, of the first member whose name starts with the prefix, in the list by name. Other requests run in
   * between.
   * @returns null if there is no such member
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | throttled |
   * unavailable
   */
  async positionOf(actor: Actor, folderId: number, request: NameRequest): Promise<number | null> {
    const { memberPages } = this.#context.tables;
    const requester = requesterOf(requireUser(actor, 'read'));
    const { members, mounted } = this.#membership(actor, folderId, request.foldersOnly);
    const own = await this.#firstOwn(members, request);
    const first = firstOf([...(own ? [own] : []), ...mountedFrom(mounted, request)], request.direction);
    const index =
      first === undefined
        ? null
        : memberPages.isLarge(members)
          ? await this.#queue.run(requester, () =>
              memberPages.countBeforeOfLarge(members, first, request.direction),
            )
          : memberPages.countBefore(members, first, request.direction);
    // The actor may have lost the permission meanwhile.
    this.#deps.access.folder(actor, folderId);
    return index;
  }

  /**
   * A page of the folders at the actor's mount root that are not in the actor's home: shared folders and, for
   * administrators, system folders, in the order of the mount root.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  shared(actor: Actor, request: PageRequest): Page<FolderRecord & { readonly sharedBy: Person | null }> {
    const user = requireUser(actor, 'read');
    const folders = this.#deps.mountRoot.list(user).filter((mounted) => mounted.entry.kind === 'folder');
    const start = (request.page - 1) * request.perPage;
    const page = folders.slice(start, start + request.perPage);
    const records = this.#deps.records.list(
      user,
      page.map(({ entry, entryAccess, name }) => this.#deps.records.source(user, entry, entryAccess, name)),
    );
    const items = records.flatMap((record, index) =>
      record.kind === 'folder' ? [{ ...record, sharedBy: page[index]?.sharedBy ?? null }] : [],
    );
    return { items, total: folders.length };
  }

  /**
   * A page of all system folders, oldest first, with the number of shares on each.
   * @throws {DmsError} unauthenticated | forbidden (not an administrator)
   */
  system(actor: Actor, { page, perPage }: PageRequest): Page<FolderRecord & { readonly shares: number }> {
    const user = requireAdminUser(actor);
    const { entries, shares } = this.#context.tables;
    const folders = entries.listSystem();
    const listed = folders.slice((page - 1) * perPage, page * perPage);
    const counts = shares.countOn(
      listed.map(({ id }) => id),
      this.#context.now(),
    );
    const nameOf = this.#deps.mountRoot.names(user);
    const sources = listed.flatMap((folder) => {
      const entryAccess = this.#deps.access.accessTo(user, folder);
      return entryAccess ? [this.#deps.records.source(user, folder, entryAccess, nameOf(folder))] : [];
    });
    const items = this.#deps.records
      .list(user, sources)
      .flatMap((record) =>
        record.kind === 'folder' ? [{ ...record, shares: counts.get(record.id) ?? 0 }] : [],
      );
    return { items, total: folders.length };
  }

  #membership(
    actor: Actor,
    folderId: number,
    foldersOnly = false,
  ): { members: Membership; mounted: readonly Mounted[] } {
    const { user, entry } = this.#deps.access.folder(actor, folderId);
    const mounted = folderId === 0 ? this.#deps.mountRoot.list(user) : [];
    const extraIds = mounted.map((mount) => mount.entry.id);
    return { members: { folderId: entry.id, extraIds, foldersOnly }, mounted };
  }

  /** The first match among the members that are stored in the folder itself. */
  async #firstOwn(
    { folderId, foldersOnly }: Membership,
    { starts, direction }: NameRequest,
  ): Promise<NamePosition | undefined> {
    const start = foldedName(starts);
    for (const isFolder of foldersOnly ? [true] : [true, false]) {
      const range = { folderId, isFolder, prefix: sortKeyPrefix(start), direction };
      let after: NamedMember | undefined;
      do {
        const slice: NamedMember[] = this.#context.tables.memberPages.named(range, after, SLICE);
        const found = slice.find(({ name }) => foldedName(name).startsWith(start));
        if (found) return { id: found.id, isFolder, sortKey: found.sort_key };
        after = slice.length < SLICE ? undefined : slice.at(-1);
        if (after) await yieldToRequests();
      } while (after);
    }
    return undefined;
  }

  /** Checks permissions and positions again: both may have changed while the page was sorted. */
  #recordsOfMembers(actor: Actor, folderId: number, page: readonly Entry[]): EntryRecord[] {
    const { access, mountRoot, records } = this.#deps;
    const { user, entry, entryAccess } = access.folder(actor, folderId);
    const mounted = new Map(
      folderId === 0 ? mountRoot.list(user).map((mount) => [mount.entry.id, mount]) : [],
    );
    const shown = page.filter(({ id, parentId }) => parentId === entry.id || mounted.has(id));
    const sources = records.sourcesOfMembers(user, shown, entryAccess).map((source) => {
      const mount = mounted.get(source.entry.id);
      return mount ? records.source(user, mount.entry, mount.entryAccess, mount.name) : source;
    });
    return records.listShort(user, sources);
  }
}

/** Positions of the entries at the mount root whose visible names start with the prefix. */
function mountedFrom(
  mounted: readonly Mounted[],
  { starts, foldersOnly = false }: NameRequest,
): NamePosition[] {
  const start = foldedName(starts);
  return mounted
    .filter(({ entry }) => !foldersOnly || entry.kind === 'folder')
    .filter(({ name }) => foldedName(name).startsWith(start))
    .map(({ entry: { id, kind, name } }) => ({ id, isFolder: kind === 'folder', sortKey: sortKey(name) }));
}

/** The position that comes first in a list by name. */
function firstOf(positions: readonly NamePosition[], direction: Direction): NamePosition | undefined {
  const sign = direction === 'asc' ? 1 : -1;
  const [first] = positions.toSorted(
    (one, other) =>
      Number(other.isFolder) - Number(one.isFolder) ||
      // Compares bytes, as SQLite does.
      sign * Buffer.compare(Buffer.from(one.sortKey), Buffer.from(other.sortKey)) ||
      one.id - other.id,
  );
  return first;
}
