import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.ts';

/** A request, ready to be sent. */
export interface Outgoing {
  /** The request line and all headers, including the empty line at the end. */
  readonly head: string;
  /** The whole body, or its chunks. The next chunk is requested once the kernel has accepted the previous one. */
  readonly body?: Buffer | Iterable<Buffer>;
  /** True to keep the body of the response. */
  readonly keep?: boolean;
}

interface Pending {
  readonly reader: AnswerReader;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const READ_BYTES = 256 * 1024;

/** A keep-alive connection with one request at a time. If the server has closed it, the next request reopens it. */
export class Connection {
  readonly #port: number;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  #socket: Socket | undefined;
  #pending: Pending | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Sends a request and reads the response.
   * @throws {Error} if the connection breaks or the response is invalid
   */
  async send(request: Outgoing): Promise<Answer> {
    const socket = this.#socket ?? (await this.#open());
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#pending = { reader: new AnswerReader(request.keep === true), resolve, reject };
    });
    const { head, body } = request;
    if (body === undefined) socket.write(head, 'latin1');
    else if (Buffer.isBuffer(body)) {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    } else {
      socket.write(head, 'latin1');
      await Promise.all([answered, writeAll(socket, body)]);
    }
    return answered;
  }

  /** Closes the connection. A pending request fails. */
  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #open(): Promise<Socket> {
    const socket = connect({
      host: '127.0.0.1',
      port: this.#port,
      noDelay: true,
      onread: {
        buffer: this.#buffer,
        callback: (count) => {
          this.#read(this.#buffer.subarray(0, count));
          return true;
        },
      },
    });
    await once(socket, 'connect');
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#fail(new Error('the server closed the connection without a complete answer'));
    });
    this.#socket = socket;
    return socket;
  }

  #read(bytes: Buffer): void {
    try {
      const answer = this.#pending?.reader.push(bytes);
      if (answer === undefined) return;
      const pending = this.#pending;
      this.#pending = undefined;
      if (answer.closes) this.close();
      pending?.resolve(answer);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      this.close();
    }
  }

  #fail(error: Error): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(error);
  }
}

async function writeAll(socket: Socket, chunks: Iterable<Buffer>): Promise<void> {
  for (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      socket.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
}
