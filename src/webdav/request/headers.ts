import type { IncomingHttpHeaders } from 'node:http';
import { badRequest, DavError } from '../protocol/protocol.ts';
import type { DavPath } from './paths.ts';
import type { RequestContext } from './request-context.ts';

/** Value of the `Depth` header. */
export type Depth = '0' | '1' | 'infinity';

/**
 * A header as one trimmed string; undefined if missing. Node joins most repeated headers with a comma, but returns some
 * as arrays; those are joined here.
 * @param name in lower case
 */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ').trim() : value?.trim();
}

/**
 * `Depth` header (RFC 4918 §10.2); undefined if missing.
 * @throws {DavError} 400
 */
export function readDepth(headers: IncomingHttpHeaders): Depth | undefined {
  const text = header(headers, 'depth');
  if (text === undefined || text === '0' || text === '1') return text;
  if (text.toLowerCase() === 'infinity') return 'infinity';
  throw badRequest('Depth must be 0, 1 or infinity.');
}

/**
 * `Overwrite` header (RFC 4918 §10.6); true if missing.
 * @throws {DavError} 400
 */
export function readOverwrite(headers: IncomingHttpHeaders): boolean {
  const text = header(headers, 'overwrite')?.toUpperCase() ?? 'T';
  if (text !== 'T' && text !== 'F') throw badRequest('Overwrite must be T or F.');
  return text === 'T';
}

const DEFAULT_PORT = /:(?:80|443)$/;

/** Normalises a host name for comparison: in lower case, without a default port. */
function hostKey(host: string): string {
  return host.toLowerCase().replace(DEFAULT_PORT, '');
}

/** The addresses that count as this server: its configured URL, and where the client reaches the drive. */
type Server = Pick<RequestContext, 'baseUrl' | 'mount'>;

/** Resource named by a `Simple-ref`. */
interface Reference {
  /** True for a resource of this WebDAV interface. */
  readonly isLocal: boolean;
  /** Path of the URL with that of the mount, and the query if there is one. */
  readonly path: string;
}

/**
 * Parses a `Simple-ref` (RFC 4918 §8.3): an absolute URI or an absolute path. Undefined for any other text.
 * @param server the host of its `baseUrl` counts as this server, as does the `Host` header
 */
export function readReference(
  text: string,
  headers: IncomingHttpHeaders,
  { baseUrl, mount }: Server,
): Reference | undefined {
  if (/^\/(?!\/)/.test(text)) return { isLocal: mount.contains(text), path: text };
  const [, hostInText, path = '/'] = /^https?:\/\/(?:[^/?#@]*@)?([^/?#@]+)(\/.*)?$/i.exec(text) ?? [];
  if (hostInText === undefined) return undefined;
  const host = hostKey(hostInText);
  const serverHosts = [headers.host, baseUrl === null ? undefined : new URL(baseUrl).host];
  const isThisServer = serverHosts.some((one) => one !== undefined && hostKey(one) === host);
  return { isLocal: isThisServer && mount.contains(path), path };
}

/**
 * `Destination` header (RFC 4918 §10.3): an absolute URI on this server, or an absolute path.
 * @param server as for {@link readReference}
 * @throws {DavError} 400 if missing or malformed; 502 if it is not a resource of this WebDAV interface
 */
export function readDestination(headers: IncomingHttpHeaders, server: Server): DavPath {
  const text = header(headers, 'destination');
  if (text === undefined || text === '') throw badRequest('Destination is missing.');
  const reference = readReference(text, headers, server);
  if (reference === undefined) throw badRequest('Destination must be a URL or a path.');
  if (!reference.isLocal) throw new DavError(502, 'The destination is not on this server.');
  return server.mount.parse(reference.path);
}

const MAX_LOCK_SECONDS = 86_400;
const DEFAULT_LOCK_SECONDS = 1800;

/**
 * Lock timeout in seconds: the first valid value of the `Timeout` header (RFC 4918 §10.7), from 1 second to one day.
 * Default: 30 minutes.
 */
export function readTimeout(headers: IncomingHttpHeaders): number {
  for (const value of (header(headers, 'timeout') ?? '').split(',')) {
    const text = value.trim();
    if (/^infinite$/i.test(text)) return MAX_LOCK_SECONDS;
    const seconds = /^second-(\d+)$/i.exec(text)?.[1];
    if (seconds !== undefined) return Math.max(1, Math.min(MAX_LOCK_SECONDS, Number(seconds)));
  }
  return DEFAULT_LOCK_SECONDS;
}

/**
 * Token of the `Lock-Token` header (RFC 4918 §10.5). Angle brackets are optional, because some clients omit them.
 * @throws {DavError} 400
 */
export function readLockToken(headers: IncomingHttpHeaders): string {
  const token = /^<?([\w:.-]+)>?$/.exec(header(headers, 'lock-token') ?? '')?.[1];
  if (token === undefined) throw badRequest('Lock-Token must be a lock token in angle brackets.');
  return token;
}

/**
 * Value of a numeric header; undefined if missing or empty.
 * @param name header name, spelled as in messages
 * @throws {DavError} 400 if not a whole number | 413 if too large
 */
export function readWholeNumber(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = header(headers, name.toLowerCase());
  if (text === undefined || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be a whole number.`);
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new DavError(413, `${name} is too large.`);
  return number;
}

/** The first second of the year 1, before which HTTP has no dates. */
const FIRST_SECOND = -62_135_596_800;

/**
 * Modification time from `X-OC-Mtime` (ownCloud, rclone; seconds), in milliseconds UTC; undefined if missing or
 * invalid.
 */
export function modifiedAt(headers: IncomingHttpHeaders): number | undefined {
  const text = header(headers, 'x-oc-mtime');
  if (text === undefined || !/^-?\d{1,11}(?:\.\d+)?$/.test(text)) return undefined;
  return Number(text) < FIRST_SECOND ? undefined : Math.floor(Number(text) * 1000);
}
