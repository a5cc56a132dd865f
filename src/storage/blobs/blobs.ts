import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  read,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Database, type SqlValue, type Statement, syncDirectory } from '../database.ts';
import { OpenFiles } from './open-files.ts';
import { type Digest, Staging } from './staging.ts';

export type { Digest, Staging };

/** A blob younger than this is never swept: its version may be on its way. */
const GRACE_MS = 60 * 60 * 1000;
const READ_BYTES = 512 * 1024;

/** A part of a content; both ends belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes that can be read. Nothing is opened until {@link Content.read} is called. */
export interface Content {
  readonly size: number;
  /** All of it, when it is small; undefined when it must be read piece by piece. */
  readonly bytes: Buffer | undefined;
  /**
   * Hands the bytes over, piece by piece. A piece is good until `take` has resolved; then its memory is used again, so
   * that a large content takes no more of it than a small one.
   */
  read(range: ByteRange, take: (piece: Buffer) => Promise<void>): Promise<void>;
}

/** So much free space, in bytes, does not run out within that time: no need to ask for each small upload. */
const PLENTY = 4 * 2 ** 30;
const PLENTY_LASTS_MS = 250;

/** Bytes that have arrived whole; no version names them yet. */
export interface ReceivedBlob {
  readonly sha256: string;
  readonly size: number;
  readonly digests: ReadonlyMap<string, string>;
  /** Small contents; else they wait in the staging file. */
  readonly bytes: Buffer | undefined;
  readonly staged: string | undefined;
}

/** The bytes of versions, once per SHA-256: small ones in the database, others as `blobs/ab/cd/<sha256>`. */
export class Blobs {
  readonly #files = new OpenFiles();
  readonly #database: Database;
  readonly #root: string;
  readonly #incoming: string;
  #free = 0;
  #freeAt = 0;
  readonly #find: Statement<[string], { size_bytes: number; content: Buffer | null }>;
  readonly #insert: Statement<SqlValue[]>;
  readonly #deleteOrphan: Statement<[string]>;
  readonly #listOrphans: Statement<[number, number], { sha256: string; is_inline: 0 | 1 }>;
  readonly #exists: Statement<[string], { found: number }>;

