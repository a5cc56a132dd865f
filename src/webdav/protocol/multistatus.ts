import type { ServerResponse } from 'node:http';
import { escapeText } from '../../http/escape.ts';
import { answer, XML_START, XML_TYPE } from './answer.ts';
import { DAV, XML_NAMESPACE } from './xml.ts';

/** Encoded bytes that are collected before they are written to the network. */
const FLUSH_BYTES = 64 * 1024;
/**
 * Characters that are collected before they are encoded. Thousands of short strings would cost garbage
 * collection more.
 */
const ENCODE_CHARACTERS = 4096;

const MULTISTATUS_END = '</D:multistatus>';

/** The name of a property. */
export interface PropertyName {
  readonly namespace: string;
  /** The local name. */
  readonly name: string;
}

/**
 * An empty element with that name, valid anywhere inside `DAV:multistatus`. `DAV:` has the one-letter prefix
 * `D`; any other namespace is declared on the element.
 */
export function emptyElement({ namespace, name }: PropertyName): string {
  if (namespace === DAV) return `<D:${name}/>`;
  if (namespace === XML_NAMESPACE) return `<xml:${name}/>`;
  return namespace === '' ? `<${name}/>` : `<x:${name} xmlns:x="${escapeText(namespace)}"/>`;
}

/**
 * A `DAV:propstat`: the properties of one resource that have the same status (RFC 4918 §14.22).
 * @param properties property elements as XML
 * @param status with its reason phrase: `200 OK`
 * @param error a `DAV:error` element as XML, or empty
 */
export function propstat(properties: string, status: string, error = ''): string {
  const statusElement = `<D:status>HTTP/1.1 ${status}</D:status>`;
  return `<D:propstat><D:prop>${properties}</D:prop>${statusElement}${error}</D:propstat>`;
}

/** Resolves when the client has read enough to go on, or has closed the connection. */
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
 * A response body that is written in pieces of about 64 KiB while it is produced. {@link StreamedBody.flush}
 * waits for slow clients, so that the body does not collect in memory. A body that fits into one piece is
 * sent with its `Content-Length`.
 */
export class StreamedBody {
  readonly #response: ServerResponse;
  readonly #tail: string;
  /** Text that is not encoded yet. */
  #text: string;
  /** Encoded bytes that are not written yet, and how many. */
  #encoded: Buffer[] = [];
  #encodedBytes = 0;
  /** All written bytes, if they are to be returned at the end. */
  #copy: Buffer[] | undefined;
  #copyBytesLeft = 0;

  /**
   * @param start first text of the body
   * @param end last text of the body
   */
  constructor(response: ServerResponse, start: string, end: string) {
    this.#response = response;
    this.#text = start;
    this.#tail = end;
  }

  /** Makes {@link StreamedBody.end} return a copy of the whole body, if it has at most `maxBytes` bytes. */
  keepCopy(maxBytes: number): void {
    this.#copy = [];
    this.#copyBytesLeft = maxBytes;
  }

  /** True if the connection is closed, so that producing the rest is useless. */
  get isClosed(): boolean {
    return this.#response.destroyed;
  }

  /** True if {@link StreamedBody.flush} would write something. */
  get isFull(): boolean {
    return this.#encodedBytes >= FLUSH_BYTES;
  }

  /** Adds text. It may stay in memory until {@link StreamedBody.flush} or {@link StreamedBody.end}. */
  append(text: string): void {
    this.#text += text;
    if (this.#text.length >= ENCODE_CHARACTERS) this.#encode();
  }

  /** Writes the collected bytes if there are at least 64 KiB, and waits until the client can take more. */
  async flush(): Promise<void> {
    if (!this.isFull || this.isClosed) return;
    if (!this.#response.write(this.#takeEncoded())) await drained(this.#response);
  }

  /**
   * Writes the rest and ends the response.
   * @returns the whole body, if {@link StreamedBody.keepCopy} was called and the body was not longer than
   * its limit
   */
  end(): Buffer | undefined {
    this.#text += this.#tail;
    const isShort = this.#encoded.length === 0 && this.#copy === undefined;
    // Node writes a string together with the headers in one piece.
    if (isShort) this.#send(this.#text);
    else {
      this.#encode();
      this.#send(this.#takeEncoded());
    }
    return this.#copy && Buffer.concat(this.#copy);
  }

  #send(rest: string | Buffer): void {
    if (this.#response.headersSent) this.#response.end(rest);
    else answer(this.#response, this.#response.statusCode, {}, rest);
  }

  #encode(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#encoded.push(bytes);
    this.#encodedBytes += bytes.length;
  }

  #takeEncoded(): Buffer {
    const piece = Buffer.concat(this.#encoded, this.#encodedBytes);
    this.#encoded = [];
    this.#encodedBytes = 0;
    this.#copyBytesLeft -= piece.length;
    if (this.#copyBytesLeft < 0) this.#copy = undefined;
    this.#copy?.push(piece);
    return piece;
  }
}

/**
 * Begins a 207 Multi-Status response (RFC 4918 §13). The caller appends `DAV:response` elements.
 * @param declarations namespace declarations besides that of `D`, as attributes with a leading space
 */
export function multistatus(response: ServerResponse, declarations = ''): StreamedBody {
  response.statusCode = 207;
  response.setHeader('Content-Type', XML_TYPE);
  const start = `${XML_START}<D:multistatus xmlns:D="DAV:"${declarations}>`;
  return new StreamedBody(response, start, MULTISTATUS_END);
}
