import type { UserActor } from '../model/actor.ts';
import type { Entry, EntryRecord, Person } from '../model/entry.ts';
import type { LockSummary } from '../model/lock.ts';
import type { EntryTable } from '../storage/entries.ts';
import type { LockTable } from '../storage/locks.ts';
import type { People } from '../storage/people.ts';
import type { ShareTable } from '../storage/shares.ts';
import type { Access, Standing } from './access.ts';
import type { Context } from './context.ts';

/** An entry with what its record needs to know of the user's standing. */
interface Sight {
  readonly entry: Entry;
  readonly permissions: number;
  readonly ownerId: number | null;
  readonly folderId: number | null;
  /** As the user sees it. */
  readonly name?: string;
}

/** Records: entries as one user sees them. Each list costs a fixed number of queries. */
export class Records {
  readonly #context: Context;
  readonly #access: Access;
  readonly #entries: EntryTable;
  readonly #people: People;
  readonly #shares: ShareTable;
  readonly #locks: LockTable;

  constructor(
    context: Context,
    access: Access,
    tables: { entries: EntryTable; people: People; shares: ShareTable; locks: LockTable },
  ) {
    this.#context = context;
    this.#access = access;
    this.#entries = tables.entries;
    this.#people = tables.people;
    this.#shares = tables.shares;
    this.#locks = tables.locks;
  }

  /** The record of an entry that the user has reached, read anew. */
  one(user: UserActor, id: number): EntryRecord {
    const entry = this.#entries.find(id);
    const standing = entry && this.#access.standing(user, entry);
    const record = standing && this.list([this.sight(user, entry, standing)])[0];
    if (!record) throw new Error(`entry ${String(id)} is gone within its own operation`);
    return record;
  }

  /** What the record of one entry needs, from its own standing. */
  sight(user: UserActor, entry: Entry, standing: Standing, name?: string): Sight {
    const folderId = this.#access.readsParent(user, standing)
      ? entry.parentId
      : entry.rootKind === null
        ? 0
        : null;
    const sight = { entry, permissions: standing.permissions, ownerId: standing.ownerId, folderId };
    return name === undefined ? sight : { ...sight, name };
  }

  /** Records of members of one folder, from the folder's standing and the grants on the members themselves. */
  ofMembers(user: UserActor, members: readonly Entry[], folder: Standing): EntryRecord[] {
    const sights = this.withGrants(user, members, folder).map(({ entry, permissions }) => ({
      entry,
      permissions,
      ownerId: folder.ownerId,
      folderId: entry.parentId,
    }));
    return this.list(sights);
  }

  /** Members of one folder with the user's bits on each. */
  withGrants(
    user: UserActor,
    members: readonly Entry[],
    folder: Standing,
  ): { entry: Entry; permissions: number }[] {
    const granted = this.#access.grantedTo(user);
    return members.map((entry) => ({ entry, permissions: folder.permissions | granted(entry.id) }));
  }

  /** Records of what the user sees, in the same order. */
  list(sights: readonly Sight[]): EntryRecord[] {
    const ids = sights.map(({ entry }) => entry.id);
    const people = this.#people.list(
      sights.flatMap(({ entry, ownerId }) => [ownerId, entry.createdBy, entry.updatedBy]),
    );
    const shared = this.#shares.listShared(
      sights.flatMap(({ entry }) => (entry.kind === 'folder' ? [entry.id] : [])),
    );
    const locks = this.#lockSummaries(ids);
    const person = (id: number | null): Person | null => (id === null ? null : (people.get(id) ?? null));
    return sights.map(({ entry, permissions, ownerId, folderId, name }) => {
      const seen = {
        permissions,
        owner: person(ownerId),
        createdByPerson: person(entry.createdBy),
        updatedByPerson: person(entry.updatedBy),
        folderId,
        locked: locks.get(entry.id) ?? null,
        name: name ?? entry.name,
      };
      if (entry.kind === 'file') return { ...entry, ...seen };
      return { ...entry, ...seen, shared: shared.has(entry.id), system: entry.rootKind === 'system' };
    });
  }

  #lockSummaries(ids: readonly number[]): Map<number, LockSummary> {
    if (!this.#locks.any()) return new Map();
    const locks = this.#locks.listOn(ids, this.#context.now());
    return new Map(locks.map((lock) => [lock.entryId, { user: lock.userName, expiresAt: lock.expiresAt }]));
  }
}
