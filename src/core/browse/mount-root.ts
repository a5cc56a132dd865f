import type { Entry, Folder, Person } from '../../model/entries/entry.ts';
import { freeName, nameKey, ordinaryName } from '../../model/entries/names.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { type Access, type AuthorisedEntry, type EntryAccess, isActive } from '../access/access.ts';
import type { Context } from '../context.ts';

/** An entry that a user sees at the mount root although it is not stored in the user's home. */
export interface Mounted {
  readonly entry: Entry;
  readonly entryAccess: EntryAccess;
  /** The name that the user sees. It is unique at the mount root. */
  readonly name: string;
  /** The user who shared it; null for a system folder, and if that user no longer exists. */
  readonly sharedBy: Person | null;
}

/** The user to whom a mount root belongs. */
export type MountRootOwner = Pick<UserActor, 'userId' | 'homeId' | 'isAdmin'>;

interface Dependencies {
  readonly access: Access;
}

/**
 * The mount root of a user (docs/build/contract/concepts.md §2). It shows the members of the user's home, the entries
 * shared with the user, and for administrators the system folders. This class lists all of them except the members of
 * the home.
 *
 * The name of a shared entry is stored with the grant. A system folder without a stored name has its own name, with a
 * number while that name is taken. Few entries have a numbered name. A lookup of one entry by its name, or of one name,
 * therefore does not read all others: users may have thousands of shares.
 */
export class MountRoot {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /** Shared entries, oldest grant first; then system folders, oldest first. Each entry is listed once. */
  list(user: MountRootOwner): Mounted[] {
    const { entries, mountNames, people } = this.#context.tables;
    const grants = this.#activeGrants(user);
    const system = user.isAdmin ? entries.listSystem() : [];
    if (grants.length === 0 && system.length === 0) return [];
    const granted = this.#granted(grants.map((grant) => grant.entryId));
    const creators = people.list(grants.map((grant) => grant.createdBy));
    const sharers = new Map(
      grants.map((grant) => [grant.entryId, creators.get(grant.createdBy ?? 0) ?? null]),
    );
    const names = mountNames.list(user.userId);
    const numbered = this.#numbered(user);
    const mounted: Mounted[] = [];
    for (const entry of new Map([...granted, ...system].map((each) => [each.id, each])).values()) {
      const entryAccess = this.#accessTo(user, entry);
      if (!entryAccess) continue;
      const name = numbered.get(entry.id) ?? names.get(entry.id)?.name ?? entry.name;
      mounted.push({ entry, entryAccess, name, sharedBy: sharers.get(entry.id) ?? null });
    }
    return mounted;
  }

  /** The entry at the mount root with this name; undefined for a member of the home. */
  find(user: MountRootOwner, name: string): Pick<Mounted, 'entry' | 'name'> | undefined {
    const { entries, mountNames } = this.#context.tables;
    const stored = mountNames.find(user.userId, name);
    if (stored) {
      // A stored name stays reserved for its entry, even while the user does not see that entry.
      const entry = stored.isDisplaced ? undefined : entries.find(stored.entryId);
      const isShown = entry && this.#isMounted(user, entry) && this.#accessTo(user, entry) !== undefined;
      return isShown ? { entry, name: stored.name } : undefined;
    }
    if (hasNumber(name)) return this.#findNumbered(user, name);
    const system = user.isAdmin ? entries.findSystem(name) : undefined;
    return system && this.#hasOwnName(user, system) ? { entry: system, name: system.name } : undefined;
  }

