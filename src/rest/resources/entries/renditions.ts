import type { Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { THUMBNAIL_SIZES, type ThumbnailSize } from '../../../model/entries/rendition.ts';
import { actorOf, idOf } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const DEFAULT_SIZE = 256;
/** `Cache-Control` for responses that never change at their URL: one year. */
const IMMUTABLE = 'private, max-age=31536000, immutable';

const size = z
  .enum(THUMBNAIL_SIZES.map(String))
  .default(String(DEFAULT_SIZE))
  .transform((text): ThumbnailSize => THUMBNAIL_SIZES.find((one) => String(one) === text) ?? DEFAULT_SIZE)
  .describe('Length of the longer side in pixels, or less for a smaller picture.');
const query = z.object({
  v: z
    .string()
    .optional()
    .describe('The `sha256` of the document. Browsers then cache the response for a year.'),
});

/** Sends a rendition. `Content-Security-Policy` prevents a browser from running scripts in it. */
function send(
  res: Response,
  made: { etag: string; type: string; body: Buffer | string; isImmutable: boolean },
): void {
  res.setHeader('Cache-Control', made.isImmutable ? IMMUTABLE : 'private, no-cache');
  res.setHeader('ETag', `"${made.etag}"`);
  res.setHeader('Content-Security-Policy', 'sandbox');
  res.setHeader('Content-Type', made.type);
  res.send(made.body);
}

const notModified = { mediaTypes: [], description: 'Not modified.' } as const;
const pending = '404 with `Retry-After` while it is being generated. 404 if there is none.';

/** Operations that send the renditions of documents. */
export function renditionOperations(dms: Dms) {
  return {
    thumbnail: operation({
      summary: 'Read the thumbnail of a document',
      description: `JPEG, or PNG if the picture has transparency. Always from the newest version. ${pending}`,
      query: query.extend({ size }),
      responses: {
        200: {
          mediaTypes: ['image/jpeg', 'image/png'],
          description: 'The thumbnail. The response has `ETag`.',
        },
        304: notModified,
      },
      handle: (req, res, input) => {
        const { size: longest, v } = input.query();
        const { sha256, type, image } = dms.renditions.thumbnail(actorOf(req), idOf(req), longest);
        send(res, {
          etag: `${sha256.slice(0, 32)}-${longest}`,
          type,
          body: image,
          isImmutable: v === sha256,
        });
      },
    }),

    text: operation({
      summary: 'Read the text inside a document',
      description: `The searchable text of the newest version, at most 2 MiB. ${pending}`,
      query,
      responses: {
        200: { mediaTypes: ['text/plain'], description: 'The text, in UTF-8. The response has `ETag`.' },
        304: notModified,
      },
      handle: (req, res, input) => {
        const { v } = input.query();
        const { sha256, text } = dms.renditions.text(actorOf(req), idOf(req));
        const etag = `${sha256.slice(0, 32)}-text`;
        send(res, { etag, type: 'text/plain; charset=utf-8', body: text, isImmutable: v === sha256 });
      },
    }),
  } satisfies Operations;
}
