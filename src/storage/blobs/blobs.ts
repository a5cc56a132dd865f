import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, unlinkSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Database, type SqlValue, type Statement } from '../database.ts';
import { syncDirectory } from '../disk.ts';
import { type Content, FileContent, InlineContent } from './contents.ts';
import { Folders } from './folders.ts';
import { OpenFiles } from './open-files.ts';
import { INLINE_BYTES, inlineBytes, type ReceivedBlob } from './received-blob.ts';
import { type Digest, Staging } from './staging.ts';
import { type MemoryOfAll, UploadMemory } from './upload-memory.ts';

export { discardStaged, type ReceivedBlob } from './received-blob.ts';
export type { Content, Digest, Staging, UploadMemory };

/** Blobs younger than an hour are not deleted: an upload in progress may be about to add their version. */
const GRACE_MS = 60 * 60 * 1000;

/** With so many bytes free above the reserve, small uploads cannot fill the disk within the time below. */
const AMPLE_BYTES = 4 * 2 ** 30;
const FREE_SPACE_CACHE_MS = 250;

/**
 * Stores the bytes of versions, once per SHA-256: up to 64 KiB in the database, larger ones in the file
 * `blobs/ab/cd/<sha256>` (docs/architecture.md).
 */
export class Blobs {
  readonly #files = new OpenFiles();
  readonly #database: Database;
  readonly #folders: Folders;
  readonly #root: string;
  readonly #incoming: string;
  /** How many uploads are storing a content, by SHA-256. The sweeps leave these contents alone. */
  readonly #storing = new Map<string, number>();
  readonly #memory: MemoryOfAll = { bytes: 0 };
  #freeBytes = 0;
  #freeReadAt = 0;
  readonly #find: Statement<[string], { size_bytes: number; content: Buffer | null }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #deleteOrphan: Statement<[string]>;
  readonly #listOrphans: Statement<[number, number], { sha256: string; is_inline: 0 | 1 }>;
  readonly #exists: Statement<[string], { found: number }>;