  /**
   * Returns a function from an entry to its name at the mount root; undefined for an entry that the user does not see
   * there. Use the function at once: it does not notice later changes.
   */
  names(user: MountRootOwner): (entry: Pick<Entry, 'id' | 'name' | 'rootKind'>) => string | undefined {
    const { mountNames } = this.#context.tables;
    let numbered: ReadonlyMap<number, string> | undefined;
    return (entry) => {
      if (!this.#isMounted(user, entry)) return undefined;
      const stored = mountNames.findOf(user.userId, entry.id);
      if (stored && !stored.isDisplaced) return stored.name;
      if (!stored && this.#hasOwnName(user, entry)) return entry.name;
      numbered ??= this.#numbered(user);
      return numbered.get(entry.id);
    };
  }

  /**
   * True if the folder is the user's home and an entry that is shown at the mount root, but not stored in the home, has
   * the name. No entry of the home may then get it.
   * @param exceptId an entry that is about to move into the home
   */
  isTaken({ user, entry: folder }: AuthorisedEntry<Folder>, name: string, exceptId?: number): boolean {
    const mounted = folder.id === user.homeId ? this.find(user, name) : undefined;
    return mounted !== undefined && mounted.entry.id !== exceptId;
  }

  /**
   * True if the name belongs to a share that has ended. A program that still holds the name may believe that it writes
   * to the entry of that share.
   */
  isWithdrawn(user: MountRootOwner, name: string): boolean {
    const stored = this.#context.tables.mountNames.find(user.userId, name);
    return stored !== undefined && !this.#isGranted(user, stored.entryId);
  }

  /**
   * Assigns a name at the mount root to an entry that is about to be shared with the user. An entry that another share
   * gives to the user keeps its name. An entry whose share has ended keeps it if it is free. A name counts as taken if it belonged to another share a short time ago, or
   * if a program of the user has vacated it and is about to save under it. Runs inside the caller's transaction.
   */
  giveName(user: MountRootOwner, entry: Entry): void {
    const { mountNames } = this.#context.tables;
    const stored = mountNames.findOf(user.userId, entry.id);
    if (stored?.isEnded === false) return;
    const wanted = stored && !stored.isDisplaced ? stored.name : ordinaryName(entry.name);
    mountNames.put(user.userId, entry.id, this.#freeName(user, entry, wanted));
  }

  /** The user's own name for an entry that is itself shared with them; undefined for any other entry. */
  nameOf(user: MountRootOwner, entryId: number): string | undefined {
    if (!this.#isGranted(user, entryId)) return undefined;
    return this.#context.tables.mountNames.findOf(user.userId, entryId)?.name;
  }

  /**
   * Changes the user's own name for a shared entry. Other users keep their names for it. Runs inside the caller's
   * transaction.
   * @param name free at the user's mount root
   */
  rename(user: MountRootOwner, entryId: number, name: string): void {
    const { entries, mountNames } = this.#context.tables;
    const holder = mountNames.find(user.userId, name);
    // If a hidden entry has the name, such as one in the trash, that entry gets another name.
    const hidden = holder && holder.entryId !== entryId ? entries.find(holder.entryId) : undefined;
    if (hidden) mountNames.put(user.userId, hidden.id, this.#freeName(user, hidden, name, name));
    mountNames.put(user.userId, entryId, name);
  }

  /** True if the mount root will change without a change of the database, because a grant expires. */
  hasExpiringGrant(user: MountRootOwner): boolean {
    for (const grants of this.#context.tables.shares.grantsOf(user.userId).values())
      if (grants.some(({ expiresAt }) => expiresAt !== null)) return true;
    return false;
  }

  #activeGrants(user: MountRootOwner) {
    const now = this.#context.now();
    const grants = [...this.#context.tables.shares.grantsOf(user.userId).values()].flat();
    return grants.filter((grant) => isActive(grant, now));
  }

  #isGranted(user: MountRootOwner, entryId: number): boolean {
    const now = this.#context.now();
    const grants = this.#context.tables.shares.grantsOf(user.userId).get(entryId);
    return grants?.some((grant) => isActive(grant, now)) ?? false;
  }

  #isMounted(user: MountRootOwner, entry: Pick<Entry, 'id' | 'rootKind'>): boolean {
    return this.#isGranted(user, entry.id) || (user.isAdmin && entry.rootKind === 'system');
  }

  #granted(ids: readonly number[]): Entry[] {
    if (ids.length === 0) return [];
    const byId = new Map(this.#context.tables.entries.listByIds(ids).map((entry) => [entry.id, entry]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Undefined if the entry is in the user's own home, in the trash, or not readable. */
  #accessTo(user: MountRootOwner, entry: Entry): EntryAccess | undefined {
    const entryAccess = this.#deps.access.readable(user, entry);
    return entryAccess?.ownerId === user.userId ? undefined : entryAccess;
  }

  /** @param excluded a name that must not be used */
  #freeName(user: MountRootOwner, entry: Entry, wanted: string, excluded?: string): string {
    const { entries, mountNames, vacatedNames } = this.#context.tables;
    let shown: ReadonlyMap<string, number> | undefined;
    // Only system folders are shown under a name without a number that is not stored.
    const shownAs = (name: string) => {
      if (!user.isAdmin && !hasNumber(name)) return undefined;
      shown ??= new Map(Array.from(this.#numbered(user), ([id, numbered]) => [nameKey(numbered), id]));
      return shown.get(nameKey(name));
    };
    const isOthers = (holderId: number | undefined) => holderId !== undefined && holderId !== entry.id;
    const isTaken = (name: string) =>
      name === excluded ||
      isOthers(shownAs(name)) ||
      isOthers(mountNames.find(user.userId, name)?.entryId) ||
      isOthers(vacatedNames.find(user.userId, { folderId: user.homeId, name })?.documentId) ||
      entries.findChildId(user.homeId, name) !== undefined;
    return freeName({ kind: entry.kind, name: wanted }, isTaken);
  }

  /** True for a system folder that the user sees under its own name. */
  #hasOwnName(user: MountRootOwner, { id, name }: Pick<Entry, 'id' | 'name'>): boolean {
    const { entries, mountNames } = this.#context.tables;
    // A name that looks numbered may have been assigned to an earlier entry.
    const isFree = !hasNumber(name) && mountNames.find(user.userId, name) === undefined;
    const isNamed = mountNames.findOf(user.userId, id) !== undefined;
    return isFree && !isNamed && entries.findChildId(user.homeId, name) === undefined;
  }

  #findNumbered(user: MountRootOwner, name: string): Pick<Mounted, 'entry' | 'name'> | undefined {
    const key = nameKey(name);
    for (const [id, shown] of this.#numbered(user)) {
      if (nameKey(shown) !== key) continue;
      const entry = this.#context.tables.entries.find(id);
      return entry && { entry, name: shown };
    }
    return undefined;
  }

  /**
   * Visible names, by id, of the entries whose visible name differs from the stored one, or that have no stored name.
   */
  #numbered(user: MountRootOwner): ReadonlyMap<number, string> {
    const { entries, mountNames } = this.#context.tables;
    const displaced = mountNames.listDisplaced(user.userId);
    const grants = displaced.size === 0 ? [] : this.#activeGrants(user);
    const granted = this.#granted(grants.map(({ entryId }) => entryId).filter((id) => displaced.has(id)));
    const system = user.isAdmin ? entries.listSystem() : [];
    const unnamed = system.filter(
      ({ id }) => displaced.has(id) || mountNames.findOf(user.userId, id) === undefined,
    );
    const numbered = new Map<number, string>();
    const made = new Set<string>();
    const isTaken = (name: string) =>
      made.has(nameKey(name)) ||
      mountNames.find(user.userId, name) !== undefined ||
      entries.findChildId(user.homeId, name) !== undefined;
    for (const entry of [...granted, ...unnamed]) {
      if (numbered.has(entry.id) || !this.#accessTo(user, entry)) continue;
      const name = freeName({ kind: entry.kind, name: displaced.get(entry.id) ?? entry.name }, isTaken);
      made.add(nameKey(name));
      numbered.set(entry.id, name);
    }
    return numbered;
  }
}

/** True for a name that may be numbered, such as `report (2).pdf`. */
function hasNumber(name: string): boolean {
  return / \(\d+\)/.test(name);
}
