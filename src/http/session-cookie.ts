import type { IncomingMessage } from 'node:http';
import { parseCookie } from 'cookie';

/** Name of the cookie with the secret of a browser session. */
export const SESSION_COOKIE = 'dms_session';

/** Secret of the browser session that a request belongs to; undefined without one. */
export function sessionSecretOf({ headers }: IncomingMessage): string | undefined {
  const secret = parseCookie(headers.cookie ?? '')[SESSION_COOKIE];
  return secret === '' ? undefined : secret;
}
