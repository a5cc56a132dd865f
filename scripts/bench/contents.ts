import { randomBytes } from 'node:crypto';

/** Size of the small files, in bytes. */
const SMALL_BYTES = 4096;
/** Size of the requested ranges, in bytes. */
export const RANGE_BYTES = 64 * 1024;
/** Size of the chunks in which a large file is sent, in bytes. */
export const CHUNK_BYTES = 1024 * 1024;

const STAMP_BYTES = 8;
const pool = randomBytes(CHUNK_BYTES);

/** @returns random bytes, different for each number, so that no server benefits from content stored earlier */
export function contentOf(number: number, size = SMALL_BYTES): Buffer {
  const offset = (number * 61) % (CHUNK_BYTES - SMALL_BYTES);
  const content = Buffer.from(pool.subarray(offset, offset + size));
  content.writeBigUInt64BE(BigInt(number));
  return content;
}

/**
 * The large file with this number, in chunks. Two buffers alternate: write each chunk before requesting the next one.
 */
export function* chunksOf(file: number, size: number): Generator<Buffer> {
  const buffers = [Buffer.from(pool), Buffer.from(pool)];
  for (let chunk = 0; chunk * CHUNK_BYTES < size; chunk++) {
    const [buffer, next] = buffers;
    if (buffer === undefined || next === undefined) return;
    buffers.reverse();
    stamp(buffer, file, chunk);
    yield buffer;
  }
}

/** @returns the {@link RANGE_BYTES} bytes at `offset` of the large file with this number */
export function rangeOf(file: number, offset: number): Buffer {
  const first = Math.floor(offset / CHUNK_BYTES);
  const twoChunks = Buffer.concat([pool, pool]);
  stamp(twoChunks, file, first);
  stamp(twoChunks.subarray(CHUNK_BYTES), file, first + 1);
  const start = offset - first * CHUNK_BYTES;
  return twoChunks.subarray(start, start + RANGE_BYTES);
}

/** Makes a chunk unique: overwrites its first bytes with the numbers of the file and the chunk. */
function stamp(buffer: Buffer, file: number, chunk: number): void {
  buffer.writeUIntBE(file, 0, STAMP_BYTES - 4);
  buffer.writeUInt32BE(chunk, STAMP_BYTES - 4);
}
