import type { Answer } from '../bench/answer-reader.ts';
import { Connection, type Outgoing } from '../bench/connection.ts';
import { unexpected } from '../bench/session.ts';
import { basic } from '../latency/caller.ts';
import { tokenOf } from './office/people.ts';

/** Headers and body of a request. */
interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** One user with one connection. It uses little processor time, because the server needs it. */
export class Visitor {
  readonly #connection: Connection;
  readonly #port: number;
  readonly #login: string;

  constructor(port: number, login: string) {
    this.#connection = new Connection(port);
    this.#port = port;
    this.#login = login;
  }

  /** @throws {WrongAnswer} if the response is not a success */
  async ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const answer = await this.#connection.send(this.#request(method, path, asked));
    if (answer.status < 200 || answer.status >= 300)
      throw unexpected(`${this.#login}: ${method} ${path}`, answer);
    return answer;
  }

  list(path: string): Promise<Answer> {
    return this.ask('PROPFIND', path, { headers: { Depth: '1' } });
  }

  put(path: string, body: Buffer): Promise<Answer> {
    return this.ask('PUT', path, { body });
  }

  /** `MOVE` or `COPY` that must not overwrite anything. */
  async transfer(method: 'MOVE' | 'COPY', from: string, to: string): Promise<void> {
    await this.ask(method, from, { headers: { Destination: this.#url(to), Overwrite: 'F' } });
  }

  /**
   * The id of an entry with this name in the user's trash; it must be among the newest 200.
   * @throws {Error} if there is none
   */
  async deletionOf(name: string): Promise<string> {
    const { body } = await this.ask('GET', '/api/trash?per_page=200');
    const [, id] =
      new RegExp(`"id":(\\d+),"folder_id":\\w+,"name":"${RegExp.escape(name)}"`).exec(body.toString()) ?? [];
    if (id === undefined) throw new Error(`"${name}" is not in the trash`);
    return id;
  }

  close(): void {
    this.#connection.close();
  }

  #url(path: string): string {
    return `http://127.0.0.1:${String(this.#port)}${path}`;
  }

  #request(method: string, path: string, { headers = {}, body }: Asked): Outgoing {
    const token = tokenOf(this.#login);
    const credentials = path.startsWith('/api/') ? `Bearer ${token}` : basic(this.#login, token);
    const all = {
      Host: `127.0.0.1:${String(this.#port)}`,
      Authorization: credentials,
      ...headers,
      ...(body === undefined ? {} : { 'Content-Length': String(body.length) }),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    return { head, keep: true, ...(body === undefined ? {} : { body }) };
  }
}
