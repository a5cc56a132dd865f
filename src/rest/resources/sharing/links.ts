import * as z from 'zod';
import { requireUser } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import { MAX_DOWNLOADS, MAX_FILE_BYTES, MAX_FILES, MAX_LABEL_CHARACTERS } from '../../../core/links/links.ts';
import type { Actor } from '../../../model/people/actor.ts';
import {
  actorOf,
  atLeastOneField,
  dataOf,
  dateOrTimestamp,
  deleted,
  idOf,
  messageText,
  must,
  pageOf,
  pageOfData,
  paging,
  pathNumber,
  sendCreated,
  sendData,
  sendPage,
  singleLine,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import {
  allowOneEntry,
  type EntryReference,
  entryFields,
  entryOf,
  requireOneEntry,
  writableEntryId,
} from './entry-reference.ts';
import { createdLink, kind, link, linkJson, use, useJson } from './link-records.ts';

const policy = z
  .strictObject({
    enabled: z
      .boolean()
      .describe('False: the caller can create no links, and links of the caller do not work.'),
    require_password: z.boolean().describe('True: links without a password do not work.'),
    mail: z.boolean().describe('True: links can be sent by e-mail.'),
    max_days: z.int().describe('Days after its creation at which every link ends; 0: no limit.'),
  })
  .meta({ id: 'LinkPolicy' });

const label = singleLine(MAX_LABEL_CHARACTERS);
const password = z
  .string()
  .nullable()
  .describe('At least 10 characters; not one of the most common passwords. Null: no password.');
const expiry = dateOrTimestamp.nullable();
function limit(maximum: number) {
  const range = { minimum: 1, maximum };
  return z
    .int(must('number_out_of_range', range))
    .min(1, must('number_out_of_range', range))
    .max(maximum, must('number_out_of_range', range))
    .nullable();
}
const limits = {
  max_downloads: limit(MAX_DOWNLOADS).describe(
    'The link ends after this number of downloads. Null: no limit; required for the kinds `view` and `upload`.',
  ),
  max_files: limit(MAX_FILES).describe(
    'Number of files that all visitors together can send. Null: 1000; required if visitors cannot send files.',
  ),
  max_bytes: limit(MAX_FILE_BYTES).describe(
    'Maximum size of such a file in bytes. Null: only that of the server; required if visitors cannot send files.',
  ),
};
const listed = z.boolean().describe('True: users who may share the entry see the link.');

const newLink = z
  .strictObject({
    ...entryFields,
    kind: kind.default('download'),
    label: label.default(''),
    password: password.default(null),
    expires_at: expiry.default(null).describe('Null: the link does not expire.'),
    max_downloads: limits.max_downloads.default(null),
    max_files: limits.max_files.default(null),
    max_bytes: limits.max_bytes.default(null),
    listed: listed.default(true),
  })
  .superRefine(requireOneEntry);

const changes = atLeastOneField(
  z.strictObject({
    kind: kind.optional(),
    label: label.optional(),
    password: password.optional(),
    expires_at: expiry.optional(),
    max_downloads: limits.max_downloads.optional(),
    max_files: limits.max_files.optional(),
    max_bytes: limits.max_bytes.optional(),
    listed: listed.optional(),
  }),
);

const filters = paging
  .extend({
    document_id: pathNumber.optional().describe('Links of this document only.'),
    folder_id: pathNumber.optional().describe('Links of this folder only.'),
    everyone: z
      .enum(['0', '1'], must('not_one_of_two', { first: '0', second: '1' }))
      .default('0')
      .describe('`1`: the links of all users, for administrators. Not with `document_id` or `folder_id`.'),
  })
  .superRefine(allowOneEntry)
  .superRefine(({ document_id, folder_id, everyone }, context) => {
    if (everyone === '0' || (document_id === undefined && folder_id === undefined)) return;
    context.addIssue({ code: 'custom', path: ['everyone'], message: messageText('not_with_entry') });
  });

/**
 * Id of the entry of which to list links.
 * @throws {DmsError} not_found, if the actor may not read the entry or the entry is of the other kind
 */
function listedEntryId(dms: Dms, actor: Actor, reference: EntryReference): number | undefined {
  const named = entryOf(reference);
  return named && dms.tree[named.kind === 'file' ? 'document' : 'folder'](actor, named.id, 'read').id;
}

const DESCRIPTION = {
  list:
    'Newest first, also links that have ended. The links that the caller created. With `document_id` or ' +
    '`folder_id`: the links of that entry that the caller created and, if the caller may share it, those of ' +
    'others with `listed`.',
  create:
    'Everybody who has the link can open the entry and everything beneath it, without an account and with no ' +
    'more than the permissions of its creator at that moment. Needs the permission to share the entry, and for ' +
    'the kind `upload` also to create entries in it; a home cannot be linked. A user may have 1000 links.',
  get: 'For its creator, users who may share the entry (if the link has `listed`), and administrators.',
  update:
    'Only its creator, who needs the permission to share the entry. A new password ends the visits that ' +
    'began with the old one.',
  uses: 'Latest use first, at most 100 addresses.',
} as const;

function listOperation(dms: Dms) {
  return operation({
    summary: 'List links',
    description: DESCRIPTION.list,
    query: filters,
    responses: { 200: pageOfData(link) },
    errors: [404],
    handle: (req, res, { query }) => {
      const { everyone, ...rest } = query();
      const actor = actorOf(req);
      const entryId = listedEntryId(dms, actor, rest);
      const page = dms.links.list(actor, { entryId, everyone: everyone === '1' }, pageOf(rest));
      sendPage(res, pageOf(rest), page, linkJson);
    },
  });
}

function createOperation(dms: Dms, baseUrl: string | null) {
  return operation({
    summary: 'Create a link to a document or a folder',
    description: DESCRIPTION.create,
    body: newLink,
    responses: { 201: dataOf(createdLink) },
    handle: async (req, res, { body }) => {
      const actor = actorOf(req);
      requireUser(actor, 'write');
      const {
        document_id,
        folder_id,
        expires_at: expiresAt,
        max_downloads: maxDownloads,
        max_files: maxFiles,
        max_bytes: maxBytes,
        listed: isListed,
        ...terms
      } = body();
      const entryId = writableEntryId(dms, actor, { document_id, folder_id });
      const limits = { maxDownloads, maxFiles, maxBytes };
      const request = { ...terms, ...limits, entryId, expiresAt, isListed };
      const created = await dms.links.create(actor, request);
      const data: z.input<typeof createdLink> = {
        ...linkJson(created),
        url: `${baseUrl ?? ''}/s/${created.code}`,
      };
      sendCreated(res, data);
    },
  });
}

function policyOperation(dms: Dms) {
  return operation({
    summary: 'Read the rules of the server for links',
    responses: { 200: dataOf(policy) },
    handle: (req, res) => {
      const { requiresPassword, maxDays } = dms.links.policy;
      const data: z.input<typeof policy> = {
        enabled: dms.links.mayMake(actorOf(req)),
        require_password: requiresPassword,
        mail: dms.linkMail.isPossible,
        max_days: maxDays,
      };
      sendData(res, data);
    },
  });
}

/** Operations of `/api/links` and `/api/link-policy`. */
export function linkOperations(dms: Dms, baseUrl: string | null) {
  return {
    list: listOperation(dms),

    create: createOperation(dms, baseUrl),

    get: operation({
      summary: 'Read a link',
      description: DESCRIPTION.get,
      responses: { 200: dataOf(link) },
      handle: (req, res) => {
        sendData(res, linkJson(dms.links.get(actorOf(req), idOf(req))));
      },
    }),

    update: operation({
      summary: 'Change a link',
      description: DESCRIPTION.update,
      body: changes,
      responses: { 200: dataOf(link) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        requireUser(actor, 'write');
        const { expires_at: expiresAt, max_downloads, max_files, max_bytes, listed, ...terms } = body();
        const limits = { maxDownloads: max_downloads, maxFiles: max_files, maxBytes: max_bytes };
        const wanted = { ...terms, ...limits, expiresAt, isListed: listed };
        sendData(res, linkJson(await dms.links.update(actor, idOf(req), wanted)));
      },
    }),

    remove: operation({
      summary: 'Delete a link',
      description: DESCRIPTION.get,
      responses: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.links.remove(actorOf(req), id);
        sendData(res, { id });
      },
    }),

    uses: operation({
      summary: 'List the client addresses that used a link',
      description: DESCRIPTION.uses,
      responses: { 200: dataOf(z.array(use).max(100)) },
      handle: (req, res) => {
        sendData(res, dms.links.uses(actorOf(req), idOf(req)).map(useJson));
      },
    }),

    policy: policyOperation(dms),
  } satisfies Operations;
}
