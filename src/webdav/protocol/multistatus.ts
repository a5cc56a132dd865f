import type { ServerResponse } from 'node:http';
import { escapeText } from '../../http/escape.ts';
import { answer, XML_START, XML_TYPE } from './answer.ts';
import { DAV, XML_NAMESPACE } from './xml.ts';

/** What is gathered before it goes to the network. */
const FLUSH = 64 * 1024;
/** What grows as a string until it is encoded: thousands of short strings held together cost the collector more. */
const STRETCH = 4096;

const TAIL = '</D:multistatus>';

/** The name of a property. */
export interface PropertyName {
  readonly namespace: string;
  readonly name: string;
}

/** An empty element of that name that can stand anywhere below the multistatus; its prefix is the one letter `D` for `DAV:`. */
export function emptyElement({ namespace, name }: PropertyName): string {
  if (namespace === DAV) return `<D:${name}/>`;
  if (namespace === XML_NAMESPACE) return `<xml:${name}/>`;
  return namespace === '' ? `<${name}/>` : `<x:${name} xmlns:x="${escapeText(namespace)}"/>`;
}

/** The properties of a resource that share a status (RFC 4918 §14.22). */
export function propstat(properties: string, status: string, error = ''): string {
  return `<D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 ${status}</D:status>${error}</D:propstat>`;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/**
 * A body that is written piece by piece and sent as it grows; what fits in one piece goes with its length.
 * Resources are held up when the client reads slowly.
 */
export class GrowingBody {
  readonly #response: ServerResponse;
  readonly #tail: string;
  #pending: string;
  #encoded: Buffer[] = [];
  #size = 0;
  #gathered: Buffer[] | undefined;
  #room = 0;

  constructor(response: ServerResponse, head: string, tail: string) {
    this.#response = response;
    this.#pending = head;
    this.#tail = tail;
  }

  /** Keeps all that is sent, unless it grows beyond `length` bytes, for {@link GrowingBody.end} to give back. */
  gather(length: number): void {
    this.#gathered = [];
    this.#room = length;
  }

  /** True when nobody listens any more, so that it makes no sense to go on. */
  get abandoned(): boolean {
    return this.#response.destroyed;
  }

  /** True when enough has gathered for {@link GrowingBody.flush} to do something. */
  get isFull(): boolean {
    return this.#size >= FLUSH;
  }

  append(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= STRETCH) this.#encode();
  }

  /** Sends what has gathered if it is worth it, and waits while the client is behind. */
  async flush(): Promise<void> {
    if (!this.isFull || this.abandoned) return;
    if (!this.#response.write(this.#take())) await drained(this.#response);
  }

  /** Sends the rest. @returns the whole body, if it was gathered and fitted */
  end(): Buffer | undefined {
    this.#pending += this.#tail;
    const isShort = this.#encoded.length === 0 && this.#gathered === undefined;
    // A string goes to the network in one piece with the headers.
    if (isShort) this.#send(this.#pending);
    else {
      this.#encode();
      this.#send(this.#take());
    }
    return this.#gathered && Buffer.concat(this.#gathered);
  }

  #send(rest: string | Buffer): void {
    if (this.#response.headersSent) this.#response.end(rest);
    else answer(this.#response, this.#response.statusCode, {}, rest);
  }

  #encode(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    this.#encoded.push(bytes);
    this.#size += bytes.length;
  }

  #take(): Buffer {
    const piece = Buffer.concat(this.#encoded, this.#size);
    this.#encoded = [];
    this.#size = 0;
    this.#room -= piece.length;
    if (this.#room < 0) this.#gathered = undefined;
    this.#gathered?.push(piece);
    return piece;
  }
}

/**
 * Begins a 207 Multi-Status (RFC 4918 §13).
 * @param declarations of prefixes other than `D`, as they stand in a tag
 */
export function multistatus(response: ServerResponse, declarations = ''): GrowingBody {
  response.statusCode = 207;
  response.setHeader('Content-Type', XML_TYPE);
  return new GrowingBody(response, `${XML_START}<D:multistatus xmlns:D="DAV:"${declarations}>`, TAIL);
}
