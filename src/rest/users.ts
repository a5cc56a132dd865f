import { z } from 'zod';
import { requireAdmin } from '../core/authority.ts';
import type { Dms } from '../core/dms.ts';
import type { User } from '../model/user.ts';
import { answer, answerCreated, answerPage, timestamp } from './answers.ts';
import { actorOf, type Handlers } from './context.ts';
import { idOf, must, pageOf, parseBody, someField } from './fields.ts';

const quota = z
  .int(must('be a whole number of bytes or null'))
  .min(0, must('be a whole number of bytes or null'))
  .nullable();

const newUser = z.strictObject({
  name: z.string(),
  email: z.string(),
  login: z.string(),
  password: z.string(),
  is_admin: z.boolean().optional(),
  quota_bytes: quota.optional(),
});
const changes = someField(
  z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    password: z.string().optional(),
    is_admin: z.boolean().optional(),
    is_disabled: z.boolean().optional(),
    quota_bytes: quota.optional(),
  }),
);

/** An account as its owner and administrators see it. */
export function userJson(user: User) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    login: user.login,
    is_admin: user.isAdmin,
    is_disabled: user.isDisabled,
    two_factor: user.twoFactor,
    quota_bytes: user.quotaBytes,
    used_bytes: user.usedBytes,
    created_at: timestamp(user.createdAt),
    updated_at: timestamp(user.updatedAt),
    last_login_at: timestamp(user.lastLoginAt),
  };
}

/** `/api/users`: administrators only, and others learn nothing of what fields it takes. */
export function userHandlers(dms: Dms) {
  return {
    list: (req, res) => {
      requireAdmin(actorOf(req));
      const page = pageOf(req);
      answerPage(res, page, dms.users.list(actorOf(req), page), userJson);
    },

    get: (req, res) => {
      requireAdmin(actorOf(req));
      answer(res, userJson(dms.users.get(actorOf(req), idOf(req))));
    },

    create: async (req, res) => {
      requireAdmin(actorOf(req));
      const {
        name,
        email,
        login,
        password,
        is_admin: isAdmin,
        quota_bytes: quotaBytes,
      } = parseBody(newUser, req);
      const user = await dms.users.create(actorOf(req), {
        ...{ name, email, login, password },
        ...(isAdmin === undefined ? {} : { isAdmin }),
        ...(quotaBytes === undefined ? {} : { quotaBytes }),
      });
      answerCreated(res, userJson(user));
    },

    update: async (req, res) => {
      requireAdmin(actorOf(req));
      const { id } = dms.users.get(actorOf(req), idOf(req));
      const {
        is_admin: isAdmin,
        is_disabled: isDisabled,
        quota_bytes: quotaBytes,
        ...person
      } = parseBody(changes, req);
      const user = await dms.users.update(actorOf(req), id, { ...person, isAdmin, isDisabled, quotaBytes });
      answer(res, userJson(user));
    },

    remove: async (req, res) => {
      requireAdmin(actorOf(req));
      const id = idOf(req);
      await dms.users.remove(actorOf(req), id);
      answer(res, { id });
    },
  } satisfies Handlers;
}
