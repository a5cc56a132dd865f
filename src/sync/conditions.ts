import { preconditionFails, type Validators } from '../http/content/etag.ts';
import { DavError } from '../webdav/protocol/protocol.ts';
import { type RequestContext, requireIfOf } from '../webdav/request/request.ts';

const NO_TOKENS: ReadonlySet<string> = new Set();

/**
 * Checks `If`, `If-Match` and the other conditions of a request that changes a resource beside the drive. It has no locks.
 * @throws {DavError} 412
 */
export function requireConditions(context: RequestContext, resource: Validators): void {
  requireIfOf(context, () => ({ etag: resource.etag, tokens: NO_TOKENS }));
  if (preconditionFails(context.request.headers, resource))
    throw new DavError(412, 'A precondition of the request is not met.');
}
