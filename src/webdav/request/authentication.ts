import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { PasswordAttempt } from '../../core/credentials/credentials.ts';
import type { Dms } from '../../core/dms.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { CHALLENGE, DavError } from '../protocol/protocol.ts';
import type { GuestLimit } from './guest-limit.ts';

/** Login name and password, as the client sent them. */
interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** Last credentials sent on a connection. */
interface LastAttempt {
  readonly authorization: string;
  readonly attempt: PasswordAttempt;
}

/** WebDAV clients send the same credentials with each request of a connection. */
const lastAttempts = new WeakMap<Socket, LastAttempt>();

/**
 * Credentials of an `Authorization: Basic` header (RFC 7617). The password may contain colons. Login name and password
 * are UTF-8, or else ISO-8859-1, which clients such as GNOME's file manager send. Undefined if the header is missing,
 * malformed or of another scheme.
 */
function parseBasic(authorization: string | undefined): Credentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const colon = text.indexOf(':');
  return colon === -1 ? undefined : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** 401 with the challenge that it requires (RFC 9110 §15.5.2). */
function credentialsMissing(): DavError {
  return new DavError(401, 'Sign in with login name and password, or with a token as the password.', {
    headers: { 'WWW-Authenticate': CHALLENGE },
  });
}

interface Dependencies {
  readonly dms: Dms;
  readonly guests: GuestLimit;
}

/**
 * Authenticates the client with Basic credentials. Returns the user without a promise for a token and for a remembered
 * password, so that most requests need no asynchronous step. All other requests count towards the guest limit, except
 * requests without credentials from an address that has sent a correct password before.
 * @throws {DavError} 401 if there are no Basic credentials
 * @throws {DmsError} throttled; also unauthenticated | forbidden, as a rejection of the promise
 */
export function authenticate(
  deps: Dependencies,
  request: IncomingMessage,
  ip: string | null,
): UserActor | Promise<UserActor> {
  const { dms, guests } = deps;
  const attempt = attemptOf(request, ip);
  if (attempt === undefined) {
    // Network drives first send a request without credentials. After a restart, all drives of an office do so at the
    // same time, and none has its request subtracted from the count until its password is verified.
    if (!dms.authentication.isKnownAddress(ip)) {
      guests.check(ip);
      guests.count(ip, 'unsigned');
    }
    throw credentialsMissing();
  }
  const user = dms.authentication.remembered(attempt);
  if (user === undefined) return verify(deps, attempt);
  guests.forgive(ip);
  return user;
}

/** @returns the same object while the connection sends the same credentials; undefined without credentials */
function attemptOf({ headers, socket }: IncomingMessage, ip: string | null): PasswordAttempt | undefined {
  const { authorization } = headers;
  const last = lastAttempts.get(socket);
  // Behind a proxy, many clients share a connection.
  if (last !== undefined && last.authorization === authorization && last.attempt.ip === ip)
    return last.attempt;
  const credentials = parseBasic(authorization);
  if (authorization === undefined || credentials === undefined) return undefined;
  const attempt = { ...credentials, ip };
  lastAttempts.set(socket, { authorization, attempt });
  return attempt;
}

async function verify({ dms, guests }: Dependencies, attempt: PasswordAttempt): Promise<UserActor> {
  const { ip } = attempt;
  // The core throttles attempts per login name for clients that are known. Unknown clients behind the same router must
  // not block such a client.
  if (!dms.authentication.isKnown(attempt)) guests.check(ip);
  try {
    const user = await dms.authentication.byBasic(attempt);
    guests.forgive(ip);
    return user;
  } catch (error) {
    guests.count(ip, 'failed');
    throw error;
  }
}
