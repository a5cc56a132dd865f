import type { Answer } from './answer-reader.ts';
import { Connection, type Outgoing } from './connection.ts';
import type { Memory } from './proc.ts';
import type { Credentials } from './servers/contender.ts';
import type { Launch, ServerProcess } from './servers/server-process.ts';
import type { Settings } from './settings.ts';

/** A server sent a wrong response. */
export class WrongAnswer extends Error {}

/** Options of a request. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Outgoing['body'];
  /** Bytes; required if the body consists of chunks. */
  readonly bodyLength?: number;
  /** True to keep the body of the response. */
  readonly keep?: boolean;
}

/** Accepted statuses of a PUT that may create or replace a file. */
export const WRITTEN: readonly number[] = [200, 201, 204];

/** The client's connections to one running server, and the measurements so far. */
export class Session {
  readonly settings: Settings;
  readonly launch: Launch;
  readonly credentials: Credentials;
  /** Measurements from before the first request: start time in ms, and memory. */
  readonly facts: { readonly startMs: number; readonly idle: Memory | undefined };
  readonly #process: ServerProcess;
  readonly #common: string;
  readonly #connections: Connection[] = [];
  readonly #fixtures = new Map<string, Promise<void>>();
  #peak = 0;
  #number = 0;

  constructor(options: {
    settings: Settings;
    launch: Launch;
    process: ServerProcess;
    facts: Session['facts'];
    credentials: Credentials;
  }) {
    this.settings = options.settings;
    this.launch = options.launch;
    this.facts = options.facts;
    this.#process = options.process;
    this.credentials = options.credentials;
    const { login, password } = this.credentials;
    const basic = Buffer.from(`${login}:${password}`).toString('base64');
    this.#common = `Host: 127.0.0.1:${this.launch.port}\r\nAuthorization: Basic ${basic}\r\n`;
  }

  /** @returns a number for content that no other content of this session has */
  nextNumber(): number {
    return this.#number++;
  }

  /** @returns the connection with this number; its first request opens it */
  connection(number: number): Connection {
    return (this.#connections[number] ??= new Connection(this.launch.port));
  }

  /** @returns the URL of a path below the root folder, for the `Destination` header */
  url(path: string): string {
    return `http://127.0.0.1:${this.launch.port}${this.launch.base}${path}`;
  }

  /** Builds a request. @param path below the root folder */
  request(method: string, path: string, options: RequestOptions = {}): Outgoing {
    const { body, keep = false } = options;
    const length = Buffer.isBuffer(body) ? body.length : options.bodyLength;
    let head = `${method} ${this.launch.base}${path} HTTP/1.1\r\n${this.#common}`;
    for (const [name, value] of Object.entries(options.headers ?? {})) head += `${name}: ${value}\r\n`;
    if (length !== undefined) head += `Content-Length: ${length}\r\n`;
    return { head: `${head}\r\n`, keep, ...(body === undefined ? {} : { body }) };
  }

  /** Sends one request on connection 0. @throws {WrongAnswer} unless the status is one of `expected` */
  async call(
    method: string,
    path: string,
    expected: readonly number[],
    options?: RequestOptions,
  ): Promise<Answer> {
    const answer = await this.connection(0).send(this.request(method, path, options));
    if (!expected.includes(answer.status)) throw unexpected(`${method} ${path}`, answer);
    return answer;
  }

  /** Creates data that several rows need: calls `make` for the first row that requests `name`. */
  fixture(name: string, make: () => Promise<void>): Promise<void> {
    const made = this.#fixtures.get(name) ?? make();
    this.#fixtures.set(name, made);
    return made;
  }

  /**
   * The server's peak memory so far, in bytes; undefined without /proc. It is read after every row, because child
   * processes of the server can end.
   */
  peak(): number | undefined {
    const now = this.#process.memory();
    if (now === undefined) return undefined;
    this.#peak = Math.max(this.#peak, now.peak);
    return this.#peak;
  }

  /** Closes all connections. */
  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

/** @returns the error for a response with an unexpected status */
export function unexpected(what: string, answer: Answer): WrongAnswer {
  const text = answer.body.toString('utf8', 0, 200);
  return new WrongAnswer(`${what} answered ${answer.status}${text === '' ? '' : `: ${text}`}`);
}

/** @throws {WrongAnswer} unless `actual` equals `expected` */
export function requireContent(what: string, actual: Buffer, expected: Buffer): void {
  if (!actual.equals(expected)) {
    throw new WrongAnswer(`${what} answered ${actual.length} bytes that are not what was stored`);
  }
}
