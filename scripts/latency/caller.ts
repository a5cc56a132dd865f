import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';

/** Headers and body of a request. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Sends requests with one `Authorization` header from one address. */
export class Caller {
  readonly #port: number;
  readonly #authorization: string | undefined;
  readonly #agent: Agent;

  /** @param address local address such as `127.0.0.2`, so that the server can distinguish callers */
  constructor(port: number, authorization: string | undefined, address: string) {
    this.#port = port;
    this.#authorization = authorization;
    this.#agent = new Agent({ keepAlive: true, localAddress: address });
  }

  /** Starts a request. The caller of this method may write and end its body. */
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

  /** Sends a request and reads the whole response. @throws {Error} if the connection breaks */
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

  /** Like {@link Caller.ask}. @throws {Error} if the response is not a success */
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
