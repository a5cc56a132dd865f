import type { Request } from 'express';
import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { EntryRecord } from '../../model/entry.ts';
import { actorOf, answer, answerCreated, dataOf, deleted, entryName, folderId, idOf } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { document, entryJson, folder } from './entries.ts';

const moveBody = z.strictObject({ folder_id: folderId });
const copyBody = z.strictObject({ folder_id: folderId, name: entryName });

const COPY = {
  document: 'The copy is a new document with the newest version only.',
  folder: 'With all beneath it; of each document the newest version only.',
} as const;

/** Moving, copying and unlocking, which are the same for `/api/documents/{id}` and `/api/folders/{id}`. */
export function relocationOperations(dms: Dms, kind: 'document' | 'folder') {
  const record = dataOf(kind === 'document' ? document : folder);
  /** What the path says, if it is of this kind: else 404. */
  const subject = (req: Request): EntryRecord => dms.tree[kind](actorOf(req), idOf(req), 'write');

  return {
    move: operation({
      summary: `Move a ${kind} into another folder`,
      body: moveBody,
      answers: { 200: record },
      handle: async (req, res, { body }) => {
        const { id, name } = subject(req);
        const { folder_id } = body();
        const { entry } = await dms.entries.move(actorOf(req), id, { folderId: folder_id, name });
        answer(res, entryJson(entry));
      },
    }),

    copy: operation({
      summary: `Copy a ${kind}`,
      description: COPY[kind],
      body: copyBody,
      answers: { 201: record },
      handle: async (req, res, { body }) => {
        const { id } = subject(req);
        const { folder_id, name } = body();
        const { entry } = await dms.entries.copy(actorOf(req), id, { folderId: folder_id, name });
        answerCreated(res, entryJson(entry));
      },
    }),

    unlock: operation({
      summary: `End the lock of a ${kind}`,
      description:
        'For its holder, the owner of the home it lies in, and administrators in the folders of the office.',
      answers: { 200: deleted },
      handle: async (req, res) => {
        const { id } = subject(req);
        await dms.locks.break(actorOf(req), id);
        answer(res, { id });
      },
    }),
  } satisfies Operations;
}
