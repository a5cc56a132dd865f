import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Metrics } from '../../../http/metrics/metrics.ts';
import { DmsError } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import { contextOf } from '../../http/http.ts';

/** Headers of proxies. A request with one of them is not local, even if its proxy is on this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Handles `GET /metrics`, for programs on this machine and for callers with the token.
 * @param token null: for programs on this machine only
 */
export function metricsHandler(metrics: Metrics, token: string | null): RequestHandler {
  return async (req, res) => {
    if (!isLocal(req) && !(token !== null && hasToken(req, token)))
      throw new DmsError('unauthenticated', message('metrics_token_required'));
    res.setHeader('Cache-Control', 'no-store');
    const { type, text } = await metrics.text();
    res.type(type).send(text);
  };
}

function isLocal(req: Request): boolean {
  const { ip } = contextOf(req);
  if (ip === null || FORWARDED.some((name) => name in req.headers)) return false;
  return ip === '::1' || ip.startsWith('127.');
}

function hasToken(req: Request, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
