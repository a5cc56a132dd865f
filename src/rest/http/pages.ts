import type { Request, RequestHandler } from 'express';
import { forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { contextOf } from './request-context.ts';
import { SAFE_METHODS } from './same-origin.ts';

/** Path under which the pages of this service reach the routes that programs reach under `/api`. */
export const PAGES_PATH = '/web/api';

/** Files that a browser requests again for its user: "save link as", a retried download. */
const FILE = /\/(?:download|thumbnail)$|^\/archives\/\d+$/;

/** True for a request under {@link PAGES_PATH}. */
export function isForPages(req: Request): boolean {
  return req.baseUrl === PAGES_PATH;
}

/** Paths to which pages upload a file, whole or in parts. */
const UPLOAD = /^\/(?:documents\/upload|uploads(?:\/[^/]+)?)$/;

/** True if the request uploads a file, or a part of one, from a page of this service. */
export function isUploadOfPage(req: Request): boolean {
  return isForPages(req) && UPLOAD.test(req.path) && !SAFE_METHODS.has(req.method);
}

function isWishOfUser(req: Request, site: string): boolean {
  return site === 'none' && SAFE_METHODS.has(req.method) && FILE.test(req.path);
}

/**
 * Rejects requests that a browser sends for any page but those of this service (403), whatever the method. No other
 * site can use the higher limit of the pages, or find out with a GET if a user is signed in. `Sec-Fetch-Site` is
 * missing over plain HTTP; then the cookie's `SameSite` and `requireSameOrigin` remain.
 *
 * The error is deferred until the rate limit has counted the request.
 */
export const requireOwnPage: RequestHandler = (req, _res, next) => {
  const site = req.get('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin' && !isWishOfUser(req, site)) {
    contextOf(req).deferredError ??= forbidden(message('pages_only', { path: PAGES_PATH }));
  }
  next();
};
