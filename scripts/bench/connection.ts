import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.ts';

/** A request, ready to be sent. */
export interface Outgoing {
  /** The request line and all headers, with the empty line at the end. */
  readonly head: string;
  /** Whole, or in chunks. The next chunk is taken when the kernel has accepted the one before. */
  readonly body?: Buffer | Iterable<Buffer>;
  /** True to get the body of the answer. */
  readonly keep?: boolean;
}

interface Pending {
  readonly reader: AnswerReader;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

const READ_BYTES = 256 * 1024;

/**
 * One keep-alive connection, one request at a time. If the server closed it, the next request opens it again.
 */
export class Connection {
  readonly #port: number;
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  #socket: Socket | undefined;
  #pending: Pending | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * Sends a request and reads the answer.
   * @throws {Error} if the connection breaks or the answer is invalid
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

  /** Closes the connection. A request that waits for its answer fails. */
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
