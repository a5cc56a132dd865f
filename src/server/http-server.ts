import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Config } from '../config/schema.ts';
import { listenWith } from '../http/listener.ts';

/**
 * Time limit for the header of a request. Bodies have no limit: a large upload over a slow line takes hours.
 */
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;

/**
 * The HTTP(S) server that passes requests to both interfaces, REST and WebDAV. It does not listen yet.
 * @param answer the interfaces
 */
export function createHttpServer(answer: RequestListener, { tls }: Pick<Config['server'], 'tls'>): Server {
  const { cert, key } = tls;
  const isTls = cert !== null && key !== null;
  const options = {
    requestTimeout: 0,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The system finds out that a client is gone for good. Otherwise its upload would never end.
    keepAlive: true,
  };
  const server = isTls
    ? createTlsServer({ ...options, cert: readFileSync(cert), key: readFileSync(key) })
    : createServer(options);
  listenWith(server, answer, { isTls });
  return server;
}
