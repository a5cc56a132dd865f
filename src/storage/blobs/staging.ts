import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { giveBack } from '../../model/spent-bytes.ts';
import type { Disk } from '../disk/disk.ts';
import { INLINE_BYTES } from './received-blob.ts';
import { UploadMemory } from './upload-memory.ts';

/**
 * Bytes to buffer before a write: few large writes are faster than many small ones. With 1 MiB, more buffers got old
 * before they were garbage: a large upload took 15 MiB more memory, and was about 6 % faster.
 */
const WRITE_BYTES = 256 * 1024;
/**
 * Bytes between two syncs while the content arrives, so that the last sync is short. One sync runs while as much is
 * received and written; so no more than twice as much waits for the disk.
 */
const SYNC_BYTES = 32 * 1024 * 1024;

/** Checksum algorithms that a client may ask the server to verify. SHA-256 is always computed. */
export const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512', 'adler32'] as const;
/** Name of a checksum algorithm. */
export type Digest = (typeof DIGESTS)[number];

/** How a content is received. */
export interface StagingOptions {
  /** Counts what waits in memory, with other contents. Left out: this content counts alone. */
  readonly memory?: UploadMemory | undefined;
  /** True: nobody else has the bytes. Their memory is given back as soon as they are in the file. */
  readonly ownsBytes?: boolean | undefined;
}

/**
 * Receives one content: hashes the bytes as they arrive. Keeps up to 64 KiB in memory if there is room,
 * more in a file.
 */
export class Staging {
  /** Path of the staging file. */
  readonly path: string;
  readonly #hashes: ReadonlyMap<Digest, Hasher>;
  readonly #disk: Disk;
  readonly #memory: UploadMemory;
  readonly #ownsBytes: boolean;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #file: FileHandle | undefined;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #unsyncedBytes = 0;
  #size = 0;

  /** @param path of the staging file; created only if the content exceeds 64 KiB, or memory is short */
  constructor(path: string, digests: readonly Digest[], disk: Disk, options: StagingOptions = {}) {
    this.path = path;
    this.#disk = disk;
    this.#memory = options.memory ?? new UploadMemory({ bytes: 0 });
    this.#ownsBytes = options.ownsBytes ?? false;
    this.#hashes = new Map([...new Set<Digest>(['sha256', ...digests])].map((name) => [name, hasher(name)]));
  }

  /** Bytes received so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds the next bytes. Resolves when the caller may send more.
   * @throws {Error} when the file cannot be written
   */
  async write(chunk: Buffer): Promise<void> {
    for (const hash of this.#hashes.values()) hash.update(chunk);
    this.#size += chunk.length;
    this.#buffered.push(chunk);
    this.#bufferedBytes += chunk.length;
    this.#memory.hold(chunk.length);
    const limit = this.#file ? WRITE_BYTES : INLINE_BYTES;
    const mustWrite = this.#file ? this.#memory.isFull : this.#memory.mayKeepNoMore;
    if (mustWrite || this.#bufferedBytes > limit) await this.#flush();
  }

  /**
   * Ends the content.
   * @returns all bytes of a content in memory; undefined for one in the file, durably if it is large
   */
  async finish(): Promise<Buffer | undefined> {
    if (!this.#file) {
      this.#memory.keep(this.#size);
      return Buffer.concat(this.#buffered);
    }
    await this.#flush();
    await this.#writing;
    await this.#syncing;
    // The transaction makes a small content durable, which copies it into the database.
    if (this.#size > INLINE_BYTES) await this.#disk.confirm(this.#file.datasync());
    await this.#file.close();
    return undefined;
  }

  /** Returns the checksums in lower-case hexadecimal. Call it only once, after the last byte. */
  digests(): ReadonlyMap<Digest, string> {
    return new Map([...this.#hashes].map(([name, hash]) => [name, hash.hex()]));
  }

  /** Stops receiving and deletes the staging file. */
  async abandon(): Promise<void> {
    if (!this.#file) return;
    await this.#writing.catch(() => undefined);
    await this.#syncing.catch(() => undefined);
    await this.#file.close().catch(() => undefined);
    await unlink(this.path);
  }

  async #flush(): Promise<void> {
    // One write runs while the next bytes arrive.
    await this.#writing;
    const file = (this.#file ??= await open(this.path, 'wx', 0o600));
    const chunks = this.#buffered;
    const bytes = this.#bufferedBytes;
    this.#buffered = [];
    this.#bufferedBytes = 0;
    this.#writing = this.#writeAll(file, chunks, bytes);
    // An error while no caller waits must not end the process; the next flush or finish reports it.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(file: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
    const { bytesWritten } = await file.writev(chunks);
    if (bytesWritten !== bytes) await writeRemaining(file, chunks, bytesWritten);
    if (this.#ownsBytes) chunks.forEach(giveBack);
    this.#memory.hold(-bytes);
    this.#unsyncedBytes += bytes;
    if (this.#unsyncedBytes < SYNC_BYTES) return;
    this.#unsyncedBytes = 0;
    await this.#syncing;
    this.#syncing = this.#disk.confirm(file.datasync());
    // An error must not end the process while nobody waits: the next sync or `finish` reports it.
    this.#syncing.catch(() => undefined);
  }
}

async function writeRemaining(file: FileHandle, chunks: readonly Buffer[], written: number): Promise<void> {
  let remaining = Buffer.concat(chunks).subarray(written);
  while (remaining.length > 0) {
    const { bytesWritten } = await file.write(remaining);
    remaining = remaining.subarray(bytesWritten);
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

/** RFC 1950 §8.2. The sums are reduced every 3800 bytes, before they exceed 32 bits. */
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
