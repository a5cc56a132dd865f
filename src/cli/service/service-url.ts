import { isIP } from 'node:net';
import { socketPathOf } from '../../config/addresses.ts';
import type { Config } from '../../config/schema.ts';

/** Addresses to listen on that stand for all of the machine, and the address that this machine reaches them at. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Where this machine reaches a service. */
export interface ServiceAddress {
  readonly url: URL;
  /** The Unix socket that the service listens on; undefined: at the host and port of the URL. */
  readonly socketPath: string | undefined;
}

/** True for names and addresses of this machine that no other machine can answer at. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Where this machine reaches the service of a configuration, by its first address. */
export function serviceAddress({ server }: Config): ServiceAddress {
  const [host = 'localhost'] = server.host;
  const socketPath = socketPathOf(host);
  // A Unix socket speaks plain HTTP.
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
 * The first of the URLs that a service listens at, as this machine reaches it, without a slash at its end.
 * @param urls as the service tells them; those of Unix sockets begin with `unix:`
 */
export function reachableUrl(urls: readonly string[]): string {
  const url = new URL(urls.find((each) => /^https?:/.test(each)) ?? 'http://localhost');
  url.hostname = WILDCARDS.get(url.hostname.replace(/^\[|\]$/g, '')) ?? url.hostname;
  return url.origin;
}
