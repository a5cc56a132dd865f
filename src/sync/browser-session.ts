import type { IncomingMessage } from 'node:http';
import { isCrossOrigin, targetOf } from '../http/connections/same-origin.ts';
import { PLAIN_PAGE_HEADERS } from '../http/pages/style.ts';
import { sessionSecretOf } from '../http/session-cookie.ts';
import type { UserActor } from '../model/people/actor.ts';
import { DavError } from '../webdav/protocol/protocol.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * Headers of the pages. The address of some is a secret: it must reach no other site. Within this site the origin is sent, because
 * the form would otherwise have the origin `null`, which is refused.
 */
export const PAGE_HEADERS = {
  ...PLAIN_PAGE_HEADERS,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** The user of the session of the browser; undefined: nobody is signed in, or the second factor is missing. */
export function signedIn({ dms, addressOf }: SyncContext, request: IncomingMessage): UserActor | undefined {
  const secret = sessionSecretOf(request);
  return secret === undefined ? undefined : dms.authentication.bySession(secret, addressOf(request));
}

/** @throws {DavError} 403: another site sent the form */
export function requireOwnPage({ baseUrl, isTrusted }: SyncContext, request: IncomingMessage): void {
  if (isCrossOrigin(request, targetOf(request, isTrusted), baseUrl))
    throw new DavError(403, 'The form must come from a page of this service.');
}
