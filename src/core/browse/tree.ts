import type { Actor, Capability, UserActor } from '../../model/actor.ts';
import type { DocumentRecord, Entry, EntryRecord, FolderRecord, Person } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { Direction, Page, PageRequest, Sort } from '../../model/page.ts';
import { allows, READ } from '../../model/permissions.ts';
import { Cache } from '../../storage/cache.ts';
import { type Access, namesOf, type Reached, requireUser } from '../access/access.ts';
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

/** A member of a folder, as one user sees it. */
export interface Member {
  readonly entry: Entry;
  /** Effective permission bits of the user. */
  readonly permissions: number;
  /** The name that the user sees. It differs from the stored one at the mount root only. */
  readonly name: string;
}

/** What a path leads to. The mount root is the user's home, with shared entries and system folders beside its members. */
export interface Located extends Member {
  /** The folder in which the user sees it; null for the mount root itself. */
  readonly folderId: number | null;
}

/** True for the folder in which all paths of a user begin. */
export function isMountRoot({ folderId }: Located): boolean {
  return folderId === null;
}

/** How a list of members is ordered; folders come first in any case. */
export interface Order {
  readonly sort: Sort;
  readonly direction: Direction;
}

/** What {@link Tree} works with. */
interface Parts {
  readonly access: Access;
  readonly mountRoot: MountRoot;
  readonly records: EntryRecords;
}

