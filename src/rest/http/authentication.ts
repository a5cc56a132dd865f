import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import type { Dms } from '../../core/dms.ts';
import type { Actor } from '../../model/actor.ts';
import { DmsError } from '../../model/errors.ts';
import { contextOf } from './request-context.ts';

/** The cookie of a browser session. */
export const SESSION_COOKIE = 'dms_session';

function actorBehind(dms: Dms, req: Request, ip: string | null): Actor {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(req.headers.authorization ?? '');
  if (bearer !== null) {
    const actor = dms.authentication.byToken(bearer[1]?.trim() ?? '', ip);
    if (actor === undefined)
      throw new DmsError('unauthenticated', 'The token is unknown, expired or revoked.');
    return actor;
  }
  const secret = parseCookie(req.headers.cookie ?? '')[SESSION_COOKIE];
  const actor = secret === undefined || secret === '' ? undefined : sessionBehind(dms, secret, ip);
  return actor ?? { kind: 'guest', ip };
}

function sessionBehind(dms: Dms, secret: string, ip: string | null): Actor | undefined {
  return dms.authentication.bySession(secret, ip) ?? dms.twoFactorSignIn.owing(secret, ip);
}

/**
 * Finds out who asks: by Bearer token, else by session cookie (whole or half), else a guest. A token that is no good makes a guest of
 * its bearer and leaves the refusal in the context, so that it is counted against the limit of guests and answered
 * with all headers by {@link refuse}. A stale cookie is no refusal: signing in must work with it.
 */
export function authenticate(dms: Dms): RequestHandler {
  return (req, _res, next) => {
    const context = contextOf(req);
    try {
      context.actor = actorBehind(dms, req, context.ip);
    } catch (error) {
      context.failure = error;
    }
    next();
  };
}

/** Refuses what was found wrong before the limits were counted. */
export const refuse: RequestHandler = (req, _res, next) => next(contextOf(req).failure);
