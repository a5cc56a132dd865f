import { stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { Origin } from '../../core/sign-in/sign-in.ts';
import {
  actorOf,
  answer,
  answerJson,
  contextOf,
  dataOf,
  moment,
  recordId,
  SESSION_COOKIE,
  timestamp,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { twoFactorMethod } from './two-factor.ts';
import { userJson, user as userRecord } from './users.ts';

const credentials = z.strictObject({ login: z.string(), password: z.string() });

const signedIn = z.strictObject({
  user: z.strictObject({ id: recordId, name: z.string(), email: z.string() }),
  two_factor: z
    .strictObject({ required: z.literal(true), methods: z.array(twoFactorMethod) })
    .optional()
    .describe('All else is 401 until a code is verified.'),
});

const requestedCode = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('email'), expires_at: moment }),
  z.strictObject({ method: z.literal('totp') }),
]);

/** How long a browser keeps the cookie, in seconds; the core ends the session itself. */
const THIRTY_DAYS = 30 * 24 * 3600;

/** Where a sign-in comes from. */
function originOf(req: Request): Origin {
  return { ip: contextOf(req).ip, userAgent: req.get('User-Agent') ?? null };
}

/** Gives the browser a session; an empty one takes it away. */
function setCookie(res: Response, baseUrl: string | null, value: string): void {
  const secure = res.req.secure || (baseUrl?.startsWith('https:') ?? false);
  const maxAge = value === '' ? 0 : THIRTY_DAYS;
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
  res.append(
    'Set-Cookie',
    stringifySetCookie({ name: SESSION_COOKIE, value, maxAge, secure, ...attributes }),
  );
}

/** `/api/login` and `/api/logout`. */
export function signInOperations(dms: Dms, baseUrl: string | null) {
  return {
    login: operation({
      summary: 'Sign in',
      description: 'Sets the session cookie. Too many wrong passwords: 429.',
      body: credentials,
      answers: { 200: signedIn },
      handle: async (req, res, { body }) => {
        const { secret, user, secondFactorOwed } = await dms.authentication.withPassword({
          ...body(),
          ...originOf(req),
        });
        setCookie(res, baseUrl, secret);
        answerJson(res, 200, {
          user: { id: user.id, name: user.name, email: user.email },
          ...(secondFactorOwed ? { two_factor: { required: true, methods: [user.twoFactor] } } : {}),
        });
      },
    }),

    logout: operation({
      summary: 'Sign out',
      description: 'Ends the session of the cookie, half or whole; a token is no session and stays good.',
      answers: { 200: dataOf(z.strictObject({})) },
      handle: async (req, res) => {
        await dms.authentication.signOut(actorOf(req));
        setCookie(res, baseUrl, '');
        answer(res, {});
      },
    }),
  } satisfies Operations;
}

/** `/api/2fa`: the second half of signing in. */
export function codeOperations(dms: Dms, baseUrl: string | null) {
  return {
    request: operation({
      summary: 'Ask for a code',
      description:
        'For who has shown his password and owes a second factor, and for switching it off. By e-mail a code is sent, good for ten minutes and one use, three an hour at most; an authenticator has its codes by itself.',
      body: z.strictObject({ method: twoFactorMethod.optional() }),
      answers: { 200: dataOf(requestedCode) },
      handle: async (req, res, { body }) => {
        const requested = await dms.twoFactorSignIn.requestCode(actorOf(req), body().method);
        answer(
          res,
          requested.method === 'email'
            ? { method: 'email', expires_at: timestamp(requested.expiresAt) }
            : { method: 'totp' },
        );
      },
    }),

    verify: operation({
      summary: 'Show a code: the second half of signing in',
      description:
        'Sets a new session cookie. `code` is that of the e-mail, of the authenticator, or one of those for recovery. After five wrong ones: 429, for all who try with this account.',
      body: z.strictObject({ code: z.string() }),
      answers: { 200: dataOf(z.strictObject({ user: userRecord })) },
      handle: async (req, res, { body }) => {
        const { userAgent } = originOf(req);
        const { secret, user } = await dms.twoFactorSignIn.verify(actorOf(req), body().code, userAgent);
        setCookie(res, baseUrl, secret);
        answer(res, { user: userJson(user) });
      },
    }),
  } satisfies Operations;
}
