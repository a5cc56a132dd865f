import type { ErrorRequestHandler } from 'express';
import type { Dms } from '../../core/dms.ts';
import { actorOf } from './request-context.ts';
import { SAFE_METHODS } from './same-origin.ts';

/** Records in the activity log that a user was denied a change, then passes on the error. */
export function recordDeniedWrites(dms: Dms): ErrorRequestHandler {
  return (error: unknown, req, _res, next) => {
    if (!SAFE_METHODS.has(req.method)) dms.securityEvents.writeDenied(actorOf(req), error);
    next(error);
  };
}
