import { isIP } from 'node:net';
import type { Config } from '../config/schema.ts';

/** Addresses to listen on that stand for all of the machine, and the address that this machine reaches them at. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** True for names and addresses of this machine that no other machine can answer at. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** The address at which this machine reaches what listens on `host`. */
function reachableHost(host: string): string {
  return WILDCARDS.get(host) ?? host;
}

/** The URL at which this machine reaches the service of a configuration, without a slash at its end. */
export function serviceUrl({ server }: Config, port = server.port): string {
  const host = reachableHost(server.host);
  const scheme = server.tls.cert === null ? 'http' : 'https';
  return `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`;
}
