import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { OpenFiles } from './open-files.ts';

const READ_BYTES = 512 * 1024;

/** A byte range of a content; `start` and `end` are inclusive (as in RFC 9110 §14.1.2). */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The readable bytes of a blob; `size` in bytes. No file is opened until {@link Content.read} is called. */
export interface Content {
  readonly size: number;
  /** All bytes of a small content; undefined when the bytes must be read with {@link Content.read}. */
  readonly bytes: Buffer | undefined;
  /**
   * Reads a byte range and passes it to `consume` chunk by chunk. A chunk is valid until `consume` resolves; then its
   * memory is reused. Therefore a large content needs no more memory than a small one.
   */
  read(range: ByteRange, consume: (chunk: Buffer) => Promise<void>): Promise<void>;
}

/** The bytes of a small blob, stored in the database. */
export class InlineContent implements Content {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  read({ start, end }: ByteRange, consume: (chunk: Buffer) => Promise<void>): Promise<void> {
    return consume(this.bytes.subarray(start, end + 1));
  }
}

/** The bytes of a large blob, stored in a file. */
export class FileContent implements Content {
  readonly bytes = undefined;
  readonly size: number;
  readonly #files: OpenFiles;
  readonly #path: string;

  constructor(files: OpenFiles, path: string, size: number) {
    this.#files = files;
    this.#path = path;
    this.size = size;
  }

  read(range: ByteRange, consume: (chunk: Buffer) => Promise<void>): Promise<void> {
    return this.#files.read(this.#path, (descriptor) => readDoubleBuffered(descriptor, range, consume));
  }
}

const readFile = promisify(read);

/** Uses two buffers: one is filled from the file while the other is consumed. */
async function readDoubleBuffered(
  file: number,
  { start, end }: ByteRange,
  consume: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const length = Math.min(READ_BYTES, end - start + 1);
  let filling: Buffer = Buffer.allocUnsafeSlow(length);
  let sending: Buffer | undefined;
  let consumed = Promise.resolve();
  for (let position = start; position <= end; ) {
    const chunkLength = Math.min(length, end - position + 1);
    const { bytesRead } = await readFile(file, filling, 0, chunkLength, position);
    await consumed;
    if (bytesRead === 0) throw new Error('a blob file is shorter than its size in the database');
    consumed = consume(filling.subarray(0, bytesRead));
    // Prevents an unhandled rejection during the next read; `await consumed` throws the error.
    consumed.catch(() => undefined);
    position += bytesRead;
    if (position <= end) [filling, sending] = [sending ?? Buffer.allocUnsafeSlow(length), filling];
  }
  await consumed;
}
