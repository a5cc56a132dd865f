import { isMountRoot } from '../../core/browse/browse.ts';
import type { DmsError } from '../../model/errors/errors.ts';
import { DavError, type MemberStatus } from '../protocol/protocol.ts';
import { type EntryHrefs, entryHrefs } from './entry-href.ts';
import { readDestination } from './headers.ts';
import { locate, type RequestContext } from './request-context.ts';

/**
 * Precondition that fails because of a lock (RFC 4918 §16): the token of the lock was not submitted, or the lock
 * conflicts with the requested one.
 */
type LockCondition = 'lock-token-submitted' | 'no-conflicting-lock';

/**
 * Returns a function that computes the href of an entry below the folder at a path; undefined if the entry is not below
 * the folder, or the user may not read it.
 */
function hrefsBelow(
  { dms, actor, mount }: RequestContext,
  segments: readonly string[],
  hrefOfEntry: EntryHrefs,
): EntryHrefs {
  const top = dms.tree.resolve(actor, segments);
  const topHref = top && (isMountRoot(top) ? mount.hrefOf([], true) : hrefOfEntry(top.entry.id));
  if (topHref === undefined) return () => undefined;
  const start = topHref.replace(/\/?$/, '/');
  const requested = mount.hrefOf(segments, true);
  return (id) => {
    const href = hrefOfEntry(id);
    return href?.startsWith(start) === true && href !== start
      ? `${requested}${href.slice(start.length)}`
      : undefined;
  };
}

/**
 * Paths that the request names. COPY and MOVE also name a destination; its header is valid here, because the methods
 * parse it before they change anything.
 */
function requestPaths(context: RequestContext): readonly (readonly string[])[] {
  const { request, path } = context;
  if (request.method !== 'COPY' && request.method !== 'MOVE') return [path.segments];
  return [path.segments, readDestination(request.headers, context).segments];
}

/**
 * One status for each locked entry, if all of them are members of the resources at the request paths; else undefined.
 */
function lockedMembers(
  context: RequestContext,
  lockRoots: readonly number[],
  precondition: LockCondition,
  hrefOfEntry: EntryHrefs,
): readonly MemberStatus[] | undefined {
  const below = requestPaths(context).map((segments) => hrefsBelow(context, segments, hrefOfEntry));
  const hrefs = lockRoots.flatMap((id) => {
    const href = below.map((hrefOfMember) => hrefOfMember(id)).find((one) => one !== undefined);
    return href === undefined ? [] : [href];
  });
  if (hrefs.length === 0 || hrefs.length < lockRoots.length) return undefined;
  return hrefs.map((href) => ({ href, status: '423 Locked', precondition, hrefs: [href] }));
}

/**
 * Error for a request that fails because of locks.
 * - All locks are on members: 207 with one status for each locked member (RFC 4918 §9.6.1, §9.8.5, §9.9.4, §9.10.3).
 * - Otherwise: 423 with the hrefs of the locked entries that the user may read. Without any, 423 with the request href,
 *   because the path of a folder that the user may not read must not be disclosed.
 */
export function lockedError(
  context: RequestContext,
  { message, lockRoots, isLockConflict }: DmsError,
): DavError {
  const precondition: LockCondition = isLockConflict ? 'no-conflicting-lock' : 'lock-token-submitted';
  const hrefOfEntry = entryHrefs(context);
  const members = lockedMembers(context, lockRoots, precondition, hrefOfEntry);
  const found = locate(context);
  const isDocument = found?.entry.kind === 'file';
  const isFolder = !isDocument && (found !== undefined || context.path.slash);
  const requestHref = context.mount.hrefOf(context.path.segments, isFolder);
  if (members === undefined) {
    const readable = lockRoots.flatMap((id) => hrefOfEntry(id) ?? []);
    return new DavError(423, message, {
      precondition,
      hrefs: readable.length === 0 ? [requestHref] : readable,
    });
  }
  const dependent =
    precondition === 'no-conflicting-lock' ? [{ href: requestHref, status: '424 Failed Dependency' }] : [];
  return new DavError(207, message, { members: [...members, ...dependent] });
}
