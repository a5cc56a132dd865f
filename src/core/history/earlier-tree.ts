import type { Document, Entry } from '../../model/entries/entry.ts';
import { MAX_DEPTH, nameKey } from '../../model/entries/names.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { EarlierVersion, FormerPlaceMark } from '../../storage/tree/tree.ts';
import { type Access, confinedTo } from '../access/access.ts';
import type { Context } from '../context.ts';
import { readsDeletion, seesDeletion } from '../placement/placement.ts';
import type { TreeMoment } from '../tree-moment.ts';

/** Members that are read before other requests run. */
const SLICE = 200;
/** Former places that are compared with a name before other requests run. */
const NAMES = 2000;

/** Permissions and tables: those of now, or those of a snapshot. */
type Source = {
  readonly access: Access;
  readonly tables: Pick<Context['tables'], keyof Context['tables'] & keyof TreeMoment['tables']>;
};

/**
 * A folder or document as it was at a time: name, and for a document the newest version of that time. All other values,
 * also the folder that contains it, are those of now. A time of change is not later than that time.
 */
export interface EarlierMember {
  readonly entry: Entry;
  /** The name that the user saw. */
  readonly name: string;
}

/** A folder at a time, in milliseconds UTC. */
interface FolderAt {
  readonly folderId: number;
  readonly at: number;
}

/**
 * Position in the members of a folder: those that are still in it, by the key of their names; then those that have left
 * it, by the end of their places.
 */
export type MemberMark = { readonly nameKey: string } | FormerPlaceMark;

/** Some members of a folder. */
interface Slice {
  readonly members: readonly EarlierMember[];
  /** Number of members and former ones that were read, with those that the user may not see. */
  readonly read: number;
  /** Undefined after the last slice. */
  readonly next: MemberMark | undefined;
}

/** Position before the first member of a folder. */
export const FIRST_MEMBER: MemberMark = { nameKey: '' };

/**
 * The tree as it was at a time, with the permissions of now. A member of a folder that is in the folder now is as
 * readable as the folder; any other one is judged by itself. Documents of which no version of that time is left are
 * missing.
 */
export class EarlierTree {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /**
   * True if the user may read the entry now. An entry in the trash may be read by a user who sees it there and may
   * restore it. False for an actor confined to one entry.
   */
  mayRead(user: UserActor, entry: Entry): boolean {
    const { access, tables } = this.#source;
    if (confinedTo(user) !== undefined) return false;
    if (access.readable(user, entry)) return true;
    const root = tables.ancestry.from(entry).at(-1);
    const deletion = root?.rootKind === 'trash' ? tables.trash.find(root.id) : undefined;
    return deletion !== undefined && seesDeletion(user, deletion) && readsDeletion(access, user, deletion);
  }

  /** The entry with this id, if the user may read it now ({@link EarlierTree.mayRead}). */
  readable(user: UserActor, id: number): Entry | undefined {
    const entry = this.#source.tables.entries.find(id);
    return entry && this.mayRead(user, entry) ? entry : undefined;
  }

  /**
   * Folder and name of an entry at a time.
   * @returns `folderId` is null for a root, and in the trash
   */
  placeOf(entry: Entry, at: number): { readonly folderId: number | null; readonly name: string } {
    const { id, name, parentId } = entry;
    return this.#source.tables.formerPlaces.of(id, at) ?? { folderId: parentId, name };
  }

  /** Ids of the folders above an entry at a time, the nearest first. */
  foldersAbove(entry: Entry, at: number): readonly number[] {
    const ids: number[] = [];
    let { folderId } = this.placeOf(entry, at);
    while (folderId !== null && ids.length < MAX_DEPTH) {
      ids.push(folderId);
      const folder = this.#source.tables.entries.find(folderId);
      folderId = folder ? this.placeOf(folder, at).folderId : null;
    }
    return ids;
  }

