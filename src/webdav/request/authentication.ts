import type { Dms } from '../../core/dms.ts';
import type { UserActor } from '../../model/actor.ts';
import { CHALLENGE, DavError } from '../protocol/protocol.ts';

/** Login and password as they came. */
interface Credentials {
  readonly login: string;
  readonly password: string;
}

/**
 * The credentials of an `Authorization: Basic` header (RFC 7617): the password may hold colons, both are UTF-8.
 * Undefined when the header is missing, of another scheme or malformed.
 */
function parseBasic(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** @throws {DavError} 401 with the challenge (RFC 7235 §3.1) */
function challenge(): DavError {
  return new DavError(401, 'Sign in with login and password, or with a token as the password.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}

/**
 * Who asks. Answers without a promise when the same credentials were good a moment ago, so that most requests
 * wait for nothing.
 * @throws {DavError} 401 (also as a rejection)
 * @throws {DmsError} unauthenticated | throttled | forbidden, as a rejection
 */
export function authenticate(
  dms: Dms,
  authorization: string | undefined,
  ip: string | null,
): UserActor | Promise<UserActor> {
  const credentials = parseBasic(authorization);
  if (credentials === undefined) throw challenge();
  return (
    dms.authentication.remembered({ ...credentials, ip }) ??
    dms.authentication.byBasic({ ...credentials, ip })
  );
}
