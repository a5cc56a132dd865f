import { badRequest, DavError } from '../protocol/dav-error.ts';
import { readDepth } from '../request/headers.ts';
import { knownPlace, targetOf } from '../request/places.ts';
import { answer, isFolder, type RequestContext } from '../request/request-context.ts';
import { isSame, readTransfer, type Transfer, transferred } from './transfer.ts';

/**
 * True when the entry gets another name where it lies: another spelling of its own, or another name at the mount root
 * for a shared entry, which must not come into the home.
 */
function isRename(exchange: RequestContext, transfer: Transfer): boolean {
  const { source, destination } = transfer;
  if (isSame(transfer)) return destination.name !== source.name;
  const { segments } = exchange.path;
  if (segments.length > 1 || destination.folderId !== 0 || destination.found !== undefined) return false;
  return source.entry.parentId !== exchange.actor.homeId;
}

/** MOVE (RFC 4918 §9.9): the entry keeps its identity; onto a document, that one gets a new version. */
export async function move(exchange: RequestContext): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const depth = readDepth(request.headers) ?? 'infinity';
  const transfer = readTransfer(exchange);
  const { source, destination, overwrite } = transfer;
  if (isFolder(source) && depth !== 'infinity') throw badRequest('A folder goes with all that is in it.');
  const from = knownPlace(exchange);
  if (isRename(exchange, transfer)) {
    await transferred(dms.entries.rename(actor, source.entry.id, destination.name, { from }));
    answer(response, 201);
    return;
  }
  if (isSame(transfer)) throw new DavError(403, 'Source and destination are the same.');
  const { outcome } = await transferred(
    dms.entries.move(actor, source.entry.id, targetOf(exchange, destination), { overwrite, from }),
  );
  answer(response, outcome === 'created' ? 201 : 204);
}
