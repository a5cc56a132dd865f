import { stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import { answer, answerJson } from './answers.ts';
import { SESSION_COOKIE } from './authentication.ts';
import { actorOf, contextOf, type Handlers } from './context.ts';
import { parseBody } from './fields.ts';

const credentials = z.strictObject({ login: z.string(), password: z.string() });

/** How long a browser keeps the cookie, in seconds; the core ends the session itself. */
const THIRTY_DAYS = 30 * 24 * 3600;

/** `/api/login` and `/api/logout`. */
export function signInHandlers(dms: Dms, baseUrl: string | null) {
  function setCookie(req: Request, res: Response, value: string, maxAge: number): void {
    const secure = req.secure || (baseUrl?.startsWith('https:') ?? false);
    const attributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
    res.append(
      'Set-Cookie',
      stringifySetCookie({ name: SESSION_COOKIE, value, maxAge, secure, ...attributes }),
    );
  }

  return {
    login: async (req, res) => {
      const { login, password } = parseBody(credentials, req);
      const attempt = { login, password, ip: contextOf(req).ip, userAgent: req.get('User-Agent') ?? null };
      const { secret, user, secondFactorOwed } = await dms.signIn.withPassword(attempt);
      setCookie(req, res, secret, THIRTY_DAYS);
      answerJson(res, 200, {
        user: { id: user.id, name: user.name, email: user.email },
        ...(secondFactorOwed ? { two_factor: { required: true, methods: [user.twoFactor] } } : {}),
      });
    },

    /** Ends the session of the cookie; a token is no session and stays good. */
    logout: async (req, res) => {
      await dms.signIn.signOut(actorOf(req));
      setCookie(req, res, '', 0);
      answer(res, {});
    },
  } satisfies Handlers;
}
