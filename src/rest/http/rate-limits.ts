import type { Request, RequestHandler } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import type { Config } from '../../config/schema.ts';
import { busy, DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { isForPages, isUploadOfPage } from './pages.ts';
import { actorOf, callerOf, contextOf } from './request-context.ts';

const WINDOW_MS = 60_000;

/** What a request is counted as: each kind has a limit of its own. */
type Kind = keyof Config['rate_limit'];

function kindOf(req: Request): Kind {
  if (actorOf(req).kind !== 'user') return 'guest_per_minute';
  if (isUploadOfPage(req)) return 'page_uploads_per_minute';
  return isForPages(req) ? 'pages_per_minute' : 'authenticated_per_minute';
}

function keyOf(req: Request): string {
  return `${kindOf(req)}:${callerOf(req)}`;
}

/** By request of a guest: takes it off the count of its address. */
const takingsOff = new WeakMap<object, (userId: number) => Promise<void>>();

/**
 * Takes a request that has proven who sends it off the count of guests, so that the people behind one router can all sign
 * in. Only the request itself is taken off, and only from the minute in which it was counted: an account of their own gives
 * nobody further guesses at others. Of one user at most as many a minute as guests have requests.
 */
export async function takeOffGuestCount(req: object, userId: number): Promise<void> {
  await takingsOff.get(req)?.(userId);
}

/** Lets {@link takeOffGuestCount} find how the request was counted. */
function noteCount(store: MemoryStore, limit: number): RequestHandler {
  return async (req, _res, next) => {
    const key = keyOf(req);
    const counted = kindOf(req) === 'guest_per_minute' ? await store.get(key) : undefined;
    const endsAt = counted?.resetTime;
    if (endsAt !== undefined)
      takingsOff.set(req, async (userId) => {
        const { totalHits } = await store.increment(`sign_in:${String(userId)}`);
        const now = await store.get(key);
        if (totalHits <= limit && now?.resetTime === endsAt) await store.decrement(key);
      });
    next();
  };
}

/**
 * Limits the requests per minute. The requests of a user count together, over all tokens and sessions; those of
 * the user's pages, under `/web/api`, count apart, and so do the uploads of these pages: a folder of thousands of files
 * must not keep its user from seeing lists. The requests of guests count per address (IPv6: per /56 network).
 *
 * Sets `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix time in seconds at which
 * the window ends). A limit of 0 means no limit; then the three headers are left out. A request over the
 * limit is `throttled`.
 */
export function limitRates(limits: Config['rate_limit']): RequestHandler[] {
  const limitOf = (req: Request): number => limits[kindOf(req)];
  const store = new MemoryStore();
  const limiter = rateLimit({
    store,
    windowMs: WINDOW_MS,
    limit: limitOf,
    skip: (req) => limitOf(req) === 0,
    keyGenerator: keyOf,
    legacyHeaders: true,
    standardHeaders: false,
    // At every start the library would read the source text of keyOf to find mistakes in its use.
    validate: false,
    handler: (_req, _res, next) => next(new DmsError('throttled', message('too_many_requests'))),
  });
  return [limiter, noteCount(store, limits.guest_per_minute)];
}

/** Refuses requests of who does not read what was asked for before (429). Comes after the rate limit. */
export const limitUnread: RequestHandler = (req, _res, next) => {
  next(contextOf(req).unread.isFull(callerOf(req)) ? busy(message('too_many_requests')) : undefined);
};
