import type { Document, Entry, Folder } from '../../model/entries/entry.ts';
import { ALL, allows, CREATE, DELETE, READ, SHARE, UPDATE } from '../../model/entries/permissions.ts';
import { notFound } from '../../model/errors/errors.ts';
import type { Actor, Capability, LinkCredential, UserActor } from '../../model/people/actor.ts';
import type { Ancestor, Grant, Placed } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';
import { confinedTo } from './actors.ts';
import { requireUser } from './capabilities.ts';
import { type AuthorisedEntry, assertPermissions, type EntryAccess, isActive } from './entry-access.ts';

export {
  actorOf,
  capabilitiesOf,
  capabilitiesOfScopes,
  confinedTo,
  currentSession,
  moverOf,
  READ_WRITE,
  requesterOf,
  sessionActor,
} from './actors.ts';
export {
  mayAdminister,
  notSignedIn,
  paused,
  requireAdmin,
  requireAdminUser,
  requireOperator,
  requireOwner,
  requireUser,
} from './capabilities.ts';
export { assertCurrent, commit } from './commit.ts';
export {
  type AuthorisedEntry,
  assertPermissions,
  type EntryAccess,
  isActive,
  mayBreak,
  namesOf,
  officeAccess,
} from './entry-access.ts';

/** Clock and tables that permissions depend on. The tables are those of the database or of a snapshot. */
type Source = Pick<Context, 'now'> & {
  readonly tables: Pick<Context['tables'], 'ancestry' | 'entries' | 'shares'>;
};

/**
 * Decides what a user may do with an entry (docs/build/contract/concepts.md §2). No other module decides this, so REST
 * and WebDAV cannot differ.
 */
export class Access {
  readonly #context: Source;

  constructor(context: Source) {
    this.#context = context;
  }

  /**
   * The entry, if the actor may read it and has all `wanted` permissions on it.
   * @param wanted permission bits
   * @param capability capability that the actor's credentials must have; by default `read` for READ, otherwise `write`
   * @throws {DmsError} unauthenticated | not_found (no such entry, or the actor may not read it) | forbidden
   */
  entry(
    actor: Actor,
    id: number,
    wanted: number = READ,
    capability: Capability = capabilityFor(wanted),
  ): AuthorisedEntry {
    const user = requireUser(actor, capability);
    const entry = this.#context.tables.entries.find(id);
    if (!entry) throw notFound();
    const authorised = this.authorise(user, entry);
    assertPermissions(authorised, wanted);
    return authorised;
  }

  /**
   * As {@link Access.entry}, for an entry that the caller has already read from the database.
   * @throws {DmsError} not_found (the user may not read it)
   */
  authorise<E extends Entry>(user: UserActor, entry: E): AuthorisedEntry<E> {
    const entryAccess = this.readable(user, entry);
    if (!entryAccess) throw notFound();
    return { user, entry, entryAccess };
  }

  /**
   * As {@link Access.entry}, for a folder.
   * @param id 0: the actor's home
   * @throws {DmsError} unauthenticated | not_found (also for a document) | forbidden
   */
  folder(
    actor: Actor,
    id: number,
    wanted: number = READ,
    capability: Capability = capabilityFor(wanted),
  ): AuthorisedEntry<Folder> {
    const user = requireUser(actor, capability);
    const { entry, entryAccess } = this.entry(user, id === 0 ? user.homeId : id, wanted, capability);
    if (entry.kind !== 'folder') throw notFound();
    return { user, entry, entryAccess };
  }

  /**
   * As {@link Access.folder}, for a folder in which to store something. Only the visitor of a link may be unable to read
   * it.
   * @throws {DmsError} unauthenticated | not_found (also for a document) | forbidden
   */
  targetFolder(actor: Actor, id: number, capability: Capability): AuthorisedEntry<Folder> {
    const user = requireUser(actor, capability);
    if (user.credential.kind !== 'link') return this.folder(user, id, READ, capability);
    const entry = this.#context.tables.entries.find(id);
    const entryAccess = entry && this.accessTo(user, entry);
    if (entry?.kind !== 'folder' || !entryAccess || (entryAccess.permissions & (READ | CREATE)) === 0)
      throw notFound();
    return { user, entry, entryAccess };
  }

