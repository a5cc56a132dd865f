import type { Request } from 'express';
import { z } from 'zod';
import { requireAdmin, requireUser } from '../../core/access/access.ts';
import type { Dms } from '../../core/dms.ts';
import type { FolderRecord } from '../../model/entry.ts';
import { SORTS } from '../../model/page.ts';
import {
  actorOf,
  answer,
  answerCreated,
  answerPage,
  dataOf,
  deleted,
  entryName,
  folderId,
  idOf,
  must,
  pageOf,
  pageOfData,
  paging,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { entry, entryJson, folder, folderJson, person, personJson } from './entries.ts';

const order = {
  sort: z.enum(SORTS, must(`be one of ${SORTS.join(', ')}`)).default('name'),
  direction: z.enum(['asc', 'desc'], must('be asc or desc')).default('asc'),
};

const newFolder = z.discriminatedUnion(
  'system',
  [
    z.strictObject({ folder_id: folderId, name: entryName, system: z.literal(false).optional() }),
    z.strictObject({ system: z.literal(true).describe('A folder of the office.'), name: entryName }),
  ],
  must('be true or false'),
);
const nameBody = z.strictObject({ name: entryName });

function wantsSystemFolder(req: Request): boolean {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null && 'system' in body && body.system === true;
}

/** Lists of folders: their contents, and those that are shared. */
export function folderListOperations(dms: Dms) {
  return {
    contents: operation({
      summary: 'List the contents of a folder',
      description: '`0` is what the caller sees at the top. Folders come first.',
      query: paging.extend(order),
      answers: { 200: pageOfData(entry) },
      handle: (req, res, { query }) => {
        const { sort, direction, ...rest } = query();
        const page = { ...pageOf(rest), sort, direction };
        answerPage(res, page, dms.tree.listMembers(actorOf(req), idOf(req), page), entryJson);
      },
    }),

    shares: operation({
      summary: 'List shared folders',
      description: 'Folders shared with the caller, and folders of the office.',
      query: paging,
      answers: { 200: pageOfData(folder.extend({ shared_by: person.nullable() })) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        answerPage(res, page, dms.tree.sharedFolders(actorOf(req), page), (record) => ({
          ...folderJson(record),
          shared_by: personJson(record.sharedBy),
        }));
      },
    }),
  } satisfies Operations;
}

/** `/api/folders` but for lists, search and the places of folders. */
export function folderOperations(dms: Dms) {
  /** The folder of the path; 0 is the home. A document is none: 404. */
  const subject = (req: Request): FolderRecord => dms.tree.folder(actorOf(req), idOf(req), 'write');

  return {
    get: operation({
      summary: 'Read a folder',
      description: '`0` is the home of the caller.',
      answers: { 200: dataOf(folder) },
      handle: (req, res) => {
        answer(res, folderJson(dms.tree.folder(actorOf(req), idOf(req))));
      },
    }),

    create: operation({
      summary: 'Make a folder',
      description: 'With `system`, for administrators: a folder of the office.',
      body: newFolder,
      answers: { 201: dataOf(folder) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        requireUser(actor, 'write');
        if (wantsSystemFolder(req)) requireAdmin(actor);
        const wanted = body();
        const made =
          wanted.system === true
            ? await dms.folders.createSystem(actor, wanted.name)
            : await dms.folders.create(actor, { folderId: wanted.folder_id, name: wanted.name });
        answerCreated(res, folderJson(made));
      },
    }),

    rename: operation({
      summary: 'Rename a folder',
      body: nameBody,
      answers: { 200: dataOf(folder) },
      handle: async (req, res, { body }) => {
        const { id } = subject(req);
        const { name } = body();
        answer(res, entryJson(await dms.entries.rename(actorOf(req), id, name)));
      },
    }),

    remove: operation({
      summary: 'Put a folder into the trash, with all beneath it',
      answers: { 200: deleted },
      handle: async (req, res) => {
        const { id } = subject(req);
        await dms.entries.remove(actorOf(req), id);
        answer(res, { id });
      },
    }),
  } satisfies Operations;
}
