import { yieldToRequests } from '../../storage/event-loop.ts';
import type { NumberedMember, PlaceThen, TreeState } from '../../storage/tree/tree.ts';
import type { TreeMoment } from '../tree-moment.ts';
import type { ChangePage } from './change-page.ts';
import { MemberPath } from './member-path.ts';

/** Members that are read before other requests may run. */
const SLICE = 200;
/** Time of work between two pauses for other requests, in milliseconds. */
const SLICE_MS = 5;

/** The states that are compared. */
export interface Comparison {
  /** Undefined: everything is new. */
  readonly base: TreeState | undefined;
  /** Of what has changed after this state, the comparison may lack anything. The next one begins with it. */
  readonly until: TreeState;
  /** True: also what is beneath the members. */
  readonly isDeep: boolean;
}

type Tables = Pick<TreeMoment['tables'], 'entries' | 'treeHistory'>;
type Named = Pick<NumberedMember, 'id' | 'name' | 'isFolder'>;

/**
 * Finds the changes of a folder between two states of the tree. An entry that is neither new nor elsewhere than in the
 * first state has changed if its number says so; a folder whose number does not is not read.
 *
 * Only places of the first state are told as removed, never those between the two states: the user has seen them.
 */
export class TreeComparison {
  readonly #tables: Tables;
  readonly #comparison: Comparison;
  readonly #page: ChangePage;
  #pauseAt = performance.now() + SLICE_MS;

  constructor(tables: Tables, comparison: Comparison, page: ChangePage) {
    this.#tables = tables;
    this.#comparison = comparison;
    this.#page = page;
  }

  /**
   * Adds the changes of the members of a folder that has been at its path in both states.
   * @param at path of the folder; undefined for the collection
   */
  async compare(folderId: number, at: MemberPath | undefined): Promise<void> {
    const { base } = this.#comparison;
    for await (const slice of this.#membersOf(folderId)) {
      const then = base && this.#placesOf(slice, base);
      for (const member of slice) {
        // Of a folder that was elsewhere meanwhile, a client that has read a truncated report may know only a part.
        const isKnown = base && then && member.id <= base.lastId && !then.has(member.id);
        if (isKnown) await this.member(member, new MemberPath(at, member.name));
        else await this.#addAll(member, new MemberPath(at, member.name));
      }
    }
    if (base) await this.#addRemoved(folderId, at, base);
  }

  /** Adds the changes of an entry that has been at its path in both states, or of a new one. */
  async member(member: NumberedMember, path: MemberPath): Promise<void> {
    const { base, isDeep } = this.#comparison;
    if (!base) {
      await this.#addAll(member, path);
      return;
    }
    if (member.number <= base.number) return;
    this.#add(member, path);
    if (isDeep && member.isFolder === 1) await this.compare(member.id, path);
  }

  async #addAll(member: Named, path: MemberPath): Promise<void> {
    this.#add(member, path);
    if (!this.#comparison.isDeep || member.isFolder === 0) return;
    for await (const slice of this.#membersOf(member.id))
      for (const each of slice) await this.#addAll(each, new MemberPath(path, each.name));
  }

  #add({ id, isFolder }: Named, path: MemberPath): void {
    this.#page.add({ path, id, isFolder: isFolder === 1 });
  }

  /** Adds the entries that were in a folder at its path, and are not there under the same name. */
  async #addRemoved(folderId: number, at: MemberPath | undefined, base: TreeState): Promise<void> {
    for await (const left of this.#leftFolder(folderId, base)) {
      const until = this.#placesOf(left, this.#comparison.until);
      for (const entry of left) {
        const path = new MemberPath(at, entry.name);
        const later = until.get(entry.id);
        const wasThere = later?.folderId === folderId && later.name === entry.name;
        if (!wasThere) await this.#addVacated(entry, path, this.#occupant(folderId, entry.name));
        // It has left after the second state. The next report tells that, but not what was beneath it only before.
        else if (this.#comparison.isDeep && entry.isFolder === 1)
          await this.#addBeneath(entry.id, path, undefined);
      }
    }
  }

