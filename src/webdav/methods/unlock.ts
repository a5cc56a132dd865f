import { DmsError } from '../../model/errors/errors.ts';
import { DavError, sendResponse } from '../protocol/protocol.ts';
import { expectationOf, type RequestContext, readLockToken } from '../request/request.ts';

/** UNLOCK (RFC 4918 §9.11). A token that does not lock the resource: 409 (`lock-token-matches-request-uri`). */
export async function unlock(context: RequestContext): Promise<void> {
  const { dms, actor, source, request, response } = context;
  const token = readLockToken(request.headers);
  try {
    await dms.locks.release(actor, source, token, expectationOf(context));
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'precondition_failed') throw error;
    throw new DavError(409, error.message, { precondition: 'lock-token-matches-request-uri' });
  }
  sendResponse(response, 204);
}
