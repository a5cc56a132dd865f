/** What a server answered. */
export interface Answer {
  readonly status: number;
  /** Bytes of the body. */
  readonly length: number;
  /** Empty unless it was to be kept. */
  readonly body: Buffer;
  /** The server said that it closes the connection. */
  readonly closes: boolean;
}

type Sink = (bytes: Buffer) => void;

/** Takes the framing off a body with `Transfer-Encoding: chunked` (RFC 9112 §7.1). */
class ChunkedBody {
  #line = '';
  #remaining = 0;
  #state: 'size' | 'data' | 'after-data' | 'trailer' = 'size';

  /** @returns true when the body is complete */
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
      if (this.#endLine(line)) return true;
    }
    return false;
  }

  #endLine(line: string): boolean {
    if (this.#state === 'trailer') return line === '';
    if (this.#state === 'after-data') {
      this.#state = 'size';
      return false;
    }
    this.#remaining = Number.parseInt(line, 16);
    if (!Number.isSafeInteger(this.#remaining)) throw new Error(`not a chunk size: ${line}`);
    this.#state = this.#remaining === 0 ? 'trailer' : 'data';
    return false;
  }
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Reads one answer off a connection. It does just what the servers compared here need, so that it costs little. */
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
   * Takes the next bytes, which are copied where they are needed longer.
   * @returns the answer, once it is complete
   * @throws {Error} when it is not HTTP, or of unknown length
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
    if (!head.startsWith('HTTP/1.')) throw new Error(`not HTTP: ${head.slice(0, 40)}`);
    this.#status = Number(head.slice(9, 12));
    this.#closes = /\r\nconnection: *close/i.test(head);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.#expected = Number(length);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#chunked = new ChunkedBody();
    else if (this.#status === 204 || this.#status === 304) this.#expected = 0;
    else throw new Error(`an answer of unknown length: ${head}`);
  }

  #pushBody(bytes: Buffer): Answer | undefined {
    if (this.#chunked === undefined) {
      this.#take(bytes);
      return this.#length === this.#expected ? this.#answer() : undefined;
    }
    const complete = this.#chunked.push(bytes, (data) => this.#take(data));
    return complete ? this.#answer() : undefined;
  }

  #take(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#keep) this.#kept.push(Buffer.from(bytes));
  }

  #answer(): Answer {
    const body = this.#keep ? Buffer.concat(this.#kept) : this.#head.subarray(0, 0);
    return { status: this.#status, length: this.#length, body, closes: this.#closes };
  }
}
