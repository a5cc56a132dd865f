import type { IncomingMessage } from 'node:http';

/** Scheme and host that the client used, as far as the server can know them. */
interface RequestTarget {
  readonly isSecure: boolean;
  /** With the port, as sent. */
  readonly host: string | undefined;
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
 * @param target scheme and host of the request
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
