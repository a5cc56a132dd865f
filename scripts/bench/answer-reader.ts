/** A response of a server. */
export interface Answer {
  readonly status: number;
  /** Size of the body in bytes. */
  readonly length: number;
  /** Empty unless the request has `keep`. */
  readonly body: Buffer;
  /** True if the response has `Connection: close`. */
  readonly closes: boolean;
}

type Sink = (bytes: Buffer) => void;

/** Decodes a body with `Transfer-Encoding: chunked` (RFC 9112 §7.1). */
class ChunkedBody {
  #line = '';
  #remaining = 0;
  #state: 'size' | 'data' | 'after-data' | 'trailer' = 'size';

  /** Passes the decoded bytes to `sink`. @returns true when the body is complete */
  push(bytes: Buffer, sink: Sink): boolean {
    let offset = 0;
    while (offset < bytes.length) {
      if (this.#state === 'data') {
        const end = Math.min(bytes.length, offset + this.#remaining);
        sink(bytes.subarray(offset, end));
        this.#remaining -= end - offset;
        offset = end;
        if (this.#remaining === 0) this.#state = 'after-data';
        continue;
      }
      const newline = bytes.indexOf(0x0a, offset);
      this.#line += bytes.toString('latin1', offset, newline === -1 ? bytes.length : newline);
      if (newline === -1) return false;
      offset = newline + 1;
      const line = this.#line.trim();
      this.#line = '';
      if (this.#readLine(line)) return true;
    }
    return false;
  }

  #readLine(line: string): boolean {
    if (this.#state === 'trailer') return line === '';
    if (this.#state === 'after-data') {
      this.#state = 'size';
      return false;
    }
    this.#remaining = Number.parseInt(line, 16);
    if (!Number.isSafeInteger(this.#remaining)) throw new Error(`invalid chunk size: ${line}`);
    this.#state = this.#remaining === 0 ? 'trailer' : 'data';
    return false;
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Parses one HTTP/1.1 response. It supports only what the measured servers send: a complete parser would use processor
 * time that the servers need.
 */
export class AnswerReader {
  readonly #keep: boolean;
  readonly #kept: Buffer[] = [];
  #head = Buffer.alloc(0);
  #status = 0;
  #closes = false;
  #length = 0;
  #expected: number | undefined;
  #chunked: ChunkedBody | undefined;

  constructor(keep: boolean) {
    this.#keep = keep;
  }

  /**
   * Parses the next bytes. The caller may reuse the buffer afterwards.
   * @returns the response once it is complete, otherwise undefined
   * @throws {Error} if the response is not HTTP/1.x, or has neither a length nor chunks
   */
  push(bytes: Buffer): Answer | undefined {
    if (this.#status !== 0) return this.#pushBody(bytes);
    const all = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = all.indexOf(HEAD_END);
    if (end === -1) {
      this.#head = Buffer.from(all);
      return undefined;
    }
    this.#readHead(all.toString('latin1', 0, end + 2));
    return this.#pushBody(all.subarray(end + HEAD_END.length));
  }

  #readHead(head: string): void {
    if (!head.startsWith('HTTP/1.')) throw new Error(`not an HTTP answer: ${head.slice(0, 40)}`);
    this.#status = Number(head.slice(9, 12));
    this.#closes = /\r\nconnection: *close/i.test(head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.#expected = Number(length);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#chunked = new ChunkedBody();
    else if (this.#status === 204 || this.#status === 304) this.#expected = 0;
    else throw new Error(`an answer without a length: ${head}`);
  }

  #pushBody(bytes: Buffer): Answer | undefined {
    if (this.#chunked === undefined) {
      this.#addToBody(bytes);
      return this.#length === this.#expected ? this.#answer() : undefined;
    }
    const complete = this.#chunked.push(bytes, (data) => this.#addToBody(data));
    return complete ? this.#answer() : undefined;
  }

  #addToBody(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#keep) this.#kept.push(Buffer.from(bytes));
  }

  #answer(): Answer {
    const body = this.#keep ? Buffer.concat(this.#kept) : this.#head.subarray(0, 0);
    return { status: this.#status, length: this.#length, body, closes: this.#closes };
  }
}
