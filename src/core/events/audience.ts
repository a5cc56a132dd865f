import { allows, READ, SHARE } from '../../model/entries/permissions.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ShareBeneath } from '../../storage/tree/tree.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { type ChangedEntries, changedEntries } from './changed-entries.ts';
import type { Changes } from './changes.ts';

/** A part of the data that a client must reload. */
export type Event =
  /** Content of this folder; 0: the entries at the mount root, without those of the home. */
  | { readonly kind: 'folder'; readonly id: number }
  | { readonly kind: 'trash' | 'shares' | 'account' }
  /** Everything: the changes are unknown. */
  | { readonly kind: 'reset' };

/** In the place of the folder of a system folder. No entry has this id. */
const SYSTEM = 0;
const RESET: readonly Event[] = [{ kind: 'reset' }];

interface Dependencies {
  readonly access: Access;
}

/** Translates changes into the events for each user. No event concerns an entry that its user may not read. */
export class Audience {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Loads the changed entries once, for all users.
   * @returns the events for a user, by the user's current permissions
   */
  of(changes: Changes): (user: UserActor) => readonly Event[] {
    if (changes.isEverything) return () => RESET;
    const grants = changes.list('grant').filter(({ entryId }) => !this.#isHidden(entryId));
    const shares = [...changes.list('share').filter(({ entryId }) => !this.#isHidden(entryId)), ...grants];
    const changed = {
      ...changedEntries(this.#context, changes),
      effects: this.#effects(changes),
      grants,
      shares,
    };
    return (user) =>
      changes.has({ of: 'rights', userId: user.userId }) ? RESET : this.#eventsOf(user, changes, changed);
  }

  #eventsOf(user: UserActor, changes: Changes, changed: Changed): readonly Event[] {
    const { userId } = user;
    const reads = (id: number) => this.#has(user, id, READ);
    const events: Event[] = changed.folders.filter(reads).map((id) => ({ kind: 'folder', id }));
    const effects = changed.effects.filter((effect) => this.#concerns(user, effect));
    const isOfMountRoot =
      effects.some((effect) => effect.changesRecord && effect.share.userId === userId) ||
      this.#changesMountRoot(user, changes, changed);
    if (isOfMountRoot) events.push({ kind: 'folder', id: 0 });
    if (isOfTrash(user, changes)) events.push({ kind: 'trash' });
    const isOfShares =
      changes.has({ of: 'mount_root', userId }) ||
      effects.some(({ changesPlace }) => changesPlace) ||
      changed.shares.some((share) => share.userId === userId || this.#has(user, share.entryId, SHARE));
    if (isOfShares) events.push({ kind: 'shares' });
    if (changes.has({ of: 'account', userId })) events.push({ kind: 'account' });
    return events;
  }

  #changesMountRoot(user: UserActor, changes: Changes, { entries, grants, isOfSystem }: Changed): boolean {
    if (changes.has({ of: 'mount_root', userId: user.userId })) return true;
    if (user.isAdmin && isOfSystem) return true;
    if (grants.some(({ userId }) => userId === user.userId)) return true;
    const granted = this.#deps.access.grantedTo(user);
    return entries.some(({ id }) => allows(granted(id), READ));
  }

  /** True for an entry in the trash: no user sees its shares. */
  #isHidden(entryId: number): boolean {
    return this.#context.tables.ancestry.list(entryId).at(-1)?.rootKind === 'trash';
  }

  #has(user: UserActor, entryId: number, permission: number): boolean {
    return allows(this.#deps.access.permissions(user, entryId), permission);
  }

  /** What the changes of folders do to the shares beneath them. */
  #effects(changes: Changes): readonly Effect[] {
    const { entries, locks } = this.#context.tables;
    const tops = new Map(entries.listByIds(changes.tops()).map((entry) => [entry.id, entry]));
    const renamed = new Set(changes.list('renamed').map(({ id }) => id));
    const locked = new Set(changes.list('lock').map(({ entryId }) => entryId));
    const moved = new Map<number, (number | null)[]>();
    for (const { id, from, to } of changes.list('moved')) moved.set(id, [...(moved.get(id) ?? []), from, to]);
    // A moved entry may lose or get the lock of a folder above.
    const hasLocks = locks.any();
    return changes.beneath.map((share) => {
      const folders = moved.get(share.topId) ?? [];
      const isRenamed = renamed.has(share.topId);
      const parents = isRenamed ? [...folders, tops.get(share.topId)?.parentId ?? SYSTEM] : folders;
      return {
        share,
        parents,
        changesRecord: folders.length > 0 || locked.has(share.topId),
        changesPlace: folders.length > 0 || isRenamed,
        isSeenByAll: locked.has(share.topId) || (folders.length > 0 && hasLocks),
      };
    });
  }

  /** True if the user is in the share, or may change it, and sees the difference. */
  #concerns(user: UserActor, { share, parents, isSeenByAll }: Effect): boolean {
    const isIn = share.userId === user.userId || share.createdBy === user.userId;
    if (!isIn && !this.#has(user, share.entryId, SHARE)) return false;
    const sees = (id: number | null) =>
      id === null || (id === SYSTEM ? user.isAdmin : this.#has(user, id, READ));
    return isSeenByAll || parents.some(sees);
  }
}

/** What has changed, for all users. */
interface Changed extends ChangedEntries {
  readonly effects: readonly Effect[];
  /** Changed shares of entries that are not in the trash, by their recipients. */
  readonly grants: readonly { readonly entryId: number; readonly userId: number }[];
  /** The same, by their recipients and creators. */
  readonly shares: readonly { readonly entryId: number; readonly userId: number | null }[];
}

/** What the change of an entry does to a share of an entry beneath it. */
interface Effect {
  readonly share: ShareBeneath;
  /** Folders whose readers see the difference; null: everybody does, because the entry was or is in the trash. */
  readonly parents: readonly (number | null)[];
  /** True if the record of the shared entry may change, or may appear or disappear. */
  readonly changesRecord: boolean;
  /** True if the path of the shared entry may change. */
  readonly changesPlace: boolean;
  readonly isSeenByAll: boolean;
}

function isOfTrash({ userId, isAdmin }: UserActor, changes: Changes): boolean {
  return changes.has({ of: 'trash', userId }) || (isAdmin && changes.has({ of: 'trash', userId: null }));
}
