import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { representationOf, sendContent } from '../../../http/content/content.ts';
import { contentDisposition } from '../../../http/content/disposition.ts';
import { etagOf } from '../../../http/content/etag.ts';
import { isDisplayedType } from '../../../model/entries/media-type.ts';
import { notFound } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import { actorOf, idOf, pathNumberOf, sendError } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const REASONS = { 412: message('conditions_not_met'), 416: message('ranges_not_met') } as const;

const inline = z
  .unknown()
  .optional()
  .meta({
    type: 'string',
    description:
      '`1`: `Content-Disposition: inline`, for pictures (except SVG), PDF, audio, video and plain text. ' +
      'Ignored for other media types.',
  });
const query = z.object({ inline });
const headQuery = query.extend({
  version: z.unknown().optional().meta({
    type: 'integer',
    minimum: 1,
    description: 'Number of a version; default: the newest. 404 if there is no such version.',
  }),
});

const responses = {
  200: { mediaTypes: ['*/*'], description: 'The content.', hasValidators: true },
  206: {
    mediaTypes: ['*/*', 'multipart/byteranges'],
    description: 'The requested byte ranges.',
    hasValidators: true,
  },
  304: { mediaTypes: [], description: 'Not modified.', hasValidators: true },
} as const;
const errors = [412, 416] as const;
const description =
  'Supports byte ranges and conditional requests (RFC 9110 §13, §14). The response has `ETag`, ' +
  '`Last-Modified` and `Content-Disposition`.';

function versionNumber(version: unknown): number | undefined {
  if (version === undefined) return undefined;
  if (typeof version !== 'string' || !/^\d{1,15}$/.test(version)) throw notFound();
  return Number(version);
}

/** Operations that send the content of documents and of their versions. */
export function downloadOperations(dms: Dms) {
  async function send(
    req: Request,
    res: Response,
    number: number | undefined,
    { inline }: z.output<typeof query>,
  ): Promise<void> {
    const { document, version, content } = dms.documents.open(actorOf(req), idOf(req), number);
    const isInline = inline === '1' && isDisplayedType(version.mimeType);
    // The newest version has the modification time of the document, which a client may have set.
    const lastModified = version.number === document.version ? document.modifiedAt : version.createdAt;
    res.setHeader('Cache-Control', 'private, no-cache');
    const representation = representationOf({
      content,
      etag: etagOf({ sha256: version.sha256, version: version.number }),
      lastModified,
      mimeType: version.mimeType,
      headers: {
        'Content-Disposition': contentDisposition(isInline ? 'inline' : 'attachment', document.name),
        'Content-Security-Policy': 'sandbox',
      },
    });
    await sendContent(req, res, representation, (status) => sendError(res, status, REASONS[status]));
  }

  return {
    head: operation({
      ...{ summary: 'Download a document', description, responses, errors },
      query: headQuery,
      handle: (req, res, input) => {
        const { version, ...rest } = input.query();
        return send(req, res, versionNumber(version), rest);
      },
    }),

    version: operation({
      ...{ summary: 'Download a version', description, responses, errors },
      query,
      handle: (req, res, input) => send(req, res, pathNumberOf(req, 'number'), input.query()),
    }),
  } satisfies Operations;
}
