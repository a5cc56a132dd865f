import type { Lock } from '../../model/entries/lock.ts';
import { entryHrefs, type RequestContext } from '../request/request.ts';
import { activeLock } from './live-properties.ts';

/**
 * Formats locks as `DAV:activelock` elements, without the tokens of other users' locks (RFC 4918 §6.5).
 * @param resource the resource whose `DAV:lockdiscovery` this is; its href also replaces the root of a lock on a folder
 * that the user may not read
 */
export type ActiveLocks = (
  locks: readonly Lock[],
  resource: { readonly id: number; readonly href: string },
) => string;

/** Creates the formatter for one response; it is shared by all resources of the response. */
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
