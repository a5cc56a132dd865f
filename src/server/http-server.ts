import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Config } from '../config/schema.ts';
import { BodyStalls } from '../http/body-stalls.ts';
import { listenWith } from '../http/listener.ts';
import type { Logger } from '../log.ts';

/**
 * Time limit for the header of a request. Bodies have no limit: a large upload over a slow line takes hours.
 */
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 75_000;

/**
 * The HTTP(S) server that passes requests to both interfaces, REST and WebDAV. It does not listen yet.
 * @param answer the interfaces
 */
export function createHttpServer(
  answer: RequestListener,
  { tls, stall_seconds: stallSeconds }: Pick<Config['server'], 'tls' | 'stall_seconds'>,
  log: Logger,
): Server {
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
  const stalls = new BodyStalls(stallSeconds * 1000, ({ method }) =>
    log.warn({ method, stall_seconds: stallSeconds }, 'no byte of a request body came for too long'),
  );
  listenWith(server, answer, { isStrict: isTls, stalls });
  return server;
}
