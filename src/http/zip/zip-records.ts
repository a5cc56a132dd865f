/** File or folder of an archive. */
export interface ZipEntry {
  /**
   * Parent folder; undefined at the top level. Storing whole paths would take far more memory than the rest of the
   * entry.
   */
  readonly folder?: ZipEntry | undefined;
  readonly name: string;
  /** Length of the content in bytes; undefined for a folder. */
  readonly size: number | undefined;
  /** Modification time, in milliseconds UTC. */
  readonly modifiedAt: number;
}

/** Maximum size of a content whose checksum is written before the content, in bytes. */
const SMALL_BYTES = 64 * 1024;

/** Markers: values that reach these limits are stored in ZIP64 fields. */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const LOCAL = 30;
const CENTRAL = 46;
const DESCRIPTOR = 16;
const LONG_DESCRIPTOR = 24;
/** Length of the extra field with the time in UTC (Info-ZIP): its header, a flags byte, and the seconds. */
const TIME_EXTRA = 9;
const LONG_END = 76;
const END = 22;
/**
 * Minimum version that a reader must support, without and with ZIP64. "Made by" Unix, so that readers use the
 * permissions.
 */
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

/** Data for the headers of an entry. */
export interface Header {
  readonly entry: ZipEntry;
  /** Position of the local header in the archive. */
  readonly offset: number;
  readonly checksum: number;
}

/** Position and size of the central directory. */
export interface Directory {
  readonly start: number;
  readonly count: number;
  readonly size: number;
}

/** Length of folder paths in bytes, cached because all members of a folder need it. */
const folderBytes = new WeakMap<ZipEntry, number>();

function folderLength(folder: ZipEntry | undefined): number {
  if (folder === undefined) return 0;
  const known = folderBytes.get(folder);
  if (known !== undefined) return known;
  const length = pathLength(folder);
  folderBytes.set(folder, length);
  return length;
}

/** The path of a folder ends with `/`. */
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

/** True if the checksum is written after the content. */
export function hasDescriptor({ size = 0 }: ZipEntry): boolean {
  return size > SMALL_BYTES;
}

function descriptorLength(entry: ZipEntry): number {
  if (!hasDescriptor(entry)) return 0;
  return isLong(entry) ? LONG_DESCRIPTOR : DESCRIPTOR;
}

/** MS-DOS time and date, in UTC. */
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

/** ZIP64 extra field; empty without values. */
function longExtra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(longExtraLength(values.length));
  if (values.length === 0) return extra;
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

/**
 * Values of the ZIP64 extra field. An extra field with the offset also has the sizes: unzip 6.0 mistakes a size of
 * exactly 0xffffffff bytes for the marker, and then expects the sizes there.
 */
function longValues({ size = 0 }: ZipEntry, offset: number): readonly number[] {
  if (offset >= MAX_32) return [size, size, offset];
  return size >= MAX_32 ? [size, size] : [];
}

function longExtraLength(values: number): number {
  return values === 0 ? 0 : 4 + 8 * values;
}

/** Length of the local header, including path and extra fields, in bytes. */
export function localLength(entry: ZipEntry): number {
  return LOCAL + pathLength(entry) + TIME_EXTRA + longExtraLength(longValues(entry, 0).length);
}

/** Length of the content and its data descriptor, in bytes. */
export function dataLength(entry: ZipEntry): number {
  return (entry.size ?? 0) + descriptorLength(entry);
}

/** Length of the central directory record, in bytes. */
export function centralLength(entry: ZipEntry, offset: number): number {
  return CENTRAL + pathLength(entry) + TIME_EXTRA + longExtraLength(longValues(entry, offset).length);
}

/** Length of the end of the central directory, in bytes. */
export function endLength(directory: Directory): number {
  return (needsLongEnd(directory) ? LONG_END : 0) + END;
}

/**
 * Local header, before the content. The ZIP64 extra field has the sizes although the checksum is not known yet: unzip
 * 6.0 reads the sizes from it if the header has 0xffffffff.
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

/** Data descriptor, after the content. */
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

/** Central directory record. */
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

/** End of the central directory. */
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

/** ZIP64 end of central directory record, and its locator. */
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
