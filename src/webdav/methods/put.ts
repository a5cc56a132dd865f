import type { IncomingHttpHeaders } from 'node:http';
import type { ReceivedContent } from '../../core/versions/versions.ts';
import { httpDate } from '../../http/dates.ts';
import { etagOf } from '../../http/etag.ts';
import { DmsError } from '../../model/errors.ts';
import { answer, badRequest, DavError } from '../protocol/protocol.ts';
import {
  askForBody,
  expectationOf,
  expectedDigests,
  header,
  type RequestContext,
  requireDigests,
  requireIf,
  requirePreconditions,
} from '../request/request.ts';
import { allowBut } from './allow.ts';

function wholeNumber(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = header(headers, name);
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a number.`);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) {
    throw new DavError(413, 'Content-Length is too large.', { headers: { Connection: 'close' } });
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

function notOnFolders(): DavError {
  return new DavError(405, 'PUT is for documents.', { headers: { Allow: allowBut('PUT') } });
}

/** The target of the request. @throws {DavError} 405 for what can only be a folder */
function targetOf({ path: { segments, slash } }: RequestContext): { readonly path: readonly string[] } {
  if (slash || segments.length === 0) throw notOnFolders();
  return { path: segments };
}

/** Says 405 where the core found a folder at the target. */
function folderRefused(error: unknown): unknown {
  return error instanceof DmsError && error.code === 'name_taken' ? notOnFolders() : error;
}

/** Checks rights, locks, name, quota and conditions before the body is asked for. */
function authorise(context: RequestContext, size: number | undefined): void {
  const { dms, actor } = context;
  let requireAfterRights = (): void => undefined;
  try {
    dms.uploads.authorise(actor, targetOf(context), {
      size,
      expect: (current, folderId) => {
        requireIf(context, current, folderId);
        requireAfterRights = () => requirePreconditions(context, current);
      },
    });
  } catch (error) {
    throw folderRefused(error);
  }
  // A request that would be refused anyway is not refused because of a condition (RFC 9110 §13.2.1).
  requireAfterRights();
}

async function store(context: RequestContext, content: ReceivedContent): Promise<void> {
  const { dms, actor, request, response } = context;
  const modified = modifiedAt(request.headers);
  const { outcome, head } = await dms.uploads.store(actor, targetOf(context), content, {
    modifiedAt: modified,
    continuesHistory: true,
    mimeType: request.headers['content-type'],
    expect: expectationOf(context),
  });
  answer(response, outcome === 'created' ? 201 : 204, {
    ETag: etagOf(head),
    'Last-Modified': httpDate(head.modifiedAt),
    ...(modified === undefined ? {} : { 'X-OC-Mtime': 'accepted' }),
  });
}

/** PUT (RFC 9110 §9.3.4, RFC 4918 §9.7): streams the body into the store, then makes it a document or a new version. */
export async function put(context: RequestContext): Promise<void> {
  const { dms, actor, request } = context;
  const { headers } = request;
  if (headers['content-range'] !== undefined) throw badRequest('PUT takes whole contents only.');
  const size = announcedSize(headers);
  const digests = expectedDigests(headers);
  authorise(context, size);
  const content = await dms.uploads.receive(actor, request, {
    expectedBytes: size,
    digests: digests.map(({ name }) => name),
    ready: () => askForBody(context),
  });
  try {
    requireDigests(content, digests);
    await store(context, content);
  } catch (error) {
    await content.discard();
    throw folderRefused(error);
  }
}
