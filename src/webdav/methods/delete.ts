import { badRequest, DavError, sendResponse } from '../protocol/protocol.ts';
import { expectationOf, locateExisting, type RequestContext, readDepth } from '../request/request.ts';

/**
 * DELETE (RFC 4918 §9.6): moves the entry to the trash. A folder moves with all its members, or not at all.
 *
 * For a sync client, 404 is the response that deletes nothing: after 403, the clients of ownCloud and Nextcloud delete the
 * members one by one.
 */
export async function remove(context: RequestContext): Promise<void> {
  const { dms, actor, extension, path, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  if (locateExisting(context).entry.kind === 'folder' && depth !== 'infinity')
    throw badRequest('A folder is deleted with all its members: Depth must be infinity.');
  const isGone = await dms.entries.remove(
    actor,
    { path: path.segments },
    {
      ...extension?.writeOptions,
      expect: expectationOf(context),
    },
  );
  if (!isGone)
    throw new DavError(
      404,
      'You receive this as a member of a group, or as an administrator. Ask an administrator to change the group.',
    );
  sendResponse(response, 204);
}
