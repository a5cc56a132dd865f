import type { UserActor } from '../../model/actor.ts';
import type { Entry, Person } from '../../model/entry.ts';
import { freeName, nameKey } from '../../model/names.ts';
import { allows, READ } from '../../model/permissions.ts';
import type { Access, Standing } from '../access/access.ts';
import type { Context } from '../context.ts';

/** An entry that a user sees at the mount root, although it is not stored in the user's home. */
export interface Mounted {
  readonly entry: Entry;
  readonly standing: Standing;
  /** The name that the user sees. It is unique at the mount root. */
  readonly name: string;
  /** The user who shared it; null for a system folder, and if that user no longer exists. */
  readonly sharedBy: Person | null;
}

/** What {@link MountRoot} works with. */
interface Parts {
  readonly access: Access;
}

/**
 * The mount root of a user (docs/contract.md). It shows the members of the user's home, the entries shared
 * with the user, and for administrators the system folders. This class lists all but the members of the
 * home.
 */
export class MountRoot {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /**
   * Shared entries, the oldest grant first; then system folders, the oldest first. An entry whose name is
   * taken gets a number: `report (2).pdf`. Each entry is listed once.
   */
  list(user: UserActor): Mounted[] {
    const grants = [...this.#context.tables.shares.grantsOf(user.userId).values()].filter(
      (grant) => (grant.expiresAt ?? Infinity) > this.#context.now(),
    );
    const system = user.isAdmin ? this.#context.tables.entries.listSystem() : [];
    if (grants.length === 0 && system.length === 0) return [];
    const granted = this.#granted(grants.map((grant) => grant.entryId));
    const creators = this.#context.tables.people.list(grants.map((grant) => grant.createdBy));
    const sharers = new Map(
      grants.map((grant) => [grant.entryId, creators.get(grant.createdBy ?? 0) ?? null]),
    );
    const taken = new Set<string>();
    const mounted: Mounted[] = [];
    for (const entry of new Map([...granted, ...system].map((each) => [each.id, each])).values()) {
      const standing = this.#parts.access.standing(user, entry);
      if (!standing || standing.ownerId === user.userId || !allows(standing.permissions, READ)) continue;
      const name = this.#freeName(user, entry, taken);
      taken.add(nameKey(name));
      mounted.push({ entry, standing, name, sharedBy: sharers.get(entry.id) ?? null });
    }
    return mounted;
  }

  /** The entry at the mount root with this name; undefined also for a member of the home. */
  find(user: UserActor, name: string): Mounted | undefined {
    const key = nameKey(name);
    return this.list(user).find((mounted) => nameKey(mounted.name) === key);
  }

  /** True when the mount root will change without a change of the database, because a grant expires. */
  hasExpiringGrant(user: UserActor): boolean {
    for (const grant of this.#context.tables.shares.grantsOf(user.userId).values())
      if (grant.expiresAt !== null) return true;
    return false;
  }

  #granted(ids: readonly number[]): Entry[] {
    const byId = new Map(this.#context.tables.entries.listByIds(ids).map((entry) => [entry.id, entry]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  #freeName(user: UserActor, entry: Entry, taken: ReadonlySet<string>): string {
    const isTaken = (name: string) =>
      taken.has(nameKey(name)) || this.#context.tables.entries.findChildId(user.homeId, name) !== undefined;
    return freeName(entry, isTaken);
  }
}
