import { requireConditions } from './conditions.ts';
import { answer, type Exchange, isFolder, locate } from './exchange.ts';
import { readDepth } from './headers.ts';
import { knownPlace } from './places.ts';
import { badRequest, Refusal } from './refusal.ts';

/** DELETE (RFC 4918 §9.6): to the trash, a folder with all beneath it or not at all. */
export async function remove(exchange: Exchange): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const depth = readDepth(request.headers) ?? 'infinity';
  const found = locate(exchange);
  if (found === undefined) throw new Refusal(404, 'Not found.');
  if (found === 'mount_root') throw new Refusal(403, 'The mount root stays as it is.');
  if (isFolder(found) && depth !== 'infinity') throw badRequest('A folder goes with all that is in it.');
  requireConditions(exchange, found);
  await dms.entries.remove(actor, found.entry.id, { from: knownPlace(exchange) });
  answer(response, 204);
}