/** Looking at the tree. */
export class Tree {
  readonly #context: Context;
  readonly #parts: Parts;
  readonly #resolved: Cache<string, Located>;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
    this.#resolved = new Cache(() => context.database.generation, REMEMBERED_PATHS);
  }

  /**
   * The record of an entry.
   * @param capability `write` for a caller that is about to change the entry: a token with the scope `write` alone may
   * then look up what it changes
   * @throws {DmsError} unauthenticated | forbidden | not_found
   */
  entry(actor: Actor, id: number, capability: Capability = 'read'): EntryRecord {
    return this.#record(this.#parts.access.reach(actor, id, READ, capability));
  }

  /** As {@link Tree.entry}, for a folder; 0 is the actor's home. A document is not_found. */
  folder(actor: Actor, id: number, capability: Capability = 'read'): FolderRecord {
    const record = this.#record(this.#parts.access.folder(actor, id, READ, capability));
    if (record.kind !== 'folder') throw notFound();
    return record;
  }

  /** As {@link Tree.entry}, for a document. A folder is not_found. */
  document(actor: Actor, id: number, capability: Capability = 'read'): DocumentRecord {
    const record = this.#record(this.#parts.access.document(actor, id, READ, capability));
    if (record.kind !== 'file') throw notFound();
    return record;
  }

  /** A page of a folder's members; of the mount root's for 0. @throws {DmsError} unauthenticated | forbidden | not_found */
  listMembers(actor: Actor, folderId: number, request: PageRequest & Order): Page<EntryRecord> {
    const { user, entry, standing } = this.#parts.access.folder(actor, folderId);
    const mounted = new Map(
      folderId === 0 ? this.#parts.mountRoot.list(user).map((one) => [one.entry.id, one]) : [],
    );
    const members = { folderId: entry.id, extraIds: [...mounted.keys()] };
    const offset = (request.page - 1) * request.perPage;
    const page = this.#context.tables.entries.page(members, request, request.perPage, offset);
    const sights = this.#parts.records.sourcesOfMembers(user, page, standing).map((sight) => {
      const mount = mounted.get(sight.entry.id);
      return mount ? this.#parts.records.source(user, mount.entry, mount.standing, mount.name) : sight;
    });
    return { items: this.#parts.records.list(sights), total: this.#context.tables.entries.count(members) };
  }

  /** The path by which the actor reaches an entry, starting with `/`. @throws {DmsError} not_found */
  path(actor: Actor, id: number): string {
    const { user, standing } = this.#parts.access.reach(actor, id);
    const names = namesOf(standing);
    if (standing.ownerId === user.userId) return pathFrom(names.slice(0, -1));
    const mounted = new Map(this.#parts.mountRoot.list(user).map((one) => [one.entry.id, one.name]));
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
    const folders = this.#parts.mountRoot.list(user).filter((mounted) => mounted.entry.kind === 'folder');
    const start = (request.page - 1) * request.perPage;
    const page = folders.slice(start, start + request.perPage);
    const records = this.#parts.records.list(
      page.map((one) => this.#parts.records.source(user, one.entry, one.standing, one.name)),
    );
    const items = records.flatMap((record, index) =>
      record.kind === 'folder' ? [{ ...record, sharedBy: page[index]?.sharedBy ?? null }] : [],
    );
    return { items, total: folders.length };
  }

  /**
   * What lies at a path from the actor's mount root; `[]` is the mount root itself. Undefined when there is no such
   * entry, or none that the actor may read. @throws {DmsError} unauthenticated | forbidden (a token without scope)
   */
  resolve(actor: Actor, path: readonly string[]): Located | undefined {
    const user = requireUser(actor, 'read');
    // No name holds a slash, so no two paths share a key.
    const key = `${String(user.userId)}/${path.join('/')}`;
    const known = this.#resolved.get(key);
    if (known) return known;
    const { located, isLasting } = this.#walk(user, path);
    if (located && isLasting) this.#resolved.set(key, located);
    return located;
  }

  #walk(
    user: UserActor,
    [first, ...rest]: readonly string[],
  ): { located: Located | undefined; isLasting: boolean } {
    if (first === undefined) return { located: this.#located(user, user.homeId, null), isLasting: true };
    const { entries } = this.#context.tables;
    const own = entries.findChildId(user.homeId, first);
    const mounted = own === undefined ? this.#parts.mountRoot.find(user, first) : undefined;
    // Names at the mount root may change by themselves, when a grant runs out.
    const isLasting = own !== undefined || this.#parts.mountRoot.isLasting(user);
    let id = own ?? mounted?.entry.id;
    let folderId = user.homeId;
    for (const name of rest) {
      if (id === undefined) return { located: undefined, isLasting };
      folderId = id;
      id = entries.findChildId(id, name);
    }
    const located = id === undefined ? undefined : this.#located(user, id, folderId);
    const isAtRoot = located !== undefined && mounted !== undefined && rest.length === 0;
    return { located: isAtRoot ? { ...located, name: mounted.name } : located, isLasting };
  }

  #located(user: UserActor, id: number, folderId: number | null): Located | undefined {
    const entry = this.#context.tables.entries.find(id);
    const standing = entry && this.#parts.access.standing(user, entry);
    if (!standing || !allows(standing.permissions, READ)) return undefined;
    return { entry, permissions: standing.permissions, name: entry.name, folderId };
  }

  /**
   * All members of a folder, some at a time, so that other requests come in between. What changes meanwhile may or may
   * not be seen. @throws {DmsError} not_found
   */
  async *members(actor: Actor, folder: Located): AsyncGenerator<readonly Member[]> {
    const { access, mountRoot, records } = this.#parts;
    const { user, entry, standing } = access.folder(actor, folder.entry.id);
    let after: string | undefined = '';
    while (after !== undefined) {
      const batch: { entries: Entry[]; last: string | undefined } = this.#context.tables.entries.listChildren(
        entry.id,
        after,
        BATCH,
      );
      yield records.withGrants(user, batch.entries, standing);
      after = batch.last;
      if (after !== undefined) await new Promise(setImmediate);
    }
    if (!isMountRoot(folder)) return;
    yield mountRoot
      .list(user)
      .map(({ entry: mounted, standing: { permissions }, name }) => ({ entry: mounted, permissions, name }));
  }

  #record({ user, entry, standing }: Reached): EntryRecord {
    const [record] = this.#parts.records.list([this.#parts.records.source(user, entry, standing)]);
    if (!record) throw notFound();
    return record;
  }
}

/** @param names from the entry upwards */
function pathFrom(names: readonly string[]): string {
  return `/${names.toReversed().join('/')}`;
}
