import type { Source } from '../../core/browse/browse.ts';
import { evaluateConditions } from '../../http/content/etag.ts';
import { THUMBNAIL_SIZES, type ThumbnailSize } from '../../model/entries/rendition.ts';
import { sendResponse } from '../../webdav/protocol/protocol.ts';
import { authenticate, Mount, type RequestContext } from '../../webdav/request/request.ts';
import { type Handler, isRead, missing, pathOf, queryOf, type SyncContext } from '../sync-context.ts';

const BY_ID = '/index.php/core/preview';
const BY_QUERY = '/index.php/core/preview.png';
/** Width, height, and the path of the document. */
const BY_PATH = /^\/index\.php\/apps\/files\/api\/v1\/thumbnail\/(\d+)\/(\d+)(?=\/)/;
const LARGEST = 512;

/** Paths of {@link createPreviews}. */
export const PREVIEW_PATHS = /^\/index\.php\/(?:core\/preview(?:\.png)?$|apps\/files\/api\/v1\/thumbnail\/)/;

/** The picture that a client asks for. */
interface Asked {
  readonly source: Source;
  /** Width and height in pixels. */
  readonly box: readonly [string | null | undefined, string | null | undefined];
}

/** Creates the handler for the pictures that the apps show in lists: the thumbnails of documents. */
export function createPreviews({ dms, guests, addressOf }: SyncContext): Handler {
  return async (request, response) => {
    if (!isRead(request)) throw missing();
    const actor = await authenticate({ dms, guests }, request, addressOf(request));
    const { source, box } = askedIn(pathOf(request), queryOf(request));
    const found = dms.tree.locate(actor, source);
    if (found?.entry.kind !== 'file') throw missing();
    sendPreview({ dms, actor, request, response }, found.entry.id, box);
  };
}

/** @throws {DavError} 400 | 404 */
function askedIn(path: string, query: URLSearchParams): Asked {
  const box = [query.get('x'), query.get('y')] as const;
  if (path === BY_ID) {
    const id = query.get('fileId') ?? '';
    if (!/^\d{1,15}$/.test(id)) throw missing();
    return { source: Number(id), box };
  }
  if (path === BY_QUERY)
    return { source: { path: (query.get('file') ?? '').split('/').filter((name) => name !== '') }, box };
  const [prefix, x, y] = BY_PATH.exec(path) ?? [];
  if (prefix === undefined) throw missing();
  return { source: { path: new Mount(prefix).parse(path).segments }, box: [x, y] };
}

/** The query of a GET for a thumbnail at the address of the document itself (`preview=1`). */
export function previewBox(request: RequestContext['request']): Asked['box'] | undefined {
  const query = queryOf(request);
  return query.get('preview') === '1' ? [query.get('x'), query.get('y')] : undefined;
}

/**
 * Sends the thumbnail of a document: the smallest one that is at least as large as asked, or else the largest one.
 * @throws {DmsError} not_found (with `retryAfter` while it is not made)
 */
export function sendPreview(
  { dms, actor, request, response }: Pick<RequestContext, 'dms' | 'actor' | 'request' | 'response'>,
  id: number,
  box: Asked['box'],
): void {
  const size = sizeFor(box);
  const { sha256, type, image } = dms.renditions.thumbnail(actor, id, size);
  const etag = `"${sha256.slice(0, 32)}-${String(size)}"`;
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache' };
  const isKnown =
    evaluateConditions(request.headers, { etag, lastModified: Infinity }, true) === 'not_modified';
  if (isKnown) sendResponse(response, 304, headers);
  else
    sendResponse(
      response,
      200,
      { ...headers, 'Content-Type': type, 'Content-Security-Policy': 'sandbox' },
      image,
    );
}

function sizeFor(box: Asked['box']): ThumbnailSize {
  const longest = Math.max(...box.map((length) => Number.parseInt(length ?? '', 10) || 0));
  return THUMBNAIL_SIZES.find((size) => size >= longest) ?? LARGEST;
}
