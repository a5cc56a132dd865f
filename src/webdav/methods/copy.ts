import { answer, badRequest } from '../protocol/protocol.ts';
import { expectationOf, type RequestContext, readDepth } from '../request/request.ts';
import { readTransfer, transferred } from './transfer.ts';

/** COPY (RFC 4918 §9.8): one transaction, and no bytes are copied. `Depth: 0` takes a folder without its members. */
export async function copy(context: RequestContext): Promise<void> {
  const { dms, actor, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  const { source, from, destination, overwrite } = readTransfer(context);
  if (source.entry.kind === 'folder' && depth === '1') throw badRequest('Depth must be 0 or infinity.');
  const { outcome } = await transferred(
    dms.entries.copy(
      actor,
      source.entry.id,
      { path: destination },
      { overwrite, depth: depth === '0' ? '0' : 'infinity', from, expect: expectationOf(context) },
    ),
  );
  answer(response, outcome === 'created' ? 201 : 204);
}
