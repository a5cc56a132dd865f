import { crc32 } from 'node:zlib';
import {
  centralDirectoryHeader,
  centralDirectoryHeaderLength,
  dataDescriptor,
  dataLength,
  type EntryHeader,
  endOfCentralDirectoryLength,
  endOfCentralDirectoryRecord,
  hasDataDescriptor,
  localFileHeader,
  localFileHeaderLength,
  type ZipEntry,
} from './zip-records.ts';

export type { ZipEntry };

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3): contents are stored uncompressed, names are UTF-8, and sizes above 4 GiB
 * use ZIP64. Without compression, the archive length is known in advance.
 */
export class ZipWriter {
  readonly #write: (bytes: Buffer) => Promise<void>;
  readonly #directory: EntryHeader[] = [];
  #offset = 0;

  /** @param write resolves when the bytes may be overwritten */
  constructor(write: (bytes: Buffer) => Promise<void>) {
    this.#write = write;
  }

  /** @param read passes the content of a file to `consume`, chunk by chunk. A small file is one chunk. */
  async add(
    entry: ZipEntry,
    read: (consume: (chunk: Buffer) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const header = { entry, offset: this.#offset, checksum: 0 };
    if (entry.size === undefined || entry.size === 0) await this.#put(localFileHeader(header));
    else if (hasDataDescriptor(entry)) header.checksum = await this.#addLarge(header, read);
    else header.checksum = await this.#addSmall(header, read);
    this.#directory.push(header);
  }

  /** Writes the central directory. */
  async end(): Promise<void> {
    const start = this.#offset;
    const count = this.#directory.length;
    for (const header of this.#directory) await this.#put(centralDirectoryHeader(header));
    await this.#put(endOfCentralDirectoryRecord({ start, count, size: this.#offset - start }));
  }

  async #addSmall(header: EntryHeader, read: Read): Promise<number> {
    const chunks: Buffer[] = [];
    await read((chunk) => {
      chunks.push(Buffer.from(chunk));
      return Promise.resolve();
    });
    const content = Buffer.concat(chunks);
    assertSize(content.length, header.entry);
    const checksum = crc32(content);
    await this.#put(Buffer.concat([localFileHeader({ ...header, checksum }), content]));
    return checksum;
  }

  async #addLarge(header: EntryHeader, read: Read): Promise<number> {
    let checksum = 0;
    let size = 0;
    await this.#put(localFileHeader(header));
    await read(async (chunk) => {
      checksum = crc32(chunk, checksum);
      size += chunk.length;
      // More bytes than announced would make the rest of the archive unreadable.
      if (size <= (header.entry.size ?? 0)) await this.#put(chunk);
    });
    assertSize(size, header.entry);
    await this.#put(dataDescriptor(header.entry, checksum));
    return checksum;
  }

  async #put(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    await this.#write(bytes);
  }
}

/** Length of an archive in bytes. */
export function zipLength(entries: readonly ZipEntry[]): number {
  let offset = 0;
  let directory = 0;
  for (const entry of entries) {
    directory += centralDirectoryHeaderLength(entry, offset);
    offset += localFileHeaderLength(entry) + dataLength(entry);
  }
  return (
    offset +
    directory +
    endOfCentralDirectoryLength({ start: offset, count: entries.length, size: directory })
  );
}

type Read = (consume: (chunk: Buffer) => Promise<void>) => Promise<void>;

function assertSize(size: number, entry: ZipEntry): void {
  if (size !== entry.size) throw new Error(`a content has ${size} bytes instead of ${String(entry.size)}`);
}
