import type { RequestHandler } from 'express';
import { isCrossOrigin } from '../../http/connections/same-origin.ts';
import { forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { contextOf } from './request-context.ts';

/** Methods that change nothing (safe methods, RFC 9110 §9.2.1). */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

function usesSessionCookie(actor: Actor): boolean {
  return actor.kind === 'half_signed_in' || (actor.kind === 'user' && actor.credential.kind === 'session');
}

/**
 * Prevents cross-site request forgery. A browser also adds the session cookie to requests that another site triggers.
 * Therefore a change with a session cookie is rejected (403) if `Sec-Fetch-Site` or `Origin` indicates another origin.
 *
 * - Neither header: accepted, because no browser sends such a request.
 * - A token instead of a cookie: accepted, because browsers do not add tokens by themselves.
 *
 * The error is deferred until the rate limit has counted the request.
 */
export function requireSameOrigin(baseUrl: string | null): RequestHandler {
  return (req, _res, next) => {
    const context = contextOf(req);
    const target = { isSecure: req.secure, host: req.host };
    const mustCheck = usesSessionCookie(context.actor) && !SAFE_METHODS.has(req.method);
    if (mustCheck && isCrossOrigin(req, target, baseUrl)) {
      context.deferredError ??= forbidden(message('foreign_origin'));
    }
    next();
  };
}
