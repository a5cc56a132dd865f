import { DmsError } from '../../model/errors.ts';
import type { Lock, LockDepth, LockScope } from '../../model/lock.ts';
import { activeLocks } from '../properties/properties.ts';
import {
  answer,
  badRequest,
  DavError,
  davChild,
  innerXml,
  isDav,
  XML_START,
  XML_TYPE,
  type XmlElement,
} from '../protocol/protocol.ts';
import {
  expectationOf,
  hrefOf,
  locate,
  locateExisting,
  lockedError,
  type RequestContext,
  readDepth,
  readTimeout,
  readXml,
  submittedTokens,
} from '../request/request.ts';

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

function lockDepth(context: RequestContext): LockDepth {
  const depth = readDepth(context.request.headers) ?? 'infinity';
  if (depth === '1') throw badRequest('Depth must be 0 or infinity.');
  return depth;
}

/** Makes an empty document, where a free name is locked (RFC 4918 §7.3). @returns its id */
async function createLocked(context: RequestContext): Promise<number> {
  const { dms, actor, path } = context;
  if (path.slash) throw new DavError(409, 'The folder does not exist.');
  const expect = expectationOf(context);
  const { head } = await dms.uploads.store(actor, { path: path.segments }, dms.uploads.empty(), {
    continuesHistory: true,
    expect: (current, folderId) => {
      if (current !== undefined)
        throw new DmsError('precondition_failed', 'Another request has just created this resource.');
      expect?.(undefined, folderId);
    },
  });
  return head.id;
}

/** Nothing is made where it could not be locked afterwards. */
function assertLockable({ dms, actor, path }: RequestContext, scope: LockScope): void {
  const parent = dms.tree.resolve(actor, path.segments.slice(0, -1));
  if (parent?.entry.kind !== 'folder') throw new DavError(409, 'The folder above does not exist.');
  dms.locks.assertLockableIn(actor, parent.entry.id, scope);
}

function sendLocks(context: RequestContext, status: number, entryId: number, lock: Lock): void {
  const { dms, actor, path, response } = context;
  const href = hrefOf(path.segments, locate(context)?.entry.kind === 'folder');
  const others = dms.locks.covering(actor, entryId).filter(({ token }) => token !== lock.token);
  const active = activeLocks(context, [lock, ...others], { id: entryId, href });
  answer(
    response,
    status,
    { 'Content-Type': XML_TYPE },
    `${XML_START}<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`,
  );
}

/** Runs the work of a new lock; those that are there already may stand against it (RFC 4918 §9.10.6). */
async function unconflicted<T>(context: RequestContext, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'locked') throw error;
    throw lockedError(context, error, 'no-conflicting-lock');
  }
}

async function create(context: RequestContext, info: LockInfo): Promise<void> {
  const { dms, actor, request, response } = context;
  const depth = lockDepth(context);
  const timeoutSeconds = readTimeout(request.headers);
  const existing = locate(context);
  if (existing === undefined) await unconflicted(context, () => assertLockable(context, info.scope));
  const id = existing?.entry.id ?? (await createLocked(context));
  const expect = existing === undefined ? undefined : expectationOf(context);
  const lock = await unconflicted(context, () =>
    dms.locks.create(actor, id, { ...info, depth, timeoutSeconds }, expect),
  );
  response.setHeader('Lock-Token', `<${lock.token}>`);
  sendLocks(context, existing === undefined ? 201 : 200, lock.entryId, lock);
}

/** Extends the lock whose token the `If` header names; it may be one of a folder above (RFC 4918 §9.10.2). */
async function refresh(context: RequestContext): Promise<void> {
  const { dms, actor, ifHeader, request } = context;
  if (ifHeader === undefined) throw badRequest('LOCK needs a body, or an If header to refresh a lock.');
  const { id } = locateExisting(context).entry;
  const tokens = submittedTokens(ifHeader);
  if (tokens.size !== 1) throw badRequest('The If header must name the one lock to refresh.');
  const lock = dms.locks.covering(actor, id).find(({ token }) => tokens.has(token));
  if (lock === undefined) {
    throw new DavError(412, 'No lock with this token covers the resource.', {
      precondition: 'lock-token-matches-request-uri',
    });
  }
  const seconds = readTimeout(request.headers);
  const refreshed = await dms.locks.refresh(actor, id, lock.token, seconds, expectationOf(context));
  sendLocks(context, 200, id, refreshed);
}

/** LOCK (RFC 4918 §9.10): a new lock with a body, a refreshed one without. */
export async function lock(context: RequestContext): Promise<void> {
  const root = await readXml(context);
  await (root === undefined ? refresh(context) : create(context, lockInfo(root)));
}
