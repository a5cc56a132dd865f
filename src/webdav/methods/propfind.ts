import { once } from '../../http/once.ts';
import { activeLocksFor, type PropfindRequest, parsePropfind } from '../properties/properties.ts';
import { beginMultistatus, DavError } from '../protocol/protocol.ts';
import {
  type ExtendedProperties,
  header,
  locateExisting,
  type RequestContext,
  readDepth,
  readText,
  requireIf,
} from '../request/request.ts';
import { sendListing } from './propfind-listing.ts';
import { appendSelf, type PropfindResponse, resourceOf } from './propfind-response.ts';

/**
 * PROPFIND (RFC 4918 §9.1): the properties of a resource and, with `Depth: 1`, of its members. Streams the response
 * while it reads the members. `Depth: infinity`, or no `Depth`: 403 with `propfind-finite-depth`.
 */
export async function propfind(context: RequestContext): Promise<void> {
  const { request, response, mount, path } = context;
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
  const href = mount.hrefOf(path.segments, isFolder);
  // The client omitted the trailing slash (RFC 4918 §5.2).
  if (isFolder && !path.slash) response.setHeader('Content-Location', href);
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  const extended = await extendedFor(context, propfindRequest);
  await extended?.prepare([resourceOf(context, found)]);
  const propfindResponse: PropfindResponse = {
    context,
    request: propfindRequest,
    minimal,
    body: beginMultistatus(response, propfindRequest.declarations),
    activeLocks: activeLocksFor(context),
    extended,
    favourites: once(() => context.dms.favourites.ids(context.actor)),
  };
  if (depth === '1' && isFolder) {
    await sendListing(propfindResponse, { ...found, href }, text);
    return;
  }
  appendSelf(propfindResponse, found, href);
  propfindResponse.body.end();
}

/** Properties beyond those of RFC 4918: of the address, and of REPORT. */
export async function extendedFor(
  context: RequestContext,
  { requested, included }: PropfindRequest,
): Promise<ExtendedProperties | undefined> {
  const names = [...requested, ...included];
  const ofAddress = await context.extension?.properties(context, names);
  return context.reports ? context.reports.properties(context, names, ofAddress) : ofAddress;
}
