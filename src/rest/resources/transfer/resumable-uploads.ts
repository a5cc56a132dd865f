import type { Request, Response } from 'express';
import * as z from 'zod';
import { requireUser } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import { CHECKSUMS, type Received } from '../../../core/entries/entries.ts';
import {
  announceTus,
  bytesHeader,
  metadataHeader,
  requireTus,
  sendTus,
  TUS_BYTES,
} from '../../../http/uploads/tus.ts';
import {
  assertReceived,
  expired,
  firstPartOf,
  nextPartOf,
  tusError,
} from '../../../http/uploads/tus-parts.ts';
import { notFound } from '../../../model/errors/errors.ts';
import {
  actorOf,
  dataOf,
  dateOrTimestamp,
  idOf,
  messageText,
  parse,
  recordId,
  sendData,
  signedInUser,
  singleLine,
  text,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { COMMENT_BYTES } from '../entries/documents.ts';
import { conflictField, fileName, folderField, foldersField } from './uploads.ts';

const MEDIA_TYPE_CHARACTERS = 255;

/** Supported fields of `Upload-Metadata`. Clients also send fields of their own. */
const metadata = z.object({
  folder_id: folderField.default(0),
  path: foldersField,
  filename: fileName,
  filetype: singleLine(MEDIA_TYPE_CHARACTERS).optional(),
  modified_at: dateOrTimestamp.optional(),
  conflict: conflictField,
  comment: text(COMMENT_BYTES).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, messageText('not_sha256'))
    .optional(),
});

const unfinished = z.strictObject({
  id: recordId,
  folder_id: recordId.describe('`0` is the home of the caller.'),
  path: z.string().describe('Names of folders below it, separated by `/`.'),
  filename: z.string(),
  length: z.int().min(0).describe('Length of the complete content in bytes.'),
  offset: z.int().min(0).describe('Number of bytes that have arrived.'),
  created_at: timestamp,
  expires_at: timestamp.describe('Time at which it is deleted if no more bytes arrive.'),
});

function unfinishedJson(upload: Received['upload']): z.input<typeof unfinished> {
  return {
    id: upload.id,
    folder_id: upload.folderId,
    path: upload.path.join('/'),
    filename: upload.name,
    length: upload.length,
    offset: upload.offset,
    created_at: timestampJson(upload.createdAt),
    expires_at: timestampJson(upload.expiresAt),
  };
}

const TUS_HEADER = { 'Tus-Resumable': '`1.0.0`' };
const PART_HEADERS = {
  ...TUS_HEADER,
  'Upload-Offset': 'Number of bytes that have already arrived.',
  'Upload-Checksum': `One of ${CHECKSUMS.join(', ')}, a space, and the checksum of the body in base64.`,
};
const STATE_HEADERS = ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'] as const;

function planOf(req: Request) {
  const length = bytesHeader(req, 'Upload-Length');
  const { text: sent, fields } = metadataHeader(req);
  const {
    folder_id: folderId,
    path = [],
    conflict = 'version',
    filename: name,
    ...rest
  } = parse(metadata, fields);
  return {
    length,
    folderId,
    path,
    name,
    conflict,
    mimeType: rest.filetype ?? null,
    modifiedAt: rest.modified_at ?? null,
    comment: rest.comment ?? null,
    sha256: rest.sha256?.toLowerCase() ?? null,
    metadata: sent,
  };
}

/** Sets `Content-Location` to the stored entry, once the upload is complete. */
function setContentLocation(req: Request, res: Response, { entry }: Received['upload']): void {
  if (entry === null) return;
  const kind = entry.kind === 'file' ? 'documents' : 'folders';
  res.setHeader('Content-Location', `${req.baseUrl}/${kind}/${String(entry.id)}`);
}

function sendPart(req: Request, res: Response, status: 201 | 204, received: Received): void {
  assertReceived(received);
  setContentLocation(req, res, received.upload);
  sendTus(res, status, received.upload);
}

/** Handlers for one upload. POST selects `append` or `remove` with `X-HTTP-Method-Override`. */
function handlers(dms: Dms) {
  return {
    head: (req: Request, res: Response): void => {
      requireTus(req, res);
      const upload = dms.resumableUploads.find(actorOf(req), idOf(req));
      if (dms.resumableUploads.isExpired(upload)) throw expired();
      res.setHeader('Upload-Length', upload.length);
      if (upload.metadata !== '') res.setHeader('Upload-Metadata', upload.metadata);
      setContentLocation(req, res, upload);
      sendTus(res, 200, upload);
    },

    append: async (req: Request, res: Response): Promise<void> => {
      requireTus(req, res);
      const actor = signedInUser(req);
      const { id } = dms.resumableUploads.find(actor, idOf(req));
      const part = nextPartOf(req);
      sendPart(req, res, 204, await dms.resumableUploads.receive(actor, id, part));
    },

    remove: async (req: Request, res: Response): Promise<void> => {
      requireTus(req, res);
      await dms.resumableUploads.remove(actorOf(req), idOf(req));
      sendTus(res, 204);
    },
  };
}

