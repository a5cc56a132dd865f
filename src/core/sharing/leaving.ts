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
   * Ends the share that shows an entry at the mount root of the user, for this user alone. A user who receives the entry
   * as a member of a group, or as an administrator, cannot leave it: then only the folder tag of the mount root changes,
   * so that the clients of this user read it again.
   * @returns false: the user still sees the entry
   */
  leave({ user, entry }: AuthorisedEntry): boolean {
    const { entries, shares } = this.#context.tables;
    const now = this.#context.now();
    const { id, name } = entry;
    const grants =
      shares
        .grantsOf(user.userId)
        .get(id)
        ?.filter((grant) => isActive(grant, now)) ?? [];
    const isNamed = ({ shareId }: { readonly shareId: number }) =>
      shares.find(shareId)?.users.includes(user.login) === true;
    if (grants.length === 0 || !grants.every(isNamed)) {
      entries.updateTime(user.homeId, now, user.userId);
      return false;
    }
    for (const { shareId } of grants) shares.deleteRecipient(shareId, user.userId);
    const text = message('entry_with', { name, logins: user.login });
    this.#deps.activity.record(user, 'unshare', message('entry', { name }), entry, { text });
    return true;
  }
}
