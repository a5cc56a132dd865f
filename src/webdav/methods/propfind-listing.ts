import {
  type EarlierListing,
  type EarlierPart,
  isMountRoot,
  type Member,
  type MemberPlaces,
  type PathEntry,
} from '../../core/browse/browse.ts';
import { once } from '../../http/once.ts';
import type { DeadProperty } from '../../model/entries/entry.ts';
import type { Lock } from '../../model/entries/lock.ts';
import type { PropertySource } from '../properties/properties.ts';
import { sendMultistatus } from '../protocol/protocol.ts';
import { encodeName, type RequestContext, type Resource } from '../request/request.ts';
import {
  appendResource,
  appendSelf,
  extendedOf,
  NO_PROPERTIES,
  type PropfindResponse,
  quotaOf,
} from './propfind-response.ts';

const NO_LOCKS: readonly Lock[] = [];
const NO_PROPERTIES_OF_MEMBERS: ReadonlyMap<number, readonly DeadProperty[]> = new Map();

/** Locks on a folder, or above it, that also cover its members. */
function inheritedLocks({ dms, actor }: RequestContext, folderId: number): readonly Lock[] {
  return dms.locks.covering(actor, folderId).filter(({ depth }) => depth === 'infinity');
}

/**
 * Returns a function that creates the property source of a member. Locks and quota are read at most once for all
 * members, and only if a property needs them.
 */
function memberSources(
  propfindResponse: PropfindResponse,
  folder: PathEntry,
): (member: Member, href: string) => PropertySource {
  const { context } = propfindResponse;
  const { dms, actor } = context;
  const folderId = folder.entry.id;
  const locksOnMembers = once(() => dms.locks.ofMembers(actor, folderId));
  const inherited = once(() => inheritedLocks(context, folderId));
  const folderQuota = quotaOf(propfindResponse, folderId);
  return (member, href) => {
    const { entry, name } = member;
    // A shared entry at the mount root is stored in another folder, with its own locks and quota.
    const isElsewhere = isMountRoot(folder) && entry.parentId !== folderId;
    const covering = (): readonly Lock[] =>
      isElsewhere
        ? dms.locks.covering(actor, entry.id)
        : [...(locksOnMembers().get(entry.id) ?? NO_LOCKS), ...inherited()];
    const quota = isElsewhere ? quotaOf(propfindResponse, entry.id) : folderQuota;
    return {
      entry,
      name,
      activeLocks: () => propfindResponse.activeLocks(covering(), { id: entry.id, href }),
      isFavourite: () => propfindResponse.favourites().has(entry.id),
      extended: extendedOf(propfindResponse, memberOf(folder, member)),
      quota: entry.kind === 'file' ? undefined : quota,
    };
  };
}

/** Folder to list. */
interface ListedFolder extends PathEntry {
  /** Ends with a slash. */
  readonly href: string;
}

/** Returns a function that appends one member, given the dead properties of its slice. */
function memberAppender(
  propfindResponse: PropfindResponse,
  folder: ListedFolder,
): (member: Member, propertiesOfMembers: ReadonlyMap<number, readonly DeadProperty[]>) => void {
  const { context, request } = propfindResponse;
  const { dms, actor } = context;
  const sourceOf = memberSources(propfindResponse, folder);
  return (member, propertiesOfMembers) => {
    const { id, kind, parentId } = member.entry;
    const href = `${folder.href}${encodeName(member.name)}${kind === 'folder' ? '/' : ''}`;
    const isElsewhere = request.needsDeadProperties && parentId !== folder.entry.id;
    const deadProperties = isElsewhere
      ? dms.properties.list(actor, id)
      : (propertiesOfMembers.get(id) ?? NO_PROPERTIES);
    appendResource(propfindResponse, href, sourceOf(member, href), deadProperties);
  };
}

function isRead(member: Member | EarlierPart): member is Member {
  return 'entry' in member;
}

function memberOf(folder: PathEntry, member: Member): Resource {
  return { ...member, place: isMountRoot(folder) ? 'at_mount_root' : 'beneath' };
}

/**
 * Appends all members of a folder, in slices.
 * @param earlier previous listing; the bytes of members that have not changed since are copied from it
 * @returns positions of the members in the body, for the next listing; meaningless if the body keeps no copy
 */
async function appendMembers(
  propfindResponse: PropfindResponse,
  folder: ListedFolder,
  earlier: EarlierListing | undefined,
): Promise<MemberPlaces> {
  const { context, body, request } = propfindResponse;
  const { dms, actor } = context;
  const append = memberAppender(propfindResponse, folder);
  const ids: number[] = [];
  const bounds = body.keepsCopy ? [body.length] : [];
  const slices: AsyncIterable<readonly (Member | EarlierPart)[]> = earlier
    ? dms.tree.membersSince(actor, folder, earlier)
    : dms.tree.members(actor, folder);
  for await (const slice of slices) {
    const propertiesOfMembers = request.needsDeadProperties
      ? dms.properties.ofMembers(
          actor,
          folder.entry.id,
          slice.filter(isRead).map(({ entry }) => entry),
        )
      : NO_PROPERTIES_OF_MEMBERS;
    if (propfindResponse.extended)
      await propfindResponse.extended.prepare(slice.filter(isRead).map((member) => memberOf(folder, member)));
    for (const member of slice) {
      if (isRead(member)) append(member, propertiesOfMembers);
      else body.appendBytes(member.source, member.start, member.end);
      if (body.keepsCopy) {
        ids.push(isRead(member) ? member.entry.id : member.id);
        bounds.push(body.length);
      }
      if (body.isFull) await body.flush();
    }
    if (body.isClosed) break;
  }
  return { ids, bounds };
}

/**
 * Sends a folder and its members. The response may be cached: it is sent again until something in it changes. After a
 * change, the next response reuses the bytes of all unchanged members.
 * @param text the request body, part of the cache key
 */
export async function sendListing(
  propfindResponse: PropfindResponse,
  folder: ListedFolder,
  text: string,
): Promise<void> {
  const { context, request, minimal, body } = propfindResponse;
  const { actor, response } = context;
  const { listingCache } = context.dms;
  // A mark changes neither an entry nor its folder, so the marks are part of the key.
  const marks = request.needsFavourites ? [...propfindResponse.favourites()].join() : '';
  // Quota properties are never cached: free disk space can change without a change in dms. Neither are those of an
  // extension: they tell of changes far beneath the folder.
  const cached =
    request.needsQuota || propfindResponse.extended
      ? undefined
      : listingCache.find(actor, folder, `${folder.href}\n${String(minimal)}\n${marks}\n${text}`);
  if (Buffer.isBuffer(cached)) {
    sendMultistatus(response, cached);
    return;
  }
  // Not a cached response: a permit to cache this one, or undefined.
  const permit = cached;
  const reservation = permit && listingCache.reserveCopy(actor);
  if (reservation) body.keepCopy(reservation.extend);
  try {
    appendSelf(propfindResponse, folder, folder.href);
    const places = await appendMembers(propfindResponse, folder, permit?.earlier);
    const copy = body.end();
    if (permit && copy !== undefined) listingCache.keep(permit, { bytes: copy, ...places });
  } finally {
    reservation?.release();
  }
}