  /** @param occupant the entry that is at this path in the second state */
  async #addVacated(entry: Named, path: MemberPath, occupant: Named | undefined): Promise<void> {
    if (!occupant) this.#page.add({ path, id: undefined, isFolder: entry.isFolder === 1 });
    // An occupant that was told before the rest of a truncated report may have left since.
    const isToldBeneath = occupant !== undefined || this.#page.isPast(path);
    if (isToldBeneath && this.#comparison.isDeep && entry.isFolder === 1)
      await this.#addBeneath(entry.id, path, occupant);
  }

  /** Adds what was beneath a folder, and is not beneath the entry that is at its path. */
  async #addBeneath(folderId: number, at: MemberPath, occupant: Named | undefined): Promise<void> {
    const { base } = this.#comparison;
    if (!base) return;
    const addEach = async (entries: readonly Named[]): Promise<void> => {
      for (const entry of entries) {
        const current = occupant && this.#occupant(occupant.id, entry.name);
        await this.#addVacated(entry, new MemberPath(at, entry.name), current);
      }
    };
    for await (const slice of this.#allMembersOf(folderId)) {
      const then = this.#placesOf(slice, base);
      await addEach(slice.filter(({ id }) => id <= base.lastId && !then.has(id)));
    }
    for await (const left of this.#leftFolder(folderId, base)) await addEach(left);
  }

  /** The entry that was in a folder under a name in the second state, and still is. */
  #occupant(folderId: number, name: string): Named | undefined {
    const entry = this.#tables.entries.findChild(folderId, name);
    if (!entry || entry.name !== name) return undefined;
    const member = { id: entry.id, name, isFolder: entry.kind === 'folder' ? 1 : 0 } as const;
    return this.#wasThere([member], folderId).length > 0 ? member : undefined;
  }

  /** The members of a folder in the second state, except those that have left it since; in slices. */
  async *#membersOf(folderId: number): AsyncGenerator<readonly NumberedMember[]> {
    for await (const slice of this.#allMembersOf(folderId)) yield this.#wasThere(slice, folderId);
  }

  async *#allMembersOf(folderId: number): AsyncGenerator<readonly NumberedMember[]> {
    let after: string | undefined = '';
    while (after !== undefined) {
      const { members, last } = this.#tables.treeHistory.members(folderId, after, SLICE);
      yield members;
      after = last;
      await this.#pause();
    }
  }

  #wasThere<Member extends Named>(members: readonly Member[], folderId: number): readonly Member[] {
    const { until } = this.#comparison;
    const places = this.#placesOf(members, until);
    return members.filter((member) => member.id <= until.lastId && !hasLeft(member, folderId, places));
  }

  /** The entries that were in a folder in the first state, and have left it or their name there since; in slices. */
  async *#leftFolder(folderId: number, base: TreeState): AsyncGenerator<readonly Named[]> {
    let after: number | undefined = 0;
    while (after !== undefined) {
      const ids: readonly number[] = this.#tables.treeHistory.leftFolder(folderId, base, after, SLICE);
      const places = this.#tables.treeHistory.placesOf(ids, base);
      yield [...places.values()]
        .filter((place) => place.folderId === folderId && place.entryId <= base.lastId)
        .map(({ entryId, name, isFolder }) => ({ id: entryId, name, isFolder }));
      after = ids.length < SLICE ? undefined : ids.at(-1);
      await this.#pause();
    }
  }

  #placesOf(members: readonly Named[], state: TreeState): ReadonlyMap<number, PlaceThen> {
    return this.#tables.treeHistory.placesOf(
      members.map(({ id }) => id),
      state,
    );
  }

  async #pause(): Promise<void> {
    if (performance.now() < this.#pauseAt) return;
    await yieldToRequests();
    this.#pauseAt = performance.now() + SLICE_MS;
  }
}

/** True if the place of a member of a folder was another one. */
function hasLeft(
  { id, name }: Named,
  folderId: number,
  places: ReadonlyMap<number, Pick<PlaceThen, 'folderId' | 'name'>>,
): boolean {
  const place = places.get(id);
  return place !== undefined && (place.folderId !== folderId || place.name !== name);
}
