import type { Member } from '../../core/browse/browse.ts';
import type { OpenedDocument } from '../../core/entries/entries.ts';
import { addToHead, headerList } from '../../http/connections/head.ts';
import { type Representation, representationOf, sendContent } from '../../http/content/content.ts';
import { escapeText } from '../../http/content/escape.ts';
import { etagOf } from '../../http/content/etag.ts';
import { DavError, StreamedBody, sendError } from '../protocol/protocol.ts';
import { encodeName, locateExisting, type RequestContext, requireIf } from '../request/request.ts';

/**
 * Prevents scripts in a document, which another user may have written, from running with the rights of this server's
 * pages.
 */
const SANDBOX_HEADERS = { 'Content-Security-Policy': 'sandbox' };
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** A document, with the content to send. */
type Opened = Pick<OpenedDocument, 'content' | 'document'>;

/** Representations of documents that the core keeps open, for as long as it does. */
const representations = new WeakMap<Opened, Representation>();

/** @param lastModified as the client accepts it, in milliseconds UTC */
function representation(opened: Opened, lastModified = opened.document.modifiedAt): Representation {
  const { document, content } = opened;
  const isExact = lastModified === document.modifiedAt;
  const known = isExact ? representations.get(opened) : undefined;
  if (known !== undefined) return known;
  const made = representationOf({
    content,
    mimeType: document.mimeType,
    etag: etagOf(document),
    lastModified,
    headers: SANDBOX_HEADERS,
  });
  if (isExact) representations.set(opened, made);
  return made;
}

/** Sends a document with support for ranges and conditional headers. */
export function sendDocument(
  { extension, request, response }: Pick<RequestContext, 'extension' | 'request' | 'response'>,
  opened: Opened,
): Promise<void> | undefined {
  if (extension) {
    const headers = Object.entries(extension.contentHeaders(opened.document));
    for (const [name, value] of headers) addToHead(response, name, value);
  }
  const lastModified = extension?.timeOf(opened.document);
  return sendContent(request, response, representation(opened, lastModified), (status) =>
    sendError(
      response,
      status === 412
        ? new DavError(412, 'A precondition of the request is not met.')
        : new DavError(416, 'The document does not contain the requested range.'),
    ),
  );
}

/**
 * Sends an HTML page with links to the members of a folder, for browsers. HEAD must return 200 too, because Office
 * sends HEAD for folders.
 */
export async function sendFolderPage(
  { mount, path, request, response }: Pick<RequestContext, 'mount' | 'path' | 'request' | 'response'>,
  members: AsyncIterable<readonly Pick<Member, 'entry' | 'name'>[]>,
): Promise<void> {
  if (request.method === 'HEAD') {
    response.writeHead(200, headerList(PAGE_HEADERS)).end();
    return;
  }
  const base = mount.hrefOf(path.segments, true);
  const title = escapeText(`/${path.segments.join('/')}`);
  const parentLink =
    path.segments.length === 0
      ? ''
      : `<li><a href="${mount.hrefOf(path.segments.slice(0, -1), true)}">../</a></li>\n`;
  const body = new StreamedBody(
    response,
    '<!doctype html>\n<meta charset="utf-8">\n' +
      `<title>${title}</title>\n<h1>${title}</h1>\n<ul>\n${parentLink}`,
    '</ul>\n',
    { status: 200, headers: PAGE_HEADERS },
  );
  for await (const slice of members) {
    for (const { entry, name } of slice) {
      const slash = entry.kind === 'folder' ? '/' : '';
      body.append(`<li><a href="${base}${encodeName(name)}${slash}">${escapeText(name)}${slash}</a></li>\n`);
    }
    await body.flush();
    if (body.isClosed) return;
  }
  body.end();
}

/**
 * GET and HEAD (RFC 9110 §9.3.1, RFC 4918 §9.4). Sends a document with support for ranges and conditional headers, and
 * a folder as an HTML page of its members.
 */
export function get(context: RequestContext): Promise<void> | undefined {
  const { actor, dms } = context;
  const found = locateExisting(context);
  const { entry } = found;
  requireIf(context, entry, entry.id);
  if (entry.kind === 'folder') return sendFolderPage(context, dms.tree.members(actor, found));
  if (context.extension?.respondInstead(context, entry)) return undefined;
  return sendDocument(context, dms.documents.open(actor, entry.id));
}
