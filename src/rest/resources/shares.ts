import { z } from 'zod';
import { requireUser } from '../../core/access/access.ts';
import type { Dms } from '../../core/dms.ts';
import type { Actor } from '../../model/actor.ts';
import { DmsError, invalid } from '../../model/errors.ts';
import type { Share } from '../../model/share.ts';
import {
  actorOf,
  answer,
  answerCreated,
  answerPage,
  dataOf,
  deleted,
  folderId,
  idOf,
  moment,
  must,
  pageOf,
  pageOfData,
  paging,
  pathNumber,
  recordId,
  someField,
  time,
  timestamp,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { permissions, person, personJson } from './entries.ts';

/** A share as the contract shows it. */
export const share = z
  .strictObject({
    id: recordId,
    document_id: recordId.nullable().describe('One of `document_id` and `folder_id` is null.'),
    folder_id: recordId.nullable(),
    permissions,
    users: z.array(z.string()).describe('Logins.'),
    created_by: person.nullable(),
    created_at: moment,
    expires_at: moment.nullable(),
    notified: z.array(z.string()).describe('Logins of those whom mail has reached.'),
  })
  .meta({ id: 'Share' });

const logins = z
  .array(z.string(), must('be a list of 1 to 100 logins'))
  .min(1, must('be a list of 1 to 100 logins'))
  .max(100, must('be a list of 1 to 100 logins'))
  .describe('Logins of the recipients.');
const bits = z
  .int(must('be a sum of bits from 1 to 31'))
  .min(1, must('be a sum of bits from 1 to 31'))
  .max(31, must('be a sum of bits from 1 to 31'))
  .describe('Sum of bits: read 1, update 2, create 4, delete 8, share 16. Read is always among them.');
const end = time.nullable();

interface Subject {
  readonly document_id?: number | undefined;
  readonly folder_id?: number | undefined;
}

const newShare = z
  .strictObject({
    document_id: recordId.optional().describe('Either this or `folder_id` is required.'),
    folder_id: folderId.optional(),
    users: logins,
    permissions: bits,
    notify: z.boolean().default(false).describe('Tell the recipients by e-mail.'),
    expires_at: end.default(null).describe('Null: for good.'),
  })
  .superRefine(({ document_id, folder_id }, context) => {
    if ((document_id === undefined) !== (folder_id === undefined)) return;
    const message = 'either document_id or folder_id is required';
    for (const name of ['document_id', 'folder_id'])
      context.addIssue({ code: 'custom', path: [name], message });
  });

const changes = someField(
  z.strictObject({
    users: logins.optional().describe('All recipients from now on.'),
    permissions: bits.optional(),
    expires_at: end.optional(),
    notify: z.boolean().optional().describe('Tell those by e-mail who are new in `users`.'),
  }),
).superRefine(({ users, notify }, context) => {
  if (notify !== true || users !== undefined) return;
  context.addIssue({ code: 'custom', path: ['notify'], message: 'is for new users' });
});

const filters = paging
  .extend({
    document_id: pathNumber.optional().describe('Shares of this document.'),
    folder_id: pathNumber.optional().describe('Shares of this folder.'),
    role: z
      .enum(['creator', 'recipient'], must('be creator or recipient'))
      .optional()
      .describe('Those that the caller has made, or those that he is in.'),
  })
  .superRefine(({ document_id, folder_id }, context) => {
    if (document_id === undefined || folder_id === undefined) return;
    context.addIssue({ code: 'custom', path: ['folder_id'], message: 'must not come with document_id' });
  });

/** The JSON view of a share. */
export function shareJson(record: Share): z.input<typeof share> {
  return {
    id: record.id,
    document_id: record.kind === 'file' ? record.entryId : null,
    folder_id: record.kind === 'folder' ? record.entryId : null,
    permissions: record.permissions,
    users: [...record.users],
    created_by: personJson(record.createdBy),
    created_at: timestamp(record.createdAt),
    expires_at: timestamp(record.expiresAt),
    notified: [...record.notified],
  };
}

/** What a filter names. */
function entryOf({ document_id, folder_id }: Subject) {
  if (document_id !== undefined) return { id: document_id, kind: 'file' } as const;
  return folder_id === undefined ? undefined : ({ id: folder_id, kind: 'folder' } as const);
}

/** Id of what a body names. @throws {DmsError} invalid, where the actor may not read it or it is of the other kind */
function subject(dms: Dms, actor: Actor, { document_id, folder_id = 0 }: Subject): number {
  const [kind, id] =
    document_id === undefined ? (['folder', folder_id] as const) : (['document', document_id] as const);
  try {
    return dms.tree[kind](actor, id, 'write').id;
  } catch (error) {
    if (error instanceof DmsError && error.code === 'not_found') throw invalid(`${kind}_id`, `is no ${kind}`);
    throw error;
  }
}

/** `/api/shares` */
export function shareOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List shares',
      description:
        'Newest first: those that the caller has made and those that he is in; with `document_id` or `folder_id` all of that entry, if he may share it. A recipient does not see the others. Shares that have run out are gone.',
      query: filters,
      answers: { 200: pageOfData(share) },
      handle: (req, res, { query }) => {
        const { role, ...rest } = query();
        const page = pageOf(rest);
        answerPage(res, page, dms.shares.list(actorOf(req), { role, entry: entryOf(rest) }, page), shareJson);
      },
    }),

    create: operation({
      summary: 'Share a document or a folder',
      description:
        'For who may share it. Nobody grants more than he has, nor for longer than he has it. A second share to the same user on the same entry replaces the first.',
      body: newShare,
      answers: { 201: dataOf(share) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        requireUser(actor, 'write');
        const { expires_at: expiresAt, ...wanted } = body();
        const request = { ...wanted, expiresAt, entryId: subject(dms, actor, wanted) };
        answerCreated(res, shareJson(await dms.shares.create(actorOf(req), request)));
      },
    }),

    get: operation({
      summary: 'Read a share',
      answers: { 200: dataOf(share) },
      handle: (req, res) => {
        answer(res, shareJson(dms.shares.get(actorOf(req), idOf(req))));
      },
    }),

    update: operation({
      summary: 'Change a share',
      description:
        'For who may share the entry. Less can be given in any case; more, longer or to more people only what one could share anew.',
      body: changes,
      answers: { 200: dataOf(share) },
      handle: async (req, res, { body }) => {
        const { id } = dms.shares.get(actorOf(req), idOf(req), 'write');
        const { expires_at: expiresAt, ...wanted } = body();
        answer(res, shareJson(await dms.shares.update(actorOf(req), id, { ...wanted, expiresAt })));
      },
    }),

    remove: operation({
      summary: 'Take a share back, or leave it',
      description:
        'Who is in a share that somebody else made leaves it, and the others stay. Who made it, and whoever may share the entry, takes it back whole.',
      answers: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.shares.remove(actorOf(req), id);
        answer(res, { id });
      },
    }),
  } satisfies Operations;
}
