import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import type { TrashRecord } from '../model/entry.ts';
import { answer, answerPage, timestamp } from './answers.ts';
import { actorOf, type Handlers } from './context.ts';
import { entryJson, personJson } from './entries.ts';
import { folderId, idOf, pageOf, parseBody } from './fields.ts';

const restoreBody = z.strictObject({ folder_id: folderId.optional() });

function trashJson({ entry, path, deletedAt, deletedBy }: TrashRecord) {
  return { ...entryJson(entry), path, deleted_at: timestamp(deletedAt), deleted_by: personJson(deletedBy) };
}

/** `/api/trash`. */
export function trashHandlers(dms: Dms) {
  return {
    list: (req, res) => {
      const page = pageOf(req);
      answerPage(res, page, dms.trash.list(actorOf(req), page), trashJson);
    },

    restore: async (req, res) => {
      const id = idOf(req);
      const { folder_id } = parseBody(restoreBody, req);
      answer(res, entryJson(await dms.trash.restore(actorOf(req), id, folder_id)));
    },

    purge: async (req, res) => {
      const id = idOf(req);
      await dms.trash.purge(actorOf(req), id);
      answer(res, { id });
    },
  } satisfies Handlers;
}
