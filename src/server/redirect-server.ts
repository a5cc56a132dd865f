import type { RequestListener, Server } from 'node:http';
import { CONNECTION_OPTIONS } from './http-server.ts';
import { createServer } from './node-http.ts';

/** Host of RFC 9112 §3.2, with an optional port: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const HTTPS_PORT = 443;
/** Short, because a redirect needs no second request on the connection. */
const KEEP_ALIVE_MS = 1000;

/** Settings of {@link createRedirectServer}. */
export interface RedirectSettings {
  /** URL that users open. All redirects go there if it begins with https://; else to the host name of the request. */
  readonly baseUrl: string | null;
  /** Port of the HTTPS server. */
  readonly httpsPort: number;
  /** Maximum number of simultaneous connections; 0: no limit. */
  readonly maxConnections: number;
}

/**
 * Creates a plain HTTP server that responds with 308 to the same path under https://. The server does not listen yet.
 */
export function createRedirectServer(settings: RedirectSettings): Server {
  const handler: RequestListener = (request, response) => {
    const origin = originFor(request.headers.host, settings);
    const { url = '' } = request;
    const isUsable = origin !== undefined && url.startsWith('/');
    response.writeHead(isUsable ? 308 : 400, {
      ...(isUsable ? { Location: `${origin}${url}` } : {}),
      'Content-Length': 0,
      Connection: 'close',
    });
    response.end();
  };
  const server = createServer({ ...CONNECTION_OPTIONS, keepAliveTimeout: KEEP_ALIVE_MS }, handler);
  // A client with `Expect: 100-continue` gets the redirect before it sends the body.
  server.on('checkContinue', handler);
  if (settings.maxConnections > 0) server.maxConnections = settings.maxConnections;
  return server;
}

function originFor(host: string | undefined, { baseUrl, httpsPort }: RedirectSettings): string | undefined {
  if (baseUrl?.startsWith('https:') === true) return new URL(baseUrl).origin;
  const [, name] = HOST.exec(host ?? '') ?? [];
  if (name === undefined) return undefined;
  return httpsPort === HTTPS_PORT ? `https://${name}` : `https://${name}:${String(httpsPort)}`;
}
