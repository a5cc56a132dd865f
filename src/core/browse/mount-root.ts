import type { UserActor } from '../../model/actor.ts';
import type { Entry, Folder, Person } from '../../model/entry.ts';
import { freeName, isJunkName, isSessionFile, isTemporaryPath, nameKey } from '../../model/names.ts';
import { allows, READ } from '../../model/permissions.ts';
import type { MountName } from '../../storage/tree/tree.ts';
import type { Access, Reached, Standing } from '../access/access.ts';
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

/** The user whose mount root it is. */
export type MountRootOwner = Pick<UserActor, 'userId' | 'homeId' | 'isAdmin'>;

/** What {@link MountRoot} works with. */
interface Parts {
  readonly access: Access;
}

/**
 * The mount root of a user (docs/contract.md §2). It shows the members of the user's home, the entries
 * shared with the user, and for administrators the system folders. This class lists all but the members of
 * the home.
 *
 * The name of a shared entry is stored with the grant. System folders that no grant names have their own
 * name, numbered while it is taken.
 */
export class MountRoot {
  readonly #context: Context;
  readonly #parts: Parts;

  constructor(context: Context, parts: Parts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Shared entries, the oldest grant first; then system folders, the oldest first. Each is listed once. */
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
    const taken = new Set(Array.from(names.values(), ({ name }) => nameKey(name)));
    const mounted: Mounted[] = [];
    for (const entry of new Map([...granted, ...system].map((each) => [each.id, each])).values()) {
      const standing = this.#standing(user, entry);
      if (!standing) continue;
      const name = this.#shownName(user, entry, names.get(entry.id), taken);
      mounted.push({ entry, standing, name, sharedBy: sharers.get(entry.id) ?? null });
    }
    return mounted;
  }

