import type { Server, Socket } from 'node:net';

/**
 * Open connections of servers, including those in a TLS handshake, which Node's `closeAllConnections` does not know.
 */
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
