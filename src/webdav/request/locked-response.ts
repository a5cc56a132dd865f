import { isMountRoot } from '../../core/browse/browse.ts';
import { DmsError } from '../../model/errors.ts';
import { DavError, type MemberStatus } from '../protocol/protocol.ts';
import { hrefOfEntry } from './entry-href.ts';
import { readDestination } from './headers.ts';
import { hrefOf } from './paths.ts';
import { locate, type RequestContext } from './request-context.ts';

/**
 * The precondition that a lock makes fail (RFC 4918 §16): its token was not submitted, or it conflicts with
 * the lock that the client asks for.
 */
type LockCondition = 'lock-token-submitted' | 'no-conflicting-lock';

/**
 * The href of an entry below the folder at a path; undefined if the entry is not below it, or the user may
 * not read it.
 */
function hrefBelow(
  { dms, actor }: RequestContext,
  segments: readonly string[],
  id: number,
): string | undefined {
  const top = dms.tree.resolve(actor, segments);
  if (top === undefined || id === actor.homeId) return undefined;
  const topPath = isMountRoot(top) ? '' : dms.tree.path(actor, top.entry.id);
  try {
    const path = dms.tree.path(actor, id);
    if (!path.startsWith(`${topPath}/`)) return undefined;
    const segmentsBelow = path.slice(topPath.length + 1).split('/');
    return hrefOf([...segments, ...segmentsBelow], dms.tree.entry(actor, id).kind === 'folder');
  } catch (error) {
    if (error instanceof DmsError) return undefined;
    throw error;
  }
}

/**
 * The paths that the request names. COPY and MOVE also name a destination; its header is valid here, because
 * the methods have read it before they change anything.
 */
function requestPaths({ request, path, baseUrl }: RequestContext): readonly (readonly string[])[] {
  if (request.method !== 'COPY' && request.method !== 'MOVE') return [path.segments];
  return [path.segments, readDestination(request.headers, baseUrl).segments];
}

/**
 * One status for each locked entry, if all of them are members of resources that the request names.
 * Undefined if at least one is not.
 */
function lockedMembers(
  context: RequestContext,
  lockRoots: readonly number[],
  precondition: LockCondition,
): readonly MemberStatus[] | undefined {
  const paths = requestPaths(context);
  const hrefs = lockRoots.flatMap((id) => {
    const href = paths.map((segments) => hrefBelow(context, segments, id)).find((one) => one !== undefined);
    return href === undefined ? [] : [href];
  });
  if (hrefs.length === 0 || hrefs.length < lockRoots.length) return undefined;
  return hrefs.map((href) => ({ href, status: '423 Locked', precondition, hrefs: [href] }));
}

/**
 * The error for a request that fails because of locks.
 * - All locks are on members: 207 with one status for each locked member (RFC 4918 §9.6.1, §9.8.5, §9.9.4,
 *   §9.10.3).
 * - Any other case: 423 with the hrefs of the locked entries that the user may read. If there are none, 423
 *   with the href of the request, because the path of a folder that the user may not read must not be
 *   disclosed.
 */
export function lockedError(
  context: RequestContext,
  { message, lockRoots, isLockConflict }: DmsError,
): DavError {
  const precondition: LockCondition = isLockConflict ? 'no-conflicting-lock' : 'lock-token-submitted';
  const members = lockedMembers(context, lockRoots, precondition);
  const found = locate(context);
  const isDocument = found?.entry.kind === 'file';
  const isFolder = !isDocument && (found !== undefined || context.path.slash);
  const requestHref = hrefOf(context.path.segments, isFolder);
  if (members === undefined) {
    const readable = lockRoots.flatMap((id) => hrefOfEntry(context, id) ?? []);
    return new DavError(423, message, {
      precondition,
      hrefs: readable.length === 0 ? [requestHref] : readable,
    });
  }
  const dependent =
    precondition === 'no-conflicting-lock' ? [{ href: requestHref, status: '424 Failed Dependency' }] : [];
  return new DavError(207, message, { members: [...members, ...dependent] });
}
