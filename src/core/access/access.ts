import type { Actor, Capability, UserActor } from '../../model/actor.ts';
import type { Document, Entry, Folder, RootKind } from '../../model/entry.ts';
import { forbidden, notFound } from '../../model/errors.ts';
import { ALL, allows, CREATE, DELETE, lacking, READ, SHARE, UPDATE } from '../../model/permissions.ts';
import type { Ancestor, Grant } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';
import { requireUser } from './capabilities.ts';

export {
  actorOf,
  capabilitiesOf,
  capabilitiesOfScopes,
  currentSession,
  READ_WRITE,
  sessionActor,
} from './actors.ts';
export { notSignedIn, requireAdmin, requireOperator, requireUser } from './capabilities.ts';

/** How a user stands to an entry. */
export interface Standing {
  /** Effective bits: of a root that is his, and of all grants on the lineage up. */
  readonly permissions: number;
  /** From the entry up to its root. */
  readonly lineage: readonly Ancestor[];
  readonly rootKind: RootKind;
  /** Owner of the home it lies in; null for the office's folders. */
  readonly ownerId: number | null;
  /** Until when this holds if nothing is changed: when the first of the grants runs out. */
  readonly validUntil: number;
}

/** An entry and how the user who asked for it stands to it. */
export interface Reached<E extends Entry = Entry> {
  readonly user: UserActor;
  readonly entry: E;
  readonly standing: Standing;
}

/** The one place where it is decided what a user may do with an entry (CONTRACT §1, §5). */
export class Access {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * The entry, if the actor may read it and has all of `wanted` on it.
   * @throws {DmsError} unauthenticated | not_found (also where he may not read it) | forbidden
   */
  reach(actor: Actor, id: number, wanted: number = READ, capability: Capability = needed(wanted)): Reached {
    const user = requireUser(actor, capability);
    const entry = this.#context.tables.entries.find(id);
    if (!entry) throw notFound();
    const reached = this.found(user, entry);
    demand(reached, wanted);
    return reached;
  }

  /** As {@link Access.reach}, for an entry that has been read already. @throws {DmsError} not_found */
  found<E extends Entry>(user: UserActor, entry: E): Reached<E> {
    const standing = this.standing(user, entry);
    if (!standing || !allows(standing.permissions, READ)) throw notFound();
    return { user, entry, standing };
  }

  /** As {@link Access.reach}, for folders; 0 is the actor's home. A document is not_found. */
  folder(
    actor: Actor,
    id: number,
    wanted: number = READ,
    capability: Capability = needed(wanted),
  ): Reached<Folder> {
    const user = requireUser(actor, capability);
    const { entry, standing } = this.reach(user, id === 0 ? user.homeId : id, wanted, capability);
    if (entry.kind !== 'folder') throw notFound();
    return { user, entry, standing };
  }

  /** As {@link Access.reach}, for documents. A folder is not_found. */
  document(
    actor: Actor,
    id: number,
    wanted: number = READ,
    capability: Capability = needed(wanted),
  ): Reached<Document> {
    const { user, entry, standing } = this.reach(actor, id, wanted, capability);
    if (entry.kind !== 'file') throw notFound();
    return { user, entry, standing };
  }

  /** How the user stands to an entry; undefined when it is in the trash. */
  standing(user: Viewer, entry: Entry): Standing | undefined {
    return this.#judge(user, this.#context.tables.ancestry.from(entry));
  }

  /** True when the entry would be readable without the grants on itself. */
  readsParent(user: Viewer, standing: Standing): boolean {
    const above = this.#judge(user, standing.lineage.slice(1));
    return above !== undefined && allows(above.permissions, READ);
  }

  /** The user's bits on the entry of this id; 0 also where there is none. */
  permissions(user: Viewer, id: number): number {
    return this.#judge(user, this.#context.tables.ancestry.list(id))?.permissions ?? 0;
  }

  /** Where what the user can read begins: his home, and what he was granted; an administrator's folders of the office left out. */
  tops(user: UserActor): number[] {
    const ids = [user.homeId, ...this.#context.tables.shares.grantsOf(user.userId).keys()];
    return ids.filter((id) => allows(this.permissions(user, id), READ));
  }

  /** Until when the user has all of `bits` on an entry if nothing is changed, in milliseconds UTC; Infinity: for good. */
  heldUntil(user: Viewer, { lineage }: Standing, bits: number): number {
    if (owns(user, lineage.at(-1))) return Infinity;
    const grants = this.#running(user, lineage);
    const single = [READ, UPDATE, CREATE, DELETE, SHARE].filter((bit) => (bits & bit) !== 0);
    const ends = single.map((bit) => {
      const giving = grants.filter((grant) => allows(grant.permissions, bit));
      return Math.max(0, ...giving.map((grant) => grant.expiresAt ?? Infinity));
    });
    return Math.min(...ends);
  }

  /** The bits that the user was granted on single entries, as they are now; the answer is 0 without a grant. */
  grantedTo(user: Viewer): (entryId: number) => number {
    const grants = this.#context.tables.shares.grantsOf(user.userId);
    const now = this.#context.now();
    return (entryId) => {
      const grant = grants.get(entryId);
      return grant && (grant.expiresAt ?? Infinity) > now ? grant.permissions : 0;
    };
  }

  #judge(user: Viewer, lineage: readonly Ancestor[]): Standing | undefined {
    const root = lineage.at(-1);
    if (!root || root.rootKind === null || root.rootKind === 'trash') return undefined;
    const base = { lineage, rootKind: root.rootKind, ownerId: root.ownerId };
    if (owns(user, root)) return { ...base, permissions: ALL, validUntil: Infinity };
    return { ...base, ...this.#grantedOn(user, lineage) };
  }

  #grantedOn(user: Viewer, lineage: readonly Ancestor[]): { permissions: number; validUntil: number } {
    let permissions = 0;
    let validUntil = Infinity;
    for (const grant of this.#running(user, lineage)) {
      permissions |= grant.permissions;
      validUntil = Math.min(validUntil, grant.expiresAt ?? Infinity);
    }
    return { permissions, validUntil };
  }

  /** The user's grants on the lineage that have not run out. */
  #running(user: Viewer, lineage: readonly Ancestor[]): Grant[] {
    const grants = this.#context.tables.shares.grantsOf(user.userId);
    if (grants.size === 0) return [];
    const now = this.#context.now();
    return lineage.flatMap(({ id }) => {
      const grant = grants.get(id);
      return grant && (grant.expiresAt ?? Infinity) > now ? [grant] : [];
    });
  }
}

/** Names from the entry up to its root. */
export function namesOf({ lineage }: Pick<Standing, 'lineage'>): string[] {
  return lineage.map(({ name }) => name);
}

/** What decides about a user's standing. */
type Viewer = Pick<UserActor, 'userId' | 'isAdmin'>;

/** True when everything beneath this root is the user's, without any grant. */
function owns(user: Viewer, root: Ancestor | undefined): boolean {
  return root?.rootKind === 'system'
    ? user.isAdmin
    : root?.rootKind === 'home' && root.ownerId === user.userId;
}

/** Throws unless the user has all of `wanted` on an entry that he may read. @throws {DmsError} forbidden */
export function demand({ entry, standing }: Reached, wanted: number): void {
  if (allows(standing.permissions, wanted)) return;
  throw forbidden(`You may not ${lacking(standing.permissions, wanted)} "${entry.name}".`, entry);
}

/** Looking needs the capability to read; all else changes something. */
function needed(wanted: number): Capability {
  return wanted === READ ? 'read' : 'write';
}
