import { connect } from 'node:net';
import type { Random } from '../../../scripts/crash/random.ts';

/** Framing of a body; `expected`: in chunks, with the length in `X-Expected-Entity-Length`, like the Finder. */
export const FRAMINGS = ['length', 'chunked', 'expected'] as const;
type Framing = (typeof FRAMINGS)[number];

/** Places where a request is cut; `continue`: the body announced by `Expect: 100-continue` never follows. */
export const CUTS = [
  'head',
  'body',
  'chunk size',
  'before the last byte',
  'after the head',
  'continue',
] as const;
type Cut = (typeof CUTS)[number];

/** A complete request as bytes. */
export interface RawRequest {
  readonly head: Buffer;
  readonly body: Buffer;
  /** Offsets in the body within the size line of a chunk. */
  readonly sizeLines: readonly number[];
}

/** An upload that will be cut. */
export interface Upload {
  readonly method: 'PUT' | 'POST';
  /** Request target, including everything before the host name. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The unframed body; for a form, the whole form. */
  readonly content: Buffer;
  readonly framing: Framing;
}

/** A form with one file, as a browser sends it. */
export function formOf(folderId: number, name: string, content: Buffer): { type: string; body: Buffer } {
  const boundary = '----dms-4f1c7a';
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n${folderId}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** Maximum size of a chunk in bytes. */
const CHUNK = 200_000;

function chunked(content: Buffer, random: Random): { body: Buffer; sizeLines: number[] } {
  const pieces: Buffer[] = [];
  const sizeLines: number[] = [];
  let length = 0;
  const add = (piece: Buffer): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (let from = 0; from < content.length; ) {
    const piece = content.subarray(from, from + 1 + random.below(CHUNK));
    const line = `${piece.length.toString(16)}${random.next() < 0.2 ? ';name=value' : ''}\r\n`;
    sizeLines.push(length + 1 + random.below(line.length - 1));
    add(Buffer.from(line));
    add(piece);
    add(Buffer.from('\r\n'));
    from += piece.length;
  }
  add(Buffer.from('0\r\n\r\n'));
  return { body: Buffer.concat(pieces), sizeLines };
}

/** An upload as sent over the network. */
export function requestOf(upload: Upload, random: Random, expectsContinue: boolean): RawRequest {
  const { method, target, headers, content, framing } = upload;
  const { body, sizeLines } =
    framing === 'length' ? { body: content, sizeLines: [] } : chunked(content, random);
  const lines = {
    Host: '127.0.0.1',
    ...headers,
    ...(framing === 'length'
      ? { 'Content-Length': String(content.length) }
      : { 'Transfer-Encoding': 'chunked' }),
    ...(framing === 'expected' ? { 'X-Expected-Entity-Length': String(content.length) } : {}),
    ...(expectsContinue ? { Expect: '100-continue' } : {}),
  };
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: Buffer.from(`${method} ${target} HTTP/1.1\r\n${text.join('')}\r\n`), body, sizeLines };
}

/** Number of bytes to send; always less than the whole request. */
export function lengthUntil(cut: Cut, { head, body, sizeLines }: RawRequest, random: Random): number {
  const total = head.length + body.length;
  switch (cut) {
    case 'head':
      return 1 + random.below(head.length - 1);
    case 'body':
      return head.length + random.below(body.length);
    case 'chunk size':
      return head.length + (random.pick(sizeLines) ?? random.below(body.length));
    case 'before the last byte':
      return total - 1;
    case 'after the head':
    case 'continue':
      return head.length;
  }
}

/** Sends bytes in two parts with a pause between them, then breaks the connection with FIN or RST. */
export function sendAndBreak(port: number, bytes: Buffer, random: Random): Promise<void> {
  const [middle, pauseMs, lingerMs] = [random.below(bytes.length), random.below(10), random.below(10)];
  const isReset = random.next() < 0.5;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // Responses and errors are ignored.
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume();
    const breakOff = (): unknown => (isReset ? socket.resetAndDestroy() : socket.destroy());
    socket.write(bytes.subarray(0, middle), () => {
      setTimeout(() => {
        socket.write(bytes.subarray(middle), () => setTimeout(breakOff, lingerMs));
      }, pauseMs);
    });
  });
}