  /**
   * As {@link Access.entry}, for a document.
   * @throws {DmsError} unauthenticated | not_found (also for a folder) | forbidden
   */
  document(
    actor: Actor,
    id: number,
    wanted: number = READ,
    capability: Capability = capabilityFor(wanted),
  ): AuthorisedEntry<Document> {
    const { user, entry, entryAccess } = this.entry(actor, id, wanted, capability);
    if (entry.kind !== 'file') throw notFound();
    return { user, entry, entryAccess };
  }

  /** The user's access to an entry, whatever the permissions; undefined for an entry in the trash. */
  accessTo(user: Viewer, entry: Placed): EntryAccess | undefined {
    return this.#accessAlong(user, this.#context.tables.ancestry.from(entry));
  }

  /** As {@link Access.accessTo}; undefined also if the user may not read the entry. */
  readable(user: Viewer, entry: Placed): EntryAccess | undefined {
    const entryAccess = this.accessTo(user, entry);
    return entryAccess && allows(entryAccess.permissions, READ) ? entryAccess : undefined;
  }

  /** True if the user may read the folder that contains the entry. False for a root. */
  readsParent(user: Viewer, entryAccess: EntryAccess): boolean {
    const parent = this.#accessAlong(user, entryAccess.lineage.slice(1));
    return parent !== undefined && allows(parent.permissions, READ);
  }

  /** The user's permission bits on the entry with this id; 0 if no such entry exists. */
  permissions(user: Viewer, id: number): number {
    return this.#accessAlong(user, this.#context.tables.ancestry.list(id))?.permissions ?? 0;
  }

  /**
   * Ids of the user's home, of the entries shared with the user and, for administrators, of the system folders. Every
   * entry that the user may read is one of these or beneath one.
   */
  topIds(user: UserActor): number[] {
    const confinedId = confinedTo(user);
    if (confinedId !== undefined) return this.#readableAmong(user, [confinedId]);
    const { entries, shares } = this.#context.tables;
    const system = user.isAdmin ? entries.listSystem().map(({ id }) => id) : [];
    const ids = [...new Set([user.homeId, ...shares.grantsOf(user.userId).keys(), ...system])];
    return this.#readableAmong(user, ids);
  }

  /** As {@link Access.topIds}, but some may be in the trash, or beneath others. For queries that check this themselves. */
  grantedIds(user: UserActor): number[] {
    const confinedId = confinedTo(user);
    if (confinedId !== undefined) return this.#readableAmong(user, [confinedId]);
    const { entries, shares } = this.#context.tables;
    const granted = this.grantedTo(user);
    const shared = [...shares.grantsOf(user.userId).keys()].filter((id) => allows(granted(id), READ));
    const system = user.isAdmin ? entries.listSystem().map(({ id }) => id) : [];
    return [user.homeId, ...shared, ...system];
  }

  /**
   * Time at which the user loses the first of `bits` on an entry, because grants expire.
   * @param without shares to ignore, by id
   * @returns milliseconds UTC; Infinity: never; 0: the user lacks one of the bits now
   */
  heldUntil(
    user: Viewer,
    { lineage }: EntryAccess,
    bits: number,
    without: ReadonlyMap<number, unknown> = new Map(),
  ): number {
    if (owns(user, lineage.at(-1))) return Infinity;
    const grants = this.#activeGrants(user, lineage).filter(({ shareId }) => !without.has(shareId));
    const wantedBits = [READ, UPDATE, CREATE, DELETE, SHARE].filter((bit) => (bits & bit) !== 0);
    const expiries = wantedBits.map((bit) => {
      const grantsOfBit = grants.filter((grant) => allows(grant.permissions, bit));
      return Math.max(0, ...grantsOfBit.map((grant) => grant.expiresAt ?? Infinity));
    });
    return Math.min(...expiries);
  }

  /**
   * Reads the user's grants once, for many entries.
   * @returns a function from the id of an entry to the bits of the active grants on that entry itself; 0: no grant
   */
  grantedTo(user: Viewer): (entryId: number) => number {
    const grants = this.#context.tables.shares.grantsOf(user.userId);
    const now = this.#context.now();
    return (entryId) => {
      let bits = 0;
      for (const grant of grants.get(entryId) ?? []) if (isActive(grant, now)) bits |= grant.permissions;
      return bits;
    };
  }

