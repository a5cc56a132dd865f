import type { Entry } from '../../model/entries/entry.ts';
import { allows, READ, SHARE } from '../../model/entries/permissions.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { Access } from '../access/access.ts';
import type { Context } from '../context.ts';
import type { Changes } from './changes.ts';

/** A part of the data that a client must reload. */
export type Event =
  /** Content of this folder; 0: the entries at the mount root, without those of the home. */
  | { readonly kind: 'folder'; readonly id: number }
  | { readonly kind: 'trash' | 'shares' | 'account' }
  /** Everything: the changes are unknown. */
  | { readonly kind: 'reset' };

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
    if (changes.isEverything) return () => [{ kind: 'reset' }];
    const entries = this.#context.tables.entries.listByIds([...changes.entries]);
    const folders = entries.filter(({ kind }) => kind === 'folder');
    return (user) => this.#eventsOf(user, changes, { entries, folders });
  }

  #eventsOf(user: UserActor, changes: Changes, changed: Changed): readonly Event[] {
    const { access } = this.#deps;
    const events: Event[] = changed.folders
      .filter(({ id }) => allows(access.permissions(user, id), READ))
      .map(({ id }) => ({ kind: 'folder', id }));
    if (this.#changesMountRoot(user, changes, changed)) events.push({ kind: 'folder', id: 0 });
    if (changes.isOfTrash(user)) events.push({ kind: 'trash' });
    const isOfShares = [...changes.shares].some(
      ([entryId, users]) => users.has(user.userId) || allows(access.permissions(user, entryId), SHARE),
    );
    if (isOfShares) events.push({ kind: 'shares' });
    if (changes.isOfAccount(user.userId)) events.push({ kind: 'account' });
    return events;
  }

  #changesMountRoot(user: UserActor, changes: Changes, { entries, folders }: Changed): boolean {
    if (changes.isOfMountRoot(user.userId)) return true;
    if (user.isAdmin && (changes.isOfTrash(user) || folders.some(({ rootKind }) => rootKind === 'system')))
      return true;
    const granted = this.#deps.access.grantedTo(user);
    return entries.some(({ id }) => allows(granted(id), READ));
  }
}

/** Changed entries, and the folders among them. */
interface Changed {
  readonly entries: readonly Entry[];
  readonly folders: readonly Entry[];
}
