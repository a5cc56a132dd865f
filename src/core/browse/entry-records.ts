import type { UserActor } from '../../model/actor.ts';
import type { Entry, EntryRecord, Person } from '../../model/entry.ts';
import type { Lock, LockSummary } from '../../model/lock.ts';
import type { Ancestor } from '../../storage/tree/tree.ts';
import type { Access, Standing } from '../access/access.ts';
import type { Context } from '../context.ts';

/** An entry with what its record needs to know of the user's standing. */
interface RecordSource {
  readonly entry: Entry;
  readonly permissions: number;
  readonly ownerId: number | null;
  readonly folderId: number | null;
  /** From its folder up to the root; left out where no lock from above can cover it. */
  readonly above?: readonly Ancestor[];
  /** As the user sees it. */
  readonly name?: string;
}

/** What {@link EntryRecords} works with. */
interface Parts {
  readonly access: Access;
}

/** Records: entries as one user sees them. Each list costs a fixed number of queries. */
export class EntryRecords {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** The record of an entry that the user has reached, read anew. */
  one(user: UserActor, id: number): EntryRecord {
    const entry = this.#context.tables.entries.find(id);
    const standing = entry && this.#parts.access.standing(user, entry);
    const record = standing && this.list([this.source(user, entry, standing)])[0];
    if (!record) throw new Error(`entry ${String(id)} is gone within its own operation`);
    return record;
  }

  /** What the record of one entry needs, from its own standing. */
  source(user: UserActor, entry: Entry, standing: Standing, name?: string): RecordSource {
    const folderId = this.#parts.access.readsParent(user, standing)
      ? entry.parentId
      : entry.rootKind === null
        ? 0
        : null;
    const { permissions, ownerId, lineage } = standing;
    const sight = { entry, permissions, ownerId, folderId, above: lineage.slice(1) };
    return name === undefined ? sight : { ...sight, name };
  }

  /** What the records of members of one folder need, from its standing and the grants on the members themselves. */
  sourcesOfMembers(user: UserActor, members: readonly Entry[], folder: Standing): RecordSource[] {
    return this.withGrants(user, members, folder).map(({ entry, permissions }) => ({
      entry,
      permissions,
      ownerId: folder.ownerId,
      folderId: entry.parentId,
      above: folder.lineage,
    }));
  }

  /** Members of one folder with the user's bits on each, under their own names. */
  withGrants(
    user: UserActor,
    members: readonly Entry[],
    folder: Standing,
  ): { entry: Entry; permissions: number; name: string }[] {
    const granted = this.#parts.access.grantedTo(user);
    return members.map((entry) => ({
      entry,
      permissions: folder.permissions | granted(entry.id),
      name: entry.name,
    }));
  }

  /** Records of what the user sees, in the same order. */
  list(sights: readonly RecordSource[]): EntryRecord[] {
    const people = this.#context.tables.people.list(
      sights.flatMap(({ entry, ownerId }) => [ownerId, entry.createdBy, entry.updatedBy]),
    );
    const shared = this.#context.tables.shares.listShared(
      sights.flatMap(({ entry }) => (entry.kind === 'folder' ? [entry.id] : [])),
      this.#context.now(),
    );
    const lockOn = this.#locksOn(sights);
    const person = (id: number | null): Person | null => (id === null ? null : (people.get(id) ?? null));
    return sights.map((sight) => {
      const { entry, permissions, ownerId, folderId, name } = sight;
      const seen = {
        permissions,
        owner: person(ownerId),
        createdByPerson: person(entry.createdBy),
        updatedByPerson: person(entry.updatedBy),
        folderId,
        locked: lockOn(sight),
        name: name ?? entry.name,
      };
      if (entry.kind === 'file') return { ...entry, ...seen };
      return { ...entry, ...seen, shared: shared.has(entry.id), system: entry.rootKind === 'system' };
    });
  }

  /** Says which lock covers an entry: its own, or one of depth infinity above; of several the one that lasts longest. */
  #locksOn(sights: readonly RecordSource[]): (sight: RecordSource) => LockSummary | null {
    if (!this.#context.tables.locks.any()) return () => null;
    const ids = new Set(sights.flatMap(({ entry, above = [] }) => [entry.id, ...above.map(({ id }) => id)]));
    const locks = Map.groupBy(
      this.#context.tables.locks.listOn([...ids], this.#context.now()),
      (lock) => lock.entryId,
    );
    return ({ entry, above = [] }) => {
      const covering = [...(locks.get(entry.id) ?? [])];
      for (const { id } of above)
        covering.push(...(locks.get(id) ?? []).filter((lock) => lock.depth === 'infinity'));
      return summaryOf(covering);
    };
  }
}

function summaryOf(covering: readonly Lock[]): LockSummary | null {
  const [longest] = covering.toSorted((one, other) => other.expiresAt - one.expiresAt);
  return longest === undefined ? null : { user: longest.userName, expiresAt: longest.expiresAt };
}
