import type { OutgoingHttpHeaders } from 'node:http';
import type { HeldLocks } from '../../core/locks/locks.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import type { LockDepth, LockScope } from '../../model/entries/lock.ts';
import { activeLocksFor } from '../properties/properties.ts';
import {
  badRequest,
  DavError,
  davChild,
  innerXml,
  isDav,
  keepParsed,
  parseXml,
  sendResponse,
  XML_START,
  XML_TYPE,
} from '../protocol/protocol.ts';
import {
  expectationOf,
  locateExisting,
  type RequestContext,
  readDepth,
  readText,
  readTimeout,
  submittedTokens,
} from '../request/request.ts';

/** Content of a `DAV:lockinfo` (RFC 4918 §14.11). */
interface LockInfo {
  readonly scope: LockScope;
  /** Content of `DAV:owner` as XML; empty if the element is missing. */
  readonly ownerXml: string;
}

/**
 * Maximum length of the content of `DAV:owner`, in characters. PROPFIND repeats it for each member of a locked folder.
 */
const MAX_OWNER_CHARACTERS = 4096;

/** @throws {DavError} 400 | 413 */
const parseLockInfo = keepParsed((text): LockInfo => {
  const root = parseXml(text);
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
});

function lockDepth(context: RequestContext): LockDepth {
  const depth = readDepth(context.request.headers) ?? 'infinity';
  if (depth === '1') throw badRequest('Depth must be 0 or infinity.');
  return depth;
}

/** Sends the locks that cover an entry as `DAV:lockdiscovery`, the created or refreshed lock first. */
function sendLocks(
  context: RequestContext,
  status: number,
  { entry, lock, others }: HeldLocks,
  headers: OutgoingHttpHeaders = {},
): void {
  const href = context.mount.hrefOf(context.path.segments, entry.kind === 'folder');
  const active = activeLocksFor(context)([lock, ...others], { id: entry.id, href });
  sendResponse(
    context.response,
    status,
    { 'Content-Type': XML_TYPE, ...headers },
    `${XML_START}<d:prop xmlns:d="DAV:"><d:lockdiscovery>${active}</d:lockdiscovery></d:prop>`,
  );
}

/** Conditions of a request that may create a document. A URL with a trailing slash names a folder and creates none. */
function expectationOfLock(context: RequestContext): Expectation {
  const expect = expectationOf(context);
  return (current, folderId) => {
    if (current === undefined && context.path.slash)
      throw new DavError(409, 'The folder does not exist, and LOCK creates documents only.');
    expect?.(current, folderId);
  };
}

async function create(context: RequestContext, info: LockInfo): Promise<void> {
  const { dms, actor, source, request } = context;
  const depth = lockDepth(context);
  const timeoutSeconds = readTimeout(request.headers);
  const wanted = { ...info, depth, timeoutSeconds };
  const created = await dms.lockCreation.create(actor, source, wanted, expectationOfLock(context));
  const status = created.outcome === 'created' ? 201 : 200;
  sendLocks(context, status, created, { 'Lock-Token': `<${created.lock.token}>` });
}

/**
 * Restarts the timeout of the lock whose token the `If` header submits (RFC 4918 §9.10.2). The lock may be on a folder
 * above the entry.
 */
async function refresh(context: RequestContext): Promise<void> {
  const { dms, actor, ifHeader, source, request } = context;
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
  sendLocks(
    context,
    200,
    await dms.locks.refresh(actor, source, lock.token, seconds, expectationOf(context)),
  );
}

/** LOCK (RFC 4918 §9.10): creates a lock if the request has a body, else refreshes one. */
export async function lock(context: RequestContext): Promise<void> {
  const text = await readText(context);
  await (text === '' ? refresh(context) : create(context, parseLockInfo(text)));
}
