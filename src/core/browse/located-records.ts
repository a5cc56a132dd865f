import type { EntryRecord } from '../../model/entries/entry.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Access, AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { EntryRecords } from './entry-records.ts';
import type { Locations } from './locations.ts';

/** An entry of a list that spans folders, as its user sees it. */
export interface LocatedRecord {
  /** Long comments are cut. */
  readonly record: EntryRecord;
  /** The path as the user sees it, starting with `/`. */
  readonly path: string;
}

interface Dependencies {
  readonly access: Access;
  readonly locations: Locations;
  readonly records: EntryRecords;
}

/** Makes lists of entries from several folders: results of a search, favourites, recent documents. */
export class LocatedRecords {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** Those of the entries that exist and that the user may read, in the order of `ids`. Entries in the trash are none. */
  readable(user: UserActor, ids: readonly number[]): AuthorisedEntry[] {
    const entries = this.#context.tables.entries.listByIds(ids);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    return ids.flatMap((id) => {
      const entry = byId.get(id);
      const entryAccess = entry && this.#deps.access.readable(user, entry);
      return entryAccess ? [{ user, entry, entryAccess }] : [];
    });
  }

  /** Records of entries from {@link LocatedRecords.readable}, in their order. */
  list(user: UserActor, authorised: readonly AuthorisedEntry[]): LocatedRecord[] {
    const { locations, records } = this.#deps;
    const pathOf = locations.paths(user);
    const list = records.listShort(
      user,
      authorised.map(({ entry, entryAccess }) => records.source(user, entry, entryAccess)),
    );
    return authorised.flatMap(({ entryAccess }, index) => {
      const record = list[index];
      return record ? [{ record, path: pathOf(entryAccess) }] : [];
    });
  }
}
