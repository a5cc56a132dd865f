import type { RequestHandler } from 'express';
import type { Dms } from '../../../core/dms.ts';
import { sendJson } from '../../http/http.ts';

/**
 * Handles `GET /healthz`: 200 if the database and the data directory are writable, else 503.
 * @param moreWarnings warnings in addition to those of the core
 */
export function healthHandler(dms: Dms, moreWarnings: () => readonly string[]): RequestHandler {
  return async (_req, res) => {
    const { ok, database, dataDirectory, warnings } = await dms.health.check();
    sendJson(res, ok ? 200 : 503, {
      status: ok ? 'ok' : 'failed',
      database,
      data_directory: dataDirectory,
      warnings: [...warnings, ...moreWarnings()],
    });
  };
}
