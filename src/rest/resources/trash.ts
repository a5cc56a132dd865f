import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { TrashRecord } from '../../model/entry.ts';
import {
  actorOf,
  answer,
  answerPage,
  dataOf,
  deleted,
  folderId,
  idOf,
  moment,
  pageOf,
  pageOfData,
  paging,
  timestamp,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { entry, entryJson, entryWith, person, personJson } from './entries.ts';

const restoreBody = z.strictObject({ folder_id: folderId.optional() });

const discarded = entryWith({
  path: z.string().describe('Where it was.'),
  deleted_at: moment,
  deleted_by: person.nullable(),
});

function trashJson({ entry, path, deletedAt, deletedBy }: TrashRecord): z.input<typeof discarded> {
  return { ...entryJson(entry), path, deleted_at: timestamp(deletedAt), deleted_by: personJson(deletedBy) };
}

/** `/api/trash`. */
export function trashOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List what lies in the trash',
      description: 'One record for each deletion, newest first; a folder stands for all beneath it.',
      query: paging,
      answers: { 200: pageOfData(discarded) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        answerPage(res, page, dms.trash.list(actorOf(req), page), trashJson);
      },
    }),

    restore: operation({
      summary: 'Take something out of the trash',
      description:
        'To where it was, or into `folder_id`; where the name is taken with ` (2)`, where the folder is gone into the nearest one left.',
      body: restoreBody,
      answers: { 200: dataOf(entry) },
      handle: async (req, res, { body }) => {
        const id = idOf(req);
        const { folder_id } = body();
        answer(res, entryJson(await dms.trash.restore(actorOf(req), id, folder_id)));
      },
    }),

    purge: operation({
      summary: 'Delete something from the trash for good',
      answers: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.trash.purge(actorOf(req), id);
        answer(res, { id });
      },
    }),
  } satisfies Operations;
}
