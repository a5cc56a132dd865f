import type { IncomingHttpHeaders } from 'node:http';
import type { UploadResult } from '../../core/entries/entries.ts';
import type { ContentPlace } from '../../core/placement/placement.ts';
import type { ReceivedContent, RunningUpload } from '../../core/versions/versions.ts';
import { httpDate } from '../../http/content/dates.ts';
import { etagOf } from '../../http/content/etag.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { badRequest, DavError, sendResponse } from '../protocol/protocol.ts';
import {
  expectationOfWrite,
  expectedDigests,
  modifiedAt,
  type RequestContext,
  readWholeNumber,
  requireDigests,
  requireIf,
  requirePreconditions,
  requireSpelling,
  sendContinue,
} from '../request/request.ts';
import { allowExcept } from './allow.ts';

/**
 * Length of the content in bytes: `Content-Length`, or the header that the macOS Finder sends with chunked bodies.
 * Undefined if both are missing.
 * @throws {DavError} 400 | 413
 */
function announcedSize(headers: IncomingHttpHeaders): number | undefined {
  const length = readWholeNumber(headers, 'Content-Length');
  const expected = readWholeNumber(headers, 'X-Expected-Entity-Length');
  if (length !== undefined && expected !== undefined && length !== expected) {
    throw badRequest('X-Expected-Entity-Length differs from Content-Length.');
  }
  return length ?? expected;
}

function notAllowedOnFolders(context: RequestContext): DavError {
  const headers = { Allow: allowExcept('PUT', context) };
  return new DavError(405, 'PUT is not allowed on folders.', { headers });
}

/**
 * The document to write.
 * @throws {DavError} 405 if the path is a folder path: the mount root, or with a trailing slash
 */
function targetOf(context: RequestContext): ContentPlace {
  const { path, source } = context;
  const { segments, slash } = path;
  if (slash || segments.length === 0) throw notAllowedOnFolders(context);
  return typeof source === 'number' ? { documentId: source } : source;
}

/** Maps the core's error for a folder at the target to 405. */
function mapFolderError(error: unknown, context: RequestContext): unknown {
  return error instanceof DmsError && error.code === 'name_taken' ? notAllowedOnFolders(context) : error;
}

/** Checks name, `If`, permissions, locks, quota and the other conditions before the client sends the body. */
function authorise(context: RequestContext, size: number | undefined, upload: RunningUpload): void {
  const { dms, actor } = context;
  let checkPreconditions = (): void => undefined;
  try {
    dms.uploads.authorise(actor, targetOf(context), {
      size,
      upload,
      expect: (current, folderId) => {
        requireSpelling(context, current);
        requireIf(context, current, folderId);
        // Deferred: `current` is known only here, but the core checks permissions after this call.
        checkPreconditions = () => requirePreconditions(context, current);
      },
    });
  } catch (error) {
    throw mapFolderError(error, context);
  }
  // Preconditions come last: they are ignored if the request would fail without them too (RFC 9110 §13.2.1).
  checkPreconditions();
}

/** Checks permissions and quota again while a body without an announced length arrives. */
function assertStillAllowed(context: RequestContext, bytes: number, upload: RunningUpload): void {
  const { dms, actor } = context;
  dms.uploads.authorise(actor, targetOf(context), { size: bytes, isPartial: true, upload });
}

async function store(context: RequestContext, content: ReceivedContent): Promise<void> {
  const { dms, actor, request } = context;
  const modified = modifiedAt(request.headers);
  const stored = await dms.uploads.store(actor, targetOf(context), content, {
    modifiedAt: modified,
    // A sync client knows documents by their ids, and saves each by one PUT.
    continuesHistory: context.extension === undefined,
    mimeType: request.headers['content-type'],
    expect: expectationOfWrite(context),
  });
  sendStored(context, stored, modified);
}

/**
 * Sends the response to a request that has stored a content: 201 for a new document, else 204.
 * @param modified the time of the last change that the client sent with the content
 */
export function sendStored(
  { extension, response }: Pick<RequestContext, 'extension' | 'response'>,
  { outcome, head }: UploadResult,
  modified: number | undefined,
): void {
  const etag = etagOf(head);
  sendResponse(response, outcome === 'created' ? 201 : 204, {
    ETag: etag,
    'Last-Modified': httpDate(extension?.timeOf(head) ?? head.modifiedAt),
    ...(modified === undefined ? {} : { 'X-OC-Mtime': 'accepted' }),
    ...extension?.writtenHeaders(head.id, etag),
  });
}

/**
 * PUT (RFC 9110 §9.3.4, RFC 4918 §9.7). Streams the body into the storage, then makes it a new document or a new
 * version. An incomplete body changes nothing.
 */
export async function put(context: RequestContext): Promise<void> {
  const { dms, actor, request } = context;
  const { headers } = request;
  if (headers['content-range'] !== undefined)
    throw badRequest('PUT with Content-Range is not supported: send the whole content.');
  const size = announcedSize(headers);
  const digests = expectedDigests(headers);
  const upload = dms.uploads.begin(actor, () => request.destroy(new Error('the upload was sent again')));
  const permit = (bytes: number): void => assertStillAllowed(context, bytes, upload);
  try {
    authorise(context, size, upload);
    const content = await dms.uploads.receive(actor, request, {
      upload,
      expectedBytes: size,
      permit,
      digests: digests.map(({ name }) => name),
      ownsBytes: true,
      ready: () => sendContinue(context),
    });
    try {
      requireDigests(content, digests);
      await store(context, content);
    } finally {
      // No effect if a document uses the content by now.
      await content.discard();
    }
  } catch (error) {
    throw mapFolderError(error, context);
  } finally {
    upload.end();
  }
}
