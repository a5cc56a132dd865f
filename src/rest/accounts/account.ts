import * as z from 'zod';
import type { Dms } from '../../core/dms.ts';
import { SCOPES } from '../../model/people/actor.ts';
import { LANGUAGES, type Session, type Token } from '../../model/people/user.ts';
import {
  actorOf,
  atLeastOneField,
  dataOf,
  dateOrTimestamp,
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
import { keepTokens, user, userJson } from './users.ts';

const changes = atLeastOneField(
  z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    language: z
      .enum(LANGUAGES, must('not_language', { values: LANGUAGES.join(', ') }))
      .nullable()
      .optional()
      .describe('Language of the pages. Null: that of the browser.'),
    password: z.string().optional(),
    current_password: z
      .string()
      .optional()
      .describe('Required with `password`, and with an `email` that differs from the current one.'),
    keep_tokens: keepTokens.optional(),
  }),
);
const newToken = z.strictObject({
  name: z.string(),
  scopes: z
    .array(z.enum(SCOPES, must('not_list_of', { values: SCOPES.join(', ') })))
    .optional()
    .describe(
      'By default `read`, `write` and `webdav`. A caller with a token can grant only scopes that this ' +
        'token has.',
    ),
  expires_at: dateOrTimestamp
    .nullable()
    .optional()
    .describe('A caller with a token cannot create a token that expires later than this one.'),
});

const session = z
  .strictObject({
    id: recordId,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: timestamp,
    current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'Session' });

const token = z
  .strictObject({
    id: recordId,
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    prefix: z.string().describe('The first 12 characters of the token.'),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Token' });

function sessionJson(record: Session & { readonly current: boolean }): z.input<typeof session> {
  return {
    id: record.id,
    ip: record.ip,
    user_agent: record.userAgent,
    created_at: timestampJson(record.createdAt),
    last_seen_at: timestampJson(record.lastSeenAt),
    expires_at: timestampJson(record.expiresAt),
    current: record.current,
  };
}

function tokenJson(record: Token): z.input<typeof token> {
  return {
    id: record.id,
    name: record.name,
    scopes: [...record.scopes],
    prefix: record.prefix,
    created_at: timestampJson(record.createdAt),
    expires_at: timestampJson(record.expiresAt),
    last_used_at: timestampJson(record.lastUsedAt),
  };
}

/** Operations of `/api/account`: a user reads and changes their own account. */
export function accountOperations(dms: Dms) {
  return {
    get: operation({
      summary: 'Read your own account',
      responses: { 200: dataOf(user) },
      handle: (req, res) => {
        sendData(res, userJson(dms.account.get(actorOf(req))));
      },
    }),

    update: operation({
      summary: 'Change your own account',
      description:
        'At least one field. A new password ends all other sessions of the user and revokes the tokens, and ' +
        'the user is notified by e-mail.',
      body: changes,
      responses: { 200: dataOf(user) },
      handle: async (req, res, { body }) => {
        const { current_password: currentPassword, keep_tokens: tokens, ...person } = body();
        const change = { ...person, currentPassword, keepTokens: tokens };
        sendData(res, userJson(await dms.account.update(actorOf(req), change)));
      },
    }),
  } satisfies Operations;
}

/** Operations of `/api/account/sessions`. */
export function sessionOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List your own sessions',
      description: 'The session that was used last comes first.',
      query: paging,
      responses: { 200: pageOfData(session) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        sendPage(res, page, dms.sessions.list(actorOf(req), page), sessionJson);
      },
    }),

    end: operation({
      summary: 'End a session',
      responses: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.sessions.end(actorOf(req), id);
        sendData(res, { id });
      },
    }),

    endOthers: operation({
      summary: 'End all other sessions',
      responses: {
        200: dataOf(
          z.strictObject({ ended: z.int().min(0).describe('Number of sessions that were ended.') }),
        ),
      },
      handle: async (req, res) => {
        sendData(res, { ended: await dms.sessions.endOthers(actorOf(req)) });
      },
    }),
  } satisfies Operations;
}

/** Operations of `/api/account/tokens`. */
export function tokenOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List your own tokens',
      description: 'Newest first, expired tokens included.',
      query: paging,
      responses: { 200: pageOfData(token) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        sendPage(res, page, dms.tokens.list(actorOf(req), page), tokenJson);
      },
    }),

    create: operation({
      summary: 'Create a token',
      description: 'Only this response contains the token itself; it cannot be read again.',
      body: newToken,
      responses: { 201: dataOf(token.extend({ token: z.string() })) },
      handle: async (req, res, { body }) => {
        const { name, scopes, expires_at: expiresAt } = body();
        const created = await dms.tokens.create(actorOf(req), { name, scopes, expiresAt });
        sendCreated(res, { ...tokenJson(created.token), token: created.secret });
      },
    }),

    revoke: operation({
      summary: 'Revoke a token',
      description: 'The tokens that were created with it are revoked too.',
      responses: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.tokens.revoke(actorOf(req), id);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}