  /** @param directory the data directory; `blobs/` and `incoming/` are made there */
  constructor(database: Database, directory: string) {
    this.#database = database;
    this.#root = join(directory, 'blobs');
    this.#incoming = join(directory, 'incoming');
    mkdirSync(this.#root, { recursive: true, mode: 0o700 });
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 });
    syncDirectory(directory);
    this.#find = database.prepare('SELECT size_bytes, content FROM blobs WHERE sha256 = ?');
    this.#insert = database.prepare(
      'INSERT INTO blobs (sha256, size_bytes, created_at, content) VALUES (?, ?, ?, ?) ON CONFLICT (sha256) DO NOTHING',
    );
    this.#deleteOrphan = database.prepare(
      'DELETE FROM blobs WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = blobs.sha256)',
    );
    this.#listOrphans = database.prepare(
      `SELECT sha256, content IS NOT NULL AS is_inline FROM blobs b
       WHERE created_at <= ? AND NOT EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = b.sha256) LIMIT ?`,
    );
    this.#exists = database.prepare('SELECT 1 AS found FROM blobs WHERE sha256 = ?');
  }

  /** A place for bytes on their way in. */
  stage(digests: readonly Digest[]): Staging {
    return new Staging(join(this.#incoming, randomUUID()), digests);
  }

  /** Puts the file of a large blob where it belongs, durably. A small one needs nothing. Done before its row is written. */
  async place(blob: ReceivedBlob): Promise<void> {
    if (blob.staged === undefined) return;
    const path = this.#path(blob.sha256);
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Over an existing file too: the same bytes, and its new age keeps the sweeper off.
    await rename(blob.staged, path);
    this.#files.forget(path);
    await syncUp(dirname(path), made === undefined ? dirname(path) : this.#root);
  }

  /** The row of a blob that {@link Blobs.place} has put down; within the transaction of its version. */
  insert(blob: ReceivedBlob, now: number): void {
    this.#insert.run(blob.sha256, blob.size, now, blob.bytes ?? null);
  }

  /** Reads a blob that some version names. */
  open(sha256: string): Content {
    const row = this.#find.get(sha256);
    if (!row) throw new Error(`blob ${sha256} is not in the database`);
    if (row.content !== null) return new InlineContent(row.content);
    return new FileContent(this.#files, this.#path(sha256), row.size_bytes);
  }

  /** Bytes that are free for more, the reserve left out; negative when it is touched. */
  room(reserveBytes: number): number {
    const now = performance.now();
    if (this.#free - reserveBytes < PLENTY || now - this.#freeAt > PLENTY_LASTS_MS) {
      const { bavail, bsize } = statfsSync(this.#root);
      this.#free = bavail * bsize;
      this.#freeAt = now;
    }
    return this.#free - reserveBytes;
  }

  /** Throws when no file can be made in the data directory. */
  assertWritable(): void {
    accessSync(this.#incoming, constants.W_OK | constants.X_OK);
    accessSync(this.#root, constants.W_OK | constants.X_OK);
  }

  /** Removes what a crash left in `incoming/`. Only while no upload runs. */
  clearIncoming(): number {
    const left = readdirSync(this.#incoming);
    for (const name of left) rmSync(join(this.#incoming, name), { force: true });
    return left.length;
  }

  /**
   * Removes up to `limit` blobs that no version names and that have been there for an hour.
   * Each goes in one synchronous step, row first, so that no upload of the same bytes can come between.
   * @returns how many went
   */
  async sweep(now: number, limit: number): Promise<number> {
    const orphans = this.#listOrphans.all(now - GRACE_MS, limit);
    // The change that orphaned them must not come undone by a power cut once their bytes are gone.
    if (orphans.length > 0) await this.#database.durable();
    let swept = 0;
    for (const { sha256, is_inline: isInline } of orphans) {
      const path = this.#path(sha256);
      if (isInline === 0 && (age(path, now) ?? Number.POSITIVE_INFINITY) < GRACE_MS) continue;
      const { changes } = this.#database.transaction(() => this.#deleteOrphan.run(sha256));
      if (changes === 0) continue;
      this.#files.forget(path);
      if (isInline === 0) rmSync(path, { force: true });
      swept += 1;
    }
    return swept;
  }

  /**
   * Removes the files of one of the 256 folders that have no row and have been there for an hour:
   * uploads that were put down and then refused.
   */
  sweepFolder(prefix: number, now: number): number {
    const top = join(this.#root, prefix.toString(16).padStart(2, '0'));
    let swept = 0;
    for (const folder of list(top)) {
      for (const name of list(join(top, folder))) {
        const path = join(top, folder, name);
        if (this.#exists.get(name) || (age(path, now) ?? 0) < GRACE_MS) continue;
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

/** Removes what was staged and not placed; does nothing once it has been. */
export async function discardStaged(blob: ReceivedBlob): Promise<void> {
  if (blob.staged !== undefined) await rm(blob.staged, { force: true });
}

class InlineContent implements Content {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  read({ start, end }: ByteRange, take: (piece: Buffer) => Promise<void>): Promise<void> {
    return take(this.bytes.subarray(start, end + 1));
  }
}

class FileContent implements Content {
  readonly bytes = undefined;
  readonly size: number;
  readonly #files: OpenFiles;
  readonly #path: string;

  constructor(files: OpenFiles, path: string, size: number) {
    this.#files = files;
    this.#path = path;
    this.size = size;
  }

  read(range: ByteRange, take: (piece: Buffer) => Promise<void>): Promise<void> {
    return this.#files.read(this.#path, (descriptor) => readInTurns(descriptor, range, take));
  }
}

const readFile = promisify(read);

/** One buffer is filled while the other is on its way. */
async function readInTurns(
  file: number,
  { start, end }: ByteRange,
  take: (piece: Buffer) => Promise<void>,
): Promise<void> {
  const length = Math.min(READ_BYTES, end - start + 1);
  let filling: Buffer = Buffer.allocUnsafeSlow(length);
  let leaving: Buffer | undefined;
  let taken = Promise.resolve();
  for (let position = start; position <= end; ) {
    const wanted = Math.min(length, end - position + 1);
    const { bytesRead } = await readFile(file, filling, 0, wanted, position);
    await taken;
    if (bytesRead === 0) throw new Error('the file of a blob is shorter than it was');
    taken = take(filling.subarray(0, bytesRead));
    // Whoever goes away while the next piece is read is noticed when it is offered.
    taken.catch(() => undefined);
    position += bytesRead;
    if (position <= end) [filling, leaving] = [leaving ?? Buffer.allocUnsafeSlow(length), filling];
  }
  await taken;
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Milliseconds since the file was put there; undefined when there is none. */
function age(path: string, now: number): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && now - stat.ctimeMs;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Makes the names in `directory` durable, and those in the folders above it up to and including `top`. */
async function syncUp(directory: string, top: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (directory !== top) await syncUp(dirname(directory), top);
}
