import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedContent } from '../../core/versions/uploads.ts';
import { httpDate } from '../../http/dates.ts';
import { etagOf } from '../../http/etag.ts';
import { badRequest, DavError } from '../protocol/dav-error.ts';
import { askForBody } from '../request/body.ts';
import { isConditional, requireConditions, requireIf } from '../request/conditions.ts';
import { expectedDigests, requireDigests } from '../request/digests.ts';
import { header } from '../request/headers.ts';
import { type Place, placeOf, targetOf } from '../request/places.ts';
import { answer, isFolder, locate, type RequestContext } from '../request/request-context.ts';
import { allowBut } from './allow.ts';

function wholeNumber(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = header(headers, name);
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a number.`);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) {
    throw new DavError(413, 'The content is longer than anything.', { headers: { Connection: 'close' } });
  }
  return number;
}

/** The length that was announced: `Content-Length`, or for chunked bodies what the Finder says. @throws {DavError} 400 | 413 */
function announcedSize(headers: IncomingHttpHeaders): number | undefined {
  const length = wholeNumber(headers, 'content-length');
  const expected = wholeNumber(headers, 'x-expected-entity-length');
  if (length !== undefined && expected !== undefined && length !== expected) {
    throw badRequest('X-Expected-Entity-Length differs from Content-Length.');
  }
  return length ?? expected;
}

/** What the client says about when the file was modified, in milliseconds UTC (ownCloud, rclone: seconds). */
function modifiedAt(headers: IncomingHttpHeaders): number | undefined {
  const text = header(headers, 'x-oc-mtime');
  if (text === undefined || !/^\d{1,11}(?:\.\d+)?$/.test(text)) return undefined;
  return Math.floor(Number(text) * 1000);
}

/** The place to write to, if a document may be there. */
function documentPlace(exchange: RequestContext): Place {
  const { segments, slash } = exchange.path;
  if (segments.length === 0) throw notOnFolders();
  const place = placeOf(exchange, segments);
  if (slash || (place.found !== undefined && isFolder(place.found))) throw notOnFolders();
  return place;
}

function notOnFolders(): DavError {
  return new DavError(405, 'PUT is for documents.', { headers: { Allow: allowBut('PUT') } });
}

async function store(exchange: RequestContext, incoming: ReceivedContent): Promise<void> {
  const { dms, actor, request, response } = exchange;
  const modified = modifiedAt(request.headers);
  // The body may have taken an hour: what the path leads to now counts.
  const place = documentPlace(exchange);
  requireConditions(exchange, place.found);
  const { outcome, head } = await dms.documents.put(actor, targetOf(exchange, place), incoming, {
    modifiedAt: modified,
    resumes: true,
    mimeType: request.headers['content-type'],
    // Putting a large content in its place takes a moment, too; this runs within the transaction.
    expect: () => {
      if (isConditional(exchange)) requireConditions(exchange, locate(exchange));
    },
  });
  answer(response, outcome === 'created' ? 201 : 204, {
    ETag: etagOf(head),
    'Last-Modified': httpDate(head.modifiedAt),
    ...(modified === undefined ? {} : { 'X-OC-Mtime': 'accepted' }),
  });
}

/** PUT (RFC 9110 §9.3.4, RFC 4918 §9.7): streams the body into the store, then makes it a document or a new version. */
export async function put(exchange: RequestContext): Promise<void> {
  const { dms, actor, request } = exchange;
  const { headers } = request;
  if (headers['content-range'] !== undefined) throw badRequest('PUT takes whole contents only.');
  const size = announcedSize(headers);
  const digests = expectedDigests(headers);
  const place = documentPlace(exchange);
  requireIf(exchange, place.found);
  dms.documents.authorisePut(actor, targetOf(exchange, place), size);
  dms.contents.assertRoom(size ?? 0);
  // What is refused anyhow is not refused because of a condition (RFC 9110 §13.2.1).
  requireConditions(exchange, place.found);
  askForBody(exchange);
  const incoming = await dms.contents.receive(actor, request, {
    expectedBytes: size,
    digests: digests.map(({ name }) => name),
  });
  try {
    requireDigests(incoming, digests);
    await store(exchange, incoming);
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}
