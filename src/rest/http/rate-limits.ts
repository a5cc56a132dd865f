import type { Request, RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Config } from '../../config/schema.ts';
import { addressBlock } from '../../core/credentials/credentials.ts';
import { DmsError } from '../../model/errors.ts';
import { actorOf, contextOf } from './request-context.ts';

const WINDOW = 60_000;

function keyOf(req: Request): string {
  const actor = actorOf(req);
  if (actor.kind === 'user') return `user:${actor.userId}`;
  return `guest:${addressBlock(contextOf(req).ip ?? '')}`;
}

/**
 * Counts requests per minute: those of a user together, whatever token or session they come by, those of guests per
 * address. Sets `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds at which the window ends). A limit of 0
 * is none, and sends none of them.
 */
export function limitRates(limits: Config['rate_limit']): RequestHandler {
  const limitOf = (req: Request): number =>
    actorOf(req).kind === 'user' ? limits.authenticated_per_minute : limits.guest_per_minute;
  return rateLimit({
    windowMs: WINDOW,
    limit: limitOf,
    skip: (req) => limitOf(req) === 0,
    keyGenerator: keyOf,
    legacyHeaders: true,
    standardHeaders: false,
    // It would look for slips in how it is used here, at every start, by reading the source of keyOf.
    validate: false,
    handler: (_req, _res, next) => next(new DmsError('throttled', 'Too many requests; try again later.')),
  });
}
