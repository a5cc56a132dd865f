import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { OpenedDocument } from '../core/entries/entries.ts';
import { httpDate } from './dates.ts';
import { evaluateConditions, matchesStrongly, parseHttpDate, type Validators, wholeSeconds } from './etag.ts';
import { type ByteRange, parseRanges } from './ranges.ts';

type Content = OpenedDocument['content'];

/** What is sent, and by what a client recognises it. */
export interface Representation extends Validators {
  readonly content: Content;
  readonly mimeType: string;
  /** Further headers of a successful answer (Content-Disposition and the like). */
  readonly headers?: OutgoingHttpHeaders;
}

/** A piece of the body: a range of the content with what stands before it in a multipart body. */
interface Part {
  readonly lead: string;
  readonly range: ByteRange;
}

/** A whole body: its parts, what follows them, and how many bytes that makes. */
interface Body {
  readonly parts: readonly Part[];
  readonly tail: string;
  readonly length: number;
}

/** Reading is over because nobody listens any more; that is no fault of ours. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

/**
 * Answers GET or HEAD with a content: conditional requests (RFC 9110 §13), one or several ranges (§14, `If-Range` too),
 * or the whole. Sends 200, 206, 304, 412 or 416, the last two without a body unless `refuse` writes one. Resolves when
 * all is handed to the network or the client has gone; large contents stream with backpressure and their file is closed
 * whatever happens.
 *
 * @param refuse answers 412 and 416 in the manner of the face; the validators and `Content-Range` are set already
 * @throws what the reading of the content throws; the connection is then closed, so that nobody takes it for whole
 */
export async function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  refuse: (status: 412 | 416) => void = (status) => endEmpty(res, status),
): Promise<void> {
  const { content, etag, lastModified } = representation;
  res.setHeader('ETag', etag);
  res.setHeader('Last-Modified', httpDate(lastModified));
  const verdict = evaluateConditions(req.headers, representation, true);
  if (verdict === 'failed') {
    refuse(412);
    return;
  }
  const headers = Object.entries({ 'Accept-Ranges': 'bytes', ...representation.headers });
  for (const [name, value] of headers) if (value !== undefined) res.setHeader(name, value);
  if (verdict === 'not_modified') {
    endEmpty(res, 304);
    return;
  }

  const ranges = requestedRanges(req, representation);
  if (ranges === 'unsatisfiable') {
    for (const [name] of headers) res.removeHeader(name);
    res.setHeader('Content-Range', `bytes */${content.size}`);
    refuse(416);
    return;
  }
  const body = describeBody(res, representation, ranges);
  res.setHeader('Content-Length', body.length);
  if (req.method === 'HEAD' || body.length === 0) {
    res.end();
    return;
  }
  await sendBody(res, content, body);
}

function endEmpty(res: ServerResponse, status: number): void {
  res.statusCode = status;
  if (status !== 304) res.setHeader('Content-Length', 0);
  res.end();
}

/** Ranges are for GET only, and only when `If-Range` still describes what is there (RFC 9110 §13.1.5). */
function requestedRanges(
  req: IncomingMessage,
  representation: Representation,
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const { range } = req.headers;
  if (range === undefined || req.method !== 'GET') return undefined;
  const condition = req.headers['if-range'];
  if (condition !== undefined && !describes(String(condition).trim(), representation)) return undefined;
  return parseRanges(range, representation.content.size);
}

function describes(condition: string, { etag, lastModified }: Validators): boolean {
  if (/^(?:W\/)?"/.test(condition)) return matchesStrongly(condition, etag);
  const date = parseHttpDate(condition);
  // Within the same second the content may have changed again without the date showing it (RFC 9110 §8.8.2.2).
  return date === wholeSeconds(lastModified) && Date.now() - date >= 2000;
}

/** Sets the status and the headers that go with the ranges, and says what the body consists of. */
function describeBody(
  res: ServerResponse,
  { content: { size }, mimeType }: Representation,
  ranges: readonly ByteRange[] | undefined,
): Body {
  const [first, ...others] = ranges ?? [];
  res.statusCode = first === undefined ? 200 : 206;
  if (first === undefined || others.length === 0) {
    res.setHeader('Content-Type', mimeType);
    if (first === undefined) {
      return { parts: [{ lead: '', range: { start: 0, end: size - 1 } }], tail: '', length: size };
    }
    res.setHeader('Content-Range', contentRange(first, size));
    return { parts: [{ lead: '', range: first }], tail: '', length: lengthOf(first) };
  }
  const boundary = randomBytes(18).toString('hex');
  res.setHeader('Content-Type', `multipart/byteranges; boundary=${boundary}`);
  const parts = [first, ...others].map((range, index) => ({
    lead: `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${mimeType}\r\nContent-Range: ${contentRange(range, size)}\r\n\r\n`,
    range,
  }));
  const tail = `\r\n--${boundary}--\r\n`;
  const length = parts.reduce((sum, { lead, range }) => sum + Buffer.byteLength(lead) + lengthOf(range), 0);
  return { parts, tail, length: length + Buffer.byteLength(tail) };
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}

function lengthOf({ start, end }: ByteRange): number {
  return end - start + 1;
}

async function sendBody(res: ServerResponse, content: Content, body: Body): Promise<void> {
  if (content.bytes !== undefined) {
    res.end(inOne(content.bytes, body));
    return;
  }
  try {
    for (const { lead, range } of body.parts) {
      if (lead !== '') await write(res, Buffer.from(lead));
      let sent = 0;
      await content.read(range, (piece) => {
        sent += piece.length;
        return write(res, piece);
      });
      if (sent !== lengthOf(range)) throw new Error(`a content is ${sent} bytes, not ${lengthOf(range)}`);
    }
    res.end(body.tail);
  } catch (error) {
    if (error instanceof Error && 'code' in error && GONE.has(String(error.code))) return;
    // Nobody may take half of it for the whole.
    res.destroy();
    throw error;
  }
}

function inOne(bytes: Buffer, { parts, tail, length }: Body): Buffer {
  if (length === bytes.length) return bytes;
  const pieces = parts.flatMap(({ lead, range: { start, end } }) => [
    Buffer.from(lead),
    bytes.subarray(start, end + 1),
  ]);
  return Buffer.concat([...pieces, Buffer.from(tail)]);
}

/** Resolves when the piece has left for the network: its memory is then free. Rejects when the client has gone. */
function write(res: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void =>
      reject(Object.assign(new Error('the client has gone'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }));
    if (res.destroyed) {
      gone();
      return;
    }
    res.once('close', gone);
    res.write(piece, (error) => {
      res.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
}
