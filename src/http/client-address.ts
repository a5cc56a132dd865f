import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/**
 * Proxies whose `X-Forwarded-For` is trusted: none, the nearest n proxies, or those at these addresses and
 * networks.
 */
export type TrustedProxies = false | number | readonly string[];

/**
 * Returns a function that tells the address of the client of a request: the nearest address that is not a
 * trusted proxy. An IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.1`) is returned as IPv4. Null if
 * the connection is closed.
 */
export function clientAddress(trusted: TrustedProxies): (request: IncomingMessage) => string | null {
  const isTrusted = trusted === false ? undefined : trustFunction(trusted);
  return (request) => {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return null;
    const address = isTrusted === undefined ? remoteAddress : proxyAddress(request, isTrusted);
    return address.replace(/^::ffff:(?=\d+\.)/i, '');
  };
}

function trustFunction(trusted: Exclude<TrustedProxies, false>): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return proxyAddress.compile([...trusted]);
}
