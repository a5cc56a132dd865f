import type { UserActor } from '../../model/actor.ts';
import type { Entry, Person } from '../../model/entry.ts';
import { freeName, nameKey } from '../../model/names.ts';
import { allows, READ } from '../../model/permissions.ts';
import type { Access, Standing } from '../access/access.ts';
import type { Context } from '../context.ts';

/** Something that stands at a user's mount root though it does not lie in his home. */
export interface Mounted {
  readonly entry: Entry;
  readonly standing: Standing;
  /** Unique at the mount root. */
  readonly name: string;
  readonly sharedBy: Person | null;
}

/** What {@link MountRoot} works with. */
interface Parts {
  readonly access: Access;
}

/** The mount root: a user's home with what is shared with him and the office's folders beside its entries (CONTRACT §1). */
export class MountRoot {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** In the order of the grants, then the office's folders by age. Names that are taken are numbered. */
  list(user: UserActor): Mounted[] {
    const grants = [...this.#context.tables.shares.grantsOf(user.userId).values()].filter(
      (grant) => (grant.expiresAt ?? Infinity) > this.#context.now(),
    );
    const system = user.isAdmin ? this.#context.tables.entries.listSystem() : [];
    if (grants.length === 0 && system.length === 0) return [];
    const granted = this.#granted(grants.map((grant) => grant.entryId));
    const givers = this.#context.tables.people.list(grants.map((grant) => grant.createdBy));
    const giver = new Map(grants.map((grant) => [grant.entryId, givers.get(grant.createdBy ?? 0) ?? null]));
    const taken = new Set<string>();
    const mounted: Mounted[] = [];
    for (const entry of new Map([...granted, ...system].map((one) => [one.id, one])).values()) {
      const standing = this.#parts.access.standing(user, entry);
      if (!standing || standing.ownerId === user.userId || !allows(standing.permissions, READ)) continue;
      const name = this.#freeName(user, entry, taken);
      taken.add(nameKey(name));
      mounted.push({ entry, standing, name, sharedBy: giver.get(entry.id) ?? null });
    }
    return mounted;
  }

  /** What stands at the mount root under `name`, the home's own entries left out. */
  find(user: UserActor, name: string): Mounted | undefined {
    const key = nameKey(name);
    return this.list(user).find((mounted) => nameKey(mounted.name) === key);
  }

  /** False when what stands there may change by itself, because a grant runs out. */
  isLasting(user: UserActor): boolean {
    for (const grant of this.#context.tables.shares.grantsOf(user.userId).values())
      if (grant.expiresAt !== null) return false;
    return true;
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
