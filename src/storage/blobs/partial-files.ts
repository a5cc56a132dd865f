import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBuffer } from '../../model/free-buffer.ts';
import type { Disk } from '../disk/disk.ts';
import { type Digest, hasher } from './hasher.ts';
import type { Incoming } from './incoming.ts';
import type { ReceivedBlob } from './received-blob.ts';

const PREFIX = 'upload-';
const NAME = /^upload-(\d{1,15})$/;
const READ_BYTES = 2 ** 20;

/** The name of an upload's file in `incoming/`. */
export function partialFileName(id: number): string {
  return `${PREFIX}${String(id)}`;
}

interface Dependencies {
  readonly disk: Disk;
  readonly incoming: Incoming;
}

/** The files of contents that arrive in several requests, by upload id. */
export class PartialFiles {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Opens the file of an upload for writing at an offset. Truncates the file to the offset, because later bytes were
   * never confirmed.
   * @returns undefined if bytes before the offset are missing
   */
  async open(id: number, offset: number): Promise<PartialFile | undefined> {
    const { disk, incoming } = this.#deps;
    if (!(await this.has(id, offset))) return undefined;
    await this.#separate(id, offset);
    const handle = await open(this.#path(id), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      await handle.truncate(offset);
      return new PartialFile({ handle, disk, folder: incoming.path, offset });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** True if the file has at least this size. */
  async has(id: number, bytes: number): Promise<boolean> {
    if (bytes === 0) return true;
    const size = await stat(this.#path(id)).then(
      (found) => found.size,
      () => 0,
    );
    return size >= bytes;
  }

  /** Hashes the first bytes of a file, without blocking other requests. @throws {Error} when the file cannot be read */
  async hash(id: number, bytes: number): Promise<Hash> {
    const hash = createHash('sha256');
    await this.#read(id, bytes, (chunk) => void hash.update(chunk));
    return hash;
  }

  /** Checksums of the first bytes of a file, by algorithm. Reads the file once. @throws {Error} as `hash` */
  async digests(id: number, bytes: number, names: readonly Digest[]): Promise<Map<Digest, string>> {
    const hashers = new Map(names.map((name) => [name, hasher(name)]));
    await this.#read(id, bytes, (chunk) => {
      for (const each of hashers.values()) each.update(chunk);
    });
    return new Map(Array.from(hashers, ([name, each]) => [name, each.hex()]));
  }

  /**
   * The complete content, ready to be stored. The file remains until {@link PartialFiles.remove}, so that a rejected
   * content can be stored later. It is a hard link to the stored content.
   */
  async received(id: number, size: number, sha256: string): Promise<ReceivedBlob> {
    const staged = this.#deps.incoming.newPath();
    // Some file systems have no hard links. There the client must send a rejected content again.
    await link(this.#path(id), staged).catch(() => rename(this.#path(id), staged));
    return { sha256, size, digests: new Map([['sha256', sha256]]), bytes: undefined, staged };
  }

  /** Deletes the file if it exists. */
  async remove(id: number): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** The upload ids of all files. */
  async ids(): Promise<number[]> {
    const names = await readdir(this.#deps.incoming.path);
    return names.flatMap((name) => {
      const [, id] = NAME.exec(name) ?? [];
      return id === undefined ? [] : [Number(id)];
    });
  }

  /**
   * Gives an upload its own copy of its file. The file may be a hard link to a stored content, possibly of another
   * user. This is the case if the service was killed, or if the content was rejected after the file had been moved to
   * its final path. A stored content must never change.
   */
  async #separate(id: number, offset: number): Promise<void> {
    const path = this.#path(id);
    const links = await stat(path).then(
      ({ nlink }) => nlink,
      () => 0,
    );
    if (links <= 1) return;
    const { disk, incoming } = this.#deps;
    const own = incoming.newPath();
    try {
      await copyFirstBytes(path, own, offset, disk);
      await rename(own, path);
    } catch (error) {
      await rm(own, { force: true });
      throw error;
    }
    await disk.syncFolder(incoming.path);
  }

  async #read(id: number, bytes: number, take: (chunk: Buffer) => void): Promise<void> {
    if (bytes === 0) return;
    const stream = createReadStream(this.#path(id), { end: bytes - 1, highWaterMark: READ_BYTES });
    const chunks: AsyncIterable<Buffer> = stream.iterator();
    for await (const chunk of chunks) {
      take(chunk);
      freeBuffer(chunk);
    }
  }

  #path(id: number): string {
    return join(this.#deps.incoming.path, partialFileName(id));
  }
}

/** Resolves once the copy is on disk. */
async function copyFirstBytes(from: string, to: string, bytes: number, disk: Disk): Promise<void> {
  const copy = await open(to, 'wx', 0o600);
  try {
    if (bytes > 0) {
      const stream = createReadStream(from, { end: bytes - 1, highWaterMark: READ_BYTES });
      const chunks: AsyncIterable<Buffer> = stream.iterator();
      for await (const chunk of chunks) await copy.appendFile(chunk);
    }
    await disk.confirm(copy.datasync());
  } finally {
    await copy.close();
  }
}

/** A file open for appending. */
export class PartialFile {
  readonly #handle: FileHandle;
  readonly #disk: Disk;
  readonly #folder: string;
  #offset: number;
  /** True once the name of the file is on disk. A file with confirmed bytes already has a durable name. */
  #isNamed: boolean;

  constructor(parts: { handle: FileHandle; disk: Disk; folder: string; offset: number }) {
    this.#handle = parts.handle;
    this.#disk = parts.disk;
    this.#folder = parts.folder;
    this.#offset = parts.offset;
    this.#isNamed = parts.offset > 0;
  }

  /** Size of the file in bytes. */
  get offset(): number {
    return this.#offset;
  }

  /** @throws {Error} when the file cannot be written */
  async append(chunk: Buffer): Promise<void> {
    for (let written = 0; written < chunk.length; ) {
      const at = this.#offset;
      const { bytesWritten } = await this.#handle.write(chunk, written, chunk.length - written, at);
      written += bytesWritten;
      this.#offset += bytesWritten;
    }
  }

  /** Deletes the bytes from an offset on. */
  async truncate(offset: number): Promise<void> {
    await this.#handle.truncate(offset);
    this.#offset = offset;
  }

  /** Resolves once all bytes are on disk. @throws {DmsError} unavailable */
  async sync(): Promise<void> {
    await this.#disk.confirm(this.#handle.datasync());
    if (!this.#isNamed) await this.#disk.syncFolder(this.#folder);
    this.#isNamed = true;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
