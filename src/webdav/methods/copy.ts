import { badRequest, DavError } from '../protocol/dav-error.ts';
import { readDepth } from '../request/headers.ts';
import { targetOf } from '../request/places.ts';
import { answer, isFolder, type RequestContext } from '../request/request-context.ts';
import { isSame, readTransfer, transferred } from './transfer.ts';

/** COPY (RFC 4918 §9.8): one transaction, no bytes are copied; `Depth: 0` takes a folder without its members. */
export async function copy(exchange: RequestContext): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const depth = readDepth(request.headers) ?? 'infinity';
  const transfer = readTransfer(exchange);
  if (isFolder(transfer.source) && depth === '1') throw badRequest('Depth must be 0 or infinity.');
  if (isSame(transfer)) throw new DavError(403, 'Source and destination are the same.');
  const { source, destination, overwrite } = transfer;
  const { outcome } = await transferred(
    dms.entries.copy(actor, source.entry.id, targetOf(exchange, destination), {
      overwrite,
      depth: depth === '0' ? '0' : 'infinity',
      resumes: true,
    }),
  );
  answer(response, outcome === 'created' ? 201 : 204);
}
