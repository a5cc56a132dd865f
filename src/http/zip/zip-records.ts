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

/**
 * Values that reach these limits are stored in ZIP64 fields. The 16-bit or 32-bit field then has the limit itself.
 */
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/** Lengths of the records, without names and extra fields. The records have the names of APPNOTE §4.3. */
const LOCAL_FILE_HEADER_BYTES = 30;
const CENTRAL_DIRECTORY_HEADER_BYTES = 46;
const DATA_DESCRIPTOR_BYTES = 16;
const ZIP64_DATA_DESCRIPTOR_BYTES = 24;
/** Length of the extended timestamp field (Info-ZIP, time in UTC): its header, a flags byte, and the seconds. */
const TIMESTAMP_FIELD_BYTES = 9;
/** ZIP64 end of central directory record (56 bytes), and its locator (20 bytes). */
const ZIP64_END_BYTES = 76;
const END_RECORD_BYTES = 22;
/**
 * Version of the format that a reader must support, without and with ZIP64. "Made by" Unix, so that readers use the
 * permissions.
 */
const VERSION_2_0 = 20;
const VERSION_4_5 = 45;
const MADE_BY_UNIX = 3 << 8;
const FLAG_UTF8 = 0x0800;
const FLAG_DATA_DESCRIPTOR = 0x0008;
const FILE_MODE = 0o100644;
const FOLDER_MODE = 0o40755;
const DOS_DIRECTORY = 0x10;
const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/** Data for the headers of an entry. */
export interface EntryHeader {
  readonly entry: ZipEntry;
  /** Position of the local file header in the archive. */
  readonly offset: number;
  readonly checksum: number;
}

