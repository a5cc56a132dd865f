import { badRequest, DavError } from '../protocol/dav-error.ts';
import { requireConditions } from '../request/conditions.ts';
import { readDepth } from '../request/headers.ts';
import { knownPlace } from '../request/places.ts';
import { answer, isFolder, locate, type RequestContext } from '../request/request-context.ts';

/** DELETE (RFC 4918 §9.6): to the trash, a folder with all beneath it or not at all. */
export async function remove(exchange: RequestContext): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const depth = readDepth(request.headers) ?? 'infinity';
  const found = locate(exchange);
  if (found === undefined) throw new DavError(404, 'Not found.');
  if (found === 'mount_root') throw new DavError(403, 'The mount root stays as it is.');
  if (isFolder(found) && depth !== 'infinity') throw badRequest('A folder goes with all that is in it.');
  requireConditions(exchange, found);
  await dms.entries.remove(actor, found.entry.id, { from: knownPlace(exchange) });
  answer(response, 204);
}
