import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import { SCOPES } from '../model/actor.ts';
import type { Session, Token } from '../model/user.ts';
import { answer, answerCreated, answerPage, timestamp } from './answers.ts';
import { actorOf, type Handlers } from './context.ts';
import { idOf, must, pageOf, parseBody, someField, time } from './fields.ts';
import { userJson } from './users.ts';

const changes = someField(
  z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    password: z.string().optional(),
    current_password: z.string().optional(),
  }),
);
const newToken = z.strictObject({
  name: z.string(),
  scopes: z.array(z.enum(SCOPES, must(`be a list of ${SCOPES.join(', ')}`))).optional(),
  expires_at: time.nullable().optional(),
});

function sessionJson(session: Session & { readonly current: boolean }) {
  return {
    id: session.id,
    ip: session.ip,
    user_agent: session.userAgent,
    created_at: timestamp(session.createdAt),
    last_seen_at: timestamp(session.lastSeenAt),
    expires_at: timestamp(session.expiresAt),
    current: session.current,
  };
}

function tokenJson(token: Token) {
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    prefix: token.prefix,
    created_at: timestamp(token.createdAt),
    expires_at: timestamp(token.expiresAt),
    last_used_at: timestamp(token.lastUsedAt),
  };
}

/** `/api/account`: what everybody may see and change of his own account. */
export function accountHandlers(dms: Dms) {
  return {
    get: (req, res) => {
      answer(res, userJson(dms.account.get(actorOf(req))));
    },

    update: async (req, res) => {
      const { current_password: currentPassword, ...person } = parseBody(changes, req);
      const user = await dms.account.update(actorOf(req), { ...person, currentPassword });
      answer(res, userJson(user));
    },

    sessions: (req, res) => {
      const page = pageOf(req);
      answerPage(res, page, dms.sessions.list(actorOf(req), page), sessionJson);
    },

    endSession: async (req, res) => {
      const id = idOf(req);
      await dms.sessions.end(actorOf(req), id);
      answer(res, { id });
    },

    endOtherSessions: async (req, res) => {
      answer(res, { ended: await dms.sessions.endOthers(actorOf(req)) });
    },

    tokens: (req, res) => {
      const page = pageOf(req);
      answerPage(res, page, dms.tokens.list(actorOf(req), page), tokenJson);
    },

    /** The one answer that holds the token itself. */
    createToken: async (req, res) => {
      const { name, scopes, expires_at: expiresAt } = parseBody(newToken, req);
      const { token, secret } = await dms.tokens.create(actorOf(req), { name, scopes, expiresAt });
      answerCreated(res, { ...tokenJson(token), token: secret });
    },

    revokeToken: async (req, res) => {
      const id = idOf(req);
      await dms.tokens.revoke(actorOf(req), id);
      answer(res, { id });
    },
  } satisfies Handlers;
}
