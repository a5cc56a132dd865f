import {
  beginMultistatus,
  DAV,
  DavError,
  emptyElement,
  propstat,
  sendResponse,
} from '../../webdav/protocol/protocol.ts';
import {
  encodeName,
  type Method,
  type RequestContext,
  readDepth,
  readText,
  readWholeNumber,
} from '../../webdav/request/request.ts';
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

function notAllowed(allow: string): DavError {
  return new DavError(405, 'The method is not allowed here.', { headers: { Allow: allow } });
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

const FOLDER = propstat(
  `<D:resourcetype>${emptyElement({ namespace: DAV, name: 'collection' })}</D:resourcetype>`,
  '200 OK',
);

function chunkProperties(size: number): string {
  return propstat(`<D:resourcetype/><D:getcontentlength>${size}</D:getcontentlength>`, '200 OK');
}

/** PROPFIND: the complete chunks with their lengths, whatever properties the client asks for. */
async function propfind(context: RequestContext): Promise<void> {
  const { dms, actor, mount, request, response } = context;
  const { id, member } = addressed(context);
  if (member !== undefined) throw notAllowed('PUT, DELETE, MOVE');
  const depth = readDepth(request.headers);
  await readText(context);
  const chunks = await dms.chunkedUploads.list(actor, id);
  const href = mount.hrefOf([id], true);
  const body = beginMultistatus(response);
  body.append(`<D:response><D:href>${href}</D:href>${FOLDER}</D:response>`);
  for (const { name, size } of depth === '0' ? [] : chunks) {
    const properties = chunkProperties(size);
    body.append(`<D:response><D:href>${href}${encodeName(name)}</D:href>${properties}</D:response>`);
    await body.flush();
  }
  body.end();
}

/** Methods at `/remote.php/dav/uploads/{login}`: uploads in chunks (docs/build/contract/sync.md). */
export const UPLOAD_METHODS: Readonly<Record<string, Method>> = {
  DELETE: remove,
  MKCOL: begin,
  MOVE: move,
  PROPFIND: propfind,
  PUT: put,
};
