import { parsePropfind } from '../../webdav/properties/properties.ts';
import { DAV, DavError, sendResponse } from '../../webdav/protocol/protocol.ts';
import {
  type Method,
  type RequestContext,
  readDepth,
  readText,
  readWholeNumber,
} from '../../webdav/request/request.ts';
import { COLLECTION, Listing, type Properties } from '../listing.ts';
import { notAllowed } from '../sync-context.ts';
import { deleteChunk, putChunk } from './chunks.ts';
import { completeUpload } from './completion.ts';
import { announcedDestination } from './destination.ts';

/** The member of an upload that stands for its whole content. */
const WHOLE = '.file';
/** Longest id of an upload. */
const MAX_ID = 255;

/** Id of the upload, and name of the member, of a request path. @throws {DavError} 404 | 405 */
function addressed({ path: { segments } }: RequestContext): {
  readonly id: string;
  readonly member?: string;
} {
  const [id, member, ...more] = segments;
  if (id === undefined) throw notAllowed('PROPFIND');
  if (more.length > 0 || id.length > MAX_ID) throw new DavError(404, 'Not found.');
  return member === undefined ? { id } : { id, member };
}

/** MKCOL: begins an upload. 405 if it has begun already: clients then list its chunks, and continue. */
async function begin(context: RequestContext): Promise<void> {
  const { dms, actor, request, response } = context;
  const { id, member } = addressed(context);
  if (member !== undefined) throw notAllowed('PUT, DELETE, MOVE');
  const total = readWholeNumber(request.headers, 'OC-Total-Length');
  const plan = { total, destination: announcedDestination(context) };
  if ((await dms.chunkedUploads.begin(actor, id, plan)) === 'exists') throw notAllowed('PROPFIND, DELETE');
  sendResponse(response, 201);
}

async function put(context: RequestContext): Promise<void> {
  const { id, member } = addressed(context);
  if (member === undefined || member === WHOLE) throw notAllowed('PROPFIND, DELETE, MOVE');
  await putChunk(context, id, member);
}

async function move(context: RequestContext): Promise<void> {
  const { id, member } = addressed(context);
  if (member !== WHOLE) throw notAllowed('PUT, DELETE');
  await completeUpload(context, id);
}

async function remove(context: RequestContext): Promise<void> {
  const { dms, actor, response } = context;
  const { id, member } = addressed(context);
  if (member !== undefined) {
    await deleteChunk(context, id, member);
    return;
  }
  await dms.chunkedUploads.remove(actor, id);
  sendResponse(response, 204);
}

/** Properties of a chunk by its length in bytes; undefined: the upload itself. */
const PROPERTIES: Properties<number | undefined> = {
  [DAV]: new Map<string, (size: number | undefined) => string | undefined>([
    ['resourcetype', (size) => (size === undefined ? COLLECTION : '')],
    ['getcontentlength', (size) => size?.toString()],
  ]),
};

/** PROPFIND: the complete chunks with their lengths. Without `Depth: 0`, of all chunks. */
async function propfind(context: RequestContext): Promise<void> {
  const { dms, actor, mount, request, response } = context;
  const { id, member } = addressed(context);
  if (member !== undefined) throw notAllowed('PUT, DELETE, MOVE');
  const depth = readDepth(request.headers);
  const asked = parsePropfind(await readText(context));
  const chunks = await dms.chunkedUploads.list(actor, id);
  const listing = new Listing(response, asked, PROPERTIES);
  await listing.append(mount.hrefOf([id], true), undefined);
  for (const { name, size } of depth === '0' ? [] : chunks)
    if (!(await listing.append(mount.hrefOf([id, name], false), size))) return;
  listing.end();
}

/** Methods at `/remote.php/dav/uploads/{login}`: uploads in chunks (docs/build/contract/sync.md). */
export const UPLOAD_METHODS: Readonly<Record<string, Method>> = {
  DELETE: remove,
  MKCOL: begin,
  MOVE: move,
  PROPFIND: propfind,
  PUT: put,
};