function none(description: string, headers: readonly (typeof STATE_HEADERS)[number][] = STATE_HEADERS) {
  return { mediaTypes: [], description, headers };
}

/** Operations on all uploads of the caller. */
function listOperations(dms: Dms) {
  return {
    options: operation({
      summary: 'Read the supported features of tus',
      responses: {
        204: {
          mediaTypes: [],
          description: 'See the headers.',
          headers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension'],
        },
      },
      handle: (req, res) => {
        if ('id' in req.params) idOf(req);
        announceTus(res, CHECKSUMS, dms.resumableUploads.mostBytes);
      },
    }),

    list: operation({
      summary: 'List your own unfinished uploads',
      description: 'At most 100, oldest first.',
      responses: { 200: dataOf(z.array(unfinished)) },
      handle: async (req, res) => {
        const uploads = await dms.resumableUploads.list(actorOf(req));
        sendData(res, uploads.map(unfinishedJson));
      },
    }),
  } satisfies Operations;
}

/** Operation that begins an upload. */
function createOperations(dms: Dms) {
  return {
    create: operation({
      summary: 'Start a resumable upload',
      description:
        'The protocol tus 1.0. A body contains the first bytes of the content. If it contains all bytes, ' +
        '`Content-Location` is the document.',
      headers: {
        ...TUS_HEADER,
        'Upload-Length': 'Length of the complete content in bytes.',
        'Upload-Metadata':
          '`filename`, and optionally `folder_id`, `path`, `filetype`, `modified_at`, `conflict`, `comment` and ' +
          '`sha256`: each followed by a space and its value in base64, separated by commas.',
        'Upload-Checksum': PART_HEADERS['Upload-Checksum'],
      },
      bytes: TUS_BYTES,
      responses: { 201: { ...none('The upload was started.'), headers: [...STATE_HEADERS, 'Location'] } },
      errors: [400, 412, 413, 415, 422, 460],
      handle: async (req, res) => {
        requireTus(req, res);
        const actor = signedInUser(req);
        requireUser(actor, 'write');
        const plan = planOf(req);
        const part = firstPartOf(req);
        const received = await dms.resumableUploads.create(actor, plan, part).catch((error: unknown) => {
          throw tusError(error);
        });
        if (received.outcome === 'received')
          res.setHeader('Location', `${req.baseUrl}/uploads/${String(received.upload.id)}`);
        sendPart(req, res, 201, received);
      },
    }),
  } satisfies Operations;
}

/** Operations on one upload. */
function itemOperations(dms: Dms) {
  const { head, append, remove } = handlers(dms);
  return {
    head: operation({
      summary: 'Read how much of an upload has arrived',
      headers: TUS_HEADER,
      responses: { 200: { ...none('See the headers.'), headers: [...STATE_HEADERS, 'Upload-Length'] } },
      errors: [410, 412],
      handle: head,
    }),

    append: operation({
      summary: 'Send more bytes of an upload',
      description: 'After the last bytes, `Content-Location` is the document.',
      headers: PART_HEADERS,
      bytes: TUS_BYTES,
      responses: { 204: none('The bytes have arrived.') },
      errors: [409, 410, 412, 413, 415, 422, 460],
      handle: append,
    }),

    override: operation({
      summary: 'Send more bytes of an upload, or delete it, with POST',
      headers: { ...PART_HEADERS, 'X-HTTP-Method-Override': '`PATCH` or `DELETE`' },
      bytes: TUS_BYTES,
      responses: { 204: none('The result of PATCH or DELETE.', ['Tus-Resumable']) },
      errors: [409, 410, 412, 413, 415, 422, 460],
      handle: (req, res) => {
        const method = req.get('X-HTTP-Method-Override')?.toUpperCase();
        if (method === 'PATCH') return append(req, res);
        if (method === 'DELETE') return remove(req, res);
        throw notFound();
      },
    }),

    remove: operation({
      summary: 'Delete an unfinished upload',
      headers: TUS_HEADER,
      responses: { 204: none('The upload was deleted.', ['Tus-Resumable']) },
      errors: [412],
      handle: remove,
    }),
  } satisfies Operations;
}

/** Operations of `/uploads`: resumable uploads with the protocol tus 1.0. */
export function resumableUploadOperations(dms: Dms) {
  return { ...listOperations(dms), ...createOperations(dms), ...itemOperations(dms) } satisfies Operations;
}
