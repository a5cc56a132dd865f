import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A network between a browser and the service that the test can cut. */
export class Cutter {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  /** Number of bytes that browsers have sent through it so far. */
  bytes = 0;

  private constructor(port: number) {
    this.#server = createServer((client) => {
      if (this.#isCut) {
        client.destroy();
        return;
      }
      const service = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [client, service],
        [service, client],
      ] as const) {
        this.#sockets.add(from);
        from
          .on('error', () => undefined)
          .on('close', () => {
            this.#sockets.delete(from);
            to.destroy();
          });
      }
      client.on('data', (chunk: Buffer) => {
        this.bytes += chunk.length;
      });
      client.pipe(service);
      service.pipe(client);
    });
  }

  static async open(port: number): Promise<Cutter> {
    const cutter = new Cutter(port);
    cutter.#server.listen(0, '127.0.0.1');
    await once(cutter.#server, 'listening');
    return cutter;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    const address: AddressInfo | string | null = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('not listening');
    return `http://127.0.0.1:${String(address.port)}`;
  }

  /** Closes all connections, and refuses new ones until `mend()`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
