import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { message } from '../../model/errors/messages.ts';
import { Unreadable } from './unreadable.ts';

/** Maximum number of entries. Office files have some hundred; presentations with many pictures have some thousand. */
const MAX_ENTRIES = 20_000;
/** Default limit of the bytes unpacked from one archive, whatever sizes the archive declares. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const damaged = message('file_damaged').text;

/** A ZIP archive in memory. */
export class ZipReader {
  readonly #file: ZipFile;
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #unpackedBytes = 0;

  private constructor(file: ZipFile, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param maxBytes maximum number of bytes unpacked from the archive in total
   * @throws {Unreadable} if the archive is damaged, or is an Office file with a password
   */
  static async open(content: Uint8Array, maxBytes = MAX_UNPACKED_BYTES): Promise<ZipReader> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    // Office stores a file with a password as a compound file, not as a ZIP archive.
    if (bytes[0] === 0xd0) throw new Unreadable(message('file_with_password').text);
    try {
      const zip = new ZipReader(await fromBufferPromise(bytes, { lazyEntries: true }), maxBytes);
      await zip.#readDirectory();
      return zip;
    } catch (cause) {
      throw asUnreadable(cause);
    }
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Unpacks an entry chunk by chunk, only as far as the caller reads. A missing entry yields no chunks.
   * @throws {Unreadable} if the entry is damaged or encrypted, or if `maxBytes` of the archive are exceeded
   */
  async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    if (entry.isEncrypted()) throw new Unreadable(message('file_with_password').text);
    try {
      const chunks: AsyncIterable<Buffer> = await this.#file.openReadStreamPromise(entry);
      for await (const chunk of chunks) {
        this.#unpackedBytes += chunk.length;
        if (this.#unpackedBytes > this.#maxBytes) {
          throw new Unreadable(message('file_too_large_unpacked').text);
        }
        yield chunk;
      }
    } catch (cause) {
      throw asUnreadable(cause);
    }
  }

  async #readDirectory(): Promise<void> {
    for await (const entry of this.#file.eachEntry()) {
      this.#entries.set(entry.fileName, entry);
      if (this.#entries.size > MAX_ENTRIES) throw new Unreadable(message('file_too_many_parts').text);
    }
  }
}

/**
 * Unpacks one entry of an archive.
 * @returns undefined if no entry has this name, or if the entry is larger than `maxBytes`
 * @throws {Unreadable} if the archive or the entry is damaged or encrypted
 */
export async function zipEntry(
  content: Uint8Array,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const zip = await ZipReader.open(content);
  if (!zip.has(name)) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of zip.chunks(name)) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asUnreadable(cause: unknown): Unreadable {
  return cause instanceof Unreadable ? cause : new Unreadable(damaged, { cause });
}
