import type { Member } from '../../core/browse/browse.ts';
import type { Change, SyncReport } from '../../core/sync/sync.ts';
import { escapeText } from '../../http/content/escape.ts';
import { once } from '../../http/once.ts';
import {
  appendResource,
  extendedFor,
  NO_PROPERTIES,
  type PropfindResponse,
  quotaOf,
} from '../methods/methods.ts';
import { activeLocksFor, type PropfindRequest } from '../properties/properties.ts';
import { beginMultistatus } from '../protocol/protocol.ts';
import {
  type ExtendedProperties,
  encodeName,
  header,
  type RequestContext,
  type Resource,
} from '../request/request.ts';

/** Changes that are read before other requests may run. */
const SLICE = 200;

/** Sends the changes of the collection at the request path, with the properties that the client requests. */
export async function sendReport(
  context: RequestContext,
  { changes, isTruncated, token }: SyncReport,
  properties: PropfindRequest,
): Promise<void> {
  const cut = isTruncated ? truncated(hrefOf(context)) : '';
  const rest = `${cut}<d:sync-token>${escapeText(token)}</d:sync-token>`;
  await sendMembers(context, changes, properties, rest);
}

/**
 * Sends entries beneath the collection at the request path, with the properties that the client requests.
 * @param rest what follows them, as XML
 */
export async function sendMembers(
  context: RequestContext,
  changes: readonly Change[],
  properties: PropfindRequest,
  rest = '',
): Promise<void> {
  const extended = await extendedFor(context, properties);
  const propfindResponse = beginResponse(context, properties, extended);
  await appendChanges(propfindResponse, changes);
  const { body } = propfindResponse;
  if (body.isClosed) return;
  body.append(rest);
  body.end();
}

function hrefOf({ mount, path }: RequestContext): string {
  return mount.hrefOf(path.segments, true);
}

/** The response for the collection of a truncated report (RFC 6578 §3.6). */
function truncated(href: string): string {
  return (
    `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status>` +
    '<d:error><d:number-of-matches-within-limits/></d:error></d:response>'
  );
}

function beginResponse(
  context: RequestContext,
  properties: PropfindRequest,
  extended: ExtendedProperties | undefined,
): PropfindResponse {
  const { request, response } = context;
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  return {
    context,
    request: properties,
    minimal,
    extended,
    body: beginMultistatus(response, properties.declarations),
    activeLocks: activeLocksFor(context),
    favourites: once(() => context.dms.favourites.ids(context.actor)),
  };
}

async function appendChanges(propfindResponse: PropfindResponse, changes: readonly Change[]): Promise<void> {
  const { body, context, extended } = propfindResponse;
  const { actor, dms } = context;
  for (let start = 0; start < changes.length && !body.isClosed; start += SLICE) {
    const slice = changes.slice(start, start + SLICE);
    const members = await dms.syncCollections.members(actor, slice);
    const resources = members.map((member, index) => member && resourceOf(context, member, slice[index]));
    await extended?.prepare(resources.filter((resource) => resource !== undefined));
    for (const [index, change] of slice.entries()) {
      const resource = resources[index];
      if (change.id === undefined) appendRemoved(propfindResponse, change);
      else if (resource) appendMember(propfindResponse, change, resource);
      if (body.isFull) await body.flush();
    }
  }
}

function resourceOf({ path }: RequestContext, member: Member, change: Change | undefined): Resource {
  const isAtMountRoot = path.segments.length === 0 && change?.path.isDirect === true;
  return { ...member, place: isAtMountRoot ? 'at_mount_root' : 'beneath' };
}

function changedHref(context: RequestContext, { path, isFolder }: Change): string {
  return `${hrefOf(context)}${path.names().map(encodeName).join('/')}${isFolder ? '/' : ''}`;
}

function appendRemoved({ body, context }: PropfindResponse, change: Change): void {
  const href = changedHref(context, change);
  body.append(`<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>`);
}

function appendMember(propfindResponse: PropfindResponse, change: Change, resource: Resource): void {
  const { context, extended, request } = propfindResponse;
  const { actor, dms } = context;
  const { entry, name } = resource;
  const { id } = entry;
  const href = changedHref(context, change);
  const source = {
    entry,
    name,
    activeLocks: () => propfindResponse.activeLocks(dms.locks.covering(actor, id), { id, href }),
    isFavourite: () => propfindResponse.favourites().has(id),
    extended: extended && ((property, prefix) => extended.element(resource, property, prefix)),
    quota: entry.kind === 'folder' ? quotaOf(propfindResponse, id) : undefined,
  } satisfies Parameters<typeof appendResource>[2];
  const deadProperties = request.needsDeadProperties ? dms.properties.list(actor, id) : NO_PROPERTIES;
  appendResource(propfindResponse, href, source, deadProperties);
}
