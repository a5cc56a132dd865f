import type { Answer } from './answer-reader.ts';
import { Connection, type Outgoing } from './connection.ts';
import type { Credentials } from './contender.ts';
import type { Memory } from './proc.ts';
import type { Launch, ServerProcess } from './server-process.ts';
import type { Settings } from './settings.ts';

/** A server answered something else than it should. */
export class WrongAnswer extends Error {}

/** What a request may have beside method and path. */
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Outgoing['body'];
  /** Needed for a body that comes in pieces. */
  readonly bodyLength?: number;
  readonly keep?: boolean;
}

/** Creating answers 201, replacing may answer any of these. */
export const WRITTEN: readonly number[] = [200, 201, 204];

/** One running server, seen as a client. */
export class Session {
  readonly settings: Settings;
  readonly launch: Launch;
  /** What was measured about the process before any request. */
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
    const { login, password } = options.credentials;
    const basic = Buffer.from(`${login}:${password}`).toString('base64');
    this.#common = `Host: 127.0.0.1:${this.launch.port}\r\nAuthorization: Basic ${basic}\r\n`;
  }

  /** A number that no other content has. */
  nextNumber(): number {
    return this.#number++;
  }

  /** The same connection for the same number, opened when it is first used. */
  connection(number: number): Connection {
    return (this.#connections[number] ??= new Connection(this.launch.port));
  }

  /** The URL of a path below the root folder, as a `Destination` needs it. */
  url(path: string): string {
    return `http://127.0.0.1:${this.launch.port}${this.launch.base}${path}`;
  }

  /** @param path below the root folder */
  request(method: string, path: string, options: RequestOptions = {}): Outgoing {
    const { body, keep = false } = options;
    const length = Buffer.isBuffer(body) ? body.length : options.bodyLength;
    let head = `${method} ${this.launch.base}${path} HTTP/1.1\r\n${this.#common}`;
    for (const [name, value] of Object.entries(options.headers ?? {})) head += `${name}: ${value}\r\n`;
    if (length !== undefined) head += `Content-Length: ${length}\r\n`;
    return { head: `${head}\r\n`, keep, ...(body === undefined ? {} : { body }) };
  }

  /** Sends one request. @throws {WrongAnswer} unless the status is one of `expected` */
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

  /** Makes something that several rows need, at most once. */
  fixture(name: string, make: () => Promise<void>): Promise<void> {
    const made = this.#fixtures.get(name) ?? make();
    this.#fixtures.set(name, made);
    return made;
  }

  /** The most memory that it has had, in bytes; asked after every row, as helpers may end. */
  peak(): number | undefined {
    const now = this.#process.memory();
    if (now === undefined) return undefined;
    this.#peak = Math.max(this.#peak, now.peak);
    return this.#peak;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

export function unexpected(what: string, answer: Answer): WrongAnswer {
  const text = answer.body.toString('utf8', 0, 200);
  return new WrongAnswer(`${what} answered ${answer.status}${text === '' ? '' : `: ${text}`}`);
}

/** @throws {WrongAnswer} unless the content is what was put there */
export function requireContent(what: string, actual: Buffer, expected: Buffer): void {
  if (!actual.equals(expected)) {
    throw new WrongAnswer(`${what} answered ${actual.length} bytes that are not what was stored`);
  }
}
