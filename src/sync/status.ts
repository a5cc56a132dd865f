import { sendResponse } from '../webdav/protocol/protocol.ts';
import { type Handler, isRead, missing } from './sync-context.ts';

/**
 * Generation of Nextcloud whose behaviour the paths of this layer follow. Clients decide by it what they request: below
 * 16, the desktop client does not offer the sign-in in the browser.
 */
export const GENERATION = { major: 27, minor: 1, micro: 0, text: '27.1.0' } as const;

/** State of the service, as clients read it before they sign in. */
export const STATUS = {
  installed: true,
  maintenance: false,
  needsDbUpgrade: false,
  version: `${GENERATION.text}.7`,
  versionstring: GENERATION.text,
  edition: '',
  productname: 'dms',
  extendedSupport: false,
} as const;

/** Sends a JSON text that no cache keeps. */
export function sendJson(response: Parameters<Handler>[1], status: number, value: unknown): void {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  sendResponse(response, status, headers, JSON.stringify(value));
}

/** Responds to `GET /status.php`, with which a client finds out whether this is a server that it knows. */
export const respondWithStatus: Handler = (request, response) => {
  if (!isRead(request)) throw missing();
  sendJson(response, 200, STATUS);
};

/** Responds to `GET /index.php/204`, with which a client finds out whether a hotspot redirects its requests. */
export const respondWithNothing: Handler = (request, response) => {
  if (!isRead(request)) throw missing();
  sendResponse(response, 204);
};
