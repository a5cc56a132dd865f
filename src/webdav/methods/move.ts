import { badRequest, sendResponse } from '../protocol/protocol.ts';
import { expectationOf, type RequestContext, readDepth } from '../request/request.ts';
import { mapTransferErrors, readTransfer, transferredHeaders } from './transfer.ts';

/**
 * MOVE (RFC 4918 §9.9): the entry keeps its id, versions, comments and shares. Moving a document onto an existing
 * document adds the content as the next version of the existing one (docs/build/webdav-clients.md, rule 1).
 */
export async function move(context: RequestContext): Promise<void> {
  const { dms, actor, extension, path, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  const { source, destination, overwrite } = readTransfer(context);
  if (source.entry.kind === 'folder' && depth !== 'infinity')
    throw badRequest('A folder is moved with all its members: Depth must be infinity.');
  const { outcome, entry } = await mapTransferErrors(
    dms.entries.move(
      actor,
      { path: path.segments },
      { path: destination },
      { ...extension?.writeOptions, overwrite, expect: expectationOf(context) },
    ),
  );
  sendResponse(response, outcome === 'created' ? 201 : 204, transferredHeaders(context, entry));
}
