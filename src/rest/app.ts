import express, { type Express, type RequestHandler } from 'express';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import { clientAddress, trustFunction } from '../http/connections/client-address.ts';
import { hasEncodedBody } from '../http/connections/request-body.ts';
import type { Metrics } from '../http/metrics/metrics.ts';
import { ProtocolError, UnreadableRequest } from '../http/uploads/request-errors.ts';
import type { Logger } from '../log.ts';
import { message } from '../model/errors/messages.ts';
import {
  authenticate,
  createRequestContext,
  errorHandler,
  limitRates,
  limitUnread,
  logAccess,
  PAGES_PATH,
  recordDeniedWrites,
  rejectUnknownRoute,
  requireOwnPage,
  requireSameOrigin,
  throwDeferredError,
} from './http/http.ts';
import { healthHandler, metricsHandler } from './resources/resources.ts';
import { routerOf } from './router.ts';
import { routes } from './routes.ts';

/** Dependencies of {@link createRestApp}. */
export interface RestOptions {
  readonly dms: Dms;
  readonly config: {
    readonly server: Pick<Config['server'], 'base_url' | 'host' | 'trust_proxy'>;
    readonly rate_limit: Config['rate_limit'];
    readonly metrics: Config['metrics'];
  };
  readonly metrics: Metrics;
  /** Warnings of `/healthz` in addition to those of the core. */
  readonly warnings: () => readonly string[];
  readonly log: Logger;
}

const setSecurityHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
};

const requireDecodablePath: RequestHandler = (req, _res, next) => {
  try {
    decodeURIComponent(req.path);
  } catch {
    throw new UnreadableRequest('path_unreadable');
  }
  next();
};

function hostsOf({
  base_url: baseUrl,
  host,
}: Pick<Config['server'], 'base_url' | 'host'>): readonly string[] {
  return baseUrl === null ? host : [new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''), ...host];
}

/**
 * Rejects encoded bodies (RFC 9110 §15.5.16): an upload would be stored encoded, but sent as if it were not. Bodies of other
 * methods are not read.
 */
const requirePlainBody: RequestHandler = (req, res, next) => {
  if ((req.method === 'POST' || req.method === 'PATCH') && hasEncodedBody(req.headers)) {
    res.setHeader('Accept-Encoding', 'identity');
    throw new ProtocolError(415, message('body_encoded'));
  }
  next();
};

/**
 * Sends `100 Continue` to a client that requested it (`Expect: 100-continue`, RFC 9110 §10.1.1). Runs after
 * authentication, the origin check and the rate limit, so that the client does not send the body of a request that they
 * reject.
 */
const sendContinue: RequestHandler = (req, res, next) => {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  next();
};

/**
 * Builds the REST interface: all paths under `/api`, the same paths under `/web/api` for the pages of this service,
 * `/healthz` and `/metrics`. Any other path is 404.
 *
 * - Under `/api` and `/web/api`, no middleware rejects a request before the rate limit has counted it. Therefore each
 *   response, including errors, has the `X-RateLimit-*` headers.
 * - No middleware reads the body before that.
 * - The HTTP server must pass requests with `Expect: 100-continue` to this app as well, through a `checkContinue`
 *   listener. Otherwise Node.js sends `100 Continue` before the app receives the request.
 */
export function createRestApp({ dms, config, metrics, warnings, log }: RestOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustFunction(config.server.trust_proxy));

  app.use(createRequestContext(log, clientAddress(config.server.trust_proxy)), logAccess, setSecurityHeaders);
  app.get('/healthz', healthHandler(dms, warnings));
  app.get(
    '/metrics',
    metricsHandler(metrics, { token: config.metrics.token, hosts: hostsOf(config.server) }),
  );
  const paths = ['/api', PAGES_PATH];
  app.use(paths, authenticate(dms));
  app.use(PAGES_PATH, requireOwnPage);
  app.use(
    paths,
    requireSameOrigin(config.server.base_url),
    limitRates(config.rate_limit),
    throwDeferredError,
    limitUnread,
    requirePlainBody,
    sendContinue,
  );
  app.use(requireDecodablePath);
  const operations = Object.values(routes(dms, config.server.base_url, warnings)).flat();
  app.use(
    paths,
    routerOf(operations, (actor) => dms.authentication.assertCurrent(actor)),
  );
  app.use(rejectUnknownRoute, recordDeniedWrites(dms), errorHandler);
  return app;
}
