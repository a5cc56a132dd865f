import type { Located } from '../../core/browse/tree.ts';
import type { DeadProperty, Entry } from '../../model/entry.ts';
import type { Lock } from '../../model/lock.ts';
import { activeLocks } from '../properties/active-locks.ts';
import type { View } from '../properties/live-properties.ts';
import { type PropfindRequest, parsePropfind, propstatsOf } from '../properties/propfind-request.ts';
import { DavError } from '../protocol/dav-error.ts';
import { type GrowingBody, multistatus } from '../protocol/multistatus.ts';
import { readText } from '../request/body.ts';
import { requireIf } from '../request/conditions.ts';
import { header, readDepth } from '../request/headers.ts';
import { encodeName, hrefOf } from '../request/paths.ts';
import { answer, entryOf, isFolder, locate, type RequestContext } from '../request/request-context.ts';

/** What all resources of one answer share. */
interface Listing {
  readonly exchange: RequestContext;
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

/** Asked at most once, however often it is needed. */
function once<T>(ask: () => T): () => T {
  let answer: { readonly value: T } | undefined;
  return () => (answer ??= { value: ask() }).value;
}

function quotaOf({ exchange }: Listing, found: Located | 'mount_root'): NonNullable<View['quota']> {
  return once(() => exchange.dms.health.quota(exchange.actor, found));
}

function appendSelf(listing: Listing, found: Located | 'mount_root', entry: Entry, href: string): void {
  const { exchange, request } = listing;
  const { dms, actor } = exchange;
  const view: View = {
    entry,
    name: found === 'mount_root' ? actor.name : found.name,
    activeLocks: () => activeLocks(exchange, dms.locks.covering(actor, entry.id), { id: entry.id, href }),
    quota: entry.kind === 'folder' ? quotaOf(listing, found) : undefined,
  };
  appendResponse(listing, href, view, request.dead ? dms.properties.list(actor, entry.id) : NO_PROPERTIES);
}

/** Locks of a folder that reach its members too. */
function inherited({ dms, actor }: RequestContext, folderId: number): readonly Lock[] {
  return dms.locks.covering(actor, folderId).filter(({ depth }) => depth === 'infinity');
}

/** What is needed to show any member, gathered in one query for all of them. */
function memberView(
  listing: Listing,
  folder: Located | 'mount_root',
  folderId: number,
): (member: Located, href: string) => View {
  const { exchange } = listing;
  const { dms, actor } = exchange;
  const locks = once(() => dms.locks.ofMembers(actor, folderId));
  const fromAbove = once(() => inherited(exchange, folderId));
  const quota = quotaOf(listing, folder);
  return (member, href) => {
    const { entry, name } = member;
    // What is shared at the mount root lies elsewhere: other locks, other quota.
    const foreign = folder === 'mount_root' && entry.parentId !== actor.homeId;
    const covering = (): readonly Lock[] =>
      foreign
        ? dms.locks.covering(actor, entry.id)
        : [...(locks().get(entry.id) ?? NO_LOCKS), ...fromAbove()];
    return {
      entry,
      name,
      activeLocks: () => activeLocks(exchange, covering(), { id: entry.id, href }),
      quota: entry.kind === 'file' ? undefined : foreign ? quotaOf(listing, member) : quota,
    };
  };
}

async function appendMembers(
  listing: Listing,
  folder: Located | 'mount_root',
  entry: Entry,
  base: string,
): Promise<void> {
  const { exchange, body, request } = listing;
  const { dms, actor } = exchange;
  const viewOf = memberView(listing, folder, entry.id);
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
async function sendListing(
  listing: Listing,
  folder: Located | 'mount_root',
  href: string,
  text: string,
): Promise<void> {
  const { exchange, request, minimal } = listing;
  const { actor, response } = exchange;
  const { listings } = exchange.dms;
  // How much room there is changes without any change of ours.
  const kept = request.quota ? undefined : listings.find(actor, `${href}\n${String(minimal)}\n${text}`);
  if (Buffer.isBuffer(kept)) {
    answer(response, 207, {}, kept);
    return;
  }
  const entry = entryOf(exchange, folder);
  if (kept) listing.body.gather(listings.longest);
  appendSelf(listing, folder, entry, href);
  await appendMembers(listing, folder, entry, href);
  const whole = listing.body.end();
  if (kept && whole !== undefined) listings.keep(kept, whole);
}

/** PROPFIND (RFC 4918 §9.1): properties of a resource and, with `Depth: 1`, of its members, sent as they are read. */
export async function propfind(exchange: RequestContext): Promise<void> {
  const { request, response, path } = exchange;
  const depth = readDepth(request.headers) ?? 'infinity';
  if (depth === 'infinity') {
    throw new DavError(403, 'Depth must be 0 or 1.', { precondition: 'propfind-finite-depth' });
  }
  const text = await readText(exchange);
  const question = parsePropfind(text);
  const found = locate(exchange);
  if (found === undefined) throw new DavError(404, 'Not found.');
  requireIf(exchange, found);
  const href = hrefOf(path.segments, isFolder(found));
  // The slash at the end was left out (RFC 4918 §5.2).
  if (isFolder(found) && !path.slash) response.setHeader('Content-Location', href);
  const minimal = /\breturn=minimal\b/i.test(header(request.headers, 'prefer') ?? '');
  if (minimal) response.setHeader('Preference-Applied', 'return=minimal');
  const listing: Listing = {
    exchange,
    request: question,
    minimal,
    body: multistatus(response, question.declarations),
  };
  if (depth === '1' && isFolder(found)) {
    await sendListing(listing, found, href, text);
    return;
  }
  appendSelf(listing, found, entryOf(exchange, found), href);
  listing.body.end();
}
