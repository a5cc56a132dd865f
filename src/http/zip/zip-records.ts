/** A file or folder of an archive. */
export interface ZipEntry {
  /** The folder that it lies in; undefined: at the top. Whole paths would be far longer than all that is kept of an entry. */
  readonly folder?: ZipEntry | undefined;
  readonly name: string;
  /** Bytes of the content; undefined: a folder. */
  readonly size: number | undefined;
  /** When it was last modified, in milliseconds UTC. */
  readonly modifiedAt: number;
}

/** Up to this size, the checksum of a content stands before it. */
const SMALL_BYTES = 64 * 1024;

/** Marks: what is as great, or greater, stands in fields of ZIP64. */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const LOCAL = 30;
const CENTRAL = 46;
const DESCRIPTOR = 16;
const LONG_DESCRIPTOR = 24;
/** The extra field with the time in UTC (Info-ZIP): its header, a byte that says what follows, and the seconds. */
const TIME_EXTRA = 9;
const LONG_END = 76;
const END = 22;
/** Versions that a reader must know: folders, and ZIP64. Made by Unix, so that the permissions count. */
const PLAIN = 20;
const LONG = 45;
const UNIX = 3 << 8;
const UTF8 = 0x0800;
const CHECKSUM_FOLLOWS = 0x0008;
const FILE_MODE = 0o100644;
const FOLDER_MODE = 0o40755;
const FOLDER_BIT = 0x10;
const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/** What the headers of an entry say. */
export interface Header {
  readonly entry: ZipEntry;
  /** Where it begins in the archive. */
  readonly offset: number;
  readonly checksum: number;
}

/** Where the directory is. */
export interface Directory {
  readonly start: number;
  readonly count: number;
  readonly size: number;
}

/** Bytes of the paths of folders, as all that lies in them needs these. */
const folderBytes = new WeakMap<ZipEntry, number>();

function folderLength(folder: ZipEntry | undefined): number {
  if (folder === undefined) return 0;
  const known = folderBytes.get(folder);
  if (known !== undefined) return known;
  const length = pathLength(folder);
  folderBytes.set(folder, length);
  return length;
}

/** That of a folder has a `/` at its end. */
function pathLength({ folder, name, size }: ZipEntry): number {
  return folderLength(folder) + Buffer.byteLength(name) + (size === undefined ? 1 : 0);
}

function pathText({ folder, name, size }: ZipEntry): string {
  return `${folder === undefined ? '' : pathText(folder)}${name}${size === undefined ? '/' : ''}`;
}

function pathOf(entry: ZipEntry): Buffer {
  return Buffer.from(pathText(entry));
}

function isLong({ size = 0 }: ZipEntry): boolean {
  return size >= MAX_32;
}

/** True: the checksum stands after the content. */
export function hasDescriptor({ size = 0 }: ZipEntry): boolean {
  return size > SMALL_BYTES;
}

function descriptorLength(entry: ZipEntry): number {
  if (!hasDescriptor(entry)) return 0;
  return isLong(entry) ? LONG_DESCRIPTOR : DESCRIPTOR;
}

/** The time as MS-DOS has it, in UTC: time, then date. */
function dosTime(milliseconds: number): readonly [number, number] {
  const at = new Date(milliseconds);
  const year = at.getUTCFullYear();
  if (!(year >= FIRST_YEAR)) return [0, (1 << 5) | 1];
  if (year > LAST_YEAR) return [0, ((LAST_YEAR - FIRST_YEAR) << 9) | (12 << 5) | 31];
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - FIRST_YEAR) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ];
}

function timeExtra(milliseconds: number): Buffer {
  const extra = Buffer.alloc(TIME_EXTRA);
  extra.write('UT', 'latin1');
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.min(Math.max(Math.floor(milliseconds / 1000), 0), 0x7fffffff), 5);
  return extra;
}

/** The extra field of ZIP64; nothing without values. */
function longExtra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(longExtraLength(values.length));
  if (values.length === 0) return extra;
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/**
 * What the extra field of ZIP64 has. Where it has the offset, it has the sizes, too: after an entry of exactly 0xffffffff
 * bytes, unzip 6.0 takes that size for the mark, and looks for sizes there.
 */
function longValues({ size = 0 }: ZipEntry, offset: number): readonly number[] {
  if (offset >= MAX_32) return [size, size, offset];
  return size >= MAX_32 ? [size, size] : [];
}

