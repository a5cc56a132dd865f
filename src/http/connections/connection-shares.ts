import type { Server, Socket } from 'node:net';
import { addressBlock } from '../../core/credentials/credentials.ts';

/** What {@link shareConnections} needs. */
export interface ConnectionShares {
  /** Most connections of one address (IPv6: of a /56 network) at a time. */
  readonly most: number;
  /** Addresses that many clients share, such as that of a proxy. */
  readonly isShared: (address: string) => boolean;
  /** Is told of each connection that is closed because its address has too many. */
  readonly onRefused: () => void;
}

/** True for the machine itself: proxies and programs on it act for many clients. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/**
 * Gives no address all the connections that a server takes: one client that opens them and sends nothing would keep
 * all others out until its time is over.
 */
export function shareConnections(server: Server, { most, isShared, onRefused }: ConnectionShares): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
    // The peer of a Unix socket has none.
    if (address === undefined || isShared(address)) return;
    const block = addressBlock(address);
    const count = (counts.get(block) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      onRefused();
      return;
    }
    counts.set(block, count);
    socket.once('close', () => {
      const left = (counts.get(block) ?? 0) - 1;
      if (left > 0) counts.set(block, left);
      else counts.delete(block);
    });
  });
}
