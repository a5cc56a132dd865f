import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import type { TrustFunction } from '../http/connections/client-address.ts';
import { targetOf } from '../http/connections/same-origin.ts';
import { DavError } from '../webdav/protocol/protocol.ts';
import type { GuestLimit } from '../webdav/request/request.ts';

/** What every part of this layer needs. */
export interface SyncContext {
  readonly dms: Dms;
  readonly guests: GuestLimit;
  /** `server.base_url` of the configuration; null if not set. */
  readonly baseUrl: Config['server']['base_url'];
  /** Returns the client address, also behind trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string | null;
  /** Clock, in milliseconds UTC. */
  readonly now: () => number;
  /** True for the proxies whose `X-Forwarded-*` headers are trusted. */
  readonly isTrusted: TrustFunction;
}

/** Handles a request for some paths. Errors are sent by the caller. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Path of a request, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.replace(/[?#].*$/s, '');
}

/** Parameters in the query of a request. */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/s.exec(url)?.[1]);
}

/** True for a request that asks for data. HEAD is GET without the body. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * URL of the service for the client of a request, without a slash at the end: `server.base_url`, or else the host that
 * the client itself sent. Only the response to that client may contain it.
 * @throws {DavError} 400 (no valid host)
 */
export function serviceUrl({ baseUrl, isTrusted }: SyncContext, request: IncomingMessage): string {
  if (baseUrl !== null) return baseUrl;
  const { host, isSecure } = targetOf(request, isTrusted);
  if (host === undefined) throw new DavError(400, 'The Host header is missing or not a host.');
  return `${isSecure ? 'https' : 'http'}://${host}`;
}

/** Error for a path or method that does not exist. */
export function missing(): DavError {
  return new DavError(404, 'Not found.');
}

/** Error for a method that the resource does not support. @param allow methods that it supports */
export function notAllowed(allow: string): DavError {
  return new DavError(405, 'The method is not allowed here.', { headers: { Allow: allow } });
}