function longExtraLength(values: number): number {
  return values === 0 ? 0 : 4 + 8 * values;
}

/** The length of what stands before the content. */
export function localLength(entry: ZipEntry): number {
  return LOCAL + pathLength(entry) + TIME_EXTRA + longExtraLength(longValues(entry, 0).length);
}

/** The length of the content and of what stands after it. */
export function dataLength(entry: ZipEntry): number {
  return (entry.size ?? 0) + descriptorLength(entry);
}

/** The length of the record in the directory. */
export function centralLength(entry: ZipEntry, offset: number): number {
  return CENTRAL + pathLength(entry) + TIME_EXTRA + longExtraLength(longValues(entry, offset).length);
}

/** The length of the end of the directory. */
export function endLength(directory: Directory): number {
  return (needsLongEnd(directory) ? LONG_END : 0) + END;
}

/**
 * What stands before the content. The extra field of ZIP64 has the sizes, although the checksum is still to come: unzip 6.0
 * takes them from there if they are 0xffffffff.
 */
export function localHeader({ entry, checksum }: Header): Buffer {
  const path = pathOf(entry);
  const follows = hasDescriptor(entry);
  const size = isLong(entry) ? MAX_32 : follows ? 0 : (entry.size ?? 0);
  const extra = Buffer.concat([timeExtra(entry.modifiedAt), longExtra(longValues(entry, 0))]);
  const header = Buffer.alloc(LOCAL);
  const [time, date] = dosTime(entry.modifiedAt);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLong(entry) ? LONG : PLAIN, 4);
  header.writeUInt16LE(follows ? UTF8 | CHECKSUM_FOLLOWS : UTF8, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(follows ? 0 : checksum, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(path.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, path, extra]);
}

/** What stands after the content. */
export function descriptor(entry: ZipEntry, checksum: number): Buffer {
  const bytes = Buffer.alloc(descriptorLength(entry));
  const size = entry.size ?? 0;
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(checksum, 4);
  if (isLong(entry)) {
    bytes.writeBigUInt64LE(BigInt(size), 8);
    bytes.writeBigUInt64LE(BigInt(size), 16);
  } else {
    bytes.writeUInt32LE(size, 8);
    bytes.writeUInt32LE(size, 12);
  }
  return bytes;
}

/** The record in the directory. */
export function centralHeader({ entry, offset, checksum }: Header): Buffer {
  const path = pathOf(entry);
  const long = longValues(entry, offset);
  const extra = Buffer.concat([timeExtra(entry.modifiedAt), longExtra(long)]);
  const size = long.length > 0 ? MAX_32 : (entry.size ?? 0);
  const isFolder = entry.size === undefined;
  const header = Buffer.alloc(CENTRAL);
  const [time, date] = dosTime(entry.modifiedAt);
  const version = long.length > 0 ? LONG : PLAIN;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(UNIX | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(hasDescriptor(entry) ? UTF8 | CHECKSUM_FOLLOWS : UTF8, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(path.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(isFolder ? FOLDER_BIT : 0, 38);
  header.writeUInt16LE(isFolder ? FOLDER_MODE : FILE_MODE, 40);
  header.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([header, path, extra]);
}

function needsLongEnd({ start, count, size }: Directory): boolean {
  return count >= MAX_16 || size >= MAX_32 || start >= MAX_32;
}

/** The end of the directory. */
export function endRecord(directory: Directory): Buffer {
  const { start, count, size } = directory;
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  return needsLongEnd(directory) ? Buffer.concat([longEndRecord(directory), end]) : end;
}

/** The end of the directory for ZIP64, and where it is. */
function longEndRecord({ start, count, size }: Directory): Buffer {
  const bytes = Buffer.alloc(LONG_END);
  bytes.writeUInt32LE(0x06064b50, 0);
  bytes.writeBigUInt64LE(44n, 4);
  bytes.writeUInt16LE(UNIX | LONG, 12);
  bytes.writeUInt16LE(LONG, 14);
  bytes.writeBigUInt64LE(BigInt(count), 24);
  bytes.writeBigUInt64LE(BigInt(count), 32);
  bytes.writeBigUInt64LE(BigInt(size), 40);
  bytes.writeBigUInt64LE(BigInt(start), 48);
  bytes.writeUInt32LE(0x07064b50, 56);
  bytes.writeBigUInt64LE(BigInt(start + size), 64);
  bytes.writeUInt32LE(1, 72);
  return bytes;
}
