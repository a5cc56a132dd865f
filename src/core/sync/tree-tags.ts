import { createHash } from 'node:crypto';
import type { Entry, Person } from '../../model/entries/entry.ts';
import { allows } from '../../model/entries/permissions.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import { type Access, requireUser } from '../access/access.ts';
import type { Member, MountRoot } from '../browse/browse.ts';
import type { Context } from '../context.ts';

/** Length of the random name of a series of numbers. */
const EPOCH_BYTES = 6;
/** Length of a hash in a tag, in hexadecimal digits. */
const HASH_DIGITS = 16;

/** Permission bits on an entry. */
type Rights = readonly [id: number, bits: number];

interface Dependencies {
  readonly access: Access;
  readonly mountRoot: MountRoot;
}

/** The tags that one user sees, for one response. It does not notice later changes of rights. */
export interface TreeView {
  /** Name of the series of tags. After the restore of a backup it is another one. */
  readonly epoch: string;
  /**
   * Tag of a folder, without quotes: changes exactly when anything changes that the user sees beneath the folder. Read it
   * before the members.
   */
  readonly tagOf: (folder: Pick<Member, 'entry' | 'permissions'>) => string;
  /** Changes when the rights of the user on the folder, or on anything beneath it, change. */
  readonly rightsOf: (folder: Pick<Member, 'entry' | 'permissions'>) => string;
  /** As {@link TreeView.rightsOf}, for the mount root of the user: also when another entry is shown there, or its name changes. */
  readonly rightsOfMountRoot: () => string;
  /** As {@link TreeView.tagOf}, for the mount root of the user. */
  readonly tagOfMountRoot: () => string;
  /** True for an entry that is not in the home of this user. */
  readonly isOthers: (entry: Entry) => boolean;
  /**
   * Owners of the homes that contain entries, by the id of the entry; without entries in system folders. One query for all
   * entries.
   */
  readonly ownersOf: (entries: readonly Entry[]) => ReadonlyMap<number, Person>;
}

/**
 * Tells sync clients whether anything beneath a folder has changed. The first client of an office makes the database
 * number all changes from then on; before, no row is written.
 */
export class TreeTags {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Begins to number changes, unless that has happened. Call it before {@link TreeTags.view}.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`) | storage_full
   */
  async begin(actor: Actor): Promise<void> {
    requireUser(actor, 'read');
    const { database, randomBytes, tables } = this.#context;
    if (tables.treeNumbers.epoch() !== undefined) return;
    const epoch = randomBytes(EPOCH_BYTES).toString('hex');
    await database.transaction(() => tables.treeNumbers.begin(epoch));
  }

  /**
   * The tags that the actor sees now.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  view(actor: Actor): TreeView {
    const user = requireUser(actor, 'read');
    const epoch = this.#context.tables.treeNumbers.epoch() ?? '';
    const rightsBeneath = this.#rightsBeneath(user);
    const rightsOf: TreeView['rightsOf'] = ({ entry: { id }, permissions }) => {
      const beneath = rightsBeneath.get(id)?.filter(([, rights]) => !allows(permissions, rights)) ?? [];
      return beneath.length === 0 ? String(permissions) : `${String(permissions)}-${hashOf(beneath)}`;
    };
    const tagOf: TreeView['tagOf'] = (folder) =>
      `${epoch}-${String(this.#context.tables.treeNumbers.of(folder.entry.id))}-${rightsOf(folder)}`;
    return {
      epoch,
      tagOf,
      rightsOf,
      rightsOfMountRoot: () => hashOf(this.#mounted(user, rightsOf)),
      tagOfMountRoot: () => this.#tagOfMountRoot(user, epoch, tagOf),
      isOthers: (entry) => this.#ownerIdOf(entry) !== user.userId,
      ownersOf: (entries) => this.#ownersOf(entries),
    };
  }

  #ownerIdOf(entry: Entry): number | null | undefined {
    return this.#context.tables.ancestry.from(entry).at(-1)?.ownerId;
  }

  #ownersOf(entries: readonly Entry[]): ReadonlyMap<number, Person> {
    const ids = new Map(entries.map((entry) => [entry.id, this.#ownerIdOf(entry)]));
    const people = this.#context.tables.people.list(Array.from(ids.values(), (id) => id ?? null));
    const owners = new Map<number, Person>();
    for (const [id, ownerId] of ids) {
      const owner = people.get(ownerId ?? 0);
      if (owner) owners.set(id, owner);
    }
    return owners;
  }

  #tagOfMountRoot(user: UserActor, epoch: string, tagOf: TreeView['tagOf']): string {
    const { treeNumbers } = this.#context.tables;
    return `${epoch}-${hashOf([treeNumbers.of(user.homeId), ...this.#mounted(user, tagOf)])}`;
  }

  /** Id, name and tag (or rights) of the entries at the mount root that are not in the home of the user. */
  #mounted(user: UserActor, tagOf: TreeView['tagOf']) {
    return this.#deps.mountRoot
      .list(user)
      .map(
        ({ entry, entryAccess: { permissions }, name }) =>
          [entry.id, name, tagOf({ entry, permissions })] as const,
      )
      .toSorted(([one], [other]) => one - other);
  }

  /**
   * For each folder: the permissions that shares give to the user on entries beneath it, in addition to those on the
   * folder. A change of such a share changes what the user sees beneath the folder, and no row of it.
   */
  #rightsBeneath(user: UserActor): ReadonlyMap<number, readonly Rights[]> {
    const { shares, ancestry } = this.#context.tables;
    const granted = this.#deps.access.grantedTo(user);
    const found = new Map<number, Rights[]>();
    for (const id of shares.grantsOf(user.userId).keys()) {
      const permissions = granted(id);
      if (permissions === 0) continue;
      for (const above of ancestry.list(id).slice(1)) {
        const rights = found.get(above.id) ?? [];
        rights.push([id, permissions]);
        found.set(above.id, rights);
      }
    }
    return found;
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, HASH_DIGITS);
}
