import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { ServiceProcess } from '../../support/process.ts';

/** A request that a client has sent. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  /** Bytes of the body that have arrived. */
  sent: number;
  /** Bytes of the response body. */
  received: number;
  /** Undefined until there is a response. */
  status: number | undefined;
}

/** A proxy in front of a service: its address stays the same when the service is restarted, and it counts. */
export class Front {
  readonly #service: ServiceProcess;
  readonly #server: Server;
  readonly seen: Seen[] = [];
  /** Called with each piece of a request body, after it was counted. */
  watch: (seen: Seen) => void = () => undefined;

  private constructor(service: ServiceProcess) {
    this.#service = service;
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
  }

  static async open(service: ServiceProcess): Promise<Front> {
    const front = new Front(service);
    front.#server.requestTimeout = 0;
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
    return `http://127.0.0.1:${String(address.port)}`;
  }

  /** Total bytes of the bodies of requests whose path matches. */
  sentTo(path: RegExp): number {
    return this.seen.filter((one) => path.test(one.path)).reduce((sum, { sent }) => sum + sent, 0);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url = '', headers } = asked;
    const seen: Seen = { method, path: url, sent: 0, received: 0, status: undefined };
    this.seen.push(seen);
    const port = this.#port();
    if (port === undefined) {
      asked.destroy();
      return;
    }
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    onward.on('response', (response) => {
      seen.status = response.statusCode;
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.on('data', (bytes: Buffer) => {
        seen.received += bytes.length;
      });
      response.on('error', () => answer.destroy());
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.on('error', () => onward.destroy());
    answer.on('close', () => onward.destroy());
    asked.on('data', (bytes: Buffer) => {
      seen.sent += bytes.length;
      this.watch(seen);
    });
    asked.pipe(onward);
  }

  #port(): number | undefined {
    try {
      return this.#service.port;
    } catch {
      return undefined;
    }
  }
}
