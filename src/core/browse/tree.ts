import type { Actor, UserActor } from '../../model/actor.ts';
import type { DocumentRecord, Entry, EntryRecord, FolderRecord, Person } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { Direction, Page, PageRequest, Sort } from '../../model/page.ts';
import { allows, READ } from '../../model/permissions.ts';
import { Cache } from '../../storage/cache.ts';
import type { EntryTable } from '../../storage/tree/entries.ts';
import { type Access, namesOf, type Reached } from '../access/access.ts';
import { requireUser } from '../access/capabilities.ts';
import type { Context } from '../context.ts';
import type { EntryRecords } from './entry-records.ts';
import type { MountRoot } from './mount-root.ts';

/**
 * Members that {@link Tree.members} reads at a time: few enough not to hold up other requests, and to be forgotten before
 * the collector takes them for lasting.
 */
const BATCH = 200;

/** Paths whose entries are remembered. */
const REMEMBERED_PATHS = 20_000;

/** An entry found by a path, with the user's bits on it. */
export interface Located {
  readonly entry: Entry;
  readonly permissions: number;
  /** As the user sees it: differs from the entry's own at the mount root only. */
  readonly name: string;
}

/** A folder by its path, or the place where a user's paths begin. */
export type Place = Located | 'mount_root';

/** How a list of members is ordered; folders come first in any case. */
export interface Order {
  readonly sort: Sort;
  readonly direction: Direction;
}

/** Looking at the tree. */
export class Tree {
  readonly #access: Access;
  readonly #records: EntryRecords;
  readonly #mount: MountRoot;
  readonly #entries: EntryTable;
  readonly #resolved: Cache<string, Located>;

  constructor(
    context: Context,
    access: Access,
    records: EntryRecords,
    mount: MountRoot,
    entries: EntryTable,
  ) {
    this.#resolved = new Cache(() => context.database.generation, REMEMBERED_PATHS);
    this.#access = access;
    this.#records = records;
    this.#mount = mount;
    this.#entries = entries;
  }

  /** @throws {DmsError} unauthenticated | forbidden | not_found */
  entry(actor: Actor, id: number): EntryRecord {
    return this.#record(this.#access.reach(actor, id));
  }

  /** 0 is the actor's home. @throws {DmsError} unauthenticated | forbidden | not_found */
  folder(actor: Actor, id: number): FolderRecord {
    const record = this.#record(this.#access.folder(actor, id));
    if (record.kind !== 'folder') throw notFound();
    return record;
  }

  /** @throws {DmsError} unauthenticated | forbidden | not_found */
  document(actor: Actor, id: number): DocumentRecord {
    const record = this.#record(this.#access.document(actor, id));
    if (record.kind !== 'file') throw notFound();
    return record;
  }

  /** A page of a folder's members; of the mount root's for 0. @throws {DmsError} unauthenticated | forbidden | not_found */
  listMembers(actor: Actor, folderId: number, request: PageRequest & Order): Page<EntryRecord> {
    const { user, entry, standing } = this.#access.folder(actor, folderId);
    const mounted = new Map(folderId === 0 ? this.#mount.list(user).map((one) => [one.entry.id, one]) : []);
    const members = { folderId: entry.id, extraIds: [...mounted.keys()] };
    const offset = (request.page - 1) * request.perPage;
    const page = this.#entries.page(members, request, request.perPage, offset);
    const sights = this.#records.sourcesOfMembers(user, page, standing).map((sight) => {
      const mount = mounted.get(sight.entry.id);
      return mount ? this.#records.source(user, mount.entry, mount.standing, mount.name) : sight;
    });
    return { items: this.#records.list(sights), total: this.#entries.count(members) };
  }

