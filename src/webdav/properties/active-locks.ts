import type { Lock } from '../../model/lock.ts';
import { hrefOfEntry } from '../request/places.ts';
import type { RequestContext } from '../request/request-context.ts';
import { activeLock } from './live-properties.ts';

/**
 * Locks as `DAV:activelock` elements, the tokens of others left out (RFC 4918 §6.5).
 * @param shown the resource that they are shown for
 */
export function activeLocks(
  exchange: RequestContext,
  locks: readonly Lock[],
  shown: { readonly id: number; readonly href: string },
): string {
  const now = exchange.now();
  return locks
    .map((lock) =>
      activeLock(lock, {
        holder: lock.userId === exchange.actor.userId,
        root: lock.entryId === shown.id ? shown.href : (hrefOfEntry(exchange, lock.entryId) ?? shown.href),
        now,
      }),
    )
    .join('');
}
