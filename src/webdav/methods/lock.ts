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

/** The content of a `DAV:lockinfo` (RFC 4918 §14.11). */
interface LockInfo {
  readonly scope: LockScope;
  /** The content of `DAV:owner` as XML; empty if the element is missing. */
  readonly ownerXml: string;
}

/** Longest content of `DAV:owner`, in characters. PROPFIND repeats it for each member of a locked folder. */
const MAX_OWNER_CHARACTERS = 4096;

function parseLockInfo(root: XmlElement): LockInfo {
  if (!isDav(root, 'lockinfo')) throw badRequest('The body must be a DAV:lockinfo element.');
  const scope = davChild(root, 'lockscope');
  const type = davChild(root, 'locktype');
  const owner = davChild(root, 'owner');
  const isExclusive = scope !== undefined && davChild(scope, 'exclusive') !== undefined;
  const isShared = scope !== undefined && davChild(scope, 'shared') !== undefined;
  if (isExclusive === isShared) throw badRequest('DAV:lockscope must contain exclusive or shared.');
  if (type === undefined || davChild(type, 'write') === undefined) {
    throw badRequest('DAV:locktype must contain write.');
  }
  const ownerXml = owner === undefined ? '' : innerXml(owner);
  if (ownerXml.length > MAX_OWNER_CHARACTERS)
    throw new DavError(413, `DAV:owner is longer than ${MAX_OWNER_CHARACTERS} characters.`);
  return { scope: isShared ? 'shared' : 'exclusive', ownerXml };
}

function lockDepth(context: RequestContext): LockDepth {
  const depth = readDepth(context.request.headers) ?? 'infinity';
  if (depth === '1') throw badRequest('Depth must be 0 or infinity.');
  return depth;
}

/** Creates an empty document at a free name that is to be locked (RFC 4918 §7.3). @returns its id */
async function createEmptyDocument(context: RequestContext): Promise<number> {
  const { dms, actor, path } = context;
  if (path.slash) throw new DavError(409, 'The folder does not exist, and LOCK creates documents only.');
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

/**
 * Checks that a new document at the path could be locked. Without this check a failed LOCK would leave an
 * empty document.
 * @throws {DavError} 409
 * @throws {DmsError} not_found | forbidden | locked
 */
function assertLockable({ dms, actor, path }: RequestContext, scope: LockScope): void {
  const parent = dms.tree.resolve(actor, path.segments.slice(0, -1));
  if (parent?.entry.kind !== 'folder') throw new DavError(409, 'The parent folder does not exist.');
  dms.locks.assertLockableIn(actor, parent.entry.id, scope);
}

/** Sends the locks that cover an entry as `DAV:lockdiscovery`, the given one first. */
function sendLocks(context: RequestContext, status: number, entryId: number, lock: Lock): void {
  const { dms, actor, path, response } = context;
  const href = hrefOf(path.segments, locate(context)?.entry.kind === 'folder');
  const otherLocks = dms.locks.covering(actor, entryId).filter(({ token }) => token !== lock.token);
  const active = activeLocks(context, [lock, ...otherLocks], { id: entryId, href });
  answer(
    response,
    status,
    { 'Content-Type': XML_TYPE },
    `${XML_START}<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`,
  );
}

/**
 * Runs `work`, a step in the creation of a lock. If existing locks conflict with the new one, it throws a
 * `DavError` with the precondition `no-conflicting-lock` (RFC 4918 §9.10.6).
 */
async function reportConflicts<T>(context: RequestContext, work: () => T | Promise<T>): Promise<T> {
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
  if (existing === undefined) await reportConflicts(context, () => assertLockable(context, info.scope));
  const id = existing?.entry.id ?? (await createEmptyDocument(context));
  const expect = existing === undefined ? undefined : expectationOf(context);
  const lock = await reportConflicts(context, () =>
    dms.locks.create(actor, id, { ...info, depth, timeoutSeconds }, expect),
  );
  response.setHeader('Lock-Token', `<${lock.token}>`);
  sendLocks(context, existing === undefined ? 201 : 200, lock.entryId, lock);
}

/**
 * Restarts the time-out of the lock whose token the `If` header submits (RFC 4918 §9.10.2). The lock may
 * also be that of a folder above the entry.
 */
async function refresh(context: RequestContext): Promise<void> {
  const { dms, actor, ifHeader, request } = context;
  if (ifHeader === undefined)
    throw badRequest('LOCK needs a body to create a lock, or an If header to refresh a lock.');
  const { id } = locateExisting(context).entry;
  const tokens = submittedTokens(ifHeader);
  if (tokens.size !== 1)
    throw badRequest('The If header must contain the token of one lock, the lock to refresh.');
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

/** LOCK (RFC 4918 §9.10): creates a lock if there is a body, else refreshes a lock. */
export async function lock(context: RequestContext): Promise<void> {
  const root = await readXml(context);
  await (root === undefined ? refresh(context) : create(context, parseLockInfo(root)));
}
