import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { message } from '../../model/errors/messages.ts';
import { Unreadable } from './unreadable.ts';

/** Office files have some hundred entries, presentations with many pictures some thousand. */
const MAX_ENTRIES = 20_000;
/** What is unpacked of one archive in total, whatever it claims, if the caller sets no other limit. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const damaged = message('file_damaged').text;

/** The entries of a ZIP archive in memory. */
export class Zip {
  readonly #file: ZipFile;
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #unpackedBytes = 0;

  private constructor(file: ZipFile, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /**
   * @param maxBytes so much is unpacked in total, at most
   * @throws {Unreadable} if the archive is damaged, or is an Office file with a password.
   */
  static async open(content: Uint8Array, maxBytes = MAX_UNPACKED_BYTES): Promise<Zip> {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    // Office keeps a file with a password in a compound file, not in an archive.
    if (bytes[0] === 0xd0) throw new Unreadable(message('file_with_password').text);
    try {
      const zip = new Zip(await fromBufferPromise(bytes, { lazyEntries: true }), maxBytes);
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
   * Unpacks an entry piece by piece: only as much as the caller takes. An entry that does not exist is empty.
   * @throws {Unreadable} if the entry is damaged or encrypted, or `maxBytes` of the archive were unpacked.
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
 * Unpacks one entry of an archive. `undefined`: there is none of this name, or it has more than `maxBytes`.
 * @throws {Unreadable} if the archive or the entry is damaged or encrypted.
 */
export async function zipEntry(
  content: Uint8Array,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const zip = await Zip.open(content);
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
