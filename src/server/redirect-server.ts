import type { RequestListener, Server } from 'node:http';
import { CONNECTION_OPTIONS } from './http-server.ts';
import { createServer } from './node-http.ts';

/** A host of RFC 9112 §3.2, without its port: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const HTTPS_PORT = 443;
/** A redirect needs no second request. */
const KEEP_ALIVE_MS = 1000;

/** Settings of {@link createRedirectServer}. */
export interface RedirectSettings {
  /** URL that users open. If it begins with https://, all redirects go there; else to the name that the client used. */
  readonly baseUrl: string | null;
  /** The port of the HTTPS server. */
  readonly httpsPort: number;
  /** Most connections at a time; 0: no limit. */
  readonly maxConnections: number;
}

/** A server for plain HTTP that answers 308 to the same path under https://. It does not listen yet. */
export function createRedirectServer(settings: RedirectSettings): Server {
  const answer: RequestListener = (request, response) => {
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
  const server = createServer({ ...CONNECTION_OPTIONS, keepAliveTimeout: KEEP_ALIVE_MS }, answer);
  // Who asks first whether to send a body is told where to send it.
  server.on('checkContinue', answer);
  if (settings.maxConnections > 0) server.maxConnections = settings.maxConnections;
  return server;
}

function originFor(host: string | undefined, { baseUrl, httpsPort }: RedirectSettings): string | undefined {
  if (baseUrl?.startsWith('https:') === true) return new URL(baseUrl).origin;
  const [, name] = HOST.exec(host ?? '') ?? [];
  if (name === undefined) return undefined;
  return httpsPort === HTTPS_PORT ? `https://${name}` : `https://${name}:${String(httpsPort)}`;
}
