import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, type SqlValue, type Statement } from '../database/database.ts';
import { syncDirectory } from '../disk/disk.ts';
import { type Content, FileContent, InlineContent } from './contents.ts';
import { Folders } from './folders.ts';
import { type Digest, type Hasher, hasher } from './hasher.ts';
import { type Abandoned, abandonedIn, Incoming, incomingBytes } from './incoming.ts';
import { OpenFiles } from './open-files.ts';
import { type PartialFile, PartialFiles, partialFileName } from './partial-files.ts';
import { INLINE_BYTES, inlineBytes, type ReceivedBlob } from './received-blob.ts';
import { Staging, type StagingOptions } from './staging.ts';
import { Sweep } from './sweep.ts';
import { type MemoryOfAll, UploadMemory } from './upload-memory.ts';

export { blobPath, Folders } from './folders.ts';
export { discardStaged, type ReceivedBlob } from './received-blob.ts';
export type { Content, Digest, Hasher };
export {
  type Abandoned,
  abandonedIn,
  hasher,
  Incoming,
  incomingBytes,
  type PartialFile,
  Staging,
  type UploadMemory,
};

/** Free space above the reserve that small uploads cannot fill within {@link FREE_SPACE_CACHE_MS}. */
const AMPLE_BYTES = 4 * 2 ** 30;
const FREE_SPACE_CACHE_MS = 250;
/** Name prefix of the probe files that test whether contents can be stored. */
const PROBE = 'probe-';

/**
 * Stores the bytes of versions, once per SHA-256: contents up to 64 KiB in the database, larger ones in the file
 * `blobs/ab/cd/<sha256>` (docs/build/decisions/0006-small-contents-in-rows.md).
 */
export class Blobs {
  readonly #files = new OpenFiles();
  readonly #database: Database;
  readonly #folders: Folders;
  readonly #sweep: Sweep;
  readonly #root: string;
  readonly #incoming: Incoming;
  /** Number of uploads that are storing a content, by SHA-256. The sweep skips these contents. */
  readonly #storing = new Map<string, number>();
  readonly #memory: MemoryOfAll = { bytes: 0 };
  /** Contents that arrive in several requests. */
  readonly partial: PartialFiles;
  #freeBytes = 0;
  #freeReadAt = 0;
  readonly #find: Statement<[string], { size_bytes: number; content: Buffer | null }>;
  readonly #insert: Statement<SqlValue[]>;

  /**
   * @param directory the data directory; `blobs/` and `incoming/` are created in it
   * @param incoming folder for contents that arrive; a command has one of its own
   */
  constructor(database: Database, directory: string, incoming = new Incoming(directory)) {
    this.#database = database;
    this.#root = join(directory, 'blobs');
    mkdirSync(this.#root, { recursive: true, mode: 0o700 });
    this.#incoming = incoming;
    this.partial = new PartialFiles({ disk: database.disk, incoming: this.#incoming });
    syncDirectory(directory);
    this.#folders = new Folders(database.disk, this.#root);
    this.#find = database.prepare('SELECT size_bytes, content FROM blobs WHERE sha256 = ?');
    this.#insert = database.prepare(
      `INSERT INTO blobs (sha256, size_bytes, created_at, content) VALUES (?, ?, ?, ?)
       ON CONFLICT (sha256) DO NOTHING`,
    );
    this.#sweep = new Sweep({
      database,
      files: this.#files,
      folders: this.#folders,
      isStoring: (sha256) => this.#storing.has(sha256),
    });
  }

