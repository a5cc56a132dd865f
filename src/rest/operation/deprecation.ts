import type { RequestHandler } from 'express';
import { httpDate } from '../../http/content/dates.ts';
import type { Deprecation } from './define-operation.ts';

/**
 * Adds the headers of a deprecated operation to each response: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link`.
 */
export function announceDeprecation({ since, sunset, link }: Deprecation): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Deprecation', `@${Date.parse(since) / 1000}`);
    if (sunset !== undefined) res.setHeader('Sunset', httpDate(Date.parse(sunset)));
    if (link !== undefined) res.append('Link', `<${link}>; rel="deprecation"; type="text/html"`);
    next();
  };
}