/** Position and size of the central directory. */
export interface CentralDirectory {
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

function needsZip64({ size = 0 }: ZipEntry): boolean {
  return size >= MAX_32;
}

/** True if a data descriptor with the checksum follows the content. */
export function hasDataDescriptor({ size = 0 }: ZipEntry): boolean {
  return size > SMALL_BYTES;
}

function dataDescriptorLength(entry: ZipEntry): number {
  if (!hasDataDescriptor(entry)) return 0;
  return needsZip64(entry) ? ZIP64_DATA_DESCRIPTOR_BYTES : DATA_DESCRIPTOR_BYTES;
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

function timestampField(milliseconds: number): Buffer {
  const extra = Buffer.alloc(TIMESTAMP_FIELD_BYTES);
  extra.write('UT', 'latin1');
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.min(Math.max(Math.floor(milliseconds / 1000), 0), 0x7fffffff), 5);
  return extra;
}

/** ZIP64 extra field; empty without values. */
function zip64Field(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(zip64FieldLength(values.length));
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
function zip64Values({ size = 0 }: ZipEntry, offset: number): readonly number[] {
  if (offset >= MAX_32) return [size, size, offset];
  return size >= MAX_32 ? [size, size] : [];
}

function zip64FieldLength(values: number): number {
  return values === 0 ? 0 : 4 + 8 * values;
}

/** Length of the local file header, including path and extra fields, in bytes. */
export function localFileHeaderLength(entry: ZipEntry): number {
  return (
    LOCAL_FILE_HEADER_BYTES +
    pathLength(entry) +
    TIMESTAMP_FIELD_BYTES +
    zip64FieldLength(zip64Values(entry, 0).length)
  );
}

/** Length of the content and its data descriptor, in bytes. */
export function dataLength(entry: ZipEntry): number {
  return (entry.size ?? 0) + dataDescriptorLength(entry);
}

/** Length of the central directory header, including path and extra fields, in bytes. */
export function centralDirectoryHeaderLength(entry: ZipEntry, offset: number): number {
  return (
    CENTRAL_DIRECTORY_HEADER_BYTES +
    pathLength(entry) +
    TIMESTAMP_FIELD_BYTES +
    zip64FieldLength(zip64Values(entry, offset).length)
  );
}

/** Length of the end of central directory record, including the ZIP64 records, in bytes. */
export function endOfCentralDirectoryLength(directory: CentralDirectory): number {
  return (needsZip64End(directory) ? ZIP64_END_BYTES : 0) + END_RECORD_BYTES;
}

/**
 * Local file header, before the content. The ZIP64 extra field has the sizes although the checksum is not known yet: unzip
 * 6.0 reads the sizes from it if the header has 0xffffffff.
 */
export function localFileHeader({ entry, checksum }: EntryHeader): Buffer {
  const path = pathOf(entry);
  const follows = hasDataDescriptor(entry);
  const size = needsZip64(entry) ? MAX_32 : follows ? 0 : (entry.size ?? 0);
  const extra = Buffer.concat([timestampField(entry.modifiedAt), zip64Field(zip64Values(entry, 0))]);
  const header = Buffer.alloc(LOCAL_FILE_HEADER_BYTES);
  const [time, date] = dosTime(entry.modifiedAt);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(needsZip64(entry) ? VERSION_4_5 : VERSION_2_0, 4);
  header.writeUInt16LE(follows ? FLAG_UTF8 | FLAG_DATA_DESCRIPTOR : FLAG_UTF8, 6);
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
export function dataDescriptor(entry: ZipEntry, checksum: number): Buffer {
  const bytes = Buffer.alloc(dataDescriptorLength(entry));
  const size = entry.size ?? 0;
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(checksum, 4);
  if (needsZip64(entry)) {
    bytes.writeBigUInt64LE(BigInt(size), 8);
    bytes.writeBigUInt64LE(BigInt(size), 16);
  } else {
    bytes.writeUInt32LE(size, 8);
    bytes.writeUInt32LE(size, 12);
  }
  return bytes;
}

/** Central directory header. */
export function centralDirectoryHeader({ entry, offset, checksum }: EntryHeader): Buffer {
  const path = pathOf(entry);
  const long = zip64Values(entry, offset);
  const extra = Buffer.concat([timestampField(entry.modifiedAt), zip64Field(long)]);
  const size = long.length > 0 ? MAX_32 : (entry.size ?? 0);
  const isFolder = entry.size === undefined;
  const header = Buffer.alloc(CENTRAL_DIRECTORY_HEADER_BYTES);
  const [time, date] = dosTime(entry.modifiedAt);
  const version = long.length > 0 ? VERSION_4_5 : VERSION_2_0;
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(MADE_BY_UNIX | version, 4);
  header.writeUInt16LE(version, 6);
  header.writeUInt16LE(hasDataDescriptor(entry) ? FLAG_UTF8 | FLAG_DATA_DESCRIPTOR : FLAG_UTF8, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(size, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(path.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(isFolder ? DOS_DIRECTORY : 0, 38);
  header.writeUInt16LE(isFolder ? FOLDER_MODE : FILE_MODE, 40);
  header.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([header, path, extra]);
}

function needsZip64End({ start, count, size }: CentralDirectory): boolean {
  return count >= MAX_16 || size >= MAX_32 || start >= MAX_32;
}

/** End of central directory record, after the ZIP64 records if needed. */
export function endOfCentralDirectoryRecord(directory: CentralDirectory): Buffer {
  const { start, count, size } = directory;
  const end = Buffer.alloc(END_RECORD_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(size, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  return needsZip64End(directory) ? Buffer.concat([zip64EndRecords(directory), end]) : end;
}

/** ZIP64 end of central directory record, and its locator. */
function zip64EndRecords({ start, count, size }: CentralDirectory): Buffer {
  const bytes = Buffer.alloc(ZIP64_END_BYTES);
  bytes.writeUInt32LE(0x06064b50, 0);
  bytes.writeBigUInt64LE(44n, 4);
  bytes.writeUInt16LE(MADE_BY_UNIX | VERSION_4_5, 12);
  bytes.writeUInt16LE(VERSION_4_5, 14);
  bytes.writeBigUInt64LE(BigInt(count), 24);
  bytes.writeBigUInt64LE(BigInt(count), 32);
  bytes.writeBigUInt64LE(BigInt(size), 40);
  bytes.writeBigUInt64LE(BigInt(start), 48);
  bytes.writeUInt32LE(0x07064b50, 56);
  bytes.writeBigUInt64LE(BigInt(start + size), 64);
  bytes.writeUInt32LE(1, 72);
  return bytes;
}
