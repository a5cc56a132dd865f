import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headerList } from '../../http/connections/head.ts';
import { freeBuffer } from '../../model/free-buffer.ts';
import { sendResponse } from './response.ts';

/** Size of the buffers for encoded text, in bytes. A full buffer is written to the network. */
const PAGE_BYTES = 64 * 1024;
/** Characters to collect before encoding; each encoding call has a fixed cost. */
const ENCODE_CHARACTERS = 4096;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const UNIT_BYTES = 3;

const NO_BYTES = Buffer.alloc(0);

interface Head {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
}

/**
 * Concatenates buffers into memory of their own. A slice of Node's shared 64 KiB pool would keep the whole pool alive.
 */
function joined(chunks: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) end += chunk.copy(whole, end);
  return whole;
}

/** Frees the whole page that a chunk is a slice of. Call it once for each chunk. */
function freePage(chunk: Buffer): void {
  freeBuffer(Buffer.from(chunk.buffer));
}

/** Resolves when the write buffer has drained, or the connection is closed. */
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
 * Response body that is written in chunks of about 64 KiB while it is produced. {@link StreamedBody.flush} waits for
 * slow clients, so that the body does not accumulate in memory. A body that fits into one chunk is sent with its
 * `Content-Length`.
 */
export class StreamedBody {
  readonly #response: ServerResponse;
  readonly #tail: string;
  readonly #head: Head;
  /** Text not encoded yet. */
  #text: string;
  /** Page that is being filled, and its number of used bytes. One page is cheaper than many short buffers. */
  #page: Buffer = NO_BYTES;
  #used = 0;
  /** Total bytes of all previous pages. */
  #ended = 0;
  /** Full chunks that are not written yet, in order. */
  #full: Buffer[] = [];
  /** All chunks of the body so far, if {@link StreamedBody.end} is to return the whole body. */
  #copy: Buffer[] | undefined;
  /** Chunks that the operating system has accepted and that only {@link StreamedBody.#copy} still needs. */
  #taken: Buffer[] = [];
  #takeRoom: ((bytes: number) => boolean) | undefined;

  /**
   * @param start first text of the body
   * @param end last text of the body
   * @param head status and headers, sent with the first chunk
   */
  constructor(response: ServerResponse, start: string, end: string, head: Head) {
    this.#response = response;
    this.#head = head;
    this.#text = start;
    this.#tail = end;
  }

  /**
   * Makes {@link StreamedBody.end} return a copy of the whole body, if memory allows.
   * @param takeRoom reserves this many more bytes; returns false if the limit is exceeded, which also releases all
   * earlier reservations
   */
  keepCopy(takeRoom: (bytes: number) => boolean): void {
    this.#copy = [];
    this.#takeRoom = takeRoom;
  }

  /** False if {@link StreamedBody.end} will return no copy. */
  get keepsCopy(): boolean {
    return this.#copy !== undefined;
  }

  /** True if the connection is closed; producing the rest is useless. */
  get isClosed(): boolean {
    return this.#response.destroyed;
  }

  /** True if {@link StreamedBody.flush} has something to write. */
  get isFull(): boolean {
    return this.#full.length > 0;
  }

  /** Appends text, which may stay in memory until {@link StreamedBody.flush} or {@link StreamedBody.end}. */
  append(text: string): void {
    this.#text += text;
    if (this.#text.length >= ENCODE_CHARACTERS) this.#encode();
  }

  /** Like {@link StreamedBody.append}, with bytes of another body. */
  appendBytes(source: Buffer, start: number, end: number): void {
    this.#encode();
    this.#makeRoom(end - start);
    this.#used += source.copy(this.#page, this.#used, start, end);
  }

  /** Length of the body so far in bytes, including its start. */
  get length(): number {
    this.#encode();
    return this.#ended + this.#used;
  }

  /** Writes the full chunks, and waits until the client can accept more. */
  async flush(): Promise<void> {
    if (!this.isFull || this.isClosed) return;
    const { status, headers } = this.#head;
    if (!this.#response.headersSent) this.#response.writeHead(status, headerList(headers));
    const isTaken = this.#takeFull().map((chunk) =>
      this.#response.write(chunk, (error) => {
        // After an error the operating system may still be reading the chunk.
        if (!error) this.#release(chunk);
      }),
    );
    if (isTaken.includes(false)) await drained(this.#response);
  }

  /**
   * Writes the rest and ends the response.
   * @returns the whole body, if {@link StreamedBody.keepCopy} was called and memory allowed a copy; undefined if the
   * connection is closed, because the caller may then have stopped appending
   */
  end(): Buffer | undefined {
    if (this.isClosed) return undefined;
    this.#text += this.#tail;
    const isShort = this.#used === 0 && !this.isFull && this.#copy === undefined;
    // Node sends a string body and the headers in one write.
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
    if (last !== first) rest.forEach(freePage);
    // 'finish' is emitted after the operating system has accepted the chunk. It is not emitted if the client
    // disconnects; the operating system may then still be reading the chunk.
    this.#response.once('finish', () => freePage(last));
    this.#send(last);
  }

  /** Frees a chunk that the operating system has accepted, or keeps it for the copy. */
  #release(chunk: Buffer): void {
    if (this.#copy) this.#taken.push(chunk);
    else freePage(chunk);
  }

  #dropCopy(): void {
    this.#copy = undefined;
    this.#taken.forEach(freePage);
    this.#taken = [];
  }

  #send(rest: string | Buffer): void {
    if (this.#response.headersSent) this.#response.end(rest);
    else sendResponse(this.#response, this.#head.status, this.#head.headers, rest);
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
    const chunks = this.#full;
    this.#full = [];
    for (const chunk of chunks) {
      if (this.#copy && this.#takeRoom?.(chunk.length) === false) this.#dropCopy();
      this.#copy?.push(chunk);
    }
    return chunks;
  }
}
