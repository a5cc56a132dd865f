import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headerList } from '../../http/connections/head.ts';
import { escapeText } from '../../http/content/escape.ts';
import { giveBack } from '../../model/spent-bytes.ts';
import { answer, XML_START, XML_TYPE } from './answer.ts';
import { DAV, XML_NAMESPACE } from './xml.ts';

/** Size of the pages into which text is encoded. Each is written to the network when it is full. */
const PAGE_BYTES = 64 * 1024;
/** Characters that are collected before they are encoded, as each encoding has a cost of its own. */
const ENCODE_CHARACTERS = 4096;
/** Most bytes of UTF-8 that one unit of a string takes. */
const UNIT_BYTES = 3;

const NO_BYTES = Buffer.alloc(0);

const MULTISTATUS_END = '</D:multistatus>';
const MULTISTATUS = { status: 207, headers: { 'Content-Type': XML_TYPE } };

/** Status and headers of a response. */
interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

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

/** In memory of its own: a part of the 64 KiB that Node.js shares among buffers holds all of them while it is kept. */
function joined(pieces: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) end += piece.copy(whole, end);
  return whole;
}

/** Gives the whole memory of a piece back, of which it may fill only the beginning. Once for each piece. */
function giveBackPage(piece: Buffer): void {
  giveBack(Buffer.from(piece.buffer));
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
  readonly #head: Head;
  /** Text that is not encoded yet. */
  #text: string;
  /** The page that is being filled, and how much of it is. One page is cheaper than many short buffers. */
  #page: Buffer = NO_BYTES;
  #used = 0;
  /** Bytes of all pages before it. */
  #ended = 0;
  /** Pieces that are full and not written yet, in the order in which they follow each other. */
  #full: Buffer[] = [];
  /** All pieces that are not to be filled any more, if the whole body is to be returned at the end. */
  #copy: Buffer[] | undefined;
  /** Pieces that only {@link StreamedBody.#copy} still needs: the system has taken them. */
  #taken: Buffer[] = [];
  #takeRoom: ((bytes: number) => boolean) | undefined;

  /**
   * @param start first text of the body
   * @param end last text of the body
   * @param head is sent with the first piece
   */
  constructor(response: ServerResponse, start: string, end: string, head: Head) {
    this.#response = response;
    this.#head = head;
    this.#text = start;
    this.#tail = end;
  }

  /**
   * Makes {@link StreamedBody.end} return a copy of the whole body, if there is room for it.
   * @param takeRoom takes memory for so many bytes more; false: there is none, also for what was taken before
   */
  keepCopy(takeRoom: (bytes: number) => boolean): void {
    this.#copy = [];
    this.#takeRoom = takeRoom;
  }

  /** False if {@link StreamedBody.end} will return no copy. */
  get keepsCopy(): boolean {
    return this.#copy !== undefined;
  }

  /** True if the connection is closed, so that producing the rest is useless. */
  get isClosed(): boolean {
    return this.#response.destroyed;
  }

  /** True if {@link StreamedBody.flush} would write something. */
  get isFull(): boolean {
    return this.#full.length > 0;
  }

  /** Adds text. It may stay in memory until {@link StreamedBody.flush} or {@link StreamedBody.end}. */
  append(text: string): void {
    this.#text += text;
    if (this.#text.length >= ENCODE_CHARACTERS) this.#encode();
  }

  /** As {@link StreamedBody.append}, of bytes of another body. */
  appendBytes(source: Buffer, start: number, end: number): void {
    this.#encode();
    this.#makeRoom(end - start);
    this.#used += source.copy(this.#page, this.#used, start, end);
  }

  /** Bytes of the body so far, its start included. */
  get length(): number {
    this.#encode();
    return this.#ended + this.#used;
  }

  /** Writes the full pieces, and waits until the client can take more. */
  async flush(): Promise<void> {
    if (!this.isFull || this.isClosed) return;
    const { status, headers } = this.#head;
    if (!this.#response.headersSent) this.#response.writeHead(status, headerList(headers));
    const isTaken = this.#takeFull().map((piece) =>
      this.#response.write(piece, (error) => {
        // After an error the system may still be reading it.
        if (!error) this.#release(piece);
      }),
    );
    if (isTaken.includes(false)) await drained(this.#response);
  }

  /**
   * Writes the rest and ends the response.
   * @returns the whole body, if {@link StreamedBody.keepCopy} was called and there was room for it; undefined also if the connection is closed, as the caller need not have appended everything then
   */
  end(): Buffer | undefined {
    if (this.isClosed) return undefined;
    this.#text += this.#tail;
    const isShort = this.#used === 0 && !this.isFull && this.#copy === undefined;
    // Node writes a string together with the headers in one piece.
    if (isShort) {
      this.#send(this.#text);
      return undefined;
    }
    this.#encode();
    this.#endPage();
    const rest = this.#takeFull();
    const whole = this.#copy && joined(this.#copy);
    this.#dropCopy();
    this.#sendRest(rest);
    return whole;
  }

  #sendRest(rest: readonly Buffer[]): void {
    const [first] = rest;
    const last = first && rest.length === 1 ? first : joined(rest);
    if (last !== first) rest.forEach(giveBackPage);
    // The system has taken it by then. That is never told if the client goes away, as it may still be reading it.
    this.#response.once('finish', () => giveBackPage(last));
    this.#send(last);
  }

  /** The system has taken the piece. */
  #release(piece: Buffer): void {
    if (this.#copy) this.#taken.push(piece);
    else giveBackPage(piece);
  }

  #dropCopy(): void {
    this.#copy = undefined;
    this.#taken.forEach(giveBackPage);
    this.#taken = [];
  }

  #send(rest: string | Buffer): void {
    if (this.#response.headersSent) this.#response.end(rest);
    else answer(this.#response, this.#head.status, this.#head.headers, rest);
  }

  #encode(): void {
    if (this.#text === '') return;
    this.#makeRoom(UNIT_BYTES * this.#text.length);
    this.#used += this.#page.write(this.#text, this.#used);
    this.#text = '';
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#page.length - this.#used) return;
    this.#endPage();
    this.#page = Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes));
  }

  #endPage(): void {
    if (this.#used > 0) this.#full.push(this.#page.subarray(0, this.#used));
    this.#ended += this.#used;
    this.#page = NO_BYTES;
    this.#used = 0;
  }

  #takeFull(): Buffer[] {
    const pieces = this.#full;
    this.#full = [];
    for (const piece of pieces) {
      if (this.#copy && this.#takeRoom?.(piece.length) === false) this.#dropCopy();
      this.#copy?.push(piece);
    }
    return pieces;
  }
}

/**
 * Begins a 207 Multi-Status response (RFC 4918 §13). The caller appends `DAV:response` elements.
 * @param declarations namespace declarations besides that of `D`, as attributes with a leading space
 */
export function multistatus(response: ServerResponse, declarations = ''): StreamedBody {
  const start = `${XML_START}<D:multistatus xmlns:D="DAV:"${declarations}>`;
  return new StreamedBody(response, start, MULTISTATUS_END, MULTISTATUS);
}

/** Sends a multistatus body that was kept. */
export function sendMultistatus(response: ServerResponse, body: Buffer): void {
  answer(response, MULTISTATUS.status, MULTISTATUS.headers, body);
}
