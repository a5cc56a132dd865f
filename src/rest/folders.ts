import type { Request } from 'express';
import { z } from 'zod';
import { requireAdmin, requireUser } from '../core/authority.ts';
import type { Dms } from '../core/dms.ts';
import type { FolderRecord } from '../model/entry.ts';
import { SORTS } from '../model/page.ts';
import { answer, answerCreated, answerPage } from './answers.ts';
import { actorOf, type Handlers, lookingUp } from './context.ts';
import { entryJson, folderJson, personJson } from './entries.ts';
import { folderId, idOf, must, pageOf, parse, parseBody } from './fields.ts';

const order = z.object({
  sort: z.enum(SORTS, must(`be one of ${SORTS.join(', ')}`)).default('name'),
  direction: z.enum(['asc', 'desc'], must('be asc or desc')).default('asc'),
});

const newFolder = z.strictObject({
  folder_id: folderId,
  name: z.string(),
  system: z.literal(false, must('be true or false')).optional(),
});
const newSystemFolder = z.strictObject({ system: z.literal(true), name: z.string() });
const nameBody = z.strictObject({ name: z.string() });
const moveBody = z.strictObject({ folder_id: folderId });
const copyBody = z.strictObject({ folder_id: folderId, name: z.string() });

function wantsSystemFolder(req: Request): boolean {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null && 'system' in body && body.system === true;
}

/** `/api/folders` but for search. */
export function folderHandlers(dms: Dms) {
  /** The folder of the path; 0 is the home. A document is none: 404. */
  const subject = (req: Request): FolderRecord => dms.tree.folder(lookingUp(actorOf(req)), idOf(req));

  return {
    get: (req, res) => {
      answer(res, folderJson(dms.tree.folder(actorOf(req), idOf(req))));
    },

    contents: (req, res) => {
      const page = { ...pageOf(req), ...parse(order, req.query) };
      answerPage(res, page, dms.tree.contents(actorOf(req), idOf(req), page), entryJson);
    },

    shares: (req, res) => {
      const page = pageOf(req);
      answerPage(res, page, dms.tree.sharedFolders(actorOf(req), page), (folder) => ({
        ...folderJson(folder),
        shared_by: personJson(folder.sharedBy),
      }));
    },

    create: async (req, res) => {
      const actor = actorOf(req);
      requireUser(actor, 'write');
      if (wantsSystemFolder(req)) {
        requireAdmin(actor);
        const { name } = parseBody(newSystemFolder, req);
        answerCreated(res, folderJson(await dms.folders.createSystem(actor, name)));
        return;
      }
      const { folder_id, name } = parseBody(newFolder, req);
      answerCreated(res, folderJson(await dms.folders.create(actor, { folderId: folder_id, name })));
    },

    rename: async (req, res) => {
      const { id } = subject(req);
      const { name } = parseBody(nameBody, req);
      answer(res, entryJson(await dms.entries.rename(actorOf(req), id, name)));
    },

    remove: async (req, res) => {
      const { id } = subject(req);
      await dms.entries.remove(actorOf(req), id);
      answer(res, { id });
    },

    unlock: async (req, res) => {
      const { id } = subject(req);
      await dms.locks.break(actorOf(req), id);
      answer(res, { id });
    },

    move: async (req, res) => {
      const { id, name } = subject(req);
      const { folder_id } = parseBody(moveBody, req);
      const { entry } = await dms.entries.move(actorOf(req), id, { folderId: folder_id, name });
      answer(res, entryJson(entry));
    },

    copy: async (req, res) => {
      const { id } = subject(req);
      const { folder_id, name } = parseBody(copyBody, req);
      const { entry } = await dms.entries.copy(actorOf(req), id, { folderId: folder_id, name });
      answerCreated(res, entryJson(entry));
    },
  } satisfies Handlers;
}
