import { answer, badRequest } from '../protocol/protocol.ts';
import { expectationOf, type RequestContext, readDepth } from '../request/request.ts';
import { readTransfer, transferred } from './transfer.ts';

/** MOVE (RFC 4918 §9.9): the entry keeps its identity. Moved onto a document, it becomes that document's next version. */
export async function move(context: RequestContext): Promise<void> {
  const { dms, actor, request, response } = context;
  const depth = readDepth(request.headers) ?? 'infinity';
  const { source, from, destination, overwrite } = readTransfer(context);
  if (source.entry.kind === 'folder' && depth !== 'infinity')
    throw badRequest('A folder moves with all that is in it: Depth must be infinity.');
  const { outcome } = await transferred(
    dms.entries.move(
      actor,
      source.entry.id,
      { path: destination },
      { overwrite, from, expect: expectationOf(context) },
    ),
  );
  answer(response, outcome === 'created' ? 201 : 204);
}
