import type { IncomingHttpHeaders } from 'node:http';
import { badRequest, DavError } from '../protocol/protocol.ts';
import { type DavPath, isMounted, parsePath } from './paths.ts';

export type Depth = '0' | '1' | 'infinity';

/** A header as one string, trimmed; Node joins repeated ones with a comma, but hands some over as arrays. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ').trim() : value?.trim();
}

/** The `Depth` header; undefined when there is none (RFC 4918 §10.2). @throws {DavError} 400 */
export function readDepth(headers: IncomingHttpHeaders): Depth | undefined {
  const text = header(headers, 'depth');
  if (text === undefined || text === '0' || text === '1') return text;
  if (text.toLowerCase() === 'infinity') return 'infinity';
  throw badRequest('Depth must be 0, 1 or infinity.');
}

/** The `Overwrite` header: true when missing (RFC 4918 §10.6). @throws {DavError} 400 */
export function readOverwrite(headers: IncomingHttpHeaders): boolean {
  const text = header(headers, 'overwrite')?.toUpperCase() ?? 'T';
  if (text !== 'T' && text !== 'F') throw badRequest('Overwrite must be T or F.');
  return text === 'T';
}

const DEFAULT_PORT = /:(?:80|443)$/;

function hostKey(host: string): string {
  return host.toLowerCase().replace(DEFAULT_PORT, '');
}

/** Where a URL, or a path alone, leads to. */
interface Reference {
  readonly isHere: boolean;
  /** With the mount point, and the query if there is one. */
  readonly path: string;
}

/**
 * Reads an absolute URI or a path (`Simple-ref`, RFC 4918 §8.3); undefined for all else.
 * @param baseUrl how the service is reached from outside, where the configuration says so
 */
export function readReference(
  text: string,
  headers: IncomingHttpHeaders,
  baseUrl: string | null,
): Reference | undefined {
  if (/^\/(?!\/)/.test(text)) return { isHere: isMounted(text), path: text };
  const [, named, path = '/'] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)(\/.*)?$/i.exec(text) ?? [];
  if (named === undefined) return undefined;
  const host = hostKey(named);
  const hosts = [headers.host, baseUrl === null ? undefined : new URL(baseUrl).host];
  const isOurs = hosts.some((own) => own !== undefined && hostKey(own) === host);
  return { isHere: isOurs && isMounted(path), path };
}

/**
 * The `Destination` header (RFC 4918 §10.3): an absolute URI on this host, or a path.
 * @param baseUrl how the service is reached from outside, where the configuration says so
 * @throws {DavError} 400 when missing or malformed, 502 when it lies elsewhere
 */
export function readDestination(headers: IncomingHttpHeaders, baseUrl: string | null): DavPath {
  const text = header(headers, 'destination');
  if (text === undefined || text === '') throw badRequest('Destination is missing.');
  const reference = readReference(text, headers, baseUrl);
  if (reference === undefined) throw badRequest('Destination must be a URL or a path.');
  if (!reference.isHere) throw new DavError(502, 'The destination is not on this server.');
  return parsePath(reference.path);
}

const DAY = 86_400;
const HALF_HOUR = 1800;

/** Seconds that a lock is to last: the first of the `Timeout` header that is understood, at most a day (RFC 4918 §10.7). */
export function readTimeout(headers: IncomingHttpHeaders): number {
  for (const wish of (header(headers, 'timeout') ?? '').split(',')) {
    const text = wish.trim();
    if (/^infinite$/i.test(text)) return DAY;
    const seconds = /^second-(\d+)$/i.exec(text)?.[1];
    if (seconds !== undefined) return Math.max(1, Math.min(DAY, Number(seconds)));
  }
  return HALF_HOUR;
}

/** The token of a `Lock-Token` header (RFC 4918 §10.5); some clients leave out the angle brackets. @throws {DavError} 400 */
export function readLockToken(headers: IncomingHttpHeaders): string {
  const token = /^<?([\w:.-]+)>?$/.exec(header(headers, 'lock-token') ?? '')?.[1];
  if (token === undefined) throw badRequest('Lock-Token must be a lock token in angle brackets.');
  return token;
}

/** Whether the request has a body, as far as its headers say. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
