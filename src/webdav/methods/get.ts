import type { Located } from '../../core/browse/browse.ts';
import { sendContent } from '../../http/content.ts';
import { escapeText } from '../../http/escape.ts';
import { etagOf } from '../../http/etag.ts';
import { DavError, GrowingBody, sendError } from '../protocol/protocol.ts';
import { encodeName, hrefOf, locateExisting, type RequestContext, requireIf } from '../request/request.ts';

/** A document that somebody else wrote must not run as a page of this server when a browser opens it. */
const HARMLESS = { 'Content-Security-Policy': 'sandbox', 'X-Content-Type-Options': 'nosniff' };

async function sendDocument(context: RequestContext, id: number): Promise<void> {
  const { dms, actor, request, response } = context;
  const { document, content } = dms.documents.open(actor, id);
  await sendContent(
    request,
    response,
    {
      content,
      mimeType: document.mimeType,
      etag: etagOf(document),
      lastModified: document.modifiedAt,
      headers: HARMLESS,
    },
    (status) =>
      sendError(
        response,
        new DavError(status, status === 412 ? 'A condition of the request does not hold.' : 'No such range.'),
      ),
  );
}

/** A plain page with the names in a folder, for whoever opens it in a browser; Office asks for it with HEAD. */
async function sendListing(context: RequestContext, folder: Located): Promise<void> {
  const { dms, actor, path, request, response } = context;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const base = hrefOf(path.segments, true);
  const title = escapeText(`/${path.segments.join('/')}`);
  const up =
    path.segments.length === 0
      ? ''
      : `<li><a href="${hrefOf(path.segments.slice(0, -1), true)}">../</a></li>\n`;
  const body = new GrowingBody(
    response,
    `<!doctype html>\n<meta charset="utf-8">\n<title>${title}</title>\n<h1>${title}</h1>\n<ul>\n${up}`,
    '</ul>\n',
  );
  for await (const batch of dms.tree.members(actor, folder)) {
    for (const { entry, name } of batch) {
      const end = entry.kind === 'folder' ? '/' : '';
      body.append(`<li><a href="${base}${encodeName(name)}${end}">${escapeText(name)}${end}</a></li>\n`);
    }
    await body.flush();
    if (body.abandoned) return;
  }
  body.end();
}

/** GET and HEAD (RFC 9110 §9.3.1, RFC 4918 §9.4): a document with ranges and conditions, or a page about a folder. */
export async function get(context: RequestContext): Promise<void> {
  const found = locateExisting(context);
  const { entry } = found;
  requireIf(context, entry, entry.id);
  if (entry.kind === 'folder') await sendListing(context, found);
  else await sendDocument(context, entry.id);
}
