import { type FileHandle, open, unlink } from 'node:fs/promises';
import { freeBuffer } from '../../model/free-buffer.ts';
import type { Disk } from '../disk/disk.ts';
import { type Digest, type Hasher, hasher } from './hasher.ts';
import { INLINE_BYTES } from './received-blob.ts';
import { UploadMemory } from './upload-memory.ts';

/**
 * Bytes to buffer before a write: few large writes are faster than many small ones. With 1 MiB, more buffers reached
 * V8's old generation: a large upload needed 15 MiB more memory and was about 6 % faster.
 */
const WRITE_BYTES = 256 * 1024;
/**
 * Bytes between two syncs while the content arrives, so that the last sync is short. A client that is as fast as
 * the disk sends the same amount during a sync, so twice as much waits for the disk.
 */
const SYNC_BYTES = 32 * 1024 * 1024;

/** How a content is received. */
export interface StagingOptions {
  /** Memory budget that this content shares with other contents. Default: a budget of its own. */
  readonly memory?: UploadMemory | undefined;
  /** True if the caller does not use the bytes afterwards: their memory is freed as soon as they are in the file. */
  readonly ownsBytes?: boolean | undefined;
}

/**
 * Receives one content and hashes it on arrival. Keeps up to 64 KiB in memory if there is room, and larger contents in
 * a file.
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

  /** @param path path of the staging file; created only if the content exceeds 64 KiB, or memory is short */
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
   * @returns all bytes if they are in memory; undefined if they are in the file. A large file is synced to disk
   */
  async finish(): Promise<Buffer | undefined> {
    if (!this.#file) {
      this.#memory.keep(this.#size);
      return Buffer.concat(this.#buffered);
    }
    await this.#flush();
    await this.#writing;
    await this.#syncing;
    // A small content becomes durable with the transaction that copies it into the database.
    if (this.#size > INLINE_BYTES) await this.#disk.confirm(this.#file.datasync());
    await this.#file.close();
    return undefined;
  }

  /** The checksums in lower-case hexadecimal. Call it only once, after the last byte. */
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
    // Prevents an unhandled rejection while no caller waits; the next flush or `finish` reports the error.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(file: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
    const { bytesWritten } = await file.writev(chunks);
    if (bytesWritten !== bytes) await writeRemaining(file, chunks, bytesWritten);
    if (this.#ownsBytes) chunks.forEach(freeBuffer);
    this.#memory.hold(-bytes);
    this.#unsyncedBytes += bytes;
    if (this.#unsyncedBytes < SYNC_BYTES) return;
    this.#unsyncedBytes = 0;
    await this.#syncing;
    this.#syncing = this.#disk.confirm(file.datasync());
    // Prevents an unhandled rejection while no caller waits; the next sync or `finish` reports the error.
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
