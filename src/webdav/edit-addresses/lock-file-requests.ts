import { httpDate, isoDate } from '../../http/content/dates.ts';
import { beginMultistatus, DavError, propstat, sendResponse } from '../protocol/protocol.ts';
import { locateExisting, type RequestContext, readSmallBody } from '../request/request.ts';
import { type LockFile, type LockFiles, MAX_LOCK_FILE_BYTES } from './lock-files.ts';

/** A name beside a document at an edit address. */
interface Place {
  readonly addressId: number;
  readonly name: string;
}

/**
 * Responds for a lock file beside the document. It can be written, read and deleted, and nothing more.
 * @throws {DavError} 403 | 404 | 413 (the file is too large) | 507 (too many files)
 */
export async function respondAsLockFile(
  context: RequestContext,
  lockFiles: LockFiles,
  place: Place,
): Promise<void> {
  const { request, response } = context;
  const { addressId, name } = place;
  switch (request.method) {
    case 'PUT':
      await put(context, lockFiles, place);
      return;
    case 'GET':
    case 'HEAD':
    case 'PROPFIND':
      send(context, lockFiles.find(addressId, name));
      return;
    case 'DELETE':
      if (!lockFiles.remove(addressId, name)) throw notFound();
      sendResponse(response, 204);
      return;
    default:
      throw new DavError(403, 'A lock file can only be written, read and deleted.');
  }
}

async function put(context: RequestContext, lockFiles: LockFiles, { addressId, name }: Place): Promise<void> {
  const bytes = await readSmallBody(context, MAX_LOCK_FILE_BYTES);
  // The user may have lost the document while the body arrived.
  locateExisting(context);
  const outcome = lockFiles.put(addressId, name, { bytes, writtenAt: context.now() });
  if (outcome === undefined) throw new DavError(507, 'There are too many lock files.');
  sendResponse(context.response, outcome === 'created' ? 201 : 204);
}

function send({ mount, path, request, response }: RequestContext, file: LockFile | undefined): void {
  if (file === undefined) throw notFound();
  const { bytes, writtenAt } = file;
  if (request.method !== 'PROPFIND') {
    const headers = { 'Content-Type': 'application/octet-stream', 'Last-Modified': httpDate(writtenAt) };
    sendResponse(response, 200, headers, bytes);
    return;
  }
  const properties =
    `<d:resourcetype/><d:creationdate>${isoDate(writtenAt)}</d:creationdate>` +
    `<d:getlastmodified>${httpDate(writtenAt)}</d:getlastmodified>` +
    `<d:getcontentlength>${bytes.length}</d:getcontentlength>`;
  const body = beginMultistatus(response);
  const href = mount.hrefOf(path.segments, false);
  body.append(`<d:response><d:href>${href}</d:href>${propstat(properties, '200 OK')}</d:response>`);
  body.end();
}

function notFound(): DavError {
  return new DavError(404, 'Not found.');
}
