import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { OpenedDocument } from '../../core/entries/entries.ts';
import { isDisconnect } from '../connections/disconnect.ts';
import { type HeaderList, headerList } from '../connections/head.ts';
import { httpDate } from './dates.ts';
import { evaluateConditions, matchesStrongly, parseHttpDate, type Validators, wholeSeconds } from './etag.ts';
import { type ByteRange, parseRanges } from './ranges.ts';

type Content = OpenedDocument['content'];

/** Input of {@link representationOf}. */
interface Parts extends Validators {
  readonly content: Content;
  readonly mimeType: string;
  /** Other headers of a successful response, such as `Content-Disposition`. */
  readonly headers?: OutgoingHttpHeaders;
}

/** Content to send, with its headers and validators. */
export interface Representation extends Parts {
  /** Headers of every successful response. */
  readonly head: HeaderList;
}

/** Creates a representation, which callers may cache and send again while its input is unchanged. */
export function representationOf(parts: Parts): Representation {
  return {
    ...parts,
    head: [...validatorHeaders(parts), 'Accept-Ranges', 'bytes', ...headerList(parts.headers ?? {})],
  };
}

function validatorHeaders({ etag, lastModified }: Validators): string[] {
  return ['ETag', etag, 'Last-Modified', httpDate(lastModified)];
}

/** Range of the content, with the boundary and headers before it in a multipart body. */
interface Part {
  readonly prefix: string;
  readonly range: ByteRange;
}

/** Response body: its headers, parts, final boundary, and total length in bytes. */
interface Body {
  readonly headers: HeaderList;
  readonly parts: readonly Part[];
  readonly tail: string;
  readonly length: number;
}

/**
 * Responds to GET or HEAD with content. Evaluates conditional headers (RFC 9110 §13), and sends one range, several
 * ranges (§14, with `If-Range`) or the whole content. The status is 200, 206, 304, 412 or 416. 412 and 416 have no body
 * unless `sendError` writes one.
 *
 * Returns undefined if the response was handed to the network synchronously: content in memory, or a response without
 * content. For streamed content, with backpressure, the promise resolves when the whole response is handed to the
 * network, or when the client has disconnected; the file is closed in either case.
 *
 * @param sendError sends 412 and 416 in the format of the interface (REST or WebDAV). `ETag`, `Last-Modified` and
 * `Content-Range` are already set.
 * @throws the error of reading the content; the connection is then closed, so that the client does not mistake the body
 * for complete
 */
export function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  representation: Representation,
  sendError: (status: 412 | 416) => void = (status) => endEmpty(res, status),
): Promise<void> | undefined {
  const { content, head } = representation;
  const result = evaluateConditions(req.headers, representation, true);
  if (result === 'failed') {
    setHeaders(res, validatorHeaders(representation));
    sendError(412);
    return undefined;
  }
  const ranges = result === 'not_modified' ? undefined : requestedRanges(req, representation);
  if (ranges === 'unsatisfiable') {
    setHeaders(res, [...validatorHeaders(representation), 'Content-Range', `bytes */${content.size}`]);
    sendError(416);
    return undefined;
  }
  if (result === 'not_modified') {
    res.writeHead(304, [...head]).end();
    return undefined;
  }
  const body = bodyOf(representation, ranges);
  const status = ranges === undefined ? 200 : 206;
  res.writeHead(status, [...head, ...body.headers, 'Content-Length', body.length]);
  if (req.method === 'HEAD' || body.length === 0) {
    res.end();
    return undefined;
  }
  if (content.bytes === undefined) return streamBody(res, content, body);
  res.end(concatBody(content.bytes, body));
  return undefined;
}

function endEmpty(res: ServerResponse, status: number): void {
  res.statusCode = status;
  res.setHeader('Content-Length', 0);
  res.end();
}

function setHeaders(res: ServerResponse, list: HeaderList): void {
  for (let index = 0; index < list.length; index += 2)
    res.setHeader(String(list[index]), list[index + 1] ?? '');
}

/**
 * Ranges to send; undefined for the whole content. `Range` applies to GET only, and only if `If-Range` holds (RFC 9110
 * §13.1.5).
 */
