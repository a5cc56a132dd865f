import * as z from 'zod';
import { requireAdmin } from '../../core/access/access.ts';
import type { UserChanges } from '../../core/accounts/accounts.ts';
import type { Dms } from '../../core/dms.ts';
import { LANGUAGES, type UserRecord } from '../../model/people/user.ts';
import {
  actorOf,
  atLeastOneField,
  dataOf,
  deleted,
  idOf,
  must,
  pageOf,
  pageOfData,
  paging,
  recordId,
  sendCreated,
  sendData,
  sendPage,
  timestamp,
  timestampJson,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { beginnings } from './people.ts';

const quota = z.int(must('not_bytes_or_null')).min(0, must('not_bytes_or_null')).nullable();

/** Schema of the option to keep the tokens of a user whose password or second factor changes. */
export const keepTokens = z
  .boolean()
  .describe('True: the tokens of the user remain valid. By default they are revoked.');

/** Schema of a new password. */
export const newPassword = z
  .string()
  .describe('At least 10 characters; not one of the most common passwords.');

/** Schemas of the fields that every new account has. */
export const newPerson = {
  name: z.string(),
  email: z.string(),
  login: z.string().describe('1 to 64 characters of `a-z 0-9 . _ -`.'),
  password: newPassword,
} as const;

const newUser = z.strictObject({
  ...newPerson,
  password: newPassword.optional(),
  is_admin: z.boolean().optional(),
  quota_bytes: quota.optional(),
});
const changes = atLeastOneField(
  z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    password: z.string().optional(),
    current_password: z
      .string()
      .optional()
      .describe('Required to change the password or the e-mail address of your own account.'),
    keep_tokens: keepTokens.optional(),
    is_admin: z.boolean().optional(),
    is_disabled: z.boolean().optional(),
    quota_bytes: quota.optional(),
  }),
);

function changesOf(body: z.output<typeof changes>): UserChanges {
  const { current_password, keep_tokens, is_admin, is_disabled, quota_bytes, ...person } = body;
  return {
    ...person,
    currentPassword: current_password,
    keepTokens: keep_tokens,
    isAdmin: is_admin,
    isDisabled: is_disabled,
    quotaBytes: quota_bytes,
  };
}

/** Schema of a user as shown to that user and to administrators. */
export const user = z
  .strictObject({
    id: recordId,
    name: z.string(),
    email: z.string(),
    login: z.string(),
    is_admin: z.boolean(),
    is_disabled: z.boolean(),
    two_factor: z.enum(['off', 'email', 'totp']),
    language: z.enum(LANGUAGES).nullable().describe('Language of the pages. Null: that of the browser.'),
    quota_bytes: z.int().min(0).nullable().describe('Null: no limit.'),
    used_bytes: z
      .int()
      .min(0)
      .describe(
        'Size of all versions in the home and its trash, and of comments and properties beyond 4 KiB of an entry.',
      ),
    used_entries: z.int().min(0).describe('Number of documents and folders in the home and its trash.'),
    created_at: timestamp,
    updated_at: timestamp,
    last_login_at: timestamp.nullable(),
  })
  .meta({ id: 'User' });

/** JSON view of a user. */
export function userJson(record: UserRecord): z.input<typeof user> {
  return {
    id: record.id,
    name: record.name,
    email: record.email,
    login: record.login,
    is_admin: record.isAdmin,
    is_disabled: record.isDisabled,
    two_factor: record.twoFactor,
    language: record.language,
    quota_bytes: record.quotaBytes,
    used_bytes: record.used.bytes,
    used_entries: record.used.entries,
    created_at: timestampJson(record.createdAt),
    updated_at: timestampJson(record.updatedAt),
    last_login_at: timestampJson(record.lastLoginAt),
  };
}

function listOperation(dms: Dms) {
  return operation({
    summary: 'List users',
    description:
      'With `q`: users for whom each word of `q` is the beginning of a word in name, login or e-mail.',
    query: paging.extend({ q: beginnings.optional() }),
    responses: { 200: pageOfData(user) },
    handle: async (req, res, { query }) => {
      const actor = actorOf(req);
      requireAdmin(actor);
      const { q, ...rest } = query();
      const page = pageOf(rest);
      const found = q === undefined ? dms.users.list(actor, page) : await dms.users.search(actor, q, page);
      sendPage(res, page, found, userJson);
    },
  });
}

/**
 * Operations of `/api/users`, for administrators only. Each operation checks this before it parses the input, so that
 * other users get 403 and learn nothing about the fields.
 */
export function userOperations(dms: Dms) {
  return {
    list: listOperation(dms),

    get: operation({
      summary: 'Read a user',
      responses: { 200: dataOf(user) },
      handle: (req, res) => {
        requireAdmin(actorOf(req));
        sendData(res, userJson(dms.users.get(actorOf(req), idOf(req))));
      },
    }),

    create: operation({
      summary: 'Create a user',
      description:
        'Without a password, the user cannot sign in until one is set, for example with an invitation.',
      body: newUser,
      responses: { 201: dataOf(user) },
      handle: async (req, res, { body }) => {
        requireAdmin(actorOf(req));
        const { is_admin: isAdmin, quota_bytes: quotaBytes, ...person } = body();
        const created = await dms.users.create(actorOf(req), { ...person, isAdmin, quotaBytes });
        sendCreated(res, userJson(created));
      },
    }),

    update: operation({
      summary: 'Change a user',
      description: 'At least one field. A new password ends the sessions of the user and revokes the tokens.',
      body: changes,
      responses: { 200: dataOf(user) },
      handle: async (req, res, { body }) => {
        requireAdmin(actorOf(req));
        const { id } = dms.users.get(actorOf(req), idOf(req));
        sendData(res, userJson(await dms.users.update(actorOf(req), id, changesOf(body()))));
      },
    }),

    remove: operation({
      summary: 'Delete a user',
      description:
        'Ends the sessions, tokens and locks of the user, and the shares with the user. The home becomes ' +
        'a folder in the system folder `Former users`. The last administrator cannot be deleted: 422.',
      responses: { 200: deleted },
      errors: [422],
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        const id = idOf(req);
        await dms.users.remove(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
