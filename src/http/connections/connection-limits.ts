import type { Server, Socket } from 'node:net';
import { addressBlock } from '../../core/credentials/credentials.ts';

/** Options of {@link limitConnectionsPerAddress}. */
export interface ConnectionLimits {
  /** Maximum number of simultaneous connections per address (IPv6: per /56 network). */
  readonly most: number;
  /** True for an address that many clients share, such as that of a proxy. */
  readonly isShared: (address: string) => boolean;
  /** Called for each connection that is closed because its address has too many. */
  readonly onRefused: () => void;
}

/** True for the local machine: proxies and programs on it act for many clients. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/**
 * Limits connections per client address. Otherwise one client could open all connections that the server accepts, send
 * nothing, and block all other clients until its connections time out.
 */
export function limitConnectionsPerAddress(
  server: Server,
  { most, isShared, onRefused }: ConnectionLimits,
): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
    // The peer of a Unix socket has no address.
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
