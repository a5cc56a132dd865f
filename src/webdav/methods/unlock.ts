import { DmsError } from '../../model/errors.ts';
import { DavError } from '../protocol/dav-error.ts';
import { requireConditions } from '../request/conditions.ts';
import { readLockToken } from '../request/headers.ts';
import { answer, entryOf, locate, type RequestContext } from '../request/request-context.ts';

/** UNLOCK (RFC 4918 §9.11). */
export async function unlock(exchange: RequestContext): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const token = readLockToken(request.headers);
  const found = locate(exchange);
  if (found === undefined) throw new DavError(404, 'Not found.');
  requireConditions(exchange, found);
  try {
    await dms.locks.release(actor, entryOf(exchange, found).id, token);
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'precondition_failed') throw error;
    throw new DavError(409, error.message, { precondition: 'lock-token-matches-request-uri' });
  }
  answer(response, 204);
}
