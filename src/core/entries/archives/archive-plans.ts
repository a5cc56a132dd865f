import type { Entry } from '../../../model/entries/entry.ts';
import { freeName, nameKey } from '../../../model/entries/names.ts';
import { busy, invalid } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import { yieldToRequests } from '../../../storage/event-loop.ts';
import type { Access, AuthorisedEntry } from '../../access/access.ts';
import type { Context } from '../../context.ts';

/** Maximum number of entries in an archive. */
const MAX_ENTRIES = 50_000;
/** Maximum attempts to plan an archive. A plan is discarded if folders change while it is made. */
const ATTEMPTS = 10;
/** Members read per query, and ids checked before other requests run. */
const BATCH = 200;
/** Name of an archive whose entries have no common folder. */
const NO_FOLDER = 'Archive';

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

interface Dependencies {
  readonly access: Access;
}

/** Determines the entries of an archive. */
export class ArchivePlans {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Plans an archive of these entries and all entries beneath them.
   * @throws {DmsError} invalid (ids: none that the user can read, or too many entries) | throttled (folders kept
   * changing)
   */
  async make(user: UserActor, ids: readonly number[]): Promise<ArchivePlan> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { structure } = this.#context.database;
      const plan = await this.#makeOnce(user, ids);
      // A folder that moved while other requests ran may be missing or listed twice.
      if (structure === this.#context.database.structure) return plan;
    }
    throw busy(message('work_broken_off'));
  }

  async #makeOnce(user: UserActor, ids: readonly number[]): Promise<ArchivePlan> {
    const tops = await this.#tops(user, ids);
    if (tops.length === 0) throw invalid('ids', 'no_readable_entry');
    const entries: ArchivedEntry[] = [];
    const names = new Names();
    for (const { entry } of tops)
      await this.#add(entry, { folder: undefined, name: names.nameOf(entry) }, entries);
    return { name: `${this.#nameOf(user, tops)}.zip`, entries };
  }

  /** The entries that the user can read, except those beneath another one of them. */
  async #tops(user: UserActor, ids: readonly number[]): Promise<readonly AuthorisedEntry[]> {
    const { access } = this.#deps;
    const found: AuthorisedEntry[] = [];
    for (const [index, id] of ids.entries()) {
      if (index % BATCH === BATCH - 1) await yieldToRequests();
      const entry = this.#context.tables.entries.find(id);
      const standing = entry && access.readable(user, entry);
      if (standing) found.push({ user, entry, standing });
    }
    const readable = new Set(found.map(({ entry }) => entry.id));
    return found.filter(({ standing }) => !standing.lineage.slice(1).some(({ id }) => readable.has(id)));
  }

  async #add(entry: Entry, place: ArchivedPlace, entries: ArchivedEntry[]): Promise<void> {
    if (entries.length >= MAX_ENTRIES) throw invalid('ids', 'too_many_beneath', { maximum: MAX_ENTRIES });
    const folder = archived(entry, place);
    entries.push(folder);
    if (entry.kind === 'file') return;
    const names = new Names();
    let after: string | undefined = '';
    while (after !== undefined) {
      const batch: { entries: Entry[]; last: string | undefined } = this.#context.tables.entries.listChildren(
        entry.id,
        after,
        BATCH,
      );
      for (const member of batch.entries)
        await this.#add(member, { folder, name: names.nameOf(member) }, entries);
      after = batch.last;
      await yieldToRequests();
    }
  }

  #nameOf(user: UserActor, tops: readonly AuthorisedEntry[]): string {
    const [first, ...others] = tops;
    if (!first) return NO_FOLDER;
    if (others.length === 0) return first.entry.name;
    const { parentId } = first.entry;
    const isCommon = parentId !== null && others.every(({ entry }) => entry.parentId === parentId);
    const folder = isCommon && this.#deps.access.readsParent(user, first.standing) ? parentId : undefined;
    return (folder === undefined ? undefined : this.#context.tables.entries.find(folder)?.name) ?? NO_FOLDER;
  }
}

function archived(entry: Entry, place: ArchivedPlace): ArchivedEntry {
  const { id } = entry;
  if (entry.kind === 'folder')
    return { id, ...place, version: undefined, size: undefined, modifiedAt: entry.updatedAt };
  return { id, ...place, version: entry.version, size: entry.size, modifiedAt: entry.modifiedAt };
}

/** Allocates unique names within one folder of an archive. */
class Names {
  readonly #taken = new Set<string>();

  /**
   * Replaces backslashes. Windows treats them as separators, so a name could escape the folder that the archive is
   * extracted to.
   */
  nameOf({ kind, name }: Entry): string {
    const wanted = { kind, name: name.replaceAll('\\', '_') };
    const free = freeName(wanted, (taken) => this.#taken.has(nameKey(taken)));
    this.#taken.add(nameKey(free));
    return free;
  }
}
