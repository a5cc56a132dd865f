import { etagOf, preconditionFails, validatorsOf } from '../../http/etag.ts';
import type { Entry } from '../../model/entry.ts';
import type { Expectation } from '../../model/expectation.ts';
import { DavError } from '../protocol/protocol.ts';
import { readReference } from './headers.ts';
import { evaluateIf, type ResourceState } from './if-header.ts';
import { hrefOf, parsePath } from './paths.ts';
import type { RequestContext } from './request-context.ts';

/** Of a resource on another server, or in a folder that does not exist. */
const NO_STATE: ResourceState = { etag: undefined, tokens: new Set() };

const FAILED = 'A condition of the request does not hold.';

/**
 * How a resource is now. One that does not exist is covered by the locks of the folder that it would come into: those of
 * depth infinity by RFC 4918 §7.4, those of depth 0 because they forbid new members, and clients name their token
 * without a tag.
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

/** How a resource is now that a tag of the `If` header names. */
function stateOfTagged(context: RequestContext, segments: readonly string[]): ResourceState {
  const { dms, actor } = context;
  const found = dms.tree.resolve(actor, segments);
  if (found !== undefined) return stateOf(context, found.entry, found.entry.id);
  const parent = segments.length === 0 ? undefined : dms.tree.resolve(actor, segments.slice(0, -1));
  return parent === undefined ? NO_STATE : stateOf(context, undefined, parent.entry.id);
}

/**
 * Checks the `If` header alone (RFC 4918 §10.4), as for methods that the conditions of RFC 9110 are not meant for.
 * @param current the resource of the request; undefined where there is none
 * @param folderId the folder that has its name
 * @throws {DavError} 412
 */
export function requireIf(context: RequestContext, current: Entry | undefined, folderId: number): void {
  const { ifHeader, path, request, baseUrl } = context;
  if (ifHeader === undefined) return;
  const own = hrefOf(path.segments, false);
  const holds = evaluateIf(ifHeader, (tag) => {
    if (tag === undefined) return stateOf(context, current, folderId);
    const reference = readReference(tag, request.headers, baseUrl);
    if (reference?.isHere !== true) return NO_STATE;
    const { segments } = parsePath(reference.path);
    const isOwn = hrefOf(segments, false) === own;
    return isOwn ? stateOf(context, current, folderId) : stateOfTagged(context, segments);
  });
  if (!holds) throw new DavError(412, FAILED);
}

/** Checks the conditions of RFC 9110 §13 for a request that changes something. @throws {DavError} 412 */
export function requirePreconditions({ request }: RequestContext, current: Entry | undefined): void {
  if (preconditionFails(request.headers, current && validatorsOf(current))) throw new DavError(412, FAILED);
}

const CONDITIONAL = ['if', 'if-match', 'if-none-match', 'if-unmodified-since', 'if-modified-since'] as const;

/**
 * All conditions of a request that changes something, for the core to judge inside its transaction. Undefined for a
 * request without conditions: most are.
 */
export function expectationOf(context: RequestContext): Expectation | undefined {
  const { headers } = context.request;
  if (CONDITIONAL.every((name) => headers[name] === undefined)) return undefined;
  return (current, folderId) => {
    requireIf(context, current, folderId);
    requirePreconditions(context, current);
  };
}
