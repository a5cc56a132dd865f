import type { Lock } from '../../model/lock.ts';
import type { RequestContext } from '../request/request.ts';
import { hrefOfEntry } from '../request/request.ts';
import { activeLock } from './live-properties.ts';

/**
 * Locks as `DAV:activelock` elements, the tokens of others left out (RFC 4918 §6.5).
 * @param shown the resource that they are shown for
 */
export function activeLocks(
  context: RequestContext,
  locks: readonly Lock[],
  shown: { readonly id: number; readonly href: string },
): string {
  const now = context.now();
  return locks
    .map((lock) =>
      activeLock(lock, {
        holder: lock.userId === context.actor.userId,
        root: lock.entryId === shown.id ? shown.href : (hrefOfEntry(context, lock.entryId) ?? shown.href),
        now,
      }),
    )
    .join('');
}
