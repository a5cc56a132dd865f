import type { Request } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { EntryRecord } from '../../../model/entries/entry.ts';
import {
  actorOf,
  dataOf,
  deleted,
  entryName,
  folderId,
  idOf,
  sendCreated,
  sendData,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { document, entryJson, folder } from './entries.ts';

const moveBody = z.strictObject({ folder_id: folderId });
const copyBody = z.strictObject({ folder_id: folderId, name: entryName });

const COPY_DESCRIPTION = {
  document: 'The copy is a new document. Its version 1 is the newest version of the original.',
  folder: 'Copies the folder with all its contents; only the newest version of each document.',
} as const;

/** Operations that move, copy and unlock an entry: the same for `/api/documents/{id}` and `/api/folders/{id}`. */
export function entryActionOperations(dms: Dms, kind: 'document' | 'folder') {
  const record = dataOf(kind === 'document' ? document : folder);
  /** Entry at the request path, for a change. An entry of the other kind is `not_found`. */
  const entryOf = (req: Request): EntryRecord => dms.tree[kind](actorOf(req), idOf(req), 'write');

  return {
    move: operation({
      summary: `Move a ${kind} into another folder`,
      body: moveBody,
      responses: { 200: record },
      handle: async (req, res, { body }) => {
        const { id, name } = entryOf(req);
        const { folder_id } = body();
        const { entry } = await dms.entries.move(actorOf(req), id, { folderId: folder_id, name });
        sendData(res, entryJson(entry));
      },
    }),

    copy: operation({
      summary: `Copy a ${kind}`,
      description: COPY_DESCRIPTION[kind],
      body: copyBody,
      responses: { 201: record },
      handle: async (req, res, { body }) => {
        const { id } = entryOf(req);
        const { folder_id, name } = body();
        const { entry } = await dms.entries.copy(actorOf(req), id, { folderId: folder_id, name });
        sendCreated(res, entryJson(entry));
      },
    }),

    unlock: operation({
      summary: `Unlock a ${kind}`,
      description:
        'Ends the WebDAV locks on the entry. The holder of a lock can end it. The owner of the home, and ' +
        'in system folders an administrator, can end the locks of all users.',
      responses: { 200: deleted },
      handle: async (req, res) => {
        const { id } = entryOf(req);
        await dms.locks.break(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