  /**
   * These entries under these names, as they were at a time. Omits those that did not exist then, and documents of which
   * no version of that time is left.
   */
  asOf(named: readonly EarlierMember[], at: number): EarlierMember[] {
    const documents = named.flatMap(({ entry }) => (entry.kind === 'file' ? [entry.id] : []));
    const versions = this.#source.tables.versions.listAt(documents, at);
    return named.flatMap(({ entry, name }): EarlierMember[] => {
      if (entry.createdAt > at) return [];
      const updatedAt = Math.min(entry.updatedAt, at);
      if (entry.kind === 'folder') return [{ entry: { ...entry, updatedAt }, name }];
      const version = versions.get(entry.id);
      return version ? [{ entry: { ...withVersion(entry, version), updatedAt }, name }] : [];
    });
  }

  /** The next slice of the members that a folder had at a time, as far as the user may see them. */
  next(user: UserActor, folder: FolderAt, mark: MemberMark): Slice {
    return 'nameKey' in mark ? this.#nextStayed(folder, mark.nameKey) : this.#nextLeft(user, folder, mark);
  }

  /**
   * The member that a folder had under a name, as far as the user may see it. Yields to other requests if many entries
   * have left the folder since. If several had the name, the one that {@link EarlierTree.next} returns first.
   */
  async child(user: UserActor, { folderId, at }: FolderAt, name: string): Promise<EarlierMember | undefined> {
    const { entries, formerPlaces } = this.#source.tables;
    const stayed = entries.findChild(folderId, name);
    const [found] = stayed ? this.#stayed([stayed], at) : [];
    if (found) return found;
    const key = nameKey(name);
    let mark: FormerPlaceMark | undefined = endedAfter(at);
    while (mark !== undefined) {
      const places = formerPlaces.inFolder(folderId, mark, NAMES);
      const named = places.filter((place) => place.beganAt <= at && nameKey(place.name) === key);
      const [member] = this.#left(user, { folderId, at }, named);
      if (member) return member;
      mark = places.length < NAMES ? undefined : places.at(-1);
      if (mark !== undefined) await yieldToRequests();
    }
    return undefined;
  }

  #nextStayed({ folderId, at }: FolderAt, after: string): Slice {
    const { entries, last } = this.#source.tables.entries.listChildren(folderId, after, SLICE);
    return {
      members: this.#stayed(entries, at),
      read: entries.length,
      next: last === undefined ? endedAfter(at) : { nameKey: last },
    };
  }

  #nextLeft(user: UserActor, folder: FolderAt, mark: FormerPlaceMark): Slice {
    const places = this.#source.tables.formerPlaces.inFolder(folder.folderId, mark, SLICE);
    const members = this.#left(
      user,
      folder,
      places.filter(({ beganAt }) => beganAt <= folder.at),
    );
    return { members, read: places.length, next: places.length < SLICE ? undefined : places.at(-1) };
  }

  /** Of members of a folder, those that have been there under this name since. */
  #stayed(entries: readonly Entry[], at: number): EarlierMember[] {
    const left = this.#source.tables.formerPlaces.leftSince(
      entries.map(({ id }) => id),
      at,
    );
    return this.asOf(
      entries.filter(({ id }) => !left.has(id)).map((entry) => ({ entry, name: entry.name })),
      at,
    );
  }

  #left(
    user: UserActor,
    { folderId, at }: FolderAt,
    places: readonly { readonly entryId: number; readonly name: string }[],
  ): EarlierMember[] {
    if (places.length === 0) return [];
    const entries = this.#source.tables.entries.listByIds(places.map(({ entryId }) => entryId));
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const named = places.flatMap(({ entryId, name }) => {
      const entry = byId.get(entryId);
      const isSeen = entry && (entry.parentId === folderId || this.mayRead(user, entry));
      return isSeen ? [{ entry, name }] : [];
    });
    return this.asOf(named, at);
  }
}

function withVersion(document: Document, version: EarlierVersion): Document {
  const { number, size, mimeType, sha256, createdAt } = version;
  // Only the newest version has a modification time of its own, which a client may have set.
  const modifiedAt = number === document.version ? document.modifiedAt : createdAt;
  return { ...document, version: number, size, mimeType, sha256, modifiedAt };
}

function endedAfter(at: number): FormerPlaceMark {
  return { endedAt: at, id: Number.MAX_SAFE_INTEGER };
}
