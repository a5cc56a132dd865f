import { isMountRoot, type Located, type Member } from '../../core/browse/browse.ts';
import { once } from '../../http/once.ts';
import type { DeadProperty } from '../../model/entry.ts';
import type { Lock } from '../../model/lock.ts';
import {
  activeLocks,
  type PropfindRequest,
  parsePropfind,
  propstatsOf,
  type View,
} from '../properties/properties.ts';
import { answer, DavError, type GrowingBody, multistatus } from '../protocol/protocol.ts';
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

/** What all resources of one answer share. */
interface Listing {
  readonly context: RequestContext;
  readonly request: PropfindRequest;
  readonly minimal: boolean;
  readonly body: GrowingBody;
}

const NO_PROPERTIES: readonly DeadProperty[] = [];
const NO_LOCKS: readonly Lock[] = [];
const NONE_DEAD: ReadonlyMap<number, readonly DeadProperty[]> = new Map();

function appendResponse(listing: Listing, href: string, view: View, dead: readonly DeadProperty[]): void {
  const { body, request, minimal } = listing;
  body.append(
    `<D:response><D:href>${href}</D:href>${propstatsOf(request, view, dead, minimal)}</D:response>`,
  );
}

function quotaOf({ context }: Listing, folderId: number): NonNullable<View['quota']> {
  return once(() => context.dms.health.quota(context.actor, folderId));
}

function appendSelf(listing: Listing, found: Located, href: string): void {
  const { context, request } = listing;
  const { entry } = found;
  const { dms, actor } = context;
  const view: View = {
    entry,
    name: isMountRoot(found) ? actor.name : found.name,
    activeLocks: () => activeLocks(context, dms.locks.covering(actor, entry.id), { id: entry.id, href }),
    quota: entry.kind === 'folder' ? quotaOf(listing, entry.id) : undefined,
  };
  appendResponse(listing, href, view, request.dead ? dms.properties.list(actor, entry.id) : NO_PROPERTIES);
}

/** Locks of a folder that reach its members too. */
function inherited({ dms, actor }: RequestContext, folderId: number): readonly Lock[] {
  return dms.locks.covering(actor, folderId).filter(({ depth }) => depth === 'infinity');
}

/** What is needed to show any member, gathered in one query for all of them. */
function memberView(listing: Listing, folder: Located): (member: Member, href: string) => View {
  const { context } = listing;
  const { dms, actor } = context;
  const folderId = folder.entry.id;
  const locks = once(() => dms.locks.ofMembers(actor, folderId));
  const fromAbove = once(() => inherited(context, folderId));
  const quota = quotaOf(listing, folderId);
  return (member, href) => {
    const { entry, name } = member;
    // What is shared at the mount root lies elsewhere: other locks, other quota.
    const foreign = isMountRoot(folder) && entry.parentId !== folderId;
    const covering = (): readonly Lock[] =>
      foreign
        ? dms.locks.covering(actor, entry.id)
        : [...(locks().get(entry.id) ?? NO_LOCKS), ...fromAbove()];
    return {
      entry,
      name,
      activeLocks: () => activeLocks(context, covering(), { id: entry.id, href }),
      quota: entry.kind === 'file' ? undefined : foreign ? quotaOf(listing, entry.id) : quota,
    };
  };
}

async function appendMembers(listing: Listing, folder: Located, base: string): Promise<void> {
  const { context, body, request } = listing;
  const { dms, actor } = context;
  const { entry } = folder;
  const viewOf = memberView(listing, folder);
  for await (const batch of dms.tree.members(actor, folder)) {
    const entries = batch.map((member) => member.entry);
    const dead = request.dead ? dms.properties.ofMembers(actor, entry.id, entries) : NONE_DEAD;
    for (const member of batch) {
      const { id, kind, parentId } = member.entry;
      const href = `${base}${encodeName(member.name)}${kind === 'folder' ? '/' : ''}`;
      const foreign = request.dead && parentId !== entry.id;
      const properties = foreign ? dms.properties.list(actor, id) : (dead.get(id) ?? NO_PROPERTIES);
      appendResponse(listing, href, viewOf(member, href), properties);
      if (body.isFull) await body.flush();
    }
    if (body.abandoned) return;
  }
}

/** Sends a folder with its members; the same answer again while nothing has changed. */
async function sendListing(listing: Listing, folder: Located, href: string, text: string): Promise<void> {
  const { context, request, minimal } = listing;
  const { actor, response } = context;
  const { listingCache } = context.dms;
  // How much room there is changes without any change of ours.
  const kept = request.quota ? undefined : listingCache.find(actor, `${href}\n${String(minimal)}\n${text}`);
  if (Buffer.isBuffer(kept)) {
    answer(response, 207, {}, kept);
    return;
  }
  if (kept) listing.body.gather(listingCache.longest);
  appendSelf(listing, folder, href);
  await appendMembers(listing, folder, href);
  const whole = listing.body.end();
  if (kept && whole !== undefined) listingCache.keep(kept, whole);
}

/** PROPFIND (RFC 4918 §9.1): properties of a resource and, with `Depth: 1`, of its members, sent as they are read. */
export async function propfind(context: RequestContext): Promise<void> {
  const { request, response, path } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  if (depth === 'infinity') {
    throw new DavError(403, 'Depth must be 0 or 1.', { precondition: 'propfind-finite-depth' });
  }
  const text = await readText(context);
  const question = parsePropfind(text);
  const found = locateExisting(context);
  const { entry } = found;
  requireIf(context, entry, entry.id);
  const isFolder = entry.kind === 'folder';
  const href = hrefOf(path.segments, isFolder);
  // The slash at the end was left out (RFC 4918 §5.2).
  if (isFolder && !path.slash) response.setHeader('Content-Location', href);
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  const listing: Listing = {
    context,
    request: question,
    minimal,
    body: multistatus(response, question.declarations),
  };
  if (depth === '1' && isFolder) {
    await sendListing(listing, found, href, text);
    return;
  }
  appendSelf(listing, found, href);
  listing.body.end();
}
