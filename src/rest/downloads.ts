import type { Request, Response } from 'express';
import type { Dms } from '../core/dms.ts';
import { sendContent } from '../http/content.ts';
import { contentDisposition } from '../http/disposition.ts';
import { etagOf } from '../http/etag.ts';
import { notFound } from '../model/errors.ts';
import { actorOf } from './context.ts';
import { answerError } from './errors.ts';
import { idOf, numberOf } from './fields.ts';

const REFUSALS = {
  412: 'The document is not in the state that the request asks for.',
  416: 'The document does not have the bytes that the request asks for.',
} as const;

/** Types that a browser may show in its window: none that can carry a script of its own. */
const SHOWN = /^(?:image\/(?!svg\+xml$).+|audio\/.+|video\/.+|application\/pdf|text\/plain)$/;

function versionOfQuery(req: Request): number | undefined {
  const { version } = req.query;
  if (version === undefined) return undefined;
  if (typeof version !== 'string' || !/^\d{1,15}$/.test(version)) throw notFound();
  return Number(version);
}

/** The content of documents and of their versions. */
export function downloadHandlers(dms: Dms) {
  async function send(req: Request, res: Response, number: number | undefined): Promise<void> {
    const { document, version, content } = dms.documents.open(actorOf(req), idOf(req), number);
    const inline = req.query['inline'] === '1' && SHOWN.test(version.mimeType);
    // For the head the document says when its content was modified, which the client may have set.
    const lastModified = version.number === document.version ? document.modifiedAt : version.createdAt;
    res.setHeader('Cache-Control', 'private, no-cache');
    const representation = {
      content,
      etag: etagOf({ sha256: version.sha256, version: version.number }),
      lastModified,
      mimeType: version.mimeType,
      headers: {
        'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', document.name),
        'Content-Security-Policy': 'sandbox',
      },
    };
    await sendContent(req, res, representation, (status) =>
      answerError(res, status, { message: REFUSALS[status] }),
    );
  }

  return {
    head: (req: Request, res: Response): Promise<void> => send(req, res, versionOfQuery(req)),
    version: (req: Request, res: Response): Promise<void> => send(req, res, numberOf(req, 'number')),
  };
}
