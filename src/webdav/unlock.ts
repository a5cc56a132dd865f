import { DmsError } from '../model/errors.ts';
import { requireConditions } from './conditions.ts';
import { answer, type Exchange, entryOf, locate } from './exchange.ts';
import { readLockToken } from './headers.ts';
import { Refusal } from './refusal.ts';

/** UNLOCK (RFC 4918 §9.11). */
export async function unlock(exchange: Exchange): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const token = readLockToken(request.headers);
  const found = locate(exchange);
  if (found === undefined) throw new Refusal(404, 'Not found.');
  requireConditions(exchange, found);
  try {
    await dms.locks.release(actor, entryOf(exchange, found).id, token);
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'precondition_failed') throw error;
    throw new Refusal(409, error.message, { precondition: 'lock-token-matches-request-uri' });
  }
  answer(response, 204);
}
