import type { Lock } from '../../model/entries/lock.ts';
import { entryHrefs, type RequestContext } from '../request/request.ts';
import { activeLock } from './live-properties.ts';

/**
 * Gives locks as `DAV:activelock` elements. The tokens of other users' locks are left out (RFC 4918 §6.5).
 * @param resource the resource whose `DAV:lockdiscovery` this is. Its href is also used for a lock on a
 * folder that the user may not read
 */
export type ActiveLocks = (
  locks: readonly Lock[],
  resource: { readonly id: number; readonly href: string },
) => string;

/** Makes the function for one response, to be used for all resources in it. */
export function activeLocksFor(context: RequestContext): ActiveLocks {
  const hrefOf = entryHrefs(context);
  const now = context.now();
  return (locks, resource) =>
    locks
      .map((lock) =>
        activeLock(lock, {
          isHolder: lock.userId === context.actor.userId,
          root: lock.entryId === resource.id ? resource.href : (hrefOf(lock.entryId) ?? resource.href),
          now,
        }),
      )
      .join('');
}
