import type { Request, RequestHandler } from 'express';
import { forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { Actor } from '../../model/people/actor.ts';
import { contextOf } from './request-context.ts';

/** Methods that change nothing (safe methods, RFC 9110 §9.2.1). */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

function isOwnOrigin(req: Request, origin: string, baseUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: normalised, host, protocol } = new URL(origin);
  if (baseUrl !== null && normalised === new URL(baseUrl).origin) return true;
  // With a request over HTTPS, an http origin is another origin. With a request over HTTP, an https origin may be our
  // own: behind an untrusted proxy, the server does not know that the browser uses HTTPS.
  const downgraded = req.secure && protocol === 'http:';
  return (protocol === 'http:' || protocol === 'https:') && !downgraded && host === req.host;
}

function isCrossOrigin(req: Request, baseUrl: string | null): boolean {
  const site = req.get('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = req.get('Origin');
  return origin !== undefined && !isOwnOrigin(req, origin, baseUrl);
}

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
    if (usesSessionCookie(context.actor) && !SAFE_METHODS.has(req.method) && isCrossOrigin(req, baseUrl)) {
      context.deferredError ??= forbidden(message('foreign_origin'));
    }
    next();
  };
}
