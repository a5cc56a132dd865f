import type { Server, Socket } from 'node:net';

/** The connections of servers. Those amid a handshake of TLS are unknown to node's `closeAllConnections`. */
export class OpenSockets {
  readonly #sockets = new Set<Socket>();

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
