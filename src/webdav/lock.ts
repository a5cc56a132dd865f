import { DmsError } from '../model/errors.ts';
import type { Lock, LockDepth, LockScope } from '../model/lock.ts';
import { activeLocks } from './active-locks.ts';
import { readXml } from './body.ts';
import { requireConditions } from './conditions.ts';
import { answer, type Exchange, entryOf, isFolder, locate, XML_START, XML_TYPE } from './exchange.ts';
import { readDepth, readTimeout } from './headers.ts';
import { submittedTokens } from './if-header.ts';
import { hrefOf } from './paths.ts';
import { hrefOfEntry, placeOf } from './places.ts';
import { badRequest, Refusal } from './refusal.ts';
import { davChild, innerXml, isDav, type XmlElement } from './xml.ts';

/** What a `DAV:lockinfo` asks for (RFC 4918 §14.11). */
interface LockInfo {
  readonly scope: LockScope;
  readonly ownerXml: string;
}

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
  return { scope: isShared ? 'shared' : 'exclusive', ownerXml: owner === undefined ? '' : innerXml(owner) };
}

function lockDepth(exchange: Exchange): LockDepth {
  const depth = readDepth(exchange.request.headers) ?? 'infinity';
  if (depth === '1') throw badRequest('Depth must be 0 or infinity.');
  return depth;
}

/** The entry that the path leads to; where there is none, an empty document is made (RFC 4918 §7.3). */
async function lockedEntry(exchange: Exchange): Promise<{ id: number; outcome: 'created' | 'existing' }> {
  const { dms, actor, path } = exchange;
  const nothing = locate(exchange) === undefined ? await dms.contents.empty() : undefined;
  const found = locate(exchange);
  if (found !== undefined || nothing === undefined) {
    if (found === undefined) throw new Refusal(404, 'Not found.');
    requireConditions(exchange, found);
    return { id: entryOf(exchange, found).id, outcome: 'existing' };
  }
  const { folderId, name } = placeOf(exchange, path.segments);
  if (path.slash) throw new Refusal(409, 'The folder does not exist.');
  requireConditions(exchange, found);
  const { document } = await dms.documents.put(actor, { folderId, name }, nothing, {
    expect: (current) => {
      if (current !== undefined) throw new DmsError('precondition_failed', 'Something came into being here.');
    },
  });
  return { id: document.id, outcome: 'created' };
}

function sendLocks(exchange: Exchange, status: number, entryId: number, lock: Lock): void {
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

/** A lock that is there already stands against the new one (RFC 4918 §9.10.6). */
function conflict(exchange: Exchange, entryId: number, error: unknown): unknown {
  if (!(error instanceof DmsError) || error.code !== 'locked') return error;
  const lock = exchange.dms.locks.covering(exchange.actor, entryId)[0];
  const href = lock === undefined ? undefined : hrefOfEntry(exchange, lock.entryId);
  return new Refusal(423, error.message, { precondition: 'no-conflicting-lock', href });
}

async function create(exchange: Exchange, info: LockInfo): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const depth = lockDepth(exchange);
  const timeoutSeconds = readTimeout(request.headers);
  const { id, outcome } = await lockedEntry(exchange);
  let lock: Lock;
  try {
    lock = await dms.locks.create(actor, id, { ...info, depth, timeoutSeconds });
  } catch (error) {
    throw conflict(exchange, id, error);
  }
  response.setHeader('Lock-Token', `<${lock.token}>`);
  sendLocks(exchange, outcome === 'created' ? 201 : 200, id, lock);
}

/** Extends the lock whose token the `If` header names; it may be one of a folder above (RFC 4918 §9.10.2). */
async function refresh(exchange: Exchange): Promise<void> {
  const { dms, actor, ifHeader, request } = exchange;
  if (ifHeader === undefined) throw badRequest('LOCK needs a body, or an If header to refresh a lock.');
  const found = locate(exchange);
  if (found === undefined) throw new Refusal(404, 'Not found.');
  const { id } = entryOf(exchange, found);
  const tokens = submittedTokens(ifHeader);
  const lock = dms.locks.covering(actor, id).find(({ token }) => tokens.has(token));
  if (lock === undefined) {
    throw new Refusal(412, 'No such lock is here.', { precondition: 'lock-token-matches-request-uri' });
  }
  requireConditions(exchange, found);
  sendLocks(exchange, 200, id, await dms.locks.refresh(actor, id, lock.token, readTimeout(request.headers)));
}

/** LOCK (RFC 4918 §9.10): a new lock with a body, a refreshed one without. */
export async function lock(exchange: Exchange): Promise<void> {
  const root = await readXml(exchange);
  await (root === undefined ? refresh(exchange) : create(exchange, lockInfo(root)));
}
