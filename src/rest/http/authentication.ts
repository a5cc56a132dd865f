import type { Request, RequestHandler } from 'express';
import type { Dms } from '../../core/dms.ts';
import { sessionSecretOf } from '../../http/session-cookie.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { isForPages, PAGES_PATH } from './pages.ts';
import { contextOf } from './request-context.ts';

function actorOfRequest(dms: Dms, req: Request, ip: string | null): Actor {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(req.headers.authorization ?? '');
  if (bearer !== null && isForPages(req)) {
    throw new DmsError('unauthenticated', message('token_for_pages', { path: PAGES_PATH }));
  }
  if (bearer !== null) {
    const actor = dms.authentication.byToken(bearer[1]?.trim() ?? '', ip);
    if (actor === undefined) throw new DmsError('unauthenticated', message('token_not_valid'));
    return actor;
  }
  const secret = sessionSecretOf(req);
  const actor = secret === undefined ? undefined : actorOfSession(dms, secret, ip);
  return actor ?? { kind: 'guest', ip };
}

function actorOfSession(dms: Dms, secret: string, ip: string | null): Actor | undefined {
  return dms.authentication.bySession(secret, ip) ?? dms.twoFactorSignIn.halfSignedIn(secret, ip);
}

/**
 * Sets the actor of the request:
 *
 * 1. with a Bearer token: the owner of the token,
 * 2. else with a session cookie: the user of the session, or a `half_signed_in` actor if the second factor is still
 *    missing,
 * 3. else: a guest.
 *
 * A token is always invalid under `/web/api`. An invalid token leaves the actor a guest. Its error is stored in the
 * context for {@link throwDeferredError}, so that the request counts towards the rate limit of guests and the response
 * has the headers of the limit. The cookie of an ended session is no error: a browser must be able to sign in while it
 * still sends one.
 */
export function authenticate(dms: Dms): RequestHandler {
  return (req, _res, next) => {
    const context = contextOf(req);
    try {
      context.actor = actorOfRequest(dms, req, context.ip);
    } catch (error) {
      context.deferredError = error;
    }
    next();
  };
}

/** Throws the error of an earlier middleware, now that the rate limit has counted the request. */
export const throwDeferredError: RequestHandler = (req, _res, next) => next(contextOf(req).deferredError);
