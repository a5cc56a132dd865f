import type { Request } from 'express';
import * as z from 'zod';
import { requireAdmin, requireUser } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import type { FolderRecord } from '../../../model/entries/entry.ts';
import { SORTS } from '../../../model/entries/page.ts';
import {
  actorOf,
  dataOf,
  dateOrTimestamp,
  deleted,
  entryName,
  folderId,
  idOf,
  MAX_PER_PAGE,
  messageText,
  must,
  pageOf,
  pageOfData,
  paging,
  pagingUpTo,
  recordId,
  sendCreated,
  sendData,
  sendPage,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { earlierEntry, sendContentsAt } from '../history/folder-history.ts';
import {
  entry,
  entryJson,
  folder,
  folderJson,
  location,
  locationJson,
  person,
  personJson,
} from './entries.ts';
import { entriesJson, include } from './shared-with.ts';

const order = {
  sort: z.enum(SORTS, must('not_one_of', { values: SORTS.join(', ') })).default('name'),
  direction: z.enum(['asc', 'desc'], must('not_one_of_two', { first: 'asc', second: 'desc' })).default('asc'),
};

/** Maximum number of ids on a page. */
const MAX_IDS = 10_000;
/** Maximum length of a name prefix, in UTF-16 code units: no name is longer. */
const MAX_START = 255;

const contents = pagingUpTo(MAX_IDS)
  .extend({
    ...order,
    at: dateOrTimestamp
      .optional()
      .describe(
        'Lists the folder as it was at this time, by name. Not together with other parameters than those of the page.',
      ),
    type: z
      .enum(['folder'], must('not_this', { value: 'folder' }))
      .optional()
      .describe('Only folders.'),
    fields: z
      .enum(['id'], must('not_this', { value: 'id' }))
      .optional()
      .describe(
        `Lists only ids, on pages of up to ${MAX_IDS}. Without it, \`per_page\` is at most ${MAX_PER_PAGE}.`,
      ),
    include,
    starts: z
      .string(must('not_text'))
      .min(1, must('empty'))
      .max(MAX_START, must('too_many_characters', { maximum: MAX_START }))
      .optional()
      .describe(
        'Returns, instead of a page, the position of the first entry whose name begins with this text, ignoring case. ' +
          'The position counts from 0, in the whole list by name.',
      ),
  })
  .superRefine(({ at, sort, direction, fields, starts, type, include: included }, context) => {
    const isOther =
      (fields ?? starts ?? type ?? included) !== undefined || sort !== 'name' || direction !== 'asc';
    if (at !== undefined && isOther)
      context.addIssue({ code: 'custom', path: ['at'], message: messageText('only_with_page') });
  })
  .superRefine(({ fields, per_page, sort, starts, include: included }, context) => {
    if (fields === undefined && per_page > MAX_PER_PAGE)
      context.addIssue({
        code: 'custom',
        path: ['per_page'],
        message: messageText('number_out_of_range', { minimum: 1, maximum: MAX_PER_PAGE }),
      });
    if (starts !== undefined && sort !== 'name')
      context.addIssue({ code: 'custom', path: ['sort'], message: messageText('not_name_with_starts') });
    if (included !== undefined && (fields ?? starts) !== undefined)
      context.addIssue({ code: 'custom', path: ['include'], message: messageText('only_with_records') });
  });

const newFolder = z.discriminatedUnion(
  'system',
  [
    z.strictObject({ folder_id: folderId, name: entryName, system: z.literal(false).optional() }),
    z.strictObject({ system: z.literal(true).describe('Creates a system folder.'), name: entryName }),
  ],
  must('not_boolean'),
);
const nameBody = z.strictObject({
  name: entryName,
  expected: z
    .strictObject({ name: entryName })
    .optional()
    .describe(
      'The name that the user has seen. If the folder has another one by now, it is not renamed (412).',
    ),
});

function asksForSystemFolder(req: Request): boolean {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null && 'system' in body && body.system === true;
}

function systemOperation(dms: Dms) {
  return operation({
    summary: 'List all system folders',
    description: 'For administrators.',
    query: paging,
    responses: {
      200: pageOfData(folder.extend({ shares: z.int().min(0).describe('Shares on the folder itself.') })),
    },
    handle: (req, res, { query }) => {
      requireAdmin(actorOf(req));
      const page = pageOf(query());
      sendPage(res, page, dms.folderPages.system(actorOf(req), page), (record) => ({
        ...folderJson(record),
        shares: record.shares,
      }));
    },
  });
}

/** Operations that list the contents of a folder, and the shared folders. */
export function folderListOperations(dms: Dms) {
  return {
    contents: operation({
      summary: 'List the contents of a folder',
      description:
        'Folders come first. `0`: the home of the caller, together with the entries that are shared with ' +
        'the caller, and for administrators the system folders.',
      query: contents,
      responses: {
        200: z.union([
          pageOfData(entry),
          pageOfData(z.strictObject({ id: recordId })),
          pageOfData(earlierEntry),
          dataOf(
            z.strictObject({ index: z.int().min(0).nullable().describe('Null: there is no such entry.') }),
          ),
        ]),
      },
      handle: async (req, res, { query }) => {
        const { at, sort, direction, type, fields, include: included, starts, ...rest } = query();
        if (at !== undefined) {
          await sendContentsAt(dms, req, res, { at, page: pageOf(rest) });
          return;
        }
        const [actor, id, foldersOnly] = [actorOf(req), idOf(req), type === 'folder'];
        if (starts !== undefined) {
          const request = { starts, direction, foldersOnly };
          sendData(res, { index: await dms.folderPages.positionOf(actor, id, request) });
          return;
        }
        const page = { ...pageOf(rest), sort, direction, foldersOnly };
        if (fields === 'id') {
          sendPage(res, page, await dms.folderPages.ids(actor, id, page), (member) => ({ id: member }));
          return;
        }
        const members = await dms.folderPages.members(actor, id, page);
        sendPage(res, page, members, entriesJson(dms, req, included, members.items));
      },
    }),

    system: systemOperation(dms),

    shares: operation({
      summary: 'List shared folders',
      description:
        'Folders that are shared with the caller, and the system folders that the caller may read.',
      query: paging,
      responses: { 200: pageOfData(folder.extend({ shared_by: person.nullable() })) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        sendPage(res, page, dms.folderPages.shared(actorOf(req), page), (record) => ({
          ...folderJson(record),
          shared_by: personJson(record.sharedBy),
        }));
      },
    }),
  } satisfies Operations;
}

/** Operations of `/api/folders`, except lists, search, moving, copying and unlocking. */
export function folderOperations(dms: Dms) {
  /** Folder at the request path (0: the home), for a change. A document is `not_found`. */
  const folderOf = (req: Request): FolderRecord => dms.tree.folder(actorOf(req), idOf(req), 'write');

  return {
    get: operation({
      summary: 'Read a folder',
      description: '`0` is the home of the caller.',
      responses: { 200: dataOf(folder.extend(location)) },
      handle: (req, res) => {
        const record = dms.tree.folder(actorOf(req), idOf(req));
        sendData(res, {
          ...folderJson(record),
          ...locationJson(dms.locations.location(actorOf(req), record.id)),
        });
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
        sendCreated(res, folderJson(created));
      },
    }),

    rename: operation({
      summary: 'Rename a folder',
      body: nameBody,
      responses: { 200: dataOf(folder) },
      errors: [412],
      handle: async (req, res, { body }) => {
        const { id } = folderOf(req);
        const { name, expected } = body();
        sendData(res, entryJson(await dms.entries.rename(actorOf(req), id, name, expected?.name)));
      },
    }),

    remove: operation({
      summary: 'Move a folder with all its contents into the trash',
      responses: { 200: deleted },
      handle: async (req, res) => {
        const { id } = folderOf(req);
        await dms.entries.remove(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
