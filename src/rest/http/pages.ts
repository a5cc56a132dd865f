import type { Request, RequestHandler } from 'express';
import { forbidden } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import { contextOf } from './request-context.ts';
import { SAFE_METHODS } from './same-origin.ts';

/** Where the pages of this service find the routes that programs find under `/api`. */
export const PAGES_PATH = '/web/api';

/** Files that a browser fetches anew at the wish of its user: "save link as", a download that is tried again. */
const FILE = /\/(?:download|thumbnail)$|^\/archives\/\d+$/;

/** True under {@link PAGES_PATH}. */
export function isForPages(req: Request): boolean {
  return req.baseUrl === PAGES_PATH;
}

/** What pages send a file by: whole, or in parts. */
const UPLOAD = /^\/(?:documents\/upload|uploads(?:\/[^/]+)?)$/;

/** True if a page of this service uploads a file by the request, or a part of one. */
export function isUploadOfPage(req: Request): boolean {
  return isForPages(req) && UPLOAD.test(req.path) && !SAFE_METHODS.has(req.method);
}

function isWishOfUser(req: Request, site: string): boolean {
  return site === 'none' && SAFE_METHODS.has(req.method) && FILE.test(req.path);
}

/**
 * Rejects what a browser sends for anybody but a page of this service (403), whatever the method: no other site
 * uses the higher limit of the pages, or finds out by a GET who is signed in. `Sec-Fetch-Site` is missing over
 * plain HTTP; then the cookie's `SameSite` and the check of changes remain.
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
