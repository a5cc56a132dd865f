import type { Request, RequestHandler } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import type { Config } from '../../config/schema.ts';
import { busy, DmsError } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { isForPages, isUploadOfPage } from './pages.ts';
import { actorOf, callerOf, contextOf } from './request-context.ts';

const WINDOW_MS = 60_000;

/** Kind of a request; each kind has its own limit. */
type Kind = Exclude<keyof Config['rate_limit'], 'links_per_minute'>;

function kindOf(req: Request): Kind {
  if (actorOf(req).kind !== 'user') return 'guest_per_minute';
  if (isUploadOfPage(req)) return 'page_uploads_per_minute';
  return isForPages(req) ? 'pages_per_minute' : 'authenticated_per_minute';
}

function keyOf(req: Request): string {
  return `${kindOf(req)}:${callerOf(req)}`;
}

/** Functions that subtract a guest request from the count of its address, by request. */
const takingsOff = new WeakMap<object, (userId: number) => Promise<void>>();

/**
 * Subtracts a request that has proven its user from the guest count of its address, so that all users behind one router
 * can sign in. Subtracts only that request, and only in the minute that counted it: owning an account gives a client no
 * further attempts to guess other passwords. Per user and minute, at most the guest request limit.
 */
export async function takeOffGuestCount(req: object, userId: number): Promise<void> {
  await takingsOff.get(req)?.(userId);
}

/** Records how a request was counted, for {@link takeOffGuestCount}. */
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
 * Limits the requests per minute. The requests of a user count together, over all tokens and sessions. Requests of the
 * user's pages, under `/web/api`, count separately, and so do uploads from these pages: uploading a folder of thousands
 * of files must not block lists for the user. Guest requests count per address (IPv6: per /56 network).
 *
 * Sets `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (Unix time in seconds at which the window
 * ends). A limit of 0 means no limit, and omits the three headers. A request over the limit is `throttled`.
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
    // On every start, the library would read the source text of keyOf to find mistakes in its use.
    validate: false,
    handler: (_req, _res, next) => next(new DmsError('throttled', message('too_many_requests'))),
  });
  return [limiter, noteCount(store, limits.guest_per_minute)];
}

/** Rejects requests of callers that do not read earlier responses (429). Runs after the rate limit. */
export const limitUnread: RequestHandler = (req, _res, next) => {
  next(
    contextOf(req).bufferedResponses.isFull(callerOf(req)) ? busy(message('too_many_requests')) : undefined,
  );
};
