import type { Request } from 'express';
import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import { preconditionFails, validatorsOf } from '../../http/etag.ts';
import type { DocumentRecord } from '../../model/entry.ts';
import { DmsError, notFound } from '../../model/errors.ts';
import type { Expectation } from '../../model/expectation.ts';
import { actorOf, answer, dataOf, deleted, entryName, idOf, line, someField, text } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { document, documentJson } from './entries.ts';
import { share, shareJson } from './shares.ts';
import { version, versionJson } from './versions.ts';

/** Longest title, in characters, and comments, in bytes. */
export const TITLE_CHARACTERS = 1000;
export const COMMENT_BYTES = 64 * 1024;

const changes = someField(
  z.strictObject({
    title: line(TITLE_CHARACTERS).optional(),
    comments: text(COMMENT_BYTES).optional(),
    name: entryName.optional(),
  }),
);

const metadata = document.extend({
  path: z.string().describe('As the caller sees it.'),
  versions: z.array(version).describe('Newest first.'),
  shares: z.array(share).optional().describe('For those who may share it.'),
  properties: z
    .array(z.strictObject({ namespace: z.string(), name: z.string(), xml: z.string() }))
    .describe('Dead WebDAV properties.'),
  media: z
    .strictObject({
      width: z.int().min(0).optional(),
      height: z.int().min(0).optional(),
      pages: z.int().min(0).optional(),
    })
    .nullable()
    .describe('Pixels of pictures, pages of PDFs, where known.'),
});

function metadataJson({
  document,
  path,
  versions,
  shares,
  properties,
}: ReturnType<Dms['documents']['metadata']>): z.input<typeof metadata> {
  return {
    ...documentJson(document),
    path,
    versions: versions.map(versionJson),
    ...(shares === undefined ? {} : { shares: shares.map(shareJson) }),
    properties: [...properties],
    media: null,
  };
}

/**
 * The conditional headers of a request that changes a document, for the core to judge inside its transaction.
 * @returns what throws {DmsError} precondition_failed where they do not hold
 */
export function expectationOf(req: Request): Expectation {
  return (current) => {
    if (!preconditionFails(req.headers, current && validatorsOf(current))) return;
    throw new DmsError('precondition_failed', 'The document is not in the state that the request asks for.');
  };
}

/** `/api/documents/{id}` but for its content, its versions and its place. */
export function documentOperations(dms: Dms) {
  /** The document of the path. A folder is none: 404. */
  const subject = (req: Request): DocumentRecord => dms.tree.document(actorOf(req), idOf(req), 'write');

  return {
    get: operation({
      summary: 'Read a document',
      answers: { 200: dataOf(document) },
      handle: (req, res) => {
        answer(res, documentJson(dms.tree.document(actorOf(req), idOf(req))));
      },
    }),

    metadata: operation({
      summary: 'Read all that is known of a document',
      answers: { 200: dataOf(metadata) },
      handle: (req, res) => {
        answer(res, metadataJson(dms.documents.metadata(actorOf(req), idOf(req))));
      },
    }),

    update: operation({
      summary: 'Change title, comments or name of a document',
      description: 'At least one field.',
      body: changes,
      answers: { 200: dataOf(document) },
      errors: [412],
      handle: async (req, res, { body }) => {
        const { id } = subject(req);
        const change = body();
        answer(res, documentJson(await dms.documents.update(actorOf(req), id, change, expectationOf(req))));
      },
    }),

    remove: operation({
      summary: 'Put a document into the trash',
      answers: { 200: deleted },
      errors: [412],
      handle: async (req, res) => {
        const { id } = subject(req);
        await dms.entries.remove(actorOf(req), id, { expect: expectationOf(req) });
        answer(res, { id });
      },
    }),

    thumbnail: operation({
      summary: 'Read the thumbnail of a document',
      description: 'Thumbnails are not made yet: always 404.',
      answers: {
        200: { media: ['image/jpeg', 'image/png'], description: 'Its longest side has 256 pixels.' },
      },
      handle: (req) => {
        dms.tree.document(actorOf(req), idOf(req));
        throw notFound();
      },
    }),
  } satisfies Operations;
}
