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
    z.strictObject({ system: z.literal(true).describe('Makes a system folder.'), name: entryName }),
  ],
  must('be true or false'),
);
const nameBody = z.strictObject({ name: entryName });

function asksForSystemFolder(req: Request): boolean {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null && 'system' in body && body.system === true;
}

/** The operations that list the contents of a folder, and the shared folders. */
export function folderListOperations(dms: Dms) {
  return {
    contents: operation({
      summary: 'List the contents of a folder',
      description:
        'Folders come first. `0`: the home of the caller, together with the entries that are shared with ' +
        'the caller, and for administrators the system folders.',
      query: paging.extend(order),
      responses: { 200: pageOfData(entry) },
      handle: async (req, res, { query }) => {
        const { sort, direction, ...rest } = query();
        const page = { ...pageOf(rest), sort, direction };
        answerPage(res, page, await dms.folderPages.members(actorOf(req), idOf(req), page), entryJson);
      },
    }),

    shares: operation({
      summary: 'List shared folders',
      description:
        'Folders that are shared with the caller, and the system folders that the caller may read.',
      query: paging,
      responses: { 200: pageOfData(folder.extend({ shared_by: person.nullable() })) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        answerPage(res, page, dms.folderPages.shared(actorOf(req), page), (record) => ({
          ...folderJson(record),
          shared_by: personJson(record.sharedBy),
        }));
      },
    }),
  } satisfies Operations;
}

/** The operations of `/api/folders`, except lists, search, moving, copying and unlocking. */
export function folderOperations(dms: Dms) {
  /** The folder that the path names (0: the home), for a change. A document is `not_found`. */
  const folderOf = (req: Request): FolderRecord => dms.tree.folder(actorOf(req), idOf(req), 'write');

  return {
    get: operation({
      summary: 'Read a folder',
      description: '`0` is the home of the caller.',
      responses: { 200: dataOf(folder) },
      handle: (req, res) => {
        answer(res, folderJson(dms.tree.folder(actorOf(req), idOf(req))));
      },
    }),

    create: operation({
      summary: 'Create a folder',
      description: 'With `system: true`: a system folder, for administrators only.',
      body: newFolder,
      responses: { 201: dataOf(folder) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        requireUser(actor, 'write');
        if (asksForSystemFolder(req)) requireAdmin(actor);
        const input = body();
        const created =
          input.system === true
            ? await dms.folders.createSystem(actor, input.name)
            : await dms.folders.create(actor, { folderId: input.folder_id, name: input.name });
        answerCreated(res, folderJson(created));
      },
    }),

    rename: operation({
      summary: 'Rename a folder',
      body: nameBody,
      responses: { 200: dataOf(folder) },
      handle: async (req, res, { body }) => {
        const { id } = folderOf(req);
        const { name } = body();
        answer(res, entryJson(await dms.entries.rename(actorOf(req), id, name)));
      },
    }),

    remove: operation({
      summary: 'Move a folder with all its contents into the trash',
      responses: { 200: deleted },
      handle: async (req, res) => {
        const { id } = folderOf(req);
        await dms.entries.remove(actorOf(req), id);
        answer(res, { id });
      },
    }),
  } satisfies Operations;
}
