import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { TrashRecord } from '../../../model/entries/entry.ts';
import {
  actorOf,
  dataOf,
  deleted,
  folderId,
  idOf,
  pageOf,
  pageWith,
  paging,
  sendData,
  sendPage,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entry, entryJson, entryWith, person, personJson } from './entries.ts';

const restoreBody = z.strictObject({ folder_id: folderId.optional() });

const trashRecord = entryWith({
  path: z.string().describe('Path that the entry had before it was deleted.'),
  deleted_at: timestamp,
  deleted_by: person.nullable(),
  expires_at: timestamp.nullable().describe('When the service deletes it permanently; null: never.'),
});

function trashJson({
  entry,
  path,
  deletedAt,
  deletedBy,
  expiresAt,
}: TrashRecord): z.input<typeof trashRecord> {
  return {
    ...entryJson(entry),
    path,
    deleted_at: timestampJson(deletedAt),
    deleted_by: personJson(deletedBy),
    expires_at: timestampJson(expiresAt),
  };
}

/** Operations of `/api/trash`. */
export function trashOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List the trash',
      description:
        'One record for each deletion, newest first. A folder that was deleted with its contents is one ' +
        'record.',
      query: paging,
      responses: {
        200: pageWith(trashRecord, {
          purgeable: z.int().min(0).describe('Records on all pages that the caller may delete permanently.'),
        }),
      },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        const found = dms.trash.list(actorOf(req), page);
        sendPage(res, page, found, trashJson, { purgeable: found.purgeable });
      },
    }),

    restore: operation({
      summary: 'Restore an entry from the trash',
      description:
        'Moves the entry into its former folder, or into `folder_id`. If the former folder no longer exists: ' +
        'into the nearest existing folder above it. If the name is taken, ` (2)` is added.',
      body: restoreBody,
      responses: { 200: dataOf(entry) },
      handle: async (req, res, { body }) => {
        const id = idOf(req);
        const { folder_id } = body();
        sendData(res, entryJson(await dms.trash.restore(actorOf(req), id, folder_id)));
      },
    }),

    empty: operation({
      summary: 'Empty the trash',
      description:
        'Permanently deletes the entries that were in the home of the caller and, for administrators, in system ' +
        'folders. Entries that the caller deleted from the homes of other users remain.',
      responses: {
        200: dataOf(
          z.strictObject({
            purged: z.int().min(0).describe('Deleted records.'),
            left: z.int().min(0).describe('Records that the caller still sees.'),
          }),
        ),
      },
      handle: async (req, res) => {
        sendData(res, await dms.emptyTrash.run(actorOf(req)));
      },
    }),

    purge: operation({
      summary: 'Delete an entry in the trash permanently',
      responses: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.trash.purge(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
