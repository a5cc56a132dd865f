import { isMountRoot } from '../../core/browse/browse.ts';
import { DmsError } from '../../model/errors.ts';
import { DavError, type MemberStatus } from '../protocol/protocol.ts';
import { hrefOfEntry } from './entry-href.ts';
import { readDestination } from './headers.ts';
import { hrefOf } from './paths.ts';
import { locate, type RequestContext } from './request-context.ts';

/** What a lock in the way means: it was not submitted, or it does not go with the one that is asked for (RFC 4918 §16). */
type LockCondition = 'lock-token-submitted' | 'no-conflicting-lock';

/** The href of an entry beneath the one that a path leads to; undefined for all that does not lie there. */
function hrefBeneath(
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
    const beneath = path.slice(topPath.length + 1).split('/');
    return hrefOf([...segments, ...beneath], dms.tree.entry(actor, id).kind === 'folder');
  } catch (error) {
    if (error instanceof DmsError) return undefined;
    throw error;
  }
}

/** Beneath which paths the members may lie that a request is about: COPY and MOVE have read their `Destination`. */
function pathsOf({ request, path, baseUrl }: RequestContext): readonly (readonly string[])[] {
  if (request.method !== 'COPY' && request.method !== 'MOVE') return [path.segments];
  return [path.segments, readDestination(request.headers, baseUrl).segments];
}

/** A status for each locked entry, when all that are in the way are members of what the request is about. */
function membersOf(
  context: RequestContext,
  lockRoots: readonly number[],
  precondition: LockCondition,
): readonly MemberStatus[] | undefined {
  const paths = pathsOf(context);
  const hrefs = lockRoots.flatMap((id) => {
    const href = paths.map((segments) => hrefBeneath(context, segments, id)).find((one) => one !== undefined);
    return href === undefined ? [] : [href];
  });
  if (hrefs.length === 0 || hrefs.length < lockRoots.length) return undefined;
  return hrefs.map((href) => ({ href, status: '423 Locked', precondition, hrefs: [href] }));
}

/**
 * The refusal of a request because of locks. Those on members alone are named by member in a 207 (RFC 4918 §9.6.1, §9.8.5,
 * §9.9.4, §9.10.3), any other makes it a 423. A lock on a folder that the user may not see goes by the URL of the request.
 */
export function lockedError(
  context: RequestContext,
  { message, lockRoots }: DmsError,
  precondition: LockCondition = 'lock-token-submitted',
): DavError {
  const members = membersOf(context, lockRoots, precondition);
  const found = locate(context);
  const isDocument = found?.entry.kind === 'file';
  const own = hrefOf(context.path.segments, !isDocument && (found !== undefined || context.path.slash));
  if (members === undefined) {
    const known = lockRoots.flatMap((id) => hrefOfEntry(context, id) ?? []);
    return new DavError(423, message, { precondition, hrefs: known.length === 0 ? [own] : known });
  }
  const dependent =
    precondition === 'no-conflicting-lock' ? [{ href: own, status: '424 Failed Dependency' }] : [];
  return new DavError(207, message, { members: [...members, ...dependent] });
}