  #readableAmong(user: UserActor, ids: readonly number[]): number[] {
    return ids.filter((id) => allows(this.permissions(user, id), READ));
  }

  #accessAlong(user: Viewer, lineage: readonly Ancestor[]): EntryAccess | undefined {
    const { credential } = user;
    if (credential?.kind === 'link') return this.#accessByLink(user, credential, lineage);
    if (credential?.kind === 'edit_address')
      return this.#accessByEditAddress(user, credential.entryId, lineage);
    const root = lineage.at(-1);
    if (!root || root.rootKind === null || root.rootKind === 'trash') return undefined;
    const base = { lineage, rootKind: root.rootKind, ownerId: root.ownerId };
    if (owns(user, root)) return { ...base, permissions: ALL, validUntil: Infinity };
    return { ...base, ...this.#unionOfGrants(user, lineage) };
  }

  /**
   * Access of the visitor of a link: the linked entry and what is beneath it, with the permissions of the link as far as
   * the user who made it has them now, and only while that user may share the linked entry. A visitor who may not read
   * has no permissions beneath the linked folder. The lineage ends at the linked entry. Never cached, because
   * `validUntil` is in the past.
   */
  #accessByLink(
    { userId, isAdmin }: Viewer,
    { entryId, rights }: LinkCredential,
    lineage: readonly Ancestor[],
  ): EntryAccess | undefined {
    const depth = lineage.findIndex(({ id }) => id === entryId);
    if (depth === -1) return undefined;
    const maker = { userId, isAdmin };
    const linked = this.#accessAlong(maker, lineage.slice(depth));
    const own = this.#accessAlong(maker, lineage);
    if (!own || !linked || !allows(linked.permissions, READ | SHARE)) return undefined;
    const permissions = depth === 0 || allows(rights, READ) ? own.permissions & rights : 0;
    return { ...own, permissions, lineage: lineage.slice(0, depth + 1), validUntil: 0 };
  }

  /**
   * Access by an edit address: what the user may do with its document now, as far as reading and saving need it. Never
   * cached. The lineage is whole, because locks on the folders above cover the document.
   */
  #accessByEditAddress(
    { userId, isAdmin }: Viewer,
    documentId: number,
    lineage: readonly Ancestor[],
  ): EntryAccess | undefined {
    if (lineage[0]?.id !== documentId) return undefined;
    const own = this.#accessAlong({ userId, isAdmin }, lineage);
    return own && { ...own, permissions: own.permissions & (READ | UPDATE), validUntil: 0 };
  }

  #unionOfGrants(user: Viewer, lineage: readonly Ancestor[]): { permissions: number; validUntil: number } {
    let permissions = 0;
    let validUntil = Infinity;
    for (const grant of this.#activeGrants(user, lineage)) {
      permissions |= grant.permissions;
      validUntil = Math.min(validUntil, grant.expiresAt ?? Infinity);
    }
    return { permissions, validUntil };
  }

  /** The user's grants on entries of the lineage, without expired ones. */
  #activeGrants(user: Viewer, lineage: readonly Ancestor[]): Grant[] {
    const grants = this.#context.tables.shares.grantsOf(user.userId);
    if (grants.size === 0) return [];
    const now = this.#context.now();
    return lineage.flatMap(({ id }) => grants.get(id)?.filter((grant) => isActive(grant, now)) ?? []);
  }
}

/** The properties of a user that determine the access. */
type Viewer = Pick<UserActor, 'userId' | 'isAdmin'> & Partial<Pick<UserActor, 'credential'>>;

/** True if the user has all permissions beneath this root without a grant. */
function owns(user: Viewer, root: Ancestor | undefined): boolean {
  return root?.rootKind === 'system'
    ? user.isAdmin
    : root?.rootKind === 'home' && root.ownerId === user.userId;
}

/** Every permission other than READ is needed only for changes. */
function capabilityFor(wanted: number): Capability {
  return wanted === READ ? 'read' : 'write';
}