  /** The entry at the mount root with this name; undefined also for a member of the home. */
  find(user: MountRootOwner, name: string): Pick<Mounted, 'entry' | 'name'> | undefined {
    const { entries, mountNames } = this.#context.tables;
    const stored = mountNames.find(user.userId, name);
    if (stored && !stored.isDisplaced) {
      const entry = entries.find(stored.entryId);
      const isShown = entry && this.#isMounted(user, entry) && this.#standing(user, entry) !== undefined;
      return isShown ? { entry, name: stored.name } : undefined;
    }
    if (!this.#hasNumbered(user)) return undefined;
    const key = nameKey(name);
    return this.list(user).find((mounted) => nameKey(mounted.name) === key);
  }

  /**
   * True if an entry that the user sees at the mount root, but that is not stored in their home, has the
   * name. Then no entry of the home may get it. False for any other folder.
   * @param exceptId an entry that is about to move into the home
   */
  isTaken({ user, entry: folder }: Reached<Folder>, name: string, exceptId?: number): boolean {
    const mounted = folder.id === user.homeId ? this.find(user, name) : undefined;
    return mounted !== undefined && mounted.entry.id !== exceptId;
  }

  /**
   * True if the name belonged to a share that has ended, so that a program which still holds it may believe
   * to write to the entry of that share.
   */
  isWithdrawn(user: MountRootOwner, name: string): boolean {
    const stored = this.#context.tables.mountNames.find(user.userId, name);
    return stored !== undefined && !this.#isGranted(user, stored.entryId);
  }

  /**
   * Gives a name at the mount root to an entry that is about to be shared with the user, unless it has one
   * already. A name that belonged to another share a short time ago counts as taken, and so does one that a
   * program of the user has vacated and is about to save under. Runs inside the caller's transaction.
   */
  giveName(user: MountRootOwner, entry: Entry): void {
    const { mountNames } = this.#context.tables;
    const stored = mountNames.findOf(user.userId, entry.id);
    const wanted = stored && !stored.isDisplaced ? stored.name : ordinary(entry.name);
    mountNames.put(user.userId, entry.id, this.#freeName(user, entry, wanted));
  }

  /** The user's own name for an entry that is shared with them by itself; undefined for any other entry. */
  nameOf(user: MountRootOwner, entryId: number): string | undefined {
    if (!this.#isGranted(user, entryId)) return undefined;
    return this.#context.tables.mountNames.findOf(user.userId, entryId)?.name;
  }

  /**
   * Changes the user's own name for a shared entry. Other users do not notice. Runs inside the caller's
   * transaction.
   * @param name free at the user's mount root
   */
  rename(user: MountRootOwner, entryId: number, name: string): void {
    const { entries, mountNames } = this.#context.tables;
    const holder = mountNames.find(user.userId, name);
    // An entry that is not shown, such as one in the trash, comes back under another name.
    const hidden = holder && holder.entryId !== entryId ? entries.find(holder.entryId) : undefined;
    if (hidden) mountNames.put(user.userId, hidden.id, this.#freeName(user, hidden, name, name));
    mountNames.put(user.userId, entryId, name);
  }

  /** True when the mount root will change without a change of the database, because a grant expires. */
  hasExpiringGrant(user: MountRootOwner): boolean {
    for (const grant of this.#context.tables.shares.grantsOf(user.userId).values())
      if (grant.expiresAt !== null) return true;
    return false;
  }

  #activeGrants(user: MountRootOwner) {
    const now = this.#context.now();
    return [...this.#context.tables.shares.grantsOf(user.userId).values()].filter(
      (grant) => (grant.expiresAt ?? Infinity) > now,
    );
  }

  #isGranted(user: MountRootOwner, entryId: number): boolean {
    const grant = this.#context.tables.shares.grantsOf(user.userId).get(entryId);
    return grant !== undefined && (grant.expiresAt ?? Infinity) > this.#context.now();
  }

  #isMounted(user: MountRootOwner, entry: Entry): boolean {
    return this.#isGranted(user, entry.id) || (user.isAdmin && entry.rootKind === 'system');
  }

  #granted(ids: readonly number[]): Entry[] {
    const byId = new Map(this.#context.tables.entries.listByIds(ids).map((entry) => [entry.id, entry]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Undefined if the entry is in the user's own home, in the trash, or not readable. */
  #standing(user: MountRootOwner, entry: Entry): Standing | undefined {
    const standing = this.#parts.access.standing(user, entry);
    if (!standing || standing.ownerId === user.userId || !allows(standing.permissions, READ))
      return undefined;
    return standing;
  }

  /** @param excluded a name that is not to be used */
  #freeName(user: MountRootOwner, entry: Entry, wanted: string, excluded?: string): string {
    const { entries, mountNames, vacatedNames } = this.#context.tables;
    const others = this.#hasNumbered(user)
      ? this.list(user).filter((each) => each.entry.id !== entry.id)
      : [];
    const shown = new Set(others.map(({ name }) => nameKey(name)));
    const isOthers = (holderId: number | undefined) => holderId !== undefined && holderId !== entry.id;
    const isTaken = (name: string) =>
      name === excluded ||
      shown.has(nameKey(name)) ||
      isOthers(mountNames.find(user.userId, name)?.entryId) ||
      isOthers(vacatedNames.find(user.userId, { folderId: user.homeId, name })?.documentId) ||
      entries.findChildId(user.homeId, name) !== undefined;
    return freeName({ kind: entry.kind, name: wanted }, isTaken);
  }

  /** True if the user may see names that are not the stored ones. */
  #hasNumbered(user: MountRootOwner): boolean {
    return user.isAdmin || this.#context.tables.mountNames.anyDisplaced(user.userId);
  }

  /** @param taken keys of names that are not free; a name that is made here is added */
  #shownName(user: MountRootOwner, entry: Entry, stored: MountName | undefined, taken: Set<string>): string {
    if (stored && !stored.isDisplaced) return stored.name;
    const isTaken = (name: string) =>
      taken.has(nameKey(name)) || this.#context.tables.entries.findChildId(user.homeId, name) !== undefined;
    const name = freeName({ kind: entry.kind, name: stored?.name ?? entry.name }, isTaken);
    taken.add(nameKey(name));
    return name;
  }
}

/**
 * A name under which no program saves: somebody who shares a file of their own under a temporary-looking name
 * must not get what the recipient's program is about to write there.
 */
function ordinary(name: string): string {
  const isOrdinary = !isTemporaryPath([name]) && !isJunkName(name) && !isSessionFile(name);
  return isOrdinary ? name : `(${name})`;
}