  /** Creates the memory account of one upload, which can have several contents. */
  uploadMemory(): UploadMemory {
    return new UploadMemory(this.#memory);
  }

  /** Starts receiving a content. @param digests checksums to compute in addition to SHA-256 */
  stage(digests: readonly Digest[], options?: StagingOptions): Staging {
    return new Staging(this.#incoming.newPath(), digests, this.#database.disk, options);
  }

  /**
   * Moves the files of large blobs to their final paths and syncs them to disk. Then runs `addVersions`, whose
   * transaction inserts the blobs and adds their versions, so that no row ever refers to a missing file. The sweep
   * skips the files until `addVersions` has settled, regardless of their age. If it fails, the files are deleted.
   */
  async store<T>(blobs: readonly ReceivedBlob[], addVersions: () => Promise<T>): Promise<T> {
    const hashes = blobs.map(({ sha256 }) => sha256);
    for (const sha256 of hashes) this.#storing.set(sha256, (this.#storing.get(sha256) ?? 0) + 1);
    let isStored = false;
    try {
      for (const blob of blobs) await this.#place(blob);
      const result = await addVersions();
      isStored = true;
      return result;
    } finally {
      for (const sha256 of hashes) {
        const others = (this.#storing.get(sha256) ?? 0) - 1;
        if (others > 0) this.#storing.set(sha256, others);
        else this.#storing.delete(sha256);
      }
      if (!isStored) for (const sha256 of hashes) this.#sweep.discard(sha256);
    }
  }

  /** Deletes the file of a blob that {@link Blobs.store} has moved, unless it has a row or is being stored. */
  discard({ sha256 }: ReceivedBlob): void {
    this.#sweep.discard(sha256);
  }

  async #place(blob: ReceivedBlob): Promise<void> {
    if (blob.staged === undefined || blob.size <= INLINE_BYTES) return;
    const path = this.#folders.path(blob.sha256);
    await this.#folders.create(dirname(path));
    // Also replaces an existing file with the same bytes: its new change time protects it from the sweep.
    await rename(blob.staged, path);
    this.#files.evict(path);
    await this.#database.disk.syncFolder(dirname(path));
  }

  /** Adds the row of a blob. Call it inside the transaction of {@link Blobs.store} that adds the version. */
  insert(blob: ReceivedBlob, now: number): void {
    this.#insert.run(blob.sha256, blob.size, now, inlineBytes(blob) ?? null);
  }

  /** Opens the blob of a version for reading. @throws {Error} when it is not in the database */
  open(sha256: string): Content {
    const row = this.#find.get(sha256);
    if (!row) throw new Error(`blob ${sha256} is not in the database`);
    if (row.content !== null) return new InlineContent(row.content);
    return new FileContent(this.#files, this.#folders.path(sha256), row.size_bytes);
  }

  /**
   * The free disk space above the reserve, in bytes; negative when less than the reserve is free. While much space is
   * free, the value may be 250 ms old.
   */
  room(reserveBytes: number): number {
    const now = performance.now();
    if (this.#freeBytes - reserveBytes < AMPLE_BYTES || now - this.#freeReadAt > FREE_SPACE_CACHE_MS) {
      const { bavail, bsize } = statfsSync(this.#root);
      this.#freeBytes = bavail * bsize;
      this.#freeReadAt = now;
    }
    return this.#freeBytes - reserveBytes;
  }

  /** Proves that contents can be stored: creates a file and moves it. @throws {Error} when that fails */
  async probe(): Promise<void> {
    const name = `${PROBE}${randomUUID()}`;
    const path = join(this.#incoming.path, name);
    try {
      await writeFile(path, 'probe', { mode: 0o600 });
      await rename(path, join(this.#root, name));
    } finally {
      await Promise.all([path, join(this.#root, name)].map((each) => rm(each, { force: true })));
    }
  }

  /**
   * Same as {@link Incoming.clear}. Also deletes leftover files of an interrupted {@link Blobs.probe}.
   * @param unfinished ids of uploads whose files are kept
   */
  clearIncoming(unfinished: Iterable<number>): number {
    for (const name of readdirSync(this.#root))
      if (name.startsWith(PROBE)) rmSync(join(this.#root, name), { force: true });
    return this.#incoming.clear(new Set(Array.from(unfinished, partialFileName)));
  }

  /** See {@link Incoming.removeAbandoned}. */
  removeAbandoned(): number {
    return this.#incoming.removeAbandoned();
  }

  /**
   * Deletes contents that no version uses ({@link Sweep.run}).
   * @param now milliseconds UTC
   */
  sweep(now: number): AsyncGenerator<number, void> {
    return this.#sweep.run(now);
  }
}
