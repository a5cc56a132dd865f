import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/** Which proxies are believed: none, so many hops, or those at these addresses and networks. */
export type TrustedProxies = false | number | readonly string[];

/** Reads the address of the client, seen through the trusted proxies; an IPv4 one in its own form. */
export function clientAddress(trusted: TrustedProxies): (request: IncomingMessage) => string | null {
  const trusts = trusted === false ? undefined : trustFunction(trusted);
  return (request) => {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return null;
    const address = trusts === undefined ? remoteAddress : proxyAddress(request, trusts);
    return address.replace(/^::ffff:(?=\d+\.)/i, '');
  };
}

function trustFunction(trusted: Exclude<TrustedProxies, false>): (address: string, hop: number) => boolean {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  return proxyAddress.compile([...trusted]);
}
