import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { Logger } from '../../log.ts';
import { BufferedResponses } from './buffered-responses.ts';
import { attachContext, contextOf } from './request-context.ts';

/**
 * Attaches the context to each request: a new id, a logger that adds the id to each line, and a guest as the actor
 * until `authenticate` sets another one.
 * @param addressOf returns the client address
 */
export function createRequestContext(
  log: Logger,
  addressOf: (req: IncomingMessage) => string | null,
): RequestHandler {
  const bufferedResponses = new BufferedResponses();
  return (req, res, next) => {
    const id = randomUUID();
    const ip = addressOf(req);
    const actor = { kind: 'guest', ip } as const;
    const context = {
      log: log.child({ request_id: id }),
      ip,
      actor,
      deferredError: undefined,
      bufferedResponses,
    };
    attachContext(req, context);
    res.setHeader('X-Request-Id', id);
    next();
  };
}

/**
 * Code of a password link or of a link to an entry, or token of an edit address, in a path. It is as powerful as a
 * password.
 */
const SECRET_IN_PATH = /(?<=(?:\/|%2f)(?:password-resets|s|%73|(?:\.|%2e)edit)(?:\/|%2f))[^/]+/i;

/**
 * Logs one line per request when the response ends or the connection closes. Omits query, headers, bodies, and codes and
 * tokens in the path, because they can contain secrets.
 */
export const logAccess: RequestHandler = (req, res, next) => {
  const start = performance.now();
  const { method } = req;
  const path = req.path.replace(SECRET_IN_PATH, '…');
  res.once('close', () => {
    const { log, actor, ip } = contextOf(req);
    log.info(
      {
        method,
        path,
        status: res.statusCode,
        duration_ms: Math.round((performance.now() - start) * 10) / 10,
        user: actor.kind === 'user' ? actor.login : null,
        ip,
        ...(res.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
  next();
};
