import type { RequestListener, Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { BodyStalls } from '../http/connections/body-stalls.ts';
import { noteUnixPeer, type TrustedProxies, trustFunction } from '../http/connections/client-address.ts';
import { isLoopback, limitConnectionsPerAddress } from '../http/connections/connection-limits.ts';
import { listenWith } from '../http/connections/listener.ts';
import { setSendTimeout } from '../http/connections/send-timeout.ts';
import type { Logger } from '../log.ts';
import type { Certificates } from './certificates.ts';
import { createServer } from './node-http.ts';

/** Timeout for the header of a request. Bodies have no timeout: a large upload over a slow connection takes hours. */
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;
/** No real client takes longer for a TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 20_000;
const DROPS_LOGGED_EVERY_MS = 60_000;

/** Timeouts of connections. */
export const CONNECTION_OPTIONS = {
  requestTimeout: 0,
  headersTimeout: HEADERS_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // TCP keep-alive detects vanished clients. Otherwise their uploads would never end.
  keepAlive: true,
};

/** Settings of {@link createHttpServer}. */
export interface HttpServerSettings {
  readonly log: Logger;
  /** Undefined for plain HTTP. */
  readonly certificates: Certificates | undefined;
  /** True if the server will listen on a Unix socket. */
  readonly isUnix: boolean;
  /** Maximum number of simultaneous connections; 0: no limit. */
  readonly maxConnections: number;
  /** Trusted proxies, whose connections carry many clients. */
  readonly trustProxy: TrustedProxies;
  /** Timeout for stalled request bodies and unread responses, in seconds; 0: no limit. */
  readonly stallSeconds: number;
}

/**
 * Creates the HTTP(S) server that passes requests to both interfaces, REST and WebDAV. The server does not listen yet.
 * A new certificate applies to new connections.
 * @param handler passes requests to the interfaces
 */
export function createHttpServer(handler: RequestListener, settings: HttpServerSettings): Server {
  const { log, certificates, isUnix, maxConnections, stallSeconds } = settings;
  const server = certificates === undefined ? createServer(CONNECTION_OPTIONS) : createSecure(certificates);
  // No Strict-Transport-Security with a self-signed certificate: browsers may not know its replacement, and the header
  // would prevent users from bypassing the warning.
  const isStrict = certificates !== undefined && !certificates.areSelfSigned;
  const stalls = new BodyStalls(stallSeconds * 1000, ({ method }) =>
    log.warn({ method, stall_seconds: stallSeconds }, 'a request was aborted: its body stalled'),
  );
  listenWith(server, handler, { isStrict, stalls });
  setSendTimeout(server, stallSeconds * 1000, () =>
    log.info({ stall_seconds: stallSeconds }, 'a response was aborted: the client stopped reading it'),
  );
  if (isUnix) server.on('connection', noteUnixPeer);
  if (maxConnections > 0) limitConnections(server, maxConnections, settings);
  return server;
}

function createSecure(certificates: Certificates): Server {
  const { cert, key } = certificates.current;
  const server = createTlsServer({
    ...CONNECTION_OPTIONS,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    cert,
    key,
  });
  // Runs before Node emits the error as `clientError`: a response to a client without a TLS handshake would wait for
  // ever.
  server.prependListener('tlsClientError', (_error, socket) => socket.destroy());
  const stopListening = certificates.onChange(({ cert, key }) => server.setSecureContext({ cert, key }));
  server.once('close', stopListening);
  return server;
}

function limitConnections(
  server: Server,
  most: number,
  { log, trustProxy }: Pick<HttpServerSettings, 'log' | 'trustProxy'>,
): void {
  server.maxConnections = most;
  const warn = (text: string): (() => void) => {
    let nextAt = 0;
    return () => {
      if (performance.now() < nextAt) return;
      nextAt = performance.now() + DROPS_LOGGED_EVERY_MS;
      log.warn({ max_connections: most }, text);
    };
  };
  server.on('drop', warn('connections are refused: server.max_connections is reached'));
  const isTrusted = trustFunction(trustProxy);
  limitConnectionsPerAddress(server, {
    most: Math.ceil(most / 2),
    isShared: (address) => isLoopback(address) || isTrusted(address, 0),
    onRefused: warn('connections of an address are refused: it has half of server.max_connections'),
  });
}
