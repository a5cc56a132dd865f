import { badRequest, sendResponse } from '../protocol/protocol.ts';
import { expectationOf, locateExisting, type RequestContext, readDepth } from '../request/request.ts';

/** DELETE (RFC 4918 §9.6): moves the entry to the trash. A folder moves with all its members, or not at all. */
export async function remove(context: RequestContext): Promise<void> {
  const { dms, actor, path, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  if (locateExisting(context).entry.kind === 'folder' && depth !== 'infinity')
    throw badRequest('A folder is deleted with all its members: Depth must be infinity.');
  await dms.entries.remove(actor, { path: path.segments }, { expect: expectationOf(context) });
  sendResponse(response, 204);
}
