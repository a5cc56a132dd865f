import { stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../core/dms.ts';
import type { Origin } from '../../core/sign-in/sign-in.ts';
import { SESSION_COOKIE } from '../../http/session-cookie.ts';
import {
  actorOf,
  contextOf,
  dataOf,
  recordId,
  sendData,
  sendJson,
  takeOffGuestCount,
  timestamp,
  timestampJson,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { twoFactorMethod } from './two-factor.ts';
import { userJson, user as userRecord } from './users.ts';

const credentials = z.strictObject({
  login: z.string().describe('The login, or the e-mail address.'),
  password: z.string(),
});

const signedIn = z.strictObject({
  user: z.strictObject({ id: recordId, name: z.string(), email: z.string() }),
  two_factor: z
    .strictObject({ required: z.literal(true), methods: z.array(twoFactorMethod) })
    .optional()
    .describe(
      'Only if a second factor is required. Until a code is verified, the session is valid for `/2fa` and ' +
        '`/logout` only.',
    ),
});

const requestedCode = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('email'), expires_at: timestamp }),
  z.strictObject({ method: z.literal('totp') }),
]);

/** Lifetime of the session cookie, in seconds. For the browser only; the core ends the session. */
const COOKIE_SECONDS = 30 * 24 * 3600;

/** Client address and user agent of a sign-in. */
function originOf(req: Request): Origin {
  return { ip: contextOf(req).ip, userAgent: req.get('User-Agent') ?? null };
}

/** Sets the session cookie; an empty value makes the browser delete it. */
function setSessionCookie(res: Response, baseUrl: string | null, value: string): void {
  const secure = res.req.secure || (baseUrl?.startsWith('https:') ?? false);
  const maxAge = value === '' ? 0 : COOKIE_SECONDS;
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
  res.append(
    'Set-Cookie',
    stringifySetCookie({ name: SESSION_COOKIE, value, maxAge, secure, ...attributes }),
  );
}

/** Operations of `/api/login` and `/api/logout`. */
export function signInOperations(dms: Dms, baseUrl: string | null) {
  return {
    login: operation({
      summary: 'Sign in',
      description: 'Sets the session cookie. 429 after too many wrong passwords.',
      body: credentials,
      responses: { 200: signedIn },
      handle: async (req, res, { body }) => {
        const { secret, user, secondFactorOwed } = await dms.authentication.withPassword({
          ...body(),
          ...originOf(req),
        });
        await takeOffGuestCount(req, user.id);
        setSessionCookie(res, baseUrl, secret);
        sendJson(res, 200, {
          user: { id: user.id, name: user.name, email: user.email },
          ...(secondFactorOwed ? { two_factor: { required: true, methods: [user.twoFactor] } } : {}),
        });
      },
    }),

    logout: operation({
      summary: 'Sign out',
      description:
        'Ends the session of the cookie, even if a second factor is still required. A token is not a session ' +
        'and remains valid.',
      responses: { 200: dataOf(z.strictObject({})) },
      handle: async (req, res) => {
        await dms.authentication.signOut(actorOf(req));
        setSessionCookie(res, baseUrl, '');
        sendData(res, {});
      },
    }),
  } satisfies Operations;
}

/** Operations of `/api/2fa`, which verify the second factor of a user. */
export function codeOperations(dms: Dms, baseUrl: string | null) {
  return {
    request: operation({
      summary: 'Request a code',
      description:
        'For a caller who must still enter a code, and for a signed-in user who wants to turn the second factor ' +
        'off. `email`: sends a code that is valid for 10 minutes and one use; at most 3 codes an hour. ' +
        '`totp`: sends nothing, because the authenticator app shows the codes.',
      body: z.strictObject({ method: twoFactorMethod.optional() }),
      responses: { 200: dataOf(requestedCode) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        const requested = await dms.twoFactorSignIn.requestCode(actor, body().method);
        if (actor.kind === 'half_signed_in') await takeOffGuestCount(req, actor.userId);
        sendData(
          res,
          requested.method === 'email'
            ? { method: 'email', expires_at: timestampJson(requested.expiresAt) }
            : { method: 'totp' },
        );
      },
    }),

    verify: operation({
      summary: 'Verify a code to complete the sign-in',
      description:
        'Sets a new session cookie. `code` is from the e-mail, from the authenticator app, or a recovery ' +
        'code. After 5 wrong codes: 429, for all sessions of this account.',
      body: z.strictObject({ code: z.string() }),
      responses: { 200: dataOf(z.strictObject({ user: userRecord })) },
      handle: async (req, res, { body }) => {
        const { userAgent } = originOf(req);
        const { secret, user } = await dms.twoFactorSignIn.verify(actorOf(req), body().code, userAgent);
        await takeOffGuestCount(req, user.id);
        setSessionCookie(res, baseUrl, secret);
        sendData(res, { user: userJson(user) });
      },
    }),
  } satisfies Operations;
}
