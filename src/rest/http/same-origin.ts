import type { Request, RequestHandler } from 'express';
import type { Actor } from '../../model/actor.ts';
import { forbidden } from '../../model/errors.ts';
import { contextOf } from './request-context.ts';

/** Methods that change nothing. */
export const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

function isOwnOrigin(req: Request, origin: string, baseUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: parsed, host, protocol } = new URL(origin);
  if (baseUrl !== null && parsed === new URL(baseUrl).origin) return true;
  // Behind a proxy that is not trusted the service cannot know that it is reached by https, so http here may be https there.
  const downgraded = req.secure && protocol === 'http:';
  return (protocol === 'http:' || protocol === 'https:') && !downgraded && host === req.host;
}

function comesFromElsewhere(req: Request, baseUrl: string | null): boolean {
  const site = req.get('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = req.get('Origin');
  return origin !== undefined && !isOwnOrigin(req, origin, baseUrl);
}

function hasCookie(actor: Actor): boolean {
  return actor.kind === 'half_signed_in' || (actor.kind === 'user' && actor.via === 'session');
}

/**
 * A browser adds the session cookie to requests that other sites make it send. Those that change something are refused,
 * told by `Sec-Fetch-Site` and `Origin`; what has neither comes from no browser. Tokens are not sent by themselves.
 */
export function requireSameOrigin(baseUrl: string | null): RequestHandler {
  return (req, _res, next) => {
    const context = contextOf(req);
    if (hasCookie(context.actor) && !HARMLESS.has(req.method) && comesFromElsewhere(req, baseUrl)) {
      context.failure ??= forbidden('A change must come from the pages of this service itself.');
    }
    next();
  };
}