function requestedRanges(
  req: IncomingMessage,
  representation: Representation,
): readonly ByteRange[] | 'unsatisfiable' | undefined {
  const { range } = req.headers;
  if (range === undefined || req.method !== 'GET') return undefined;
  const condition = req.headers['if-range'];
  if (condition !== undefined && !ifRangeHolds(String(condition).trim(), representation)) return undefined;
  return parseRanges(range, representation.content.size);
}

function ifRangeHolds(condition: string, { etag, lastModified }: Validators): boolean {
  if (/^(?:W\/)?"/.test(condition)) return matchesStrongly(condition, etag);
  const date = parseHttpDate(condition);
  // The content may have changed twice within one second, which the date does not show (RFC 9110 §8.8.2.2).
  return date === wholeSeconds(lastModified) && Date.now() - date >= 2000;
}

/** @param ranges undefined: the whole content */
function bodyOf(
  { content: { size }, mimeType }: Representation,
  ranges: readonly ByteRange[] | undefined,
): Body {
  const [first, ...others] = ranges ?? [];
  if (first === undefined || others.length === 0) {
    const range = first ?? { start: 0, end: size - 1 };
    const headers = ['Content-Type', mimeType];
    if (first !== undefined) headers.push('Content-Range', contentRange(first, size));
    return { headers, parts: [{ prefix: '', range }], tail: '', length: lengthOf(range) };
  }
  const boundary = randomBytes(18).toString('hex');
  const parts = [first, ...others].map((range, index) => ({
    prefix: `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${mimeType}\r\nContent-Range: ${contentRange(range, size)}\r\n\r\n`,
    range,
  }));
  const tail = `\r\n--${boundary}--\r\n`;
  const length = parts.reduce(
    (sum, { prefix, range }) => sum + Buffer.byteLength(prefix) + lengthOf(range),
    0,
  );
  const headers = ['Content-Type', `multipart/byteranges; boundary=${boundary}`];
  return { headers, parts, tail, length: length + Buffer.byteLength(tail) };
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}

function lengthOf({ start, end }: ByteRange): number {
  return end - start + 1;
}

async function streamBody(res: ServerResponse, content: Content, body: Body): Promise<void> {
  try {
    for (const { prefix, range } of body.parts) {
      if (prefix !== '') await write(res, Buffer.from(prefix));
      let sent = 0;
      await content.read(range, (chunk) => {
        sent += chunk.length;
        // Most responses are a single chunk, sent whole as the last write.
        return body.tail === '' && sent === lengthOf(range) ? end(res, chunk) : write(res, chunk);
      });
      if (sent !== lengthOf(range))
        throw new Error(`read ${sent} bytes of a content instead of ${lengthOf(range)}`);
    }
    if (body.tail !== '') res.end(body.tail);
  } catch (error) {
    if (isDisconnect(error)) return;
    // Only closing the connection shows the client that the body is incomplete.
    res.destroy();
    throw error;
  }
}

function concatBody(bytes: Buffer, { parts, tail, length }: Body): Buffer {
  if (length === bytes.length) return bytes;
  const chunks = parts.flatMap(({ prefix, range: { start, end } }) => [
    Buffer.from(prefix),
    bytes.subarray(start, end + 1),
  ]);
  return Buffer.concat([...chunks, Buffer.from(tail)]);
}

/**
 * Resolves when the chunk was written to the socket and its memory may be reused. Rejects if the client disconnects.
 */
export function write(res: ServerResponse, chunk: Buffer): Promise<void> {
  return handOver(res, (done) => res.write(chunk, done));
}

/** Like {@link write}, for the last chunk. */
function end(res: ServerResponse, chunk: Buffer): Promise<void> {
  return handOver(res, (done) => res.end(chunk, done));
}

function handOver(res: ServerResponse, send: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = (): void =>
      reject(
        Object.assign(new Error('the client closed the connection'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }),
      );
    if (res.destroyed) {
      onClose();
      return;
    }
    res.once('close', onClose);
    send((error) => {
      res.off('close', onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}
