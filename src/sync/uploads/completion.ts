import { httpDate } from '../../http/content/dates.ts';
import { etagOf } from '../../http/content/etag.ts';
import type { Expectation } from '../../model/entries/expectation.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { badRequest, DavError, sendResponse } from '../../webdav/protocol/protocol.ts';
import {
  expectationOfWrite,
  lockedError,
  modifiedAt,
  type RequestContext,
  readOverwrite,
  readWholeNumber,
  requireDigests,
} from '../../webdav/request/request.ts';
import { atDestination } from './destination.ts';
import { sentDigests } from './headers.ts';

/**
 * MOVE of `.file`: the content becomes the document at the `Destination`, as a PUT there would store it. `If-Match` and
 * `If` apply to the destination. 201 for a new document, else 204. A repeated MOVE gets the same response for a day.
 */
export async function completeUpload(context: RequestContext, id: string): Promise<void> {
  const { dms, actor, request, response } = context;
  const { headers } = request;
  const destination = atDestination(context);
  const { segments, slash } = destination.path;
  if (slash || segments.length === 0) throw badRequest('The destination must be a document.');
  const digests = sentDigests(headers);
  const modified = modifiedAt(headers);
  const completion = {
    destination: segments,
    total: readWholeNumber(headers, 'OC-Total-Length'),
    digests: digests.map(({ name }) => name),
    verify: (content: Parameters<typeof requireDigests>[0]) => requireDigests(content, digests),
    modifiedAt: modified,
    expect: expectationOfMove(destination),
  };
  const result = await dms.chunkedUploads.complete(actor, id, completion).catch((error: unknown) => {
    throw mapError(destination, error);
  });
  if (result.outcome === 'wrong_length') throw badRequest('The chunks are not the whole content.');
  const { outcome, head } = result.stored;
  const etag = etagOf(head);
  const accepted = modified === undefined ? {} : { 'X-OC-Mtime': 'accepted' };
  sendResponse(response, outcome === 'created' ? 201 : 204, {
    ETag: etag,
    'Last-Modified': httpDate(head.modifiedAt),
    ...accepted,
    ...context.extension?.writtenHeaders(head.id, etag),
  });
}

function expectationOfMove(destination: RequestContext): Expectation | undefined {
  const conditions = expectationOfWrite(destination);
  if (readOverwrite(destination.request.headers)) return conditions;
  return (current, folderId) => {
    if (current !== undefined) throw new DavError(412, 'The destination already exists.');
    conditions?.(current, folderId);
  };
}

/** An error of the core as that of a PUT to the destination. */
function mapError(destination: RequestContext, error: unknown): unknown {
  if (!(error instanceof DmsError)) return error;
  if (error.code === 'locked') return lockedError(destination, error);
  return error.code === 'name_taken' ? new DavError(405, 'The destination is a folder.') : error;
}
