import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddress from 'proxy-addr';

/** In {@link TrustedProxies}: whoever connects to a Unix socket. Such a peer has no address. */
const UNIX = 'unix';

/**
 * Proxies whose `X-Forwarded-For` is trusted: none, the nearest n proxies, or those at these addresses and
 * networks.
 */
export type TrustedProxies = false | number | readonly string[];

/**
 * Returns a function that tells the address of the client of a request: the nearest address that is not a
 * trusted proxy. What is no address in `X-Forwarded-For` counts as the address of the proxy that sent it. An IPv4 address
 * that is mapped into IPv6 (`::ffff:192.0.2.1`) is returned as IPv4. Null if the connection is closed, and for the peer of
 * a Unix socket.
 */
export function clientAddress(trusted: TrustedProxies): (request: IncomingMessage) => string | null {
  const isTrusted = trustFunction(trusted);
  return (request) => {
    const { socket } = request;
    // A client that closes its connection must not be taken for the peer of a Unix socket.
    if (socket.remoteAddress === undefined && !unixPeers.has(socket)) return null;
    if (request.headers['x-forwarded-for'] !== undefined) return asText(nearest(request, isTrusted));
    const known = peerAddresses.get(socket);
    if (known !== undefined) return known;
    const address = asText(nearest(request, isTrusted));
    peerAddresses.set(socket, address);
    return address;
  };
}

/** The address of each connection's peer, for requests without `X-Forwarded-For`. */
const peerAddresses = new WeakMap<Socket, string | null>();

function asText(address: string | undefined): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? null;
}

const unixPeers = new WeakSet<Socket>();

/** Notes that a connection came over a Unix socket. */
export function noteUnixPeer(socket: Socket): void {
  unixPeers.add(socket);
}

/**
 * Whether a sender of `X-Forwarded-*` is trusted.
 * @param address undefined for the peer of a Unix socket
 * @param hop 0: who has connected
 */
export type TrustFunction = (address: string | undefined, hop: number) => boolean;

/** Text that is no address would be a new client each time, with limits of its own. */
function nearest(request: IncomingMessage, isTrusted: TrustFunction): string | undefined {
  const [peer, ...senders]: (string | undefined)[] = proxyAddress.all(request, isTrusted);
  const end = senders.findIndex((address) => isIP(address ?? '') === 0);
  return (end === -1 ? senders : senders.slice(0, end)).at(-1) ?? peer;
}

/** Express takes it as its setting `trust proxy`. */
export function trustFunction(trusted: TrustedProxies): TrustFunction {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const isTrusted = proxyAddress.compile(trusted.filter((item) => item !== UNIX));
  const trustsUnix = trusted.includes(UNIX);
  return (address, hop) => (address === undefined ? trustsUnix : isTrusted(address, hop));
}
