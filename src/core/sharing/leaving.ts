import { message } from '../../model/errors/messages.ts';
import { type AuthorisedEntry, isActive } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Context } from '../context.ts';

interface Dependencies {
  readonly activity: ActivityLog;
}

/** Lets recipients leave what is shared with them. Runs inside the caller's transaction. */
export class Leaving {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Ends the share that shows an entry at the mount root of the user, for this user alone, and frees its name there. A user
   * who receives the entry as a member of a group, or as an administrator, cannot leave it: then only the folder tag of
   * the mount root changes, so that the clients of this user read it again.
   * @returns false: the user still sees the entry
   */
  leave(authorised: AuthorisedEntry): boolean {
    const { user, entry } = authorised;
    const { entries, mountNames, shares } = this.#context.tables;
    const shareIds = this.#sharesToLeave(authorised);
    if (shareIds.length === 0) {
      entries.updateTime(user.homeId, this.#context.now(), user.userId);
      return false;
    }
    for (const shareId of shareIds) shares.deleteRecipient(shareId, user.userId);
    // An expired share of a group may be extended.
    if (!shares.grantsOf(user.userId).has(entry.id)) mountNames.free(user.userId, entry.id);
    const { name } = entry;
    const text = message('entry_with', { name, logins: user.login });
    this.#deps.activity.record(user, 'unshare', message('entry', { name }), entry, { text });
    return true;
  }

  /** Ids of the shares that name the user; none if the user also sees the entry for another reason. */
  #sharesToLeave({ user, entry }: AuthorisedEntry): readonly number[] {
    const { groups, shares } = this.#context.tables;
    if (user.isAdmin && entry.rootKind === 'system') return [];
    const now = this.#context.now();
    const grants = shares.grantsOf(user.userId).get(entry.id) ?? [];
    const ids = grants.filter((grant) => isActive(grant, now)).map(({ shareId }) => shareId);
    const own = new Set(groups.namesOf(user.userId));
    const isByNameOnly = shares
      .listByIds(ids)
      .every((share) => share.users.includes(user.login) && !share.groups.some((name) => own.has(name)));
    return isByNameOnly ? ids : [];
  }
}
