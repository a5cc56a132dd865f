import { badRequest, sendResponse } from '../protocol/protocol.ts';
import { expectationOf, type RequestContext, readDepth } from '../request/request.ts';
import { mapTransferErrors, readTransfer, transferredHeaders } from './transfer.ts';

/**
 * COPY (RFC 4918 §9.8). Atomic; the copy shares the stored content. `Depth: 0` copies a folder without its members.
 * Copying a document onto an existing document adds the content as the next version of the existing one
 * (docs/build/webdav-clients.md, rule 1).
 */
export async function copy(context: RequestContext): Promise<void> {
  const { dms, actor, extension, path, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  const { source, destination, overwrite } = readTransfer(context);
  if (source.entry.kind === 'folder' && depth === '1') throw badRequest('Depth must be 0 or infinity.');
  const { outcome, entry } = await mapTransferErrors(
    dms.entries.copy(
      actor,
      { path: path.segments },
      { path: destination },
      {
        ...extension?.writeOptions,
        overwrite,
        depth: depth === '0' ? '0' : 'infinity',
        expect: expectationOf(context),
      },
    ),
  );
  sendResponse(response, outcome === 'created' ? 201 : 204, transferredHeaders(context, entry));
}
