import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import { SCOPES } from '../../model/actor.ts';
import type { Session, Token } from '../../model/user.ts';
import {
  actorOf,
  answer,
  answerCreated,
  answerPage,
  dataOf,
  deleted,
  idOf,
  moment,
  must,
  pageOf,
  pageOfData,
  paging,
  recordId,
  someField,
  time,
  timestamp,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { user, userJson } from './users.ts';

const changes = someField(
  z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    password: z.string().optional(),
    current_password: z.string().optional().describe('Needed with `password`, and with another `email`.'),
  }),
);
const newToken = z.strictObject({
  name: z.string(),
  scopes: z
    .array(z.enum(SCOPES, must(`be a list of ${SCOPES.join(', ')}`)))
    .optional()
    .describe('When left out `read`, `write` and `webdav`, or what of them the token has that asks.'),
  expires_at: time.nullable().optional(),
});

const session = z
  .strictObject({
    id: recordId,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: moment,
    last_seen_at: moment,
    expires_at: moment,
    current: z.boolean().describe('It is the one that asks.'),
  })
  .meta({ id: 'Session' });

const token = z
  .strictObject({
    id: recordId,
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    prefix: z.string().describe('The first 12 characters.'),
    created_at: moment,
    expires_at: moment.nullable(),
    last_used_at: moment.nullable(),
  })
  .meta({ id: 'Token' });

function sessionJson(record: Session & { readonly current: boolean }): z.input<typeof session> {
  return {
    id: record.id,
    ip: record.ip,
    user_agent: record.userAgent,
    created_at: timestamp(record.createdAt),
    last_seen_at: timestamp(record.lastSeenAt),
    expires_at: timestamp(record.expiresAt),
    current: record.current,
  };
}

function tokenJson(record: Token): z.input<typeof token> {
  return {
    id: record.id,
    name: record.name,
    scopes: [...record.scopes],
    prefix: record.prefix,
    created_at: timestamp(record.createdAt),
    expires_at: timestamp(record.expiresAt),
    last_used_at: timestamp(record.lastUsedAt),
  };
}

/** `/api/account`: what everybody may see and change of his own account. */
export function accountOperations(dms: Dms) {
  return {
    get: operation({
      summary: 'Read the own account',
      answers: { 200: dataOf(user) },
      handle: (req, res) => {
        answer(res, userJson(dms.account.get(actorOf(req))));
      },
    }),

    update: operation({
      summary: 'Change the own account',
      description:
        'At least one field. A new password ends all other sessions, and its owner is told by mail.',
      body: changes,
      answers: { 200: dataOf(user) },
      handle: async (req, res, { body }) => {
        const { current_password: currentPassword, ...person } = body();
        answer(res, userJson(await dms.account.update(actorOf(req), { ...person, currentPassword })));
      },
    }),
  } satisfies Operations;
}

/** `/api/account/sessions`. */
export function sessionOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List the own sessions',
      description: 'The last used first.',
      query: paging,
      answers: { 200: pageOfData(session) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        answerPage(res, page, dms.sessions.list(actorOf(req), page), sessionJson);
      },
    }),

    end: operation({
      summary: 'End a session',
      answers: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.sessions.end(actorOf(req), id);
        answer(res, { id });
      },
    }),

    endOthers: operation({
      summary: 'End all other sessions',
      answers: { 200: dataOf(z.strictObject({ ended: z.int().min(0).describe('How many there were.') })) },
      handle: async (req, res) => {
        answer(res, { ended: await dms.sessions.endOthers(actorOf(req)) });
      },
    }),
  } satisfies Operations;
}

/** `/api/account/tokens`. */
export function tokenOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List the own tokens',
      description: 'Expired ones, too, newest first.',
      query: paging,
      answers: { 200: pageOfData(token) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        answerPage(res, page, dms.tokens.list(actorOf(req), page), tokenJson);
      },
    }),

    create: operation({
      summary: 'Make a token',
      description: 'The one answer that holds the token itself.',
      body: newToken,
      answers: { 201: dataOf(token.extend({ token: z.string() })) },
      handle: async (req, res, { body }) => {
        const { name, scopes, expires_at: expiresAt } = body();
        const made = await dms.tokens.create(actorOf(req), { name, scopes, expiresAt });
        answerCreated(res, { ...tokenJson(made.token), token: made.secret });
      },
    }),

    revoke: operation({
      summary: 'Revoke a token',
      answers: { 200: deleted },
      handle: async (req, res) => {
        const id = idOf(req);
        await dms.tokens.revoke(actorOf(req), id);
        answer(res, { id });
      },
    }),
  } satisfies Operations;
}