  /** @param directory the data directory; `blobs/` and `incoming/` are created in it */
  constructor(database: Database, directory: string) {
    this.#database = database;
    this.#root = join(directory, 'blobs');
    this.#incoming = join(directory, 'incoming');
    mkdirSync(this.#root, { recursive: true, mode: 0o700 });
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
    syncDirectory(directory);
    this.#folders = new Folders(database.disk, this.#root);
    this.#find = database.prepare('SELECT size_bytes, content FROM blobs WHERE sha256 = ?');
    this.#insert = database.prepare(
      `INSERT INTO blobs (sha256, size_bytes, created_at, content) VALUES (?, ?, ?, ?)
       ON CONFLICT (sha256) DO NOTHING`,
    );
    this.#deleteOrphan = database.prepare(
      `DELETE FROM blobs
       WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = blobs.sha256)`,
    );
    this.#listOrphans = database.prepare(
      `SELECT sha256, content IS NOT NULL AS is_inline FROM blobs b
       WHERE created_at <= ? AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256) LIMIT ?`,
    );
    this.#exists = database.prepare('SELECT 1 AS found FROM blobs WHERE sha256 = ?');
  }

  /** Counts the memory of one upload, which may have several contents. */
  uploadMemory(): UploadMemory {
    return new UploadMemory(this.#memory);
  }

  /** Starts receiving a content. @param digests checksums to compute besides SHA-256 */
  stage(digests: readonly Digest[], memory = new UploadMemory({ bytes: 0 })): Staging {
    return new Staging(join(this.#incoming, randomUUID()), digests, { disk: this.#database.disk, memory });
  }

  /**
   * Moves the files of large blobs to their final paths and syncs them to disk. Then runs `addVersions`, whose
   * transaction inserts the blobs and adds their versions: no row ever refers to a missing file. Until that has
   * settled, the sweeps leave the files alone, whatever the clock says.
   */
  async store<T>(blobs: readonly ReceivedBlob[], addVersions: () => Promise<T>): Promise<T> {
    const hashes = blobs.map(({ sha256 }) => sha256);
    for (const sha256 of hashes) this.#storing.set(sha256, (this.#storing.get(sha256) ?? 0) + 1);
    try {
      for (const blob of blobs) await this.#place(blob);
      return await addVersions();
    } finally {
      for (const sha256 of hashes) {
        const others = (this.#storing.get(sha256) ?? 0) - 1;
        if (others > 0) this.#storing.set(sha256, others);
        else this.#storing.delete(sha256);
      }
    }
  }

  async #place(blob: ReceivedBlob): Promise<void> {
    if (blob.staged === undefined || blob.size <= INLINE_BYTES) return;
    const path = this.#path(blob.sha256);
    await this.#folders.create(dirname(path));
    // Also replaces an existing file with the same bytes: its new change time protects it from `sweep`.
    await rename(blob.staged, path);
    this.#files.evict(path);
    await this.#database.disk.syncFolder(dirname(path));
  }

  /** Adds the row of a blob. Runs inside the transaction of {@link Blobs.store} that adds the version. */
  insert(blob: ReceivedBlob, now: number): void {
    this.#insert.run(blob.sha256, blob.size, now, inlineBytes(blob) ?? null);
  }

  /** Opens the blob of a version for reading. @throws {Error} when it is not in the database */
  open(sha256: string): Content {
    const row = this.#find.get(sha256);
    if (!row) throw new Error(`blob ${sha256} is not in the database`);
    if (row.content !== null) return new InlineContent(row.content);
    return new FileContent(this.#files, this.#path(sha256), row.size_bytes);
  }

  /**
   * Returns the free disk space above the reserve, in bytes; negative when less than the reserve is free.
   * While much space is free, the value may be 250 ms old.
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
    const name = `probe-${randomUUID()}`;
    const path = join(this.#incoming, name);
    try {
      await writeFile(path, 'probe', { mode: 0o600 });
      await rename(path, join(this.#root, name));
    } finally {
      await Promise.all([path, join(this.#root, name)].map((each) => rm(each, { force: true })));
    }
  }

  /** Deletes what a crash left in `incoming/`. Call it before uploads start. @returns how many files */
  clearIncoming(): number {
    const names = readdirSync(this.#incoming);
    for (const name of names) rmSync(join(this.#incoming, name), { force: true });
    return names.length;
  }

  /**
   * Deletes up to `limit` blobs that no version refers to and that are at least an hour old. Row and file go in
   * one synchronous step, so that no upload of the same bytes can come in between. A crash between the two
   * leaves a row without a file: the next sweep deletes it, and an upload brings the file anew.
   * @param now milliseconds UTC
   * @returns how many blobs were deleted
   */
  async sweep(now: number, limit: number): Promise<number> {
    const orphans = this.#listOrphans.all(now - GRACE_MS, limit);
    // A power failure must not undo the deletion of the last version once the bytes are gone.
    if (orphans.length > 0) await this.#database.durable();
    let swept = 0;
    for (const { sha256, is_inline: isInline } of orphans) {
      const isSwept = await this.#database.transaction(() =>
        isInline === 0 ? this.#sweepFile(sha256, now) : this.#deleteOrphan.run(sha256).changes > 0,
      );
      if (isSwept) swept += 1;
    }
    return swept;
  }

  /** Runs inside a transaction. @returns false if the blob is in use or too young */
  #sweepFile(sha256: string, now: number): boolean {
    const path = this.#path(sha256);
    if (this.#isKept(path, sha256, now) || this.#deleteOrphan.run(sha256).changes === 0) return false;
    this.#files.evict(path);
    rmSync(path, { force: true });
    return true;
  }

  /** True for a file that is not to be swept: an upload is storing it, or it is too young. */
  #isKept(path: string, sha256: string, now: number): boolean {
    const changedAt = statSync(path, { throwIfNoEntry: false })?.ctimeMs;
    return this.#storing.has(sha256) || (changedAt !== undefined && now - changedAt < GRACE_MS);
  }

  /**
   * Deletes the files without a row in one of the 256 folders of `blobs/` that are at least an hour old.
   * They come from uploads that were rejected after {@link Blobs.store} had moved their files.
   * @param prefix number of the folder, 0 to 255; `now` in milliseconds UTC
   * @returns how many files were deleted
   */
  sweepFolder(prefix: number, now: number): number {
    const top = join(this.#root, prefix.toString(16).padStart(2, '0'));
    let swept = 0;
    for (const folder of namesIn(top)) {
      for (const name of namesIn(join(top, folder))) {
        const path = join(top, folder, name);
        if (this.#exists.get(name) || this.#isKept(path, name, now)) continue;
        unlinkSync(path);
        swept += 1;
      }
    }
    return swept;
  }

  #path(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
