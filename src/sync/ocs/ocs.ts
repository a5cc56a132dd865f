import type { IncomingMessage } from 'node:http';
import { discardSmallBody } from '../../http/connections/request-body.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { UserRecord } from '../../model/people/user.ts';
import { DavError, davErrorFor } from '../../webdav/protocol/protocol.ts';
import { authenticate } from '../../webdav/request/request.ts';
import { deviceNameOf } from '../device-name.ts';
import { type Handler, isRead, missing, pathOf, type SyncContext, serviceUrl } from '../sync-context.ts';
import { capabilitiesFor } from './capabilities.ts';
import { type OcsData, type OcsVersion, sendOcs } from './ocs-response.ts';
import { sharesFor } from './shares.ts';

/** Version and name, without slashes at the end. It reads each character once, because strangers choose the path. */
const PATH = /^\/ocs\/v([12])\.php\/(.*[^/])?\/*$/s;
/** Shares, which the Android app of Nextcloud requests although sharing is not among the capabilities. */
const SHARES = 'apps/files_sharing/api/v1/shares';
/** Value that clients know as "no limit". */
const UNLIMITED = -3;

/** Creates the handler for `/ocs/v1.php/…` and `/ocs/v2.php/…` (Open Collaboration Services). */
export function createOcs(context: SyncContext): Handler {
  return async (request, response) => {
    const [, digit, name] = PATH.exec(pathOf(request)) ?? [];
    const version: OcsVersion = digit === '1' ? 1 : 2;
    try {
      const data = await respond(context, request, name ?? '');
      sendOcs(response, version, { status: 200, message: 'OK', data });
    } catch (error) {
      const known = davErrorFor(error);
      if (known === undefined || response.headersSent) throw error;
      await discardSmallBody(request);
      const { status, message, details } = known;
      sendOcs(response, version, { status, message, data: [], headers: details.headers ?? {} });
    }
  };
}

/** @throws {DavError} 404 and others @throws {DmsError} unauthenticated | forbidden | throttled */
async function respond(context: SyncContext, request: IncomingMessage, name: string): Promise<OcsData> {
  if (name === 'core/apppassword' && request.method === 'DELETE') return revoke(context, request);
  if (!isRead(request)) throw missing();
  if (name === 'cloud/capabilities') return capabilities(context, request);
  if (name === 'cloud/user' || name.startsWith('cloud/users/')) return account(context, request, name);
  if (name === SHARES) return sharesFor(context.dms, await signedIn(context, request), request);
  if (name === 'core/getapppassword') return convert(context, request);
  throw missing();
}

async function signedIn(
  { dms, guests, addressOf }: SyncContext,
  request: IncomingMessage,
): Promise<UserActor> {
  return authenticate({ dms, guests }, request, addressOf(request));
}

/** Capabilities. Wrong credentials are refused, so that the client asks its user for new ones. */
async function capabilities(context: SyncContext, request: IncomingMessage): Promise<OcsData> {
  const isSignedIn = request.headers.authorization !== undefined;
  if (isSignedIn) await signedIn(context, request);
  return capabilitiesFor(serviceUrl(context, request), isSignedIn);
}

/** The own account, also by its login name. Other accounts do not exist here. */
async function account(context: SyncContext, request: IncomingMessage, name: string): Promise<OcsData> {
  const actor = await signedIn(context, request);
  const [, asked] = /^cloud\/users\/(.*)$/s.exec(name) ?? [];
  if (asked !== undefined && decoded(asked).toLowerCase() !== actor.login.toLowerCase()) throw missing();
  return accountJson(context.dms.account.get(actor));
}

/** @throws {DavError} 404 */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw missing();
  }
}

function accountJson({ login, name, email, quotaBytes, used }: UserRecord): OcsData {
  const free = quotaBytes === null ? UNLIMITED : Math.max(quotaBytes - used.bytes, 0);
  const relative = quotaBytes === null || quotaBytes === 0 ? 0 : (used.bytes / quotaBytes) * 100;
  const total = quotaBytes ?? UNLIMITED;
  const quota = { free, used: used.bytes, total, relative: Math.round(relative * 100) / 100, quota: total };
  return { id: login, enabled: true, displayname: name, 'display-name': name, email, quota };
}

/**
 * Makes a token for a client that has been signing in with the password until now.
 * @throws {DavError} 403: the client has a token already, or the request may come from another site
 */
async function convert(context: SyncContext, request: IncomingMessage): Promise<OcsData> {
  const actor = await signedIn(context, request);
  if (actor.credential.kind !== 'password') throw new DavError(403, 'Only a password can be converted.');
  // A browser that knows the password could otherwise be made to create tokens by any site.
  if (request.headers['ocs-apirequest'] === undefined)
    throw new DavError(403, 'The header OCS-APIRequest is missing.');
  const name = deviceNameOf(request.headers['user-agent']);
  const { secret } = await context.dms.tokens.create(actor, { name, scopes: ['webdav'], expiresAt: null });
  return { apppassword: secret };
}

/**
 * Revokes the token with which the request was made: its device signs out.
 * @throws {DavError} 403 (the request was made with the password)
 */
async function revoke(context: SyncContext, request: IncomingMessage): Promise<OcsData> {
  const actor = await signedIn(context, request);
  const { credential } = actor;
  if (credential.kind !== 'token') throw new DavError(403, 'Only a token can be revoked.');
  await context.dms.tokens.revoke(actor, credential.id);
  return [];
}
