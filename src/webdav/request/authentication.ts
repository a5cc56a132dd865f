import type { Dms } from '../../core/dms.ts';
import type { UserActor } from '../../model/actor.ts';
import { CHALLENGE, DavError } from '../protocol/protocol.ts';

/** Login name and password as the client sent them. */
interface Credentials {
  readonly login: string;
  readonly password: string;
}

/**
 * The credentials in an `Authorization: Basic` header (RFC 7617). The password may contain colons; login
 * name and password are UTF-8. Undefined if the header is missing, malformed or of another scheme.
 */
function parseBasic(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** 401 with the challenge that it requires (RFC 9110 §15.5.2). */
function credentialsMissing(): DavError {
  return new DavError(401, 'Sign in with login name and password, or with a token as the password.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}

/**
 * Authenticates the client with Basic credentials. Returns the user directly, without a promise, for a token
 * and for a password that was verified a short time ago, so that most requests need no asynchronous step.
 * @throws {DavError} 401 if there are no Basic credentials
 * @throws {DmsError} unauthenticated | throttled | forbidden, as a rejection of the promise
 */
export function authenticate(
  dms: Dms,
  authorization: string | undefined,
  ip: string | null,
): UserActor | Promise<UserActor> {
  const credentials = parseBasic(authorization);
  if (credentials === undefined) throw credentialsMissing();
  return (
    dms.authentication.remembered({ ...credentials, ip }) ??
    dms.authentication.byBasic({ ...credentials, ip })
  );
}
