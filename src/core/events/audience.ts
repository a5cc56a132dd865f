import { allows, READ, SHARE } from '../../model/entries/permissions.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { ShareBeneath } from '../../storage/tree/tree.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import { type ChangedEntries, changedEntries } from './changed-entries.ts';
import type { Changes } from './changes.ts';
import { type ShareEffect, type Surroundings, SYSTEM, shareEffects } from './share-effects.ts';

/** A part of the data that a client must reload. */
export type Event =
  /** Content of this folder; 0: the entries at the mount root, without those of the home. */
  | { readonly kind: 'folder'; readonly id: number }
  | { readonly kind: 'trash' | 'shares' | 'account' | 'favourites' }
  /** Everything: the changes are unknown. */
  | { readonly kind: 'reset' };

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
   * @param surroundings changes just before and just after these
   * @returns the events for a user, by the user's current permissions
   */
  of(changes: Changes, surroundings: Surroundings): (user: UserActor) => readonly Event[] {
    if (changes.isEverything) return () => RESET;
    const isSeen = ({ entryId }: { readonly entryId: number }) => !this.#isHidden(entryId);
    const grants = changes.list('grant').filter(isSeen);
    const shares = [...changes.list('share').filter(isSeen), ...grants];
    const memberships = changes.list('membership').filter(isSeen);
    const changed = {
      ...changedEntries(this.#context, changes),
      effects: shareEffects(this.#context, changes, surroundings),
      grants: [...grants, ...memberships],
      shares,
    };
    return (user) =>
      changes.has({ of: 'rights', userId: user.userId }) ? RESET : this.#eventsOf(user, changes, changed);
  }

  #eventsOf(user: UserActor, changes: Changes, changed: Changed): readonly Event[] {
    const { userId } = user;
    const marks = changes.list('favourite').filter((mark) => mark.userId === userId);
    const folders = new Set([
      ...changed.folders.filter((id) => this.#has(user, id, READ)),
      ...marks.flatMap(({ entryId }) => this.#listsOf(user, entryId)),
    ]);
    const effects = changed.effects.filter(({ share }) => this.#seesShare(user, share));
    const isOfMountRoot =
      effects.some(
        (effect) =>
          effect.share.userId === userId &&
          (effect.changesLock || (effect.isMoved && this.#seesPlace(user, effect))),
      ) || this.#changesMountRoot(user, changes, changed);
    if (isOfMountRoot) folders.add(0);
    const events: Event[] = [...folders].map((id) => ({ kind: 'folder', id }));
    if (isOfTrash(user, changes)) events.push({ kind: 'trash' });
    const isOfShares =
      changes.has({ of: 'mount_root', userId }) ||
      effects.some((effect) => this.#seesPlace(user, effect)) ||
      changed.grants.some((grant) => grant.userId === userId) ||
      changed.shares.some((share) => share.userId === userId || this.#has(user, share.entryId, SHARE));
    if (isOfShares) events.push({ kind: 'shares' });
    if (changes.has({ of: 'account', userId })) events.push({ kind: 'account' });
    if (marks.length > 0) events.push({ kind: 'favourites' });
    return events;
  }

  /** The folder whose list shows an entry to the user, 0 for the mount root; and the entry itself, if it is a folder. */
  #listsOf(user: UserActor, entryId: number): readonly number[] {
    const [entry] = this.#context.tables.entries.listByIds([entryId]);
    if (!entry || !this.#has(user, entryId, READ)) return [];
    const { kind, parentId } = entry;
    const list = parentId !== null && this.#has(user, parentId, READ) ? parentId : 0;
    return kind === 'folder' ? [list, entryId] : [list];
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

  /** True if the user may read a folder that the moved or renamed entry above the share has left or entered. */
  #seesPlace(user: UserActor, { parents }: ShareEffect): boolean {
    return parents.some((id) => id === null || (id === SYSTEM ? user.isAdmin : this.#has(user, id, READ)));
  }

  /** True if the user is in the share, or may change it. */
  #seesShare(user: UserActor, { userId, createdBy, entryId }: ShareBeneath): boolean {
    return userId === user.userId || createdBy === user.userId || this.#has(user, entryId, SHARE);
  }
}

/** What has changed, for all users. */
interface Changed extends ChangedEntries {
  readonly effects: readonly ShareEffect[];
  /** Changed shares of entries that are not in the trash, by their recipients, also by members of groups. */
  readonly grants: readonly { readonly entryId: number; readonly userId: number }[];
  /** Changed shares, by entry and by each recipient and the creator. */
  readonly shares: readonly { readonly entryId: number; readonly userId: number | null }[];
}

function isOfTrash({ userId, isAdmin }: UserActor, changes: Changes): boolean {
  return changes.has({ of: 'trash', userId }) || (isAdmin && changes.has({ of: 'trash', userId: null }));
}
