import type { ErrorRequestHandler } from 'express';
import type { Dms } from '../../core/dms.ts';
import { actorOf } from './request-context.ts';
import { HARMLESS } from './same-origin.ts';

/** Has the log of activity say what somebody was not allowed to change; the error goes on to be answered. */
export function recordDeniedWrites(dms: Dms): ErrorRequestHandler {
  return (error: unknown, req, _res, next) => {
    if (!HARMLESS.has(req.method)) dms.securityEvents.writeDenied(actorOf(req), error);
    next(error);
  };
}
