import type { Entry } from '../../model/entries/entry.ts';
import type { AuthorisedEntry } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { EarlierListing, EarlierPart } from './earlier-listing.ts';
import type { EntryRecords } from './entry-records.ts';

/**
 * Members per slice. A small slice delays other requests only briefly, and is freed before V8's garbage collector moves
 * it to the old generation.
 */
const SLICE = 200;

/** A member of a folder, as one user sees it. */
export interface Member {
  readonly entry: Entry;
  /** Effective permission bits of the user. */
  readonly permissions: number;
  /** The name that the user sees. It can differ from the stored name only at the mount root. */
  readonly name: string;
}

/** Some members of a folder. */
export interface Slice<Item> {
  readonly members: readonly Item[];
  /** Name key of the last member; undefined if there are no more. */
  readonly last: string | undefined;
}

/** Reads the members of a folder in slices: those whose name keys come after a given one. */
export class MemberSlices {
  readonly #context: Context;
  readonly #records: EntryRecords;

  constructor(context: Context, records: EntryRecords) {
    this.#context = context;
    this.#records = records;
  }

  next({ user, entry, entryAccess }: AuthorisedEntry, after: string): Slice<Member> {
    const { entries, last } = this.#context.tables.entries.listChildren(entry.id, after, SLICE);
    return { members: this.#records.withGrants(user, entries, entryAccess), last };
  }

  /** Those of these entries that are members of the folder now. */
  byIds({ user, entry, entryAccess }: AuthorisedEntry, ids: readonly number[]): readonly Member[] {
    const entries = this.#context.tables.entries.listByIds(ids);
    const members = entries.filter(({ parentId }) => parentId === entry.id);
    return this.#records.withGrants(user, members, entryAccess);
  }

  /** As {@link MemberSlices.next}, but with parts of an earlier listing for members that have not changed since. */
  nextSince(
    authorised: AuthorisedEntry,
    after: string,
    earlier: EarlierListing,
  ): Slice<Member | EarlierPart> {
    const { database } = this.#context;
    const { structure } = database;
    const slice = this.#changedSince(authorised, after, earlier);
    // Another process may have committed before or between the two queries: then read the whole slice.
    return database.latestStructure === structure ? slice : this.next(authorised, after);
  }

  #changedSince(
    { user, entry, entryAccess }: AuthorisedEntry,
    after: string,
    earlier: EarlierListing,
  ): Slice<Member | EarlierPart> {
    const { entries } = this.#context.tables;
    const { ids, last } = entries.listChildIds(entry.id, after, SLICE);
    const parts = ids.map((id) => earlier.partOf(id) ?? id);
    const changed = entries.listByIds(parts.filter((part) => typeof part === 'number'));
    const read = new Map(
      this.#records.withGrants(user, changed, entryAccess).map((member) => [member.entry.id, member]),
    );
    const members = parts.map((part) => (typeof part === 'number' ? read.get(part) : part));
    return { members: members.filter((member) => member !== undefined), last };
  }
}
