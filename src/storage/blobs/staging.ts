import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';

/** Contents up to this size are rows of the database; more is a file (ARCHITECTURE.md). */
const INLINE_BYTES = 64 * 1024;
/** Bytes gathered before a write: fewer, larger writes. */
const WRITE_BYTES = 1024 * 1024;
/** Bytes after which what was written is handed to the disk while more arrives, so that the last sync is short. */
const SYNC_BYTES = 64 * 1024 * 1024;

/** Checksums that a sender may ask to be verified, besides SHA-256 which is always there. */
export const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512', 'adler32'] as const;
export type Digest = (typeof DIGESTS)[number];

/** Bytes on their way in: hashed as they come, in memory while small, then in a file of their own. */
export class Staging {
  readonly path: string;
  readonly #hashes: ReadonlyMap<Digest, Hasher>;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #file: FileHandle | undefined;
  #writing: Promise<void> = Promise.resolve();
  #unsynced = 0;
  #size = 0;

  /** @param path of the file, made only when the content outgrows {@link INLINE_BYTES} */
  constructor(path: string, digests: readonly Digest[]) {
    this.path = path;
    this.#hashes = new Map([...new Set<Digest>(['sha256', ...digests])].map((name) => [name, hasher(name)]));
  }

  get size(): number {
    return this.#size;
  }

  /** Takes the next bytes; resolves when more may come. Rejects when the disk refuses. */
  async write(chunk: Buffer): Promise<void> {
    for (const hash of this.#hashes.values()) hash.update(chunk);
    this.#size += chunk.length;
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.length;
    const limit = this.#file ? WRITE_BYTES : INLINE_BYTES;
    if (this.#gatheredBytes > limit) await this.#flush();
  }

  /** The whole content if it is small, else undefined: it is then in the file, and on the disk. */
  async finish(): Promise<Buffer | undefined> {
    if (!this.#file) return Buffer.concat(this.#gathered);
    await this.#flush();
    await this.#writing;
    await this.#file.datasync();
    await this.#file.close();
    return undefined;
  }

  /** Lower-case hexadecimal; call it once, after the last byte. */
  digests(): ReadonlyMap<Digest, string> {
    return new Map([...this.#hashes].map(([name, hash]) => [name, hash.hex()]));
  }

  /** Ends it without a trace. */
  async abandon(): Promise<void> {
    if (!this.#file) return;
    await this.#writing.catch(() => undefined);
    await this.#file.close().catch(() => undefined);
    await unlink(this.path);
  }

  async #flush(): Promise<void> {
    // One write runs while the next megabyte gathers.
    await this.#writing;
    const file = (this.#file ??= await open(this.path, 'wx', 0o600));
    const chunks = this.#gathered;
    const bytes = this.#gatheredBytes;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#writing = this.#writeAll(file, chunks, bytes);
    // Who fails while nobody waits must not end the process; the next flush or finish sees it.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(file: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
    const { bytesWritten } = await file.writev(chunks);
    if (bytesWritten !== bytes) await writeRest(file, chunks, bytesWritten);
    this.#unsynced += bytes;
    if (this.#unsynced < SYNC_BYTES) return;
    this.#unsynced = 0;
    await file.datasync();
  }
}

async function writeRest(file: FileHandle, chunks: readonly Buffer[], written: number): Promise<void> {
  let rest = Buffer.concat(chunks).subarray(written);
  while (rest.length > 0) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

interface Hasher {
  update(chunk: Buffer): void;
  hex(): string;
}

function hasher(name: Digest): Hasher {
  if (name === 'adler32') return adler32();
  const hash: Hash = createHash(name);
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    hex: () => hash.digest('hex'),
  };
}

/** RFC 1950 §8.2; sums are reduced before they outgrow 32 bits. */
function adler32(): Hasher {
  let a = 1;
  let b = 0;
  return {
    update: (chunk) => {
      for (let start = 0; start < chunk.length; start += 3800) {
        for (const byte of chunk.subarray(start, start + 3800)) {
          a += byte;
          b += a;
        }
        a %= 65521;
        b %= 65521;
      }
    },
    hex: () => ((b * 65536 + a) >>> 0).toString(16).padStart(8, '0'),
  };
}
