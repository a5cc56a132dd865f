import { isIP } from 'node:net';
import { socketPathOf } from '../../config/addresses.ts';
import type { Config } from '../../config/schema.ts';

/** Wildcard addresses, and the loopback address that reaches each of them from this machine. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Address of a service, as seen from this machine. */
export interface ServiceAddress {
  readonly url: URL;
  /** Unix socket of the service; undefined if it listens on the host and port of the URL. */
  readonly socketPath: string | undefined;
}

/** Whether a host is a loopback name or address, at which no other machine can respond. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Address of the configured service, as seen from this machine. Uses the first configured host. */
export function serviceAddress({ server }: Config): ServiceAddress {
  const [host = 'localhost'] = server.host;
  const socketPath = socketPathOf(host);
  // Unix sockets use plain HTTP.
  if (socketPath !== undefined) return { url: new URL('http://localhost'), socketPath };
  const hasTls = server.tls.cert !== null || server.tls.self_signed !== false;
  const reachable = WILDCARDS.get(host) ?? host;
  const bracketed = isIP(reachable) === 6 ? `[${reachable}]` : reachable;
  return {
    url: new URL(`${hasTls ? 'https' : 'http'}://${bracketed}:${String(server.port)}`),
    socketPath: undefined,
  };
}

/**
 * First HTTP URL of a service, as seen from this machine, without a trailing slash.
 * @param urls URLs reported by the service; those of Unix sockets begin with `unix:`
 */
export function reachableUrl(urls: readonly string[]): string {
  const url = new URL(urls.find((each) => /^https?:/.test(each)) ?? 'http://localhost');
  url.hostname = WILDCARDS.get(url.hostname.replace(/^\[|\]$/g, '')) ?? url.hostname;
  return url.origin;
}
