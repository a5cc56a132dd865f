import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';

/** One request. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends requests with one `Authorization` from one address. */
export class Caller {
  readonly #port: number;
  readonly #authorization: string | undefined;
  readonly #agent: Agent;

  /** @param address of this machine, such as `127.0.0.2`, so that the server tells callers apart */
  constructor(port: number, authorization: string | undefined, address: string) {
    this.#port = port;
    this.#authorization = authorization;
    this.#agent = new Agent({ keepAlive: true, localAddress: address });
  }

  /** Begins a request, whose body the caller of this method writes and ends, or not. */
  begin(method: string, path: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
    const authorization = this.#authorization === undefined ? {} : { Authorization: this.#authorization };
    return httpRequest({
      port: this.#port,
      host: '127.0.0.1',
      agent: this.#agent,
      method,
      path,
      headers: { ...authorization, ...headers },
    });
  }

  /** Sends a request and reads the whole answer. @throws {Error} if the connection breaks */
  ask(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = { 'Content-Length': String(Buffer.byteLength(body ?? '')) };
      const sent = this.begin(method, path, { ...length, ...headers });
      sent.on('error', reject).on('response', (response: IncomingMessage) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          if (text.length < 1e6) text += part;
        });
        response.on('error', reject).on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.end(body);
    });
  }

  /** As {@link Caller.ask}. @throws {Error} if the answer is not a success */
  async must(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const answer = await this.ask(method, path, asked);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${String(answer.status)} ${answer.text.slice(0, 200)}`);
  }

  json(method: string, path: string, body: unknown): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json' };
    return this.must(method, `/api${path}`, { headers, body: JSON.stringify(body) });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}
