import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { Version } from '../../../model/entries/entry.ts';
import {
  actorOf,
  dataOf,
  idOf,
  pageOf,
  pageOfData,
  paging,
  pathNumberOf,
  recordId,
  sendData,
  sendLargePage,
  text,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { expectationOf } from './conditions.ts';
import { document, documentJson, person, personJson } from './entries.ts';

const changes = z.strictObject({ comment: text(64 * 1024) });

/** Schema of a version (docs/build/contract/rest.md §8). */
export const version = z
  .strictObject({
    number: z.int().min(1),
    size: z.int().min(0).describe('Bytes.'),
    mime_type: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    author: person.nullable(),
    comment: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'Version' });

/** JSON view of a version. */
export function versionJson(record: Version): z.input<typeof version> {
  return {
    number: record.number,
    size: record.size,
    mime_type: record.mimeType,
    sha256: record.sha256,
    author: personJson(record.author),
    comment: record.comment,
    created_at: timestampJson(record.createdAt),
  };
}

/** Operations of `/api/documents/{id}/versions`, except downloads. */
export function versionOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List the versions of a document',
      description: 'Newest first.',
      query: paging,
      responses: { 200: pageOfData(version) },
      handle: async (req, res, { query }) => {
        const page = pageOf(query());
        await sendLargePage(res, page, dms.versions.list(actorOf(req), idOf(req), page), versionJson);
      },
    }),

    get: operation({
      summary: 'Read a version',
      responses: { 200: dataOf(version) },
      handle: (req, res) => {
        sendData(res, versionJson(dms.versions.get(actorOf(req), idOf(req), pathNumberOf(req, 'number'))));
      },
    }),

    update: operation({
      summary: 'Change the comment of a version',
      body: changes,
      responses: { 200: dataOf(version) },
      handle: async (req, res, { body }) => {
        const [id, number] = [idOf(req), pathNumberOf(req, 'number')];
        const { comment } = body();
        sendData(res, versionJson(await dms.versions.comment(actorOf(req), id, number, comment)));
      },
    }),

    restore: operation({
      summary: 'Restore a version',
      description:
        'Creates a new version with the content of this version. Creates none if the newest version already ' +
        'has this content.',
      responses: { 200: dataOf(document) },
      errors: [412, 422],
      handle: async (req, res) => {
        const [id, number] = [idOf(req), pathNumberOf(req, 'number')];
        const record = await dms.versions.restore(actorOf(req), id, number, expectationOf(req));
        sendData(res, documentJson(record));
      },
    }),

    remove: operation({
      summary: 'Delete a version',
      description: 'Permanently. The newest version cannot be deleted: 422.',
      responses: { 200: dataOf(z.strictObject({ id: recordId, number: z.int().min(1) })) },
      errors: [422],
      handle: async (req, res) => {
        const [id, number] = [idOf(req), pathNumberOf(req, 'number')];
        await dms.versions.remove(actorOf(req), id, number);
        sendData(res, { id, number });
      },
    }),
  } satisfies Operations;
}
