import type { Lock } from '../../model/lock.ts';
import type { RequestContext } from '../request/request.ts';
import { hrefOfEntry } from '../request/request.ts';
import { activeLock } from './live-properties.ts';

/**
 * Locks as `DAV:activelock` elements. The tokens of other users' locks are left out (RFC 4918 §6.5).
 * @param resource the resource whose `DAV:lockdiscovery` this is. Its href is also used for a lock on a
 * folder that the user may not read
 */
export function activeLocks(
  context: RequestContext,
  locks: readonly Lock[],
  resource: { readonly id: number; readonly href: string },
): string {
  const now = context.now();
  return locks
    .map((lock) =>
      activeLock(lock, {
        isHolder: lock.userId === context.actor.userId,
        root:
          lock.entryId === resource.id
            ? resource.href
            : (hrefOfEntry(context, lock.entryId) ?? resource.href),
        now,
      }),
    )
    .join('');
}
