import { type ChunkOutcome, isChunkName } from '../../core/entries/entries.ts';
import { badRequest, DavError, sendResponse } from '../../webdav/protocol/protocol.ts';
import { type RequestContext, readWholeNumber, sendContinue } from '../../webdav/request/request.ts';
import { announcedDestination } from './destination.ts';
import { sentDigests } from './headers.ts';

/** The error of each outcome for which a chunk does not count. */
const REFUSALS: Readonly<
  Record<Exclude<ChunkOutcome, 'received' | 'replaced'>, readonly [status: number, text: string]>
> = {
  not_next: [
    409,
    'The chunk does not follow the last complete chunk. List the chunks, or begin a new upload.',
  ],
  too_many: [413, 'The upload has too many chunks.'],
  too_long: [413, 'The content is longer than OC-Total-Length.'],
  wrong_checksum: [400, 'The chunk does not match the checksum that was sent.'],
};

/**
 * PUT of a chunk: 201, or 204 if the last chunk was sent again. A chunk that breaks off does not count. 409 if it is
 * neither the next chunk nor the last one.
 */
export async function putChunk(context: RequestContext, id: string, name: string): Promise<void> {
  const { dms, actor, request, response } = context;
  const { headers } = request;
  if (!isChunkName(name))
    throw badRequest('The name of a chunk must be a number, or two with "-" between them.');
  if (headers['content-range'] !== undefined) throw badRequest('Content-Range is not supported.');
  const [digest] = sentDigests(headers);
  const chunk = {
    name,
    offset: readWholeNumber(headers, 'OC-Chunk-Offset'),
    bytes: readWholeNumber(headers, 'Content-Length'),
    source: request,
    ownsBytes: true,
    ready: () => sendContinue(context),
    checksum: digest && { name: digest.name, digest: Buffer.from(digest.value, 'hex') },
  };
  const outcome = await dms.chunkedUploads.receive(actor, id, chunk, announcedDestination(context));
  if (outcome === 'received' || outcome === 'replaced') {
    sendResponse(response, outcome === 'received' ? 201 : 204);
    return;
  }
  throw new DavError(...REFUSALS[outcome]);
}

/** DELETE of a chunk, which must be the last one. Desktop clients delete chunks that they cannot use. */
export async function deleteChunk(
  { dms, actor, response }: RequestContext,
  id: string,
  name: string,
): Promise<void> {
  const outcome = await dms.chunkedUploads.removeChunk(actor, id, name);
  if (outcome === 'not_last') throw new DavError(409, 'Only the last chunk can be deleted.');
  sendResponse(response, 204);
}
