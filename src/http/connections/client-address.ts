import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddress from 'proxy-addr';

/** Item of {@link TrustedProxies} for the peers of a Unix socket, which have no address. */
const UNIX = 'unix';

/**
 * Proxies whose `X-Forwarded-For` is trusted: none, the nearest n proxies, or those at these addresses and networks.
 */
export type TrustedProxies = false | number | readonly string[];

/**
 * Returns a function that determines the client address of a request: the nearest address that is not a trusted proxy.
 * An invalid address in `X-Forwarded-For` is replaced by the address of the proxy that sent it. An IPv4 address mapped
 * into IPv6 (`::ffff:192.0.2.1`) is returned as IPv4. The result is null for a closed connection, and for a direct peer
 * of a Unix socket.
 */
export function clientAddress(trusted: TrustedProxies): (request: IncomingMessage) => string | null {
  const isTrusted = trustFunction(trusted);
  return (request) => {
    const { socket } = request;
    // Do not mistake a client that has closed its connection for the peer of a Unix socket.
    if (socket.remoteAddress === undefined && !unixPeers.has(socket)) return null;
    if (request.headers['x-forwarded-for'] !== undefined) return asText(nearest(request, isTrusted));
    const known = peerAddresses.get(socket);
    if (known !== undefined) return known;
    const address = asText(nearest(request, isTrusted));
    peerAddresses.set(socket, address);
    return address;
  };
}

/** Peer address of each connection, for requests without `X-Forwarded-For`. */
const peerAddresses = new WeakMap<Socket, string | null>();

function asText(address: string | undefined): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null;
}

const unixPeers = new WeakSet<Socket>();

/** Marks a connection as one over a Unix socket. */
export function noteUnixPeer(socket: Socket): void {
  unixPeers.add(socket);
}

/**
 * True if the sender of `X-Forwarded-*` headers is trusted.
 * @param address undefined for the peer of a Unix socket
 * @param hop 0 for the peer of the connection
 */
export type TrustFunction = (address: string | undefined, hop: number) => boolean;

/** Nearest valid address. An invalid one would count as a new client each time, with limits of its own. */
function nearest(request: IncomingMessage, isTrusted: TrustFunction): string | undefined {
  const [peer, ...senders]: (string | undefined)[] = proxyAddress.all(request, isTrusted);
  const end = senders.findIndex((address) => isIP(address ?? '') === 0);
  return (end === -1 ? senders : senders.slice(0, end)).at(-1) ?? peer;
}

/** Trust function for {@link TrustedProxies}; also used as the Express setting `trust proxy`. */
export function trustFunction(trusted: TrustedProxies): TrustFunction {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const isTrusted = proxyAddress.compile(trusted.filter((item) => item !== UNIX));
  const trustsUnix = trusted.includes(UNIX);
  return (address, hop) => (address === undefined ? trustsUnix : isTrusted(address, hop));
}
