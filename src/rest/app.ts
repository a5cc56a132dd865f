import express, { type Express, type RequestHandler } from 'express';
import type { Config } from '../config/schema.ts';
import type { Dms } from '../core/dms.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Logger } from '../log.ts';
import { notFound } from '../model/errors.ts';
import {
  answerErrors,
  answerUnknown,
  authenticate,
  identify,
  limitRates,
  logAccess,
  recordDeniedWrites,
  refuse,
  requireSameOrigin,
  UnreadableRequest,
} from './http/http.ts';
import { healthHandler } from './resources/resources.ts';
import { routerOf } from './router.ts';
import { routes } from './routes.ts';

/** What the REST interface needs. */
export interface RestOptions {
  readonly dms: Dms;
  readonly config: {
    readonly server: Pick<Config['server'], 'base_url' | 'trust_proxy'>;
    readonly rate_limit: Config['rate_limit'];
  };
  readonly log: Logger;
}

const secure: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('X-Frame-Options', 'DENY');
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  res.setHeader('Referrer-Policy', 'no-referrer');
  next();
};

const requireDecodablePath: RequestHandler = (req, _res, next) => {
  try {
    decodeURIComponent(req.path);
  } catch {
    throw new UnreadableRequest('The percent-encoding of the path does not decode.');
  }
  next();
};

/** Express would answer OPTIONS by itself; here it is a method that no path has. */
const refuseOptions: RequestHandler = (req, _res, next) => {
  if (req.method === 'OPTIONS') throw notFound();
  next();
};

/** Who waits to be asked for his body (`Expect: 100-continue`) is asked once it is known who he is. */
const askForBody: RequestHandler = (req, res, next) => {
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  next();
};

/**
 * The REST face: everything under `/api`, and `/healthz`. All else is 404.
 *
 * Whatever is refused under `/api` is refused after the limits were counted, so that each answer carries their headers;
 * whatever reads a body comes after that. The http server hands it requests with `Expect: 100-continue` through a
 * `checkContinue` listener.
 */
export function createRestApp({ dms, config, log }: RestOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', config.server.trust_proxy);

  app.use(identify(log, clientAddress(config.server.trust_proxy)), logAccess, secure);
  app.get('/healthz', healthHandler(dms));
  app.use(
    '/api',
    authenticate(dms),
    requireSameOrigin(config.server.base_url),
    limitRates(config.rate_limit),
    refuse,
    askForBody,
  );
  app.use(requireDecodablePath, refuseOptions);
  app.use('/api', routerOf(Object.values(routes(dms, config.server.base_url)).flat()));
  app.use(answerUnknown, recordDeniedWrites(dms), answerErrors);
  return app;
}
