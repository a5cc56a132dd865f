import type { Entry } from '../../../model/entries/entry.ts';
import { invalid } from '../../../model/errors/errors.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import type { Context } from '../../context.ts';
import { type EarlierMember, EarlierTree, FIRST_MEMBER, type MemberMark } from '../../history/history.ts';
import { atOneMoment } from '../../tree-moment.ts';
import { ArchiveNames } from './archive-names.ts';
import { type ArchivedEntry, type ArchivePlan, MAX_ENTRIES, NO_FOLDER } from './archive-plans.ts';

/** Rows read before other requests run. */
const SLICE = 200;

/**
 * Plans an archive of these entries, and of all entries that were beneath them at a time, with the names and versions of
 * that time. Other requests run in between; the plan has the permissions of one moment.
 * @param at milliseconds UTC
 * @throws {DmsError} invalid (ids: none that existed then and that the user can read, or too many entries)
 */
export function planEarlierArchive(
  context: Context,
  user: UserActor,
  ids: readonly number[],
  at: number,
): Promise<ArchivePlan> {
  return atOneMoment(context, (moment) => new EarlierPlanning(user, new EarlierTree(moment), at).plan(ids));
}

/** An entry of the list that was not beneath another one. */
interface Top extends EarlierMember {
  /** The folder that contained it; null for a root, and in the trash. */
  readonly folderId: number | null;
}

/** Determines the entries of one archive. */
class EarlierPlanning {
  readonly #user: UserActor;
  readonly #tree: EarlierTree;
  readonly #at: number;
  readonly #entries: ArchivedEntry[] = [];
  /** Rows read since other requests ran. */
  #read = 0;

  constructor(user: UserActor, tree: EarlierTree, at: number) {
    this.#user = user;
    this.#tree = tree;
    this.#at = at;
  }

  async plan(ids: readonly number[]): Promise<ArchivePlan> {
    const tops = await this.#tops(ids);
    if (tops.length === 0) throw invalid('ids', 'no_readable_entry');
    const names = new ArchiveNames();
    for (const top of tops) await this.#add(top, undefined, names);
    return { name: `${this.#nameOf(tops)}.zip`, entries: this.#entries };
  }

  async #tops(ids: readonly number[]): Promise<readonly Top[]> {
    const tops = new Map<number, Top>();
    for (const id of ids) {
      const entry = this.#tree.readable(this.#user, id);
      await this.#yieldAfter(1);
      if (!entry) continue;
      const { folderId, name } = this.#tree.placeOf(entry, this.#at);
      const [member] = this.#tree.asOf([{ entry, name }], this.#at);
      if (member) tops.set(id, { ...member, folderId });
    }
    const outermost: Top[] = [];
    for (const top of tops.values()) {
      const folders = this.#tree.foldersAbove(top.entry, this.#at);
      if (!folders.some((id) => tops.has(id))) outermost.push(top);
      await this.#yieldAfter(folders.length);
    }
    return outermost;
  }

  async #add(
    { entry, name }: EarlierMember,
    folder: ArchivedEntry | undefined,
    names: ArchiveNames,
  ): Promise<void> {
    if (this.#entries.length >= MAX_ENTRIES)
      throw invalid('ids', 'too_many_beneath', { maximum: MAX_ENTRIES });
    const added = archived(entry, folder, names.nameOf(entry.kind, name));
    this.#entries.push(added);
    if (entry.kind === 'folder') await this.#addMembers(added);
  }

  async #addMembers(folder: ArchivedEntry): Promise<void> {
    const names = new ArchiveNames();
    let mark: MemberMark | undefined = FIRST_MEMBER;
    while (mark !== undefined) {
      const { members, next, read } = this.#tree.next(
        this.#user,
        { folderId: folder.id, at: this.#at },
        mark,
      );
      await this.#yieldAfter(1 + read);
      for (const member of members) await this.#add(member, folder, names);
      mark = next;
    }
  }

  async #yieldAfter(rows: number): Promise<void> {
    this.#read += rows;
    if (this.#read < SLICE) return;
    this.#read = 0;
    await yieldToRequests();
  }

  /** The name of the only entry, or of the folder that contained all of them, at that time. */
  #nameOf(tops: readonly Top[]): string {
    const [first, ...others] = tops;
    if (first && others.length === 0) return first.name;
    const isCommon = first && others.every(({ folderId }) => folderId === first.folderId);
    const folder =
      isCommon && first.folderId !== null ? this.#tree.readable(this.#user, first.folderId) : undefined;
    return folder ? this.#tree.placeOf(folder, this.#at).name : NO_FOLDER;
  }
}

function archived(entry: Entry, folder: ArchivedEntry | undefined, name: string): ArchivedEntry {
  const { id } = entry;
  return entry.kind === 'folder'
    ? { id, folder, name, version: undefined, size: undefined, modifiedAt: entry.updatedAt }
    : { id, folder, name, version: entry.version, size: entry.size, modifiedAt: entry.modifiedAt };
}
