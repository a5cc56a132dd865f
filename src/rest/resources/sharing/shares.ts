import type { Request } from 'express';
import * as z from 'zod';
import { requireUser } from '../../../core/access/access.ts';
import type { VisibleEntry } from '../../../core/browse/browse.ts';
import type { Dms } from '../../../core/dms.ts';
import type { Share } from '../../../model/entries/share.ts';
import { colleague } from '../../accounts/accounts.ts';
import {
  actorOf,
  atLeastOneField,
  dataOf,
  dateOrTimestamp,
  idOf,
  messageText,
  must,
  pageOf,
  pageOfData,
  paging,
  pathNumber,
  recordId,
  sendCreated,
  sendData,
  sendPage,
  signedInUser,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { permissions, person, personJson } from '../entries/entries.ts';
import { allowOneEntry, entryFields, entryOf, requireOneEntry, writableEntryId } from './entry-reference.ts';

/** Schema of a share (docs/build/contract/shares.md §17). */
export const share = z
  .strictObject({
    id: recordId,
    document_id: recordId.nullable().describe('Either `document_id` or `folder_id` is null.'),
    folder_id: recordId.nullable(),
    permissions,
    entry: z
      .strictObject({
        id: recordId,
        name: z.string(),
        type: z.enum(['file', 'folder']),
        path: z.string().describe('Path as the caller sees it, starting with `/`.'),
      })
      .nullable()
      .describe('Null if the caller cannot see it.'),
    users: z.array(z.string()).describe('Login names of the recipients that are users.'),
    people: z.array(colleague).describe('Login names and display names of the recipients in `users`.'),
    groups: z.array(z.string()).describe('Names of the groups that are recipients.'),
    created_by: person.nullable(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    notified: z
      .array(z.string())
      .describe('Login names of the recipients whose notification was accepted by the mail server.'),
  })
  .meta({ id: 'Share' });

const users = z
  .array(z.string(), must('not_logins', { minimum: 1, maximum: 100 }))
  .max(100, must('not_logins', { minimum: 1, maximum: 100 }))
  .describe('Login names of recipients. `users` and `groups` together name 1 to 100.');
const groups = z
  .array(z.string(), must('not_groups', { maximum: 100 }))
  .max(100, must('not_groups', { maximum: 100 }))
  .describe('Names of groups that are recipients. Each member has the permissions, except the caller.');
const grantedPermissions = z
  .int(must('not_permissions', { maximum: 31 }))
  .min(1, must('not_permissions', { maximum: 31 }))
  .max(31, must('not_permissions', { maximum: 31 }))
  .describe('Sum of bits: read 1, update 2, create 4, delete 8, share 16. Read is always added.');
const expiry = dateOrTimestamp.nullable();

function namesRecipients(body: unknown): boolean {
  return ['users', 'groups'].some((field) => {
    const named: unknown = Reflect.get(Object(body), field);
    return Array.isArray(named) ? named.length > 0 : named !== undefined;
  });
}

const newShare = z
  .strictObject({
    ...entryFields,
    users: users.optional(),
    groups: groups.optional(),
    permissions: grantedPermissions,
    notify: z.boolean().default(false).describe('Sends the recipients an e-mail.'),
    expires_at: expiry.default(null).describe('Null: the share does not expire.'),
  })
  .refine(namesRecipients, {
    path: ['users'],
    error: messageText('recipients_out_of_range', { maximum: 100 }),
    // Together with the faults of other fields.
    when: () => true,
  })
  .superRefine(requireOneEntry);

const changes = atLeastOneField(
  z.strictObject({
    users: users
      .optional()
      .describe('Login names of all recipients that are users. Those that are not listed lose the share.'),
    groups: groups
      .optional()
      .describe('Names of all recipients that are groups. Those that are not listed lose the share.'),
    permissions: grantedPermissions.optional(),
    expires_at: expiry.optional(),
    notify: z
      .boolean()
      .optional()
      .describe('Sends an e-mail to the recipients that `users` and `groups` add.'),
  }),
).superRefine(({ users: named, groups: namedGroups, notify }, context) => {
  if (notify !== true || named !== undefined || namedGroups !== undefined) return;
  context.addIssue({ code: 'custom', path: ['notify'], message: messageText('only_with_users') });
});

const filters = paging
  .extend({
    document_id: pathNumber.optional().describe('Shares of this document only.'),
    folder_id: pathNumber.optional().describe('Shares of this folder only.'),
    role: z
      .enum(['creator', 'recipient'], must('not_one_of_two', { first: 'creator', second: 'recipient' }))
      .optional()
      .describe(
        '`creator`: shares that the caller made. `recipient`: shares of which the caller is a recipient.',
      ),
  })
  .superRefine(allowOneEntry);

const cascading = z.object({
  cascade: z
    .enum(['0', '1'], must('not_one_of_two', { first: '0', second: '1' }))
    .default('0')
    .describe('`1`: ends the shares in `others` as well.'),
});
const others = z
  .array(share)
  .describe(
    'Shares of the entry, or of entries below it, that their creators may no longer create. With ' +
      '`cascade=1` they are ended, else they remain. At most 1000.',
  );

/** Returns a function that creates the JSON view of a share, as the caller sees it. */
export function shareViews(dms: Dms, req: Request): (record: Share) => z.input<typeof share> {
  const entryOf = dms.locations.visibleEntries(signedInUser(req));
  return (record) => shareJson(record, entryOf(record.entryId));
}

function shareJson(record: Share, visibleEntry: VisibleEntry | null): z.input<typeof share> {
  return {
    id: record.id,
    document_id: record.kind === 'file' ? record.entryId : null,
    folder_id: record.kind === 'folder' ? record.entryId : null,
    permissions: record.permissions,
    entry: visibleEntry && {
      id: visibleEntry.id,
      name: visibleEntry.name,
      type: visibleEntry.kind,
      path: visibleEntry.path,
    },
    users: [...record.users],
    people: [...record.people],
    groups: [...record.groups],
    created_by: personJson(record.createdBy),
    created_at: timestampJson(record.createdAt),
    expires_at: timestampJson(record.expiresAt),
    notified: [...record.notified],
  };
}

const DESCRIPTION = {
  list:
    'Newest first. The shares that the caller made or is a recipient of. With `document_id` or ' +
    '`folder_id`: the shares of that entry; all of them if the caller may share it. A recipient sees ' +
    'no other recipients. Expired shares are not listed.',
  create:
    'Needs the permission to share the entry. The caller cannot grant more permissions than their ' +
    'own, nor for longer than they have them. A second share of the same entry with the same user ' +
    'or group replaces the first for that user or group.',
  update:
    'Needs the permission to share the entry. Fewer permissions, an earlier end and fewer recipients ' +
    'are always possible; `others` lists the shares that depended on what was removed. More permissions, a later end or more recipients follow the rules of a new ' +
    'share.',
  remove:
    'A recipient who did not make the share leaves it; the other recipients keep it. A member of a group that is a ' +
    'recipient cannot leave it: 403. A caller who made ' +
    'the share, or who may share the entry without being a recipient, ends it for all recipients. ' +
    '`others` lists the shares that depended on it: those that its recipients created, and so on.',
} as const;

function listOperation(dms: Dms) {
  return operation({
    summary: 'List shares',
    description: DESCRIPTION.list,
    query: filters,
    responses: { 200: pageOfData(share) },
    handle: async (req, res, { query }) => {
      const { role, ...rest } = query();
      const asked = { role, entry: entryOf(rest) };
      const page = await dms.shares.list(actorOf(req), asked, pageOf(rest));
      sendPage(res, pageOf(rest), page, shareViews(dms, req));
    },
  });
}

/** Operations of `/api/shares`. */
export function shareOperations(dms: Dms) {
  return {
    list: listOperation(dms),

    create: operation({
      summary: 'Share a document or a folder',
      description: DESCRIPTION.create,
      body: newShare,
      responses: { 201: dataOf(share) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        requireUser(actor, 'write');
        const { expires_at: expiresAt, ...input } = body();
        const request = { ...input, expiresAt, entryId: writableEntryId(dms, actor, input) };
        const created = await dms.shares.create(actorOf(req), request);
        sendCreated(res, shareViews(dms, req)(created));
      },
    }),

    get: operation({
      summary: 'Read a share',
      responses: { 200: dataOf(share) },
      handle: (req, res) => {
        sendData(res, shareViews(dms, req)(dms.shares.get(actorOf(req), idOf(req))));
      },
    }),

    update: operation({
      summary: 'Change a share',
      description: DESCRIPTION.update,
      query: cascading,
      body: changes,
      responses: { 200: dataOf(share.extend({ others }).meta({ id: 'ChangedShare' })) },
      handle: async (req, res, { query, body }) => {
        const { id } = dms.shares.get(actorOf(req), idOf(req), 'write');
        const cascade = query().cascade === '1';
        const { expires_at: expiresAt, ...input } = body();
        const changed = await dms.shares.update(actorOf(req), id, { ...input, expiresAt, cascade });
        const view = shareViews(dms, req);
        sendData(res, { ...view(changed), others: changed.others.map(view) });
      },
    }),

    remove: operation({
      summary: 'End or leave a share',
      description: DESCRIPTION.remove,
      query: cascading,
      responses: { 200: dataOf(z.strictObject({ id: recordId, others })) },
      handle: async (req, res, { query }) => {
        const id = idOf(req);
        const ended = await dms.shares.remove(actorOf(req), id, query().cascade === '1');
        sendData(res, { id, others: ended.map(shareViews(dms, req)) });
      },
    }),
  } satisfies Operations;
}
