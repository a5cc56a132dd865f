import { answer, badRequest } from '../protocol/protocol.ts';
import {
  expectationOf,
  locateExisting,
  type RequestContext,
  readDepth,
  visibleName,
} from '../request/request.ts';

/**
 * DELETE (RFC 4918 §9.6): moves the entry to the trash. A folder is moved with all its members, or not at
 * all.
 */
export async function remove(context: RequestContext): Promise<void> {
  const { dms, actor, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  const found = locateExisting(context);
  const from = visibleName(found);
  if (found.entry.kind === 'folder' && depth !== 'infinity')
    throw badRequest('A folder is deleted with all its members: Depth must be infinity.');
  await dms.entries.remove(actor, found.entry.id, { from, expect: expectationOf(context) });
  answer(response, 204);
}
