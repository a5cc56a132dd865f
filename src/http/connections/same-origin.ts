import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { TrustFunction } from './client-address.ts';

/** Host of RFC 9112 §3.2, with an optional port: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Scheme and host that the client used, as far as the server can know them. */
export interface RequestTarget {
  readonly isSecure: boolean;
  /** With the port, as sent; undefined without a valid host. */
  readonly host: string | undefined;
}

function firstOf(header: string | readonly string[] | undefined): string | undefined {
  const [first] = String(header ?? '').split(',');
  return first === undefined || first.trim() === '' ? undefined : first.trim();
}

/**
 * Scheme and host of a request. `X-Forwarded-Proto` and `X-Forwarded-Host` count only from a trusted proxy. A host with
 * characters that no host has is left out, so that it can be part of a URL.
 */
export function targetOf({ headers, socket }: IncomingMessage, isTrusted: TrustFunction): RequestTarget {
  const trusts = isTrusted(socket.remoteAddress, 0);
  const forwardedScheme = trusts ? firstOf(headers['x-forwarded-proto']) : undefined;
  const host = (trusts ? firstOf(headers['x-forwarded-host']) : undefined) ?? headers.host ?? '';
  return {
    isSecure:
      forwardedScheme === undefined ? socket instanceof TLSSocket : forwardedScheme.toLowerCase() === 'https',
    host: HOST.test(host) ? host : undefined,
  };
}

function isOwnOrigin(
  origin: string,
  { isSecure, host: ownHost }: RequestTarget,
  baseUrl: string | null,
): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: normalised, host, protocol } = new URL(origin);
  if (baseUrl !== null && normalised === new URL(baseUrl).origin) return true;
  // With a request over HTTPS, an http origin is another origin. With a request over HTTP, an https origin may be our
  // own: behind an untrusted proxy, the server does not know that the browser uses HTTPS.
  const downgraded = isSecure && protocol === 'http:';
  return (protocol === 'http:' || protocol === 'https:') && !downgraded && host === ownHost;
}

/**
 * True if `Sec-Fetch-Site` or `Origin` shows that a page of another origin sent the request. False without both headers,
 * because no browser sends such a request.
 * @param target scheme and host of the request, as {@link targetOf} returns them
 * @param baseUrl `server.base_url` of the configuration, whose origin is also that of this service
 */
export function isCrossOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  target: RequestTarget,
  baseUrl: string | null,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && !isOwnOrigin(headers.origin, target, baseUrl);
}
