import { etagOf, preconditionFails, validatorsOf } from '../../http/content/etag.ts';
import type { Entry } from '../../model/entries/entry.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import { DavError } from '../protocol/protocol.ts';
import { readReference } from './headers.ts';
import { evaluateIf, type ResourceState } from './if-header.ts';
import type { RequestContext } from './request-context.ts';

/** State of a resource on another server, or in a folder that does not exist. */
const NO_STATE: ResourceState = { etag: undefined, tokens: new Set() };

function preconditionFailed(): DavError {
  return new DavError(412, 'A precondition of the request is not met.');
}

/**
 * Current state of a resource: its entity tag, and the tokens of the locks that cover it. A resource that does not
 * exist yet is covered by the locks on its parent folder: by those of depth infinity (RFC 4918 §7.4), and by those of
 * depth 0, which forbid new members. Clients submit the token of such a lock in an untagged list.
 * @param folderId the parent folder; used if `current` is undefined
 */
function stateOf(
  { dms, actor }: RequestContext,
  current: Entry | undefined,
  folderId: number,
): ResourceState {
  const locks = dms.locks.covering(actor, current?.id ?? folderId);
  return {
    etag: current?.kind === 'file' ? etagOf(current) : undefined,
    tokens: new Set(locks.map(({ token }) => token)),
  };
}

/** Current state of the resource at a path, for an `If` tag that names another resource. */
function stateAtPath(context: RequestContext, segments: readonly string[]): ResourceState {
  const { dms, actor } = context;
  const found = dms.tree.resolve(actor, segments);
  if (found !== undefined) return stateOf(context, found.entry, found.entry.id);
  const parent = segments.length === 0 ? undefined : dms.tree.resolve(actor, segments.slice(0, -1));
  return parent === undefined ? NO_STATE : stateOf(context, undefined, parent.entry.id);
}

/**
 * Checks the `If` header only (RFC 4918 §10.4). The preconditions of RFC 9110 are checked elsewhere: for changes by
 * {@link requirePreconditions}, for GET by src/http/content/content.ts. They do not apply to PROPFIND.
 * @param current the resource at the request path; undefined if there is none
 * @param folderId the folder that contains the resource, or would contain it
 * @throws {DavError} 412
 */
export function requireIf(context: RequestContext, current: Entry | undefined, folderId: number): void {
  requireIfOf(context, () => stateOf(context, current, folderId));
}

/** As {@link requireIf}. @param state reads the state of the resource at the request path */
export function requireIfOf(context: RequestContext, state: () => ResourceState): void {
  const { ifHeader, mount, path, request } = context;
  if (ifHeader === undefined) return;
  const requestHref = mount.hrefOf(path.segments, false);
  const holds = evaluateIf(ifHeader, (tag) => {
    if (tag === undefined) return state();
    const reference = readReference(tag, request.headers, context);
    if (reference?.isLocal !== true) return NO_STATE;
    const { segments } = mount.parse(reference.path);
    const isRequestResource = mount.hrefOf(segments, false) === requestHref;
    return isRequestResource ? state() : stateAtPath(context, segments);
  });
  if (!holds) throw preconditionFailed();
}

/**
 * Checks `If-Match`, `If-None-Match` and `If-Unmodified-Since` (RFC 9110 §13) for a request that changes a resource.
 * @param current the resource; undefined if there is none
 * @throws {DavError} 412
 */
export function requirePreconditions({ request }: RequestContext, current: Entry | undefined): void {
  if (preconditionFails(request.headers, current && validatorsOf(current))) throw preconditionFailed();
}

const CONDITIONAL_HEADERS = [
  'if',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'if-modified-since',
] as const;

/**
 * Check of all conditions of a request that changes a resource; the core calls it inside the transaction of the change.
 * Undefined without a conditional header, which is the usual case.
 */
export function expectationOf(context: RequestContext): Expectation | undefined {
  const { headers } = context.request;
  if (CONDITIONAL_HEADERS.every((name) => headers[name] === undefined)) return undefined;
  return (current, folderId) => {
    requireIf(context, current, folderId);
    requirePreconditions(context, current);
  };
}

/**
 * At the address of sync clients, a name that differs from that of the document only in how its characters are composed
 * is another file on their disk: it must not replace the document, because they would then delete one of the two files.
 * @throws {DavError} 409
 */
export function requireSpelling({ extension, path }: RequestContext, current: Entry | undefined): void {
  const name = path.segments.at(-1);
  if (!extension || !current || name === undefined || current.name === name) return;
  if (current.name.normalize() === name.normalize())
    throw new DavError(
      409,
      'Another document here has the same name with other Unicode characters: rename one.',
    );
}

/** As {@link expectationOf}, for content that is written, with {@link requireSpelling}. */
export function expectationOfWrite(context: RequestContext): Expectation | undefined {
  const conditions = expectationOf(context);
  if (!context.extension) return conditions;
  return (current, folderId) => {
    requireSpelling(context, current);
    conditions?.(current, folderId);
  };
}
