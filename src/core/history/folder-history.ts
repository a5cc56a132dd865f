import type { Entry, Folder } from '../../model/entries/entry.ts';
import type { Page, PageRequest } from '../../model/entries/page.ts';
import { invalid, notFound } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { EarlierMember, EarlierVersion, FolderAt } from '../../storage/tree/tree.ts';
import { type Access, requesterOf, requireUser } from '../access/access.ts';
import type { EntryRecords } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { RoundRobinQueue } from '../round-robin-queue.ts';
import { EarlierTree } from './earlier-tree.ts';

/** Entries whose permissions are checked before other requests run. */
const SLICE = 200;

/** Where an entry is now. */
export type PlaceNow =
  /** `folderId` as in records: 0 if the reader may not read the folder, null for a root. */
  | { readonly kind: 'tree'; readonly folderId: number | null; readonly name: string }
  | { readonly kind: 'trash' };

/** A member of a folder as it was at a time. */
export interface EarlierEntry extends EarlierMember {
  /** Null for a folder, and if all versions of that time were deleted since. */
  readonly version: EarlierVersion | null;
  readonly now: PlaceNow;
}

interface Dependencies {
  readonly access: Access;
  readonly records: EntryRecords;
}

/**
 * Folders as they were at a time, from the former places of entries and the versions of documents. The permissions are
 * those of now: on the folder, and for an entry that is elsewhere now on this entry.
 */
export class FolderHistory {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #tree: EarlierTree;
  readonly #queue = new RoundRobinQueue(message('lists_at_once'));

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#tree = new EarlierTree({ access: deps.access, tables: context.tables });
  }

  /**
   * A page of the members that a folder had at a time, also a folder in the trash: folders before documents, by name. Entries that were deleted
   * permanently since are missing, and those that the actor may not read now. Large folders are read one after another;
   * users take turns.
   * @param folderId 0: the actor's home
   * @param at milliseconds UTC
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | not_found | invalid (at: in the
   * future) | throttled | unavailable
   */
  async contents(
    actor: Actor,
    folderId: number,
    at: number,
    request: PageRequest,
  ): Promise<Page<EarlierEntry>> {
    if (at > this.#context.now()) throw invalid('at', 'in_future');
    const { places } = this.#context.tables;
    const { user, entry } = this.#readable(actor, folderId);
    const isLarge = places.isLarge(entry.id, at);
    const read = async (): Promise<Page<EarlierMember>> => {
      const elsewhere = await this.#visibleElsewhere(user, entry.id, at);
      const folder: FolderAt = { folderId: entry.id, at, elsewhere };
      return isLarge ? places.pageOfLarge(folder, request) : places.page(folder, request);
    };
    const { items, total } = await (isLarge ? this.#queue.run(requesterOf(user), read) : read());
    // Permissions and places may have changed meanwhile.
    this.#readable(actor, folderId);
    return { items: this.#viewed(user, at, items), total };
  }

  /** @throws {DmsError} unauthenticated | forbidden | not_found (also for an actor confined to one entry) */
  #readable(actor: Actor, folderId: number): { readonly user: UserActor; readonly entry: Folder } {
    const user = requireUser(actor, 'read');
    const entry = this.#tree.readable(user, folderId === 0 ? user.homeId : folderId);
    if (entry?.kind !== 'folder') throw notFound();
    return { user, entry };
  }

  /** Ids of the former members that are elsewhere now, as far as the user may see them. */
  async #visibleElsewhere(user: UserActor, folderId: number, at: number): Promise<readonly number[]> {
    const { places } = this.#context.tables;
    const visible: number[] = [];
    let after: number | undefined = 0;
    while (after !== undefined) {
      const slice: number[] = places.elsewhere(folderId, at, after, SLICE);
      visible.push(...this.#placesNow(user, slice).keys());
      after = slice.length < SLICE ? undefined : slice.at(-1);
      if (after !== undefined) await yieldToRequests();
    }
    return visible;
  }

  #viewed(user: UserActor, at: number, members: readonly EarlierMember[]): EarlierEntry[] {
    const ids = members.map(({ id }) => id);
    const versions = this.#context.tables.versions.listAt(ids, at);
    const placesNow = this.#placesNow(user, ids);
    return members.flatMap((member) => {
      const now = placesNow.get(member.id);
      return now ? [{ ...member, version: versions.get(member.id) ?? null, now }] : [];
    });
  }

  /** Where the entries are now that the user may see, by id. */
  #placesNow(user: UserActor, ids: readonly number[]): ReadonlyMap<number, PlaceNow> {
    const placed = this.#context.tables.entries
      .listByIds(ids)
      .map((entry) => [entry.id, this.#placeNow(user, entry)]);
    return new Map(placed.filter((pair): pair is [number, PlaceNow] => pair[1] !== undefined));
  }

  /** Undefined if the user may not see the entry. */
  #placeNow(user: UserActor, entry: Entry): PlaceNow | undefined {
    const entryAccess = this.#deps.access.readable(user, entry);
    if (!entryAccess) return this.#tree.mayRead(user, entry) ? { kind: 'trash' } : undefined;
    const { folderId } = this.#deps.records.source(user, entry, entryAccess);
    return { kind: 'tree', folderId, name: entry.name };
  }
}
