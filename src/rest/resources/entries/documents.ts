import type { Request } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { DocumentRecord } from '../../../model/entries/entry.ts';
import { RENDITION_STATES } from '../../../model/entries/rendition.ts';
import {
  actorOf,
  atLeastOneField,
  dataOf,
  deleted,
  entryName,
  idOf,
  messageData,
  messageDataJson,
  sendData,
  sendLarge,
  singleLine,
  text,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { share, shareViews } from '../sharing/shares.ts';
import { expectationOf } from './conditions.ts';
import { document, documentJson, location, locationJson } from './entries.ts';
import { version, versionJson } from './versions.ts';

/** Maximum length of a document title, in code points. */
export const TITLE_CHARACTERS = 1000;
/** Maximum length of the comments of a document, and of the comment of a version, in bytes of UTF-8. */
export const COMMENT_BYTES = 64 * 1024;

const texts = {
  title: singleLine(TITLE_CHARACTERS).optional(),
  comments: text(COMMENT_BYTES).optional(),
  name: entryName.optional(),
};

const changes = atLeastOneField(
  z.strictObject({
    ...texts,
    expected: z
      .strictObject(texts)
      .optional()
      .describe(
        'Values that the user has seen. If the document has others by now, nothing is changed (412).',
      ),
  }),
  Object.keys(texts),
);

const metadata = document.extend({
  ...location,
  thumbnail: z.enum(RENDITION_STATES).describe('State of the thumbnail.'),
  thumbnail_reason: z
    .string()
    .nullable()
    .describe('Why the thumbnail could not be generated; null unless it failed.'),
  thumbnail_data: messageData.describe('`thumbnail_reason` as a code with facts.'),
  text: z.enum(RENDITION_STATES).describe('State of the searchable text of the document.'),
  text_reason: z.string().nullable().describe('Why the text could not be extracted; null unless it failed.'),
  text_data: messageData.describe('`text_reason` as a code with facts.'),
  versions: z.array(version).describe('Newest first; at most 200.'),
  shares: z.array(share).optional().describe('Only if the caller may share the document.'),
  properties: z
    .array(z.strictObject({ namespace: z.string(), name: z.string(), xml: z.string() }))
    .describe('Dead WebDAV properties (RFC 4918 §4).'),
  media: z
    .strictObject({
      width: z.int().min(1).nullable().describe('Width of a picture as displayed, in pixels.'),
      height: z.int().min(1).nullable().describe('Height of a picture as displayed, in pixels.'),
      pages: z.int().min(1).nullable().describe('Number of pages of a PDF.'),
    })
    .nullable()
    .describe('Null unless the document is a picture or a PDF with a thumbnail.'),
});

function metadataJson(
  {
    document,
    versions,
    shares,
    properties,
    text,
    thumbnail,
    media,
    ...where
  }: ReturnType<Dms['documents']['metadata']>,
  shareJson: ReturnType<typeof shareViews>,
): z.input<typeof metadata> {
  return {
    ...documentJson(document),
    thumbnail: thumbnail.state,
    thumbnail_reason: thumbnail.reason,
    thumbnail_data: messageDataJson(thumbnail.data),
    text: text.state,
    text_reason: text.reason,
    text_data: messageDataJson(text.data),
    ...locationJson(where),
    versions: versions.map(versionJson),
    ...(shares === undefined ? {} : { shares: shares.map(shareJson) }),
    properties: [...properties],
    media,
  };
}

/** Operations of `/api/documents/{id}`, except content, renditions, versions, moving, copying and unlocking. */
export function documentOperations(dms: Dms) {
  /** Document at the request path, for a change. A folder is `not_found`. */
  const documentOf = (req: Request): DocumentRecord => dms.tree.document(actorOf(req), idOf(req), 'write');

  return {
    get: operation({
      summary: 'Read a document',
      responses: { 200: dataOf(document) },
      handle: (req, res) => {
        sendData(res, documentJson(dms.tree.document(actorOf(req), idOf(req))));
      },
    }),

    metadata: operation({
      summary: 'Read a document with path, versions, shares and properties',
      responses: { 200: dataOf(metadata) },
      handle: async (req, res) => {
        const found = dms.documents.metadata(actorOf(req), idOf(req));
        await sendLarge(res, { data: metadataJson(found, shareViews(dms, req)) });
      },
    }),

    update: operation({
      summary: 'Change title, comments or name of a document',
      description: 'At least one field.',
      body: changes,
      responses: { 200: dataOf(document) },
      errors: [412],
      handle: async (req, res, { body }) => {
        const { id } = documentOf(req);
        const { expected, ...change } = body();
        const conditions = { expect: expectationOf(req), expected };
        sendData(res, documentJson(await dms.documents.update(actorOf(req), id, change, conditions)));
      },
    }),

    remove: operation({
      summary: 'Move a document into the trash',
      responses: { 200: deleted },
      errors: [412],
      handle: async (req, res) => {
        const { id } = documentOf(req);
        await dms.entries.remove(actorOf(req), id, { expect: expectationOf(req) });
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
