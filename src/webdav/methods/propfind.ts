import { isMountRoot, type Located, type Member } from '../../core/browse/browse.ts';
import { once } from '../../http/once.ts';
import type { DeadProperty } from '../../model/entry.ts';
import type { Lock } from '../../model/lock.ts';
import {
  type ActiveLocks,
  activeLocksFor,
  type PropertySource,
  type PropfindRequest,
  parsePropfind,
  propstatsOf,
} from '../properties/properties.ts';
import { answer, DavError, multistatus, type StreamedBody } from '../protocol/protocol.ts';
import {
  encodeName,
  header,
  hrefOf,
  locateExisting,
  type RequestContext,
  readDepth,
  readText,
  requireIf,
} from '../request/request.ts';

/** A PROPFIND response that is being written. All resources in it share these. */
interface PropfindResponse {
  readonly context: RequestContext;
  readonly request: PropfindRequest;
  /** Leave out missing properties (`Prefer: return=minimal`). */
  readonly minimal: boolean;
  readonly body: StreamedBody;
  readonly activeLocks: ActiveLocks;
}

const NO_PROPERTIES: readonly DeadProperty[] = [];
const NO_LOCKS: readonly Lock[] = [];
const NO_PROPERTIES_OF_MEMBERS: ReadonlyMap<number, readonly DeadProperty[]> = new Map();

/** Appends the `DAV:response` element of one resource. */
function appendResource(
  propfindResponse: PropfindResponse,
  href: string,
  source: PropertySource,
  deadProperties: readonly DeadProperty[],
): void {
  const { body, request, minimal } = propfindResponse;
  const propstats = propstatsOf(request, source, deadProperties, minimal);
  body.append(`<D:response><D:href>${href}</D:href>${propstats}</D:response>`);
}

function quotaOf({ context }: PropfindResponse, folderId: number): NonNullable<PropertySource['quota']> {
  return once(() => context.dms.health.quota(context.actor, folderId));
}

/** Appends the resource that the request names. */
function appendSelf(propfindResponse: PropfindResponse, found: Located, href: string): void {
  const { context, request } = propfindResponse;
  const { entry } = found;
  const { dms, actor } = context;
  const source: PropertySource = {
    entry,
    name: isMountRoot(found) ? actor.name : found.name,
    activeLocks: () =>
      propfindResponse.activeLocks(dms.locks.covering(actor, entry.id), { id: entry.id, href }),
    quota: entry.kind === 'folder' ? quotaOf(propfindResponse, entry.id) : undefined,
  };
  const deadProperties = request.needsDeadProperties ? dms.properties.list(actor, entry.id) : NO_PROPERTIES;
  appendResource(propfindResponse, href, source, deadProperties);
}

/** The locks that cover a folder and also cover its members. */
function inheritedLocks({ dms, actor }: RequestContext, folderId: number): readonly Lock[] {
  return dms.locks.covering(actor, folderId).filter(({ depth }) => depth === 'infinity');
}

/**
 * Returns a function that makes the property source of a member. Locks and quota are read at most once for
 * all members, and only if a property needs them.
 */
function memberSources(
  propfindResponse: PropfindResponse,
  folder: Located,
): (member: Member, href: string) => PropertySource {
  const { context } = propfindResponse;
  const { dms, actor } = context;
  const folderId = folder.entry.id;
  const locksOnMembers = once(() => dms.locks.ofMembers(actor, folderId));
  const inherited = once(() => inheritedLocks(context, folderId));
  const folderQuota = quotaOf(propfindResponse, folderId);
  return (member, href) => {
    const { entry, name } = member;
    // A shared entry at the mount root is stored in another folder, which has its own locks and quota.
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
      quota: entry.kind === 'file' ? undefined : quota,
    };
  };
}

/** Appends all members of a folder, in batches. @param folderHref with a slash at the end */
async function appendMembers(
  propfindResponse: PropfindResponse,
  folder: Located,
  folderHref: string,
): Promise<void> {
  const { context, body, request } = propfindResponse;
  const { dms, actor } = context;
  const { entry } = folder;
  const sourceOf = memberSources(propfindResponse, folder);
  for await (const batch of dms.tree.members(actor, folder)) {
    const entries = batch.map((member) => member.entry);
    const propertiesOfMembers = request.needsDeadProperties
      ? dms.properties.ofMembers(actor, entry.id, entries)
      : NO_PROPERTIES_OF_MEMBERS;
    for (const member of batch) {
      const { id, kind, parentId } = member.entry;
      const href = `${folderHref}${encodeName(member.name)}${kind === 'folder' ? '/' : ''}`;
      const isElsewhere = request.needsDeadProperties && parentId !== entry.id;
      const deadProperties = isElsewhere
        ? dms.properties.list(actor, id)
        : (propertiesOfMembers.get(id) ?? NO_PROPERTIES);
      appendResource(propfindResponse, href, sourceOf(member, href), deadProperties);
      if (body.isFull) await body.flush();
    }
    if (body.isClosed) return;
  }
}

/**
 * Sends a folder and its members. The response may be cached, and is then sent again until something
 * changes.
 * @param text the request body, which is part of the cache key
 */
async function sendListing(
  propfindResponse: PropfindResponse,
  folder: Located,
  href: string,
  text: string,
): Promise<void> {
  const { context, request, minimal } = propfindResponse;
  const { actor, response } = context;
  const { listingCache } = context.dms;
  // Quota properties are never cached: the free space on the disk can change without a change in dms.
  const cached = request.needsQuota
    ? undefined
    : listingCache.find(actor, folder, `${href}\n${String(minimal)}\n${text}`);
  if (Buffer.isBuffer(cached)) {
    answer(response, 207, {}, cached);
    return;
  }
  // Otherwise `cached` is the permit to cache this response, or undefined.
  const permit = cached;
  if (permit) propfindResponse.body.keepCopy(listingCache.longest);
  appendSelf(propfindResponse, folder, href);
  await appendMembers(propfindResponse, folder, href);
  const copy = propfindResponse.body.end();
  if (permit && copy !== undefined) listingCache.keep(permit, copy);
}

/**
 * PROPFIND (RFC 4918 §9.1): the properties of a resource and, with `Depth: 1`, of its members. The response
 * is sent while the members are read. `Depth: infinity`, or no `Depth`: 403 with `propfind-finite-depth`.
 */
export async function propfind(context: RequestContext): Promise<void> {
  const { request, response, path } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  if (depth === 'infinity') {
    throw new DavError(403, 'Depth must be 0 or 1.', { precondition: 'propfind-finite-depth' });
  }
  const text = await readText(context);
  const propfindRequest = parsePropfind(text);
  const found = locateExisting(context);
  const { entry } = found;
  requireIf(context, entry, entry.id);
  const isFolder = entry.kind === 'folder';
  const href = hrefOf(path.segments, isFolder);
  // The client left out the slash at the end (RFC 4918 §5.2).
  if (isFolder && !path.slash) response.setHeader('Content-Location', href);
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  const propfindResponse: PropfindResponse = {
    context,
    request: propfindRequest,
    minimal,
    body: multistatus(response, propfindRequest.declarations),
    activeLocks: activeLocksFor(context),
  };
  if (depth === '1' && isFolder) {
    await sendListing(propfindResponse, found, href, text);
    return;
  }
  appendSelf(propfindResponse, found, href);
  propfindResponse.body.end();
}
