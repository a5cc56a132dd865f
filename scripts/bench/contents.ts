import { randomBytes } from 'node:crypto';

/** The size of the small files. */
const SMALL_BYTES = 4096;
/** The size of the ranges asked for. */
export const RANGE_BYTES = 64 * 1024;
/** The size of the pieces that a large file is sent in. */
export const PIECE_BYTES = 1024 * 1024;

const STAMP_BYTES = 8;
const pool = randomBytes(PIECE_BYTES);

/** Random bytes that no other number gets, so that no server gains by knowing the content already. */
export function contentOf(number: number, size = SMALL_BYTES): Buffer {
  const offset = (number * 61) % (PIECE_BYTES - SMALL_BYTES);
  const content = Buffer.from(pool.subarray(offset, offset + size));
  content.writeBigUInt64BE(BigInt(number));
  return content;
}

/** The pieces of the large file with this number; the buffers are used again, so write one before asking for the next. */
export function* piecesOf(file: number, size: number): Generator<Buffer> {
  const buffers = [Buffer.from(pool), Buffer.from(pool)];
  for (let piece = 0; piece * PIECE_BYTES < size; piece++) {
    const [buffer, next] = buffers;
    if (buffer === undefined || next === undefined) return;
    buffers.reverse();
    stamp(buffer, file, piece);
    yield buffer;
  }
}

/** What the large file with this number holds at an offset. */
export function rangeOf(file: number, offset: number): Buffer {
  const first = Math.floor(offset / PIECE_BYTES);
  const two = Buffer.concat([pool, pool]);
  stamp(two, file, first);
  stamp(two.subarray(PIECE_BYTES), file, first + 1);
  const start = offset - first * PIECE_BYTES;
  return two.subarray(start, start + RANGE_BYTES);
}

function stamp(buffer: Buffer, file: number, piece: number): void {
  buffer.writeUIntBE(file, 0, STAMP_BYTES - 4);
  buffer.writeUInt32BE(piece, STAMP_BYTES - 4);
}
