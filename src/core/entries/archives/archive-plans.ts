import { invalid } from '../../../model/errors/errors.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import type { EntrySummary } from '../../../storage/tree/tree.ts';
import type { EntryAccess } from '../../access/access.ts';
import type { Context } from '../../context.ts';
import { atOneMoment, type TreeMoment } from '../../tree-moment.ts';
import { ArchiveNames } from './archive-names.ts';

/** Maximum number of entries in an archive. */
export const MAX_ENTRIES = 50_000;
/** Members read per query, and rows read before other requests run. */
const SLICE = 200;
/** Name of an archive whose entries have no common folder. */
export const NO_FOLDER = 'Archive';

/** A folder or document in an archive. */
export interface ArchivedEntry {
  readonly id: number;
  /** Containing folder; undefined at the top level of the archive. */
  readonly folder: ArchivedEntry | undefined;
  /** Name in the archive. */
  readonly name: string;
  /** Version number of a document; undefined for a folder. */
  readonly version: number | undefined;
  /** Size of that version in bytes; undefined for a folder. */
  readonly size: number | undefined;
  /** Modification time, in milliseconds UTC. */
  readonly modifiedAt: number;
}

type ArchivedPlace = Pick<ArchivedEntry, 'folder' | 'name'>;

/** File name and entries of an archive. */
export interface ArchivePlan {
  readonly name: string;
  /** Each folder comes before its members. */
  readonly entries: readonly ArchivedEntry[];
}

/**
 * Plans an archive of these entries and all entries beneath them. Other requests run in between; the plan shows the
 * entries and the permissions as they were at one moment.
 * @throws {DmsError} invalid (ids: none that the user can read, or too many entries)
 */
export function planArchive(context: Context, user: UserActor, ids: readonly number[]): Promise<ArchivePlan> {
  return atOneMoment(context, (tree) => new Planning(user, tree).plan(ids));
}

/** Determines the entries of one archive. */
class Planning {
  readonly #user: UserActor;
  readonly #tree: TreeMoment;
  readonly #entries: ArchivedEntry[] = [];
  /** Rows read since other requests ran. */
  #read = 0;

  constructor(user: UserActor, tree: TreeMoment) {
    this.#user = user;
    this.#tree = tree;
  }

  async plan(ids: readonly number[]): Promise<ArchivePlan> {
    const tops = await this.#tops(ids);
    if (tops.length === 0) throw invalid('ids', 'no_readable_entry');
    const names = new ArchiveNames();
    for (const { entry } of tops) await this.#add(entry, undefined, names);
    return { name: `${this.#nameOf(tops)}.zip`, entries: this.#entries };
  }

  /** The entries that the user can read, except those beneath another one of them. */
  async #tops(ids: readonly number[]): Promise<readonly Top[]> {
    const { access, tables } = this.#tree;
    const found: Top[] = [];
    for (const id of ids) {
      const entry = tables.entrySummaries.find(id);
      const entryAccess = entry && access.readable(this.#user, entry);
      if (entryAccess) found.push({ entry, entryAccess });
      await this.#yieldAfter(entryAccess?.lineage.length ?? 1);
    }
    const readable = new Set(found.map(({ entry }) => entry.id));
    return found.filter(
      ({ entryAccess }) => !entryAccess.lineage.slice(1).some(({ id }) => readable.has(id)),
    );
  }

  async #add(entry: EntrySummary, folder: ArchivedEntry | undefined, names: ArchiveNames): Promise<void> {
    if (this.#entries.length >= MAX_ENTRIES)
      throw invalid('ids', 'too_many_beneath', { maximum: MAX_ENTRIES });
    const added = archived(entry, {
      folder,
      name: names.nameOf(entry.isFolder === 1 ? 'folder' : 'file', entry.name),
    });
    this.#entries.push(added);
    if (entry.isFolder === 1) await this.#addMembers(added);
  }

  async #addMembers(folder: ArchivedEntry): Promise<void> {
    const names = new ArchiveNames();
    let after: string | undefined = '';
    while (after !== undefined) {
      const slice: EntrySummary[] = this.#tree.tables.entrySummaries.listMembers(folder.id, after, SLICE);
      await this.#yieldAfter(1 + slice.length);
      for (const member of slice) await this.#add(member, folder, names);
      after = slice.length < SLICE ? undefined : slice.at(-1)?.nameKey;
    }
  }

  async #yieldAfter(rows: number): Promise<void> {
    this.#read += rows;
    if (this.#read < SLICE) return;
    this.#read = 0;
    await yieldToRequests();
  }

  #nameOf(tops: readonly Top[]): string {
    const [first, ...others] = tops;
    if (!first) return NO_FOLDER;
    if (others.length === 0) return first.entry.name;
    const { parentId } = first.entry;
    const isCommon = parentId !== null && others.every(({ entry }) => entry.parentId === parentId);
    const isNamed = isCommon && this.#tree.access.readsParent(this.#user, first.entryAccess);
    return (isNamed ? first.entryAccess.lineage[1]?.name : undefined) ?? NO_FOLDER;
  }
}

/** A readable entry that is not beneath another one. */
interface Top {
  readonly entry: EntrySummary;
  readonly entryAccess: EntryAccess;
}

function archived({ id, version, size, modifiedAt }: EntrySummary, place: ArchivedPlace): ArchivedEntry {
  return { id, ...place, version: version ?? undefined, size: size ?? undefined, modifiedAt };
}
