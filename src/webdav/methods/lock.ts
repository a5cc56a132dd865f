import { DmsError } from '../../model/errors.ts';
import type { Lock, LockDepth, LockScope } from '../../model/lock.ts';
import { activeLocks } from '../properties/active-locks.ts';
import { badRequest, DavError } from '../protocol/dav-error.ts';
import { davChild, innerXml, isDav, type XmlElement } from '../protocol/xml.ts';
import { readXml } from '../request/body.ts';
import { requireConditions } from '../request/conditions.ts';
import { readDepth, readTimeout } from '../request/headers.ts';
import { submittedTokens } from '../request/if-header.ts';
import { lockedError } from '../request/locked-response.ts';
import { hrefOf } from '../request/paths.ts';
import { placeOf } from '../request/places.ts';
import {
  answer,
  entryOf,
  isFolder,
  locate,
  type RequestContext,
  XML_START,
  XML_TYPE,
} from '../request/request-context.ts';

/** What a `DAV:lockinfo` asks for (RFC 4918 §14.11). */
interface LockInfo {
  readonly scope: LockScope;
  readonly ownerXml: string;
}

/** Longest text about the holder of a lock, in characters: it is sent with each member of a locked folder. */
const OWNER_LENGTH = 4096;

function lockInfo(root: XmlElement): LockInfo {
  if (!isDav(root, 'lockinfo')) throw badRequest('The body is no DAV:lockinfo.');
  const scopes = davChild(root, 'lockscope');
  const types = davChild(root, 'locktype');
  const owner = davChild(root, 'owner');
  const isExclusive = scopes !== undefined && davChild(scopes, 'exclusive') !== undefined;
  const isShared = scopes !== undefined && davChild(scopes, 'shared') !== undefined;
  if (isExclusive === isShared) throw badRequest('DAV:lockscope must hold exclusive or shared.');
  if (types === undefined || davChild(types, 'write') === undefined) {
    throw badRequest('DAV:locktype must hold write.');
  }
  const ownerXml = owner === undefined ? '' : innerXml(owner);
  if (ownerXml.length > OWNER_LENGTH) throw new DavError(413, 'DAV:owner is too long.');
  return { scope: isShared ? 'shared' : 'exclusive', ownerXml };
}

function lockDepth(exchange: RequestContext): LockDepth {
  const depth = readDepth(exchange.request.headers) ?? 'infinity';
  if (depth === '1') throw badRequest('Depth must be 0 or infinity.');
  return depth;
}

/** The entry that the path leads to; where there is none, an empty document is made (RFC 4918 §7.3). */
async function lockedEntry(
  exchange: RequestContext,
): Promise<{ id: number; outcome: 'created' | 'existing' }> {
  const { dms, actor, path } = exchange;
  const nothing = locate(exchange) === undefined ? await dms.contents.empty() : undefined;
  const found = locate(exchange);
  if (found !== undefined || nothing === undefined) {
    if (found === undefined) throw new DavError(404, 'Not found.');
    requireConditions(exchange, found);
    return { id: entryOf(exchange, found).id, outcome: 'existing' };
  }
  const { folderId, name } = placeOf(exchange, path.segments);
  if (path.slash) throw new DavError(409, 'The folder does not exist.');
  requireConditions(exchange, found);
  const { head } = await dms.documents.put(actor, { folderId, name }, nothing, {
    resumes: true,
    expect: (current) => {
      if (current !== undefined) throw new DmsError('precondition_failed', 'Something came into being here.');
    },
  });
  return { id: head.id, outcome: 'created' };
}

/** Nothing is made where it could not be locked then. */
function assertLockable(exchange: RequestContext, scope: LockScope): void {
  const { dms, actor, path } = exchange;
  if (locate(exchange) !== undefined) return;
  dms.locks.assertLockableIn(actor, placeOf(exchange, path.segments).folderId, scope);
}

function sendLocks(exchange: RequestContext, status: number, entryId: number, lock: Lock): void {
  const { dms, actor, path, response } = exchange;
  const found = locate(exchange);
  const href = hrefOf(path.segments, found !== undefined && isFolder(found));
  const others = dms.locks.covering(actor, entryId).filter(({ token }) => token !== lock.token);
  const active = activeLocks(exchange, [lock, ...others], { id: entryId, href });
  answer(
    response,
    status,
    { 'Content-Type': XML_TYPE },
    `${XML_START}<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`,
  );
}

/** Runs the work of a new lock; those that are there already may stand against it (RFC 4918 §9.10.6). */
async function unconflicted<T>(exchange: RequestContext, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'locked') throw error;
    throw lockedError(exchange, error, 'no-conflicting-lock');
  }
}

async function create(exchange: RequestContext, info: LockInfo): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const depth = lockDepth(exchange);
  const timeoutSeconds = readTimeout(request.headers);
  await unconflicted(exchange, () => assertLockable(exchange, info.scope));
  const { id, outcome } = await lockedEntry(exchange);
  const lock = await unconflicted(exchange, () =>
    dms.locks.create(actor, id, { ...info, depth, timeoutSeconds }),
  );
  response.setHeader('Lock-Token', `<${lock.token}>`);
  sendLocks(exchange, outcome === 'created' ? 201 : 200, id, lock);
}

/** Extends the lock whose token the `If` header names; it may be one of a folder above (RFC 4918 §9.10.2). */
async function refresh(exchange: RequestContext): Promise<void> {
  const { dms, actor, ifHeader, request } = exchange;
  if (ifHeader === undefined) throw badRequest('LOCK needs a body, or an If header to refresh a lock.');
  const found = locate(exchange);
  if (found === undefined) throw new DavError(404, 'Not found.');
  const { id } = entryOf(exchange, found);
  const tokens = submittedTokens(ifHeader);
  if (tokens.size !== 1) throw badRequest('The If header must name the one lock to refresh.');
  const lock = dms.locks.covering(actor, id).find(({ token }) => tokens.has(token));
  if (lock === undefined) {
    throw new DavError(412, 'No such lock is here.', { precondition: 'lock-token-matches-request-uri' });
  }
  requireConditions(exchange, found);
  sendLocks(exchange, 200, id, await dms.locks.refresh(actor, id, lock.token, readTimeout(request.headers)));
}

/** LOCK (RFC 4918 §9.10): a new lock with a body, a refreshed one without. */
export async function lock(exchange: RequestContext): Promise<void> {
  const root = await readXml(exchange);
  await (root === undefined ? refresh(exchange) : create(exchange, lockInfo(root)));
}
