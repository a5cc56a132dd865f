import type { Request, Response } from 'express';
import { allowsDownloads } from '../../core/links/links.ts';
import { representationOf, sendContent } from '../../http/content/content.ts';
import { contentDisposition } from '../../http/content/disposition.ts';
import { etagOf } from '../../http/content/etag.ts';
import { sendArchive } from '../../http/zip/send-archive.ts';
import { THUMBNAIL_SIZES } from '../../model/entries/rendition.ts';
import { notFound } from '../../model/errors/errors.ts';
import { mayDisplay } from './entry-pages.ts';
import type { LinkContext } from './link-context.ts';

/** Conditions and ranges of a request. With a limit of downloads, each response has the whole content and counts. */
const PARTIAL = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
] as const;

/**
 * Counts a download. Not one that a client continues, or for which it has the content already.
 * @throws {DmsError} not_found: the link does not allow downloads, or had its last one
 */
async function countDownload(
  { dms, request, visit }: LinkContext,
  req: Request,
  etag?: string,
): Promise<void> {
  const { kind, maxDownloads } = visit.link;
  if (!allowsDownloads(kind)) throw notFound();
  if (maxDownloads !== null) for (const name of PARTIAL) Reflect.deleteProperty(req.headers, name);
  const isContinued = /^bytes=[1-9]/.test(req.headers.range ?? '');
  const isKnown = etag !== undefined && req.headers['if-none-match'] === etag;
  if (req.method === 'GET' && !isContinued && !isKnown) await dms.linkVisits.count(request, 'download');
}

/**
 * Sends a document, as a download or for display in the browser.
 * @throws {DmsError} not_found
 */
export async function sendDocument(
  context: LinkContext,
  req: Request,
  res: Response,
  { id, isDownload }: { readonly id: number; readonly isDownload: boolean },
): Promise<void> {
  const { dms, visit } = context;
  const { document, version, content } = dms.documents.open(visit.user, id);
  const etag = etagOf({ sha256: version.sha256, version: version.number });
  if (isDownload) await countDownload(context, req, etag);
  else if (!mayDisplay(context, version)) throw notFound();
  res.setHeader('Cache-Control', 'private, no-cache');
  const representation = representationOf({
    content,
    etag,
    lastModified: document.modifiedAt,
    mimeType: version.mimeType,
    headers: {
      'Content-Disposition': contentDisposition(isDownload ? 'attachment' : 'inline', document.name),
      // Browsers display no PDF in a sandbox. Their viewers are no part of this origin.
      ...(version.mimeType === 'application/pdf' && !isDownload
        ? {}
        : { 'Content-Security-Policy': 'sandbox' }),
    },
  });
  await sendContent(req, res, representation);
}

/** Sends a thumbnail. @throws {DmsError} not_found, with `retryAfter` while it is being made */
export function sendThumbnail({ dms, visit }: LinkContext, req: Request, res: Response, id: number): void {
  const size = THUMBNAIL_SIZES.find((each) => String(each) === req.params['size']);
  if (size === undefined) throw notFound();
  const { sha256, type, image } = dms.renditions.thumbnail(visit.user, id, size);
  const etag = `"${sha256.slice(0, 32)}-${String(size)}"`;
  res.set({ 'Cache-Control': 'private, no-cache', ETag: etag, 'Content-Security-Policy': 'sandbox' });
  if (req.headers['if-none-match'] === etag) res.status(304).end();
  else res.set('Content-Type', type).send(image);
}

/** Sends a folder as an archive, which counts as one download. @throws {DmsError} not_found | throttled */
export async function sendArchiveOf(
  context: LinkContext,
  req: Request,
  res: Response,
  id: number,
): Promise<void> {
  const { dms, visit } = context;
  dms.linkVisits.entry(visit, id);
  if (!allowsDownloads(visit.link.kind)) throw notFound();
  const { id: archiveId } = await dms.archives.create(visit.user, [id]);
  const opened = await dms.archives.open(visit.user, archiveId);
  try {
    await countDownload(context, req);
    await sendArchive(opened, res);
  } finally {
    opened.close();
  }
}
