import { constants, crc32, deflateRawSync } from 'node:zlib';

/** An archive member. */
export interface ZipPart {
  readonly name: string;
  readonly deflated: Buffer;
  readonly size: number;
  readonly crc: number;
  readonly flags?: number;
}

export function part(name: string, content: string | Buffer): ZipPart {
  const bytes = Buffer.from(content);
  return { name, deflated: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) };
}

/** A member that really unpacks to `start` followed by `times` copies of `unit`, and takes almost no time to create. */
export function bomb(name: string, start: string, unit: Buffer, times: number): ZipPart {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(unit, flush);
  const deflated = Buffer.concat([
    deflateRawSync(Buffer.from(start), flush),
    ...Array.from({ length: times }, () => block),
    deflateRawSync(Buffer.alloc(0)),
  ]);
  return {
    name,
    deflated,
    size: Math.min(Buffer.byteLength(start) + unit.length * times, 0xfffffffe),
    crc: 0,
  };
}

/** A ZIP archive (APPNOTE 6.3.10, without ZIP64). */
export function zip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of parts) {
    const file = Buffer.concat([localHeader(entry), entry.deflated]);
    files.push(file);
    directory.push(centralHeader(entry, offset));
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...files, central, endOfDirectory(parts.length, central.length, offset)]);
}

function localHeader(entry: ZipPart): Buffer {
  return Buffer.concat([bytes(4, 0x04034b50), common(entry), bytes(2, 0), Buffer.from(entry.name)]);
}

function centralHeader(entry: ZipPart, offset: number): Buffer {
  const none = bytes(2, 0, 0, 0, 0);
  return Buffer.concat([
    bytes(4, 0x02014b50),
    bytes(2, 20),
    common(entry),
    none,
    bytes(4, 0, offset),
    Buffer.from(entry.name),
  ]);
}

/** Fields that both headers share, from the required version to the length of the name. */
function common(entry: ZipPart): Buffer {
  return Buffer.concat([
    bytes(2, 20, entry.flags ?? 0, 8, 0, 0x21),
    bytes(4, entry.crc, entry.deflated.length, entry.size),
    bytes(2, Buffer.byteLength(entry.name)),
  ]);
}

function endOfDirectory(count: number, length: number, offset: number): Buffer {
  return Buffer.concat([
    bytes(4, 0x06054b50),
    bytes(2, 0, 0, count, count),
    bytes(4, length, offset),
    bytes(2, 0),
  ]);
}

/** Numbers of `width` bytes each, least significant byte first. */
function bytes(width: number, ...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(width * numbers.length);
  for (const [index, number] of numbers.entries()) buffer.writeUIntLE(number, index * width, width);
  return buffer;
}