  /** The path by which the actor reaches an entry, starting with `/`. @throws {DmsError} not_found */
  path(actor: Actor, id: number): string {
    const { user, standing } = this.#access.reach(actor, id);
    const names = namesOf(standing);
    if (standing.ownerId === user.userId) return pathFrom(names.slice(0, -1));
    const mounted = new Map(this.#mount.list(user).map((one) => [one.entry.id, one.name]));
    // The outermost of what stands at the mount root.
    const level = standing.lineage.findLastIndex((ancestor) => mounted.has(ancestor.id));
    const top = mounted.get(standing.lineage[level]?.id ?? 0);
    return pathFrom(top === undefined ? names : [...names.slice(0, level), top]);
  }

  /** Folders shared with the actor and the office's that he may read, in the order of the mount root. */
  sharedFolders(
    actor: Actor,
    request: PageRequest,
  ): Page<FolderRecord & { readonly sharedBy: Person | null }> {
    const user = requireUser(actor, 'read');
    const folders = this.#mount.list(user).filter((mounted) => mounted.entry.kind === 'folder');
    const start = (request.page - 1) * request.perPage;
    const page = folders.slice(start, start + request.perPage);
    const records = this.#records.list(
      page.map((one) => this.#records.source(user, one.entry, one.standing, one.name)),
    );
    const items = records.flatMap((record, index) =>
      record.kind === 'folder' ? [{ ...record, sharedBy: page[index]?.sharedBy ?? null }] : [],
    );
    return { items, total: folders.length };
  }

  /**
   * What lies at a path from the actor's mount root; `[]` is the mount root itself. Undefined when there is nothing,
   * or nothing that he may read. @throws {DmsError} unauthenticated | forbidden (a token without scope)
   */
  resolve(actor: Actor, path: readonly string[]): Place | undefined {
    const user = requireUser(actor, 'read');
    const [first, ...rest] = path;
    if (first === undefined) return 'mount_root';
    // No name holds a slash, so that no two paths share a key.
    const key = `${String(user.userId)}/${path.join('/')}`;
    const known = this.#resolved.get(key);
    if (known) return known;
    const { located, isLasting } = this.#walk(user, first, rest);
    if (located && isLasting) this.#resolved.set(key, located);
    return located;
  }

  #walk(
    user: UserActor,
    first: string,
    rest: readonly string[],
  ): { located: Located | undefined; isLasting: boolean } {
    const own = this.#entries.findChildId(user.homeId, first);
    const mounted = own === undefined ? this.#mount.find(user, first) : undefined;
    let id = own ?? mounted?.entry.id;
    for (const name of rest) id = id === undefined ? undefined : this.#entries.findChildId(id, name);
    const located = id === undefined ? undefined : this.#located(user, id);
    // Names at the mount root may change by themselves, when a grant runs out.
    const isLasting = own !== undefined || this.#mount.isLasting(user);
    const isAtRoot = located !== undefined && mounted !== undefined && rest.length === 0;
    return { located: isAtRoot ? { ...located, name: mounted.name } : located, isLasting };
  }

  #located(user: UserActor, id: number): Located | undefined {
    const entry = this.#entries.find(id);
    const standing = entry && this.#access.standing(user, entry);
    if (!standing || !allows(standing.permissions, READ)) return undefined;
    return { entry, permissions: standing.permissions, name: entry.name };
  }

  /**
   * All members of a folder, some at a time, so that other requests come in between. What changes meanwhile may or may
   * not be seen. @throws {DmsError} not_found
   */
  async *members(actor: Actor, folder: Place): AsyncGenerator<readonly Located[]> {
    const { user, entry, standing } = this.#access.folder(
      actor,
      folder === 'mount_root' ? 0 : folder.entry.id,
    );
    let after: string | undefined = '';
    while (after !== undefined) {
      const batch: { entries: Entry[]; last: string | undefined } = this.#entries.listChildren(
        entry.id,
        after,
        BATCH,
      );
      yield this.#records.withGrants(user, batch.entries, standing);
      after = batch.last;
      if (after !== undefined) await new Promise(setImmediate);
    }
    if (folder !== 'mount_root') return;
    yield this.#mount
      .list(user)
      .map(({ entry: mounted, standing: { permissions }, name }) => ({ entry: mounted, permissions, name }));
  }

  #record({ user, entry, standing }: Reached): EntryRecord {
    const [record] = this.#records.list([this.#records.source(user, entry, standing)]);
    if (!record) throw notFound();
    return record;
  }
}

/** @param names from the entry upwards */
function pathFrom(names: readonly string[]): string {
  return `/${names.toReversed().join('/')}`;
}
