import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import { sendContent } from '../../http/content.ts';
import { contentDisposition } from '../../http/disposition.ts';
import { etagOf } from '../../http/etag.ts';
import { notFound } from '../../model/errors.ts';
import { actorOf, answerError, idOf, numberOf } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';

const REFUSALS = {
  412: 'The document is not in the state that the request asks for.',
  416: 'The document does not have the bytes that the request asks for.',
} as const;

/** Types that a browser may show in its window: none that can carry a script of its own. */
const SHOWN = /^(?:image\/(?!svg\+xml$).+|audio\/.+|video\/.+|application\/pdf|text\/plain)$/;

const inline = z.unknown().optional().meta({
  type: 'string',
  description: '`1`: to be shown; pictures, PDF, audio, video and plain text only.',
});
const query = z.object({ inline });
const queryOfHead = query.extend({
  version: z
    .unknown()
    .optional()
    .meta({ type: 'integer', minimum: 1, description: 'Number of a version; one that is not there is 404.' }),
});

const answers = {
  200: { media: ['*/*'], description: 'The content.', isValidated: true },
  206: {
    media: ['*/*', 'multipart/byteranges'],
    description: 'The ranges that were asked for.',
    isValidated: true,
  },
  304: { media: [], description: 'Not modified.', isValidated: true },
} as const;
const errors = [412, 416] as const;
const description =
  'With `ETag`, `Last-Modified` and `Content-Disposition`; byte ranges and conditional requests as RFC 9110 says.';

function versionNumber(version: unknown): number | undefined {
  if (version === undefined) return undefined;
  if (typeof version !== 'string' || !/^\d{1,15}$/.test(version)) throw notFound();
  return Number(version);
}

/** The content of documents and of their versions. */
export function downloadOperations(dms: Dms) {
  async function send(
    req: Request,
    res: Response,
    number: number | undefined,
    { inline }: z.output<typeof query>,
  ): Promise<void> {
    const { document, version, content } = dms.documents.open(actorOf(req), idOf(req), number);
    const isShown = inline === '1' && SHOWN.test(version.mimeType);
    // For the head the document says when its content was modified, which the client may have set.
    const lastModified = version.number === document.version ? document.modifiedAt : version.createdAt;
    res.setHeader('Cache-Control', 'private, no-cache');
    const representation = {
      content,
      etag: etagOf({ sha256: version.sha256, version: version.number }),
      lastModified,
      mimeType: version.mimeType,
      headers: {
        'Content-Disposition': contentDisposition(isShown ? 'inline' : 'attachment', document.name),
        'Content-Security-Policy': 'sandbox',
      },
    };
    await sendContent(req, res, representation, (status) =>
      answerError(res, status, { message: REFUSALS[status] }),
    );
  }

  return {
    head: operation({
      ...{ summary: 'Download a document', description, answers, errors },
      query: queryOfHead,
      handle: (req, res, input) => {
        const { version, ...wanted } = input.query();
        return send(req, res, versionNumber(version), wanted);
      },
    }),

    version: operation({
      ...{ summary: 'Download a version', description, answers, errors },
      query,
      handle: (req, res, input) => send(req, res, numberOf(req, 'number'), input.query()),
    }),
  } satisfies Operations;
}
