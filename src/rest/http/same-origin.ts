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
  // If the request came by HTTPS, an http origin is another origin. If it came by HTTP, an https origin may
  // still be our own: behind a proxy that is not trusted the server cannot tell that the browser uses HTTPS.
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
 * Rejects cross-site request forgery. A browser adds the session cookie also to requests that another site
 * makes it send. So a request with a session cookie that changes something is rejected (403) if
 * `Sec-Fetch-Site` or `Origin` shows that it comes from another origin.
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
