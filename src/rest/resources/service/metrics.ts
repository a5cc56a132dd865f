import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import type { Metrics } from '../../../http/metrics/metrics.ts';
import { DmsError, forbidden } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import { contextOf } from '../../http/http.ts';

/** Headers of proxies. A request with one of them is not local, even if its proxy is on this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Handles `GET /metrics`, for programs on this machine and for callers with the token.
 * @param options.token null: for programs on this machine only
 * @param options.hosts configured names and addresses of the service
 */
export function metricsHandler(
  metrics: Metrics,
  { token, hosts }: { readonly token: string | null; readonly hosts: readonly string[] },
): RequestHandler {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  return async (req, res) => {
    if (token === null || !hasToken(req, token)) {
      if (!isLocal(req)) throw new DmsError('unauthenticated', message('metrics_token_required'));
      if (!isKnownHost(req.headers.host, known)) throw forbidden(message('metrics_host_unknown'));
    }
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

/**
 * Prevents DNS rebinding: a page of another site, whose name resolves to this machine, would be read by a browser here
 * as a page of its own origin. A request without `Host` comes from no browser.
 */
function isKnownHost(host: string | undefined, known: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '');
  return (
    name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.')) || known.has(name)
  );
}

function hasToken(req: Request, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
