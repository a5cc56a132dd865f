import { allowBut } from './allow.ts';
import { requireConditions } from './conditions.ts';
import { answer, type Exchange } from './exchange.ts';
import { hasBody } from './headers.ts';
import { placeOf } from './places.ts';
import { Refusal } from './refusal.ts';

/** MKCOL (RFC 4918 §9.3). */
export async function mkcol(exchange: Exchange): Promise<void> {
  const { dms, actor, path, request, response } = exchange;
  const exists = new Refusal(405, 'Something is there already.', {
    headers: { Allow: allowBut('MKCOL') },
  });
  if (path.segments.length === 0) throw exists;
  if (hasBody(request.headers)) throw new Refusal(415, 'MKCOL with a body is not understood.');
  const { folderId, name, found } = placeOf(exchange, path.segments);
  if (found !== undefined) throw exists;
  requireConditions(exchange, found);
  await dms.folders.create(actor, { folderId, name });
  answer(response, 201);
}
