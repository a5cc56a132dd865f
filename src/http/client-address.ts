import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';

/**
 * Proxies whose `X-Forwarded-For` is trusted: none, the nearest n proxies, or those at these addresses and
 * networks.
 */
export type TrustedProxies = false | number | readonly string[];

/**
 * Returns a function that tells the address of the client of a request: the nearest address that is not a
 * trusted proxy. What is no address in `X-Forwarded-For` counts as the address of the proxy that sent it. An IPv4 address that is mapped into IPv6 (`::ffff:192.0.2.1`) is returned as IPv4. Null if
 * the connection is closed.
 */
export function clientAddress(trusted: TrustedProxies): (request: IncomingMessage) => string | null {
  const isTrusted = trusted === false ? undefined : trustFunction(trusted);
  return (request) => {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return null;
    const address = isTrusted === undefined ? remoteAddress : nearest(request, isTrusted);
    return address.replace(/^::ffff:(?=\d+\.)/i, '');
  };
}

type TrustFunction = (address: string, hop: number) => boolean;

/** Text that is no address would be a new client each time, with limits of its own. */
function nearest(request: IncomingMessage, isTrusted: TrustFunction): string {
  const addresses = proxyAddress.all(request, isTrusted);
  const end = addresses.findIndex((address) => isIP(address) === 0);
  return (end === -1 ? addresses : addresses.slice(0, end)).at(-1) ?? '';
}

function trustFunction(trusted: Exclude<TrustedProxies, false>): TrustFunction {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return proxyAddress.compile([...trusted]);
}
