import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { OpenedDocument } from '../../../core/entries/entries.ts';
import { representationOf, sendContent } from '../../../http/content/content.ts';
import { contentDisposition } from '../../../http/content/disposition.ts';
import { etagOf } from '../../../http/content/etag.ts';
import { isDisplayedType } from '../../../model/entries/media-type.ts';
import { notFound } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import { actorOf, dateOrTimestamp, idOf, messageText, pathNumberOf, sendError } from '../../http/http.ts';
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
const headQuery = query
  .extend({
    version: z.unknown().optional().meta({
      type: 'integer',
      minimum: 1,
      description: 'Number of a version; default: the newest. 404 if there is no such version.',
    }),
    at: dateOrTimestamp
      .optional()
      .describe(
        'Sends the newest version of this time, under the name that the document had then; also of a document that is ' +
          'in the trash now. 404 if there is none, 422 together with `version` and in the future.',
      ),
  })
  .superRefine(({ at, version }, context) => {
    if (at !== undefined && version !== undefined)
      context.addIssue({ code: 'custom', path: ['at'], message: messageText('not_with_version') });
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

/** A content to send, and what describes it. */
interface Download {
  readonly name: string;
  readonly sha256: string;
  readonly version: number;
  readonly mimeType: string;
  /** Milliseconds UTC. */
  readonly modifiedAt: number;
  readonly content: OpenedDocument['content'];
}

function versionNumber(version: unknown): number | undefined {
  if (version === undefined) return undefined;
  if (typeof version !== 'string' || !/^\d{1,15}$/.test(version)) throw notFound();
  return Number(version);
}

/** Operations that send the content of documents and of their versions. */
export function downloadOperations(dms: Dms) {
  function ofVersion(req: Request, number: number | undefined): Download {
    const { document, version, content } = dms.documents.open(actorOf(req), idOf(req), number);
    const { mimeType, number: opened, sha256 } = version;
    // The newest version has the modification time of the document, which a client may have set.
    const modifiedAt = opened === document.version ? document.modifiedAt : version.createdAt;
    return { name: document.name, sha256, version: opened, mimeType, modifiedAt, content };
  }

  function ofTime(req: Request, at: number): Download {
    const { document, name, content } = dms.earlierDrive.open(actorOf(req), at, idOf(req));
    return { ...document, name, content };
  }

  async function send(
    req: Request,
    res: Response,
    download: Download,
    { inline }: z.output<typeof query>,
  ): Promise<void> {
    const isInline = inline === '1' && isDisplayedType(download.mimeType);
    res.setHeader('Cache-Control', 'private, no-cache');
    const representation = representationOf({
      content: download.content,
      etag: etagOf(download),
      lastModified: download.modifiedAt,
      mimeType: download.mimeType,
      headers: {
        'Content-Disposition': contentDisposition(isInline ? 'inline' : 'attachment', download.name),
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
        const { at, version, ...rest } = input.query();
        const download = at === undefined ? ofVersion(req, versionNumber(version)) : ofTime(req, at);
        return send(req, res, download, rest);
      },
    }),

    version: operation({
      ...{ summary: 'Download a version', description, responses, errors },
      query,
      handle: (req, res, input) => send(req, res, ofVersion(req, pathNumberOf(req, 'number')), input.query()),
    }),
  } satisfies Operations;
}
