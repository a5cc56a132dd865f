import { etagOf, preconditionFails, type Validators } from '../../http/etag.ts';
import type { Entry } from '../../model/entry.ts';
import { DavError } from '../protocol/dav-error.ts';
import { readReference } from './headers.ts';
import { evaluateIf, type ResourceState } from './if-header.ts';
import { parsePath } from './paths.ts';
import type { Found, RequestContext } from './request-context.ts';

const NOTHING: ResourceState = { etag: undefined, tokens: new Set() };

/** By what the conditions of RFC 9110 §13 are judged; a folder has no tag, but `*` finds it. */
function validatorsOf(entry: Entry): Validators {
  return entry.kind === 'file'
    ? { etag: etagOf(entry), lastModified: entry.modifiedAt }
    : { etag: `"folder-${entry.id}"`, lastModified: entry.updatedAt };
}

function tokensOf(exchange: RequestContext, entryId: number): ReadonlySet<string> {
  return new Set(exchange.dms.locks.covering(exchange.actor, entryId).map(({ token }) => token));
}

/**
 * What does not exist yet is covered by the locks of the folder that it would come into: those of depth infinity by
 * RFC 4918 §7.4, those of depth 0 because they forbid new members, and clients name their token without a tag.
 */
function stateOfMissing(exchange: RequestContext, segments: readonly string[]): ResourceState {
  const parent = exchange.dms.tree.resolve(exchange.actor, segments.slice(0, -1));
  if (parent === undefined) return NOTHING;
  const parentId = parent === 'mount_root' ? exchange.actor.homeId : parent.entry.id;
  return { etag: undefined, tokens: tokensOf(exchange, parentId) };
}

function stateOfFound(exchange: RequestContext, segments: readonly string[], found: Found): ResourceState {
  if (found === undefined) return segments.length === 0 ? NOTHING : stateOfMissing(exchange, segments);
  if (found === 'mount_root') return { etag: undefined, tokens: tokensOf(exchange, exchange.actor.homeId) };
  const { entry } = found;
  return { etag: entry.kind === 'file' ? etagOf(entry) : undefined, tokens: tokensOf(exchange, entry.id) };
}

/** How the resource is that a tag of the `If` header names; what is not ours has no state. */
function stateOfTag(exchange: RequestContext, tag: string): ResourceState {
  const reference = readReference(tag, exchange.request.headers, exchange.baseUrl);
  if (reference?.isHere !== true) return NOTHING;
  const { segments } = parsePath(reference.path);
  return stateOfFound(exchange, segments, exchange.dms.tree.resolve(exchange.actor, segments));
}

const CONDITIONAL = ['if', 'if-match', 'if-none-match', 'if-unmodified-since', 'if-modified-since'] as const;

/** False for a request that is to be carried out whatever there is: most are. */
export function isConditional({ request: { headers } }: RequestContext): boolean {
  return CONDITIONAL.some((name) => headers[name] !== undefined);
}

const FAILED = 'A condition of the request does not hold.';

/** Checks the `If` header alone (RFC 4918 §10.4), as for methods that RFC 9110's conditions are not meant for. @throws {DavError} 412 */
export function requireIf(exchange: RequestContext, found: Found): void {
  const { ifHeader, path } = exchange;
  if (ifHeader === undefined) return;
  const holds = evaluateIf(ifHeader, (tag) =>
    tag === undefined ? stateOfFound(exchange, path.segments, found) : stateOfTag(exchange, tag),
  );
  if (!holds) throw new DavError(412, FAILED);
}

/**
 * Checks all conditions of a request that changes something: the `If` header and those of RFC 9110 §13, against what
 * the path of the request leads to now. Call it right before the change, with nothing awaited in between.
 * @throws {DavError} 412
 */
export function requireConditions(exchange: RequestContext, found: Found): void {
  if (!isConditional(exchange)) return;
  requireIf(exchange, found);
  const { headers } = exchange.request;
  const entry = found === 'mount_root' ? exchange.dms.tree.folder(exchange.actor, 0) : found?.entry;
  if (preconditionFails(headers, entry === undefined ? undefined : validatorsOf(entry)))
    throw new DavError(412, FAILED);
}
