import type { Expectation } from '../../model/entries/expectation.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { sendStored } from '../../webdav/methods/methods.ts';
import { badRequest, DavError } from '../../webdav/protocol/protocol.ts';
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
  const { dms, actor, request } = context;
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
  sendStored(context, result.stored, modified);
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
