import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardSmallBody } from '../../http/connections/request-body.ts';
import { beginMultistatus, DavError, propstat, sendResponse } from '../../webdav/protocol/protocol.ts';
import { authenticate } from '../../webdav/request/request.ts';
import { type Handler, pathOf, type SyncContext } from '../sync-context.ts';

const ALLOW = 'OPTIONS, PROPFIND';
const COLLECTION = propstat('<d:resourcetype><d:collection/></d:resourcetype>', '200 OK');

/**
 * Creates the handler for the folders above the drives, `/remote.php/dav` and `/remote.php/dav/files`. Apps find out there
 * how users sign in (401 with a challenge), whether their credentials still hold (207), and what they can search
 * (OPTIONS: nothing). PROPFIND shows no members.
 */
export function createRoots({ dms, guests, addressOf }: SyncContext): Handler {
  return async (request, response) => {
    if (request.method === 'OPTIONS') {
      sendResponse(response, 200, { Allow: ALLOW, DAV: '1' });
      return;
    }
    await authenticate({ dms, guests }, request, addressOf(request));
    if (request.method !== 'PROPFIND')
      throw new DavError(405, 'The method is not allowed here.', { headers: { Allow: ALLOW } });
    await discardSmallBody(request);
    respond(request, response);
  };
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const body = beginMultistatus(response);
  const href = `${pathOf(request).replace(/\/$/, '')}/`;
  body.append(`<d:response><d:href>${href}</d:href>${COLLECTION}</d:response>`);
  body.end();
}
