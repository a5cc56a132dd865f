import { rmSync, statSync, unlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '../../model/durations.ts';
import type { Database, Statement } from '../database/database.ts';
import { SweepHolds } from '../sweep-holds.ts';
import type { Folders } from './folders.ts';
import type { OpenFiles } from './open-files.ts';

/** Minimum age of a blob to be deleted, in milliseconds: an upload in progress may still add its version. */
const GRACE_MS = HOUR_MS;
/** Blobs per step. */
const SLICE = 100;

interface FreedBlob {
  id: number;
  sha256: string;
  /** Null if the blob does not exist. */
  created_at: number | null;
  is_inline: 0 | 1;
  is_used: 0 | 1;
}

/** Result of one step of the sweep. */
interface Step {
  readonly deleted: number;
  /** SHA-256 of contents whose files must be deleted. */
  readonly files: readonly string[];
  /** Start of the next step; undefined after the last step. */
  readonly last: number | undefined;
}

interface Dependencies {
  readonly database: Database;
  readonly files: OpenFiles;
  readonly folders: Folders;
  /** True while an upload stores this content. */
  readonly isStoring: (sha256: string) => boolean;
}

/** Deletes contents that no version uses. */
export class Sweep {
  readonly #deps: Dependencies;
  readonly #holds: SweepHolds;
  readonly #listFreed: Statement<[number, number], FreedBlob>;
  readonly #forget: Statement<[number]>;
  readonly #delete: Statement<[string]>;
  readonly #exists: Statement<[string], { found: number }>;
  #hasLookedAtFiles = false;

  constructor(deps: Dependencies) {
    const { database } = deps;
    this.#deps = deps;
    this.#holds = new SweepHolds(database);
    this.#listFreed = database.prepare(
      `SELECT f.id, f.sha256, b.created_at, b.content IS NOT NULL AS is_inline,
         EXISTS (SELECT 1 FROM versions v WHERE v.sha256 = f.sha256) AS is_used
       FROM freed_blobs f LEFT JOIN blobs b ON b.sha256 = f.sha256 WHERE f.id > ? ORDER BY f.id LIMIT ?`,
    );
    this.#forget = database.prepare('DELETE FROM freed_blobs WHERE id = ?');
    this.#delete = database.prepare('DELETE FROM blobs WHERE sha256 = ?');
    this.#exists = database.prepare('SELECT 1 AS found FROM blobs WHERE sha256 = ?');
  }

  /**
   * Deletes blobs at least an hour old that have lost their last version. Once per process, also deletes files without
   * a row that a crash left behind. The cost depends only on the number of these.
   * @param now milliseconds UTC
   * @returns after each small step, the number of deleted blobs; the caller may stop there
   */
  async *run(now: number): AsyncGenerator<number, void> {
    const { database } = this.#deps;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      const { deleted, files, last } = await database.transaction(() => this.#sweepFreed(now, from));
      // The transaction is durable: neither a full disk nor a power failure can restore the last version.
      for (const sha256 of files) this.discard(sha256);
      after = last;
      yield deleted;
    }
    if (this.#hasLookedAtFiles) return;
    for await (const folder of this.#deps.folders.list()) yield await this.#sweepFolder(folder, now);
    this.#hasLookedAtFiles = true;
  }

  /**
   * Deletes the file of a content without a row, unless an upload is storing the content or has stored it again. While
   * a hold exists, another process may be storing it. Then the file remains until the first sweep after the next start.
   */
  discard(sha256: string): void {
    if (this.#deps.isStoring(sha256) || this.#holds.exist()) return;
    if (!this.#exists.get(sha256)) this.#unlink(sha256);
  }

  /**
   * Deletes the rows of one step; the caller deletes their files. After a crash in between, the next start deletes the
   * files.
   */
  #sweepFreed(now: number, after: number): Step {
    // An expired hold of a crashed process would keep the files of these blobs until the next start.
    this.#holds.deleteEnded(now);
    // A copy may add a version of a content that its snapshot still contains, and a backup stores that content.
    if (this.#deps.database.snapshots.areOpen || this.#holds.areActive(now))
      return { deleted: 0, files: [], last: undefined };
    const slice = this.#listFreed.all(after, SLICE);
    const files: string[] = [];
    let deleted = 0;
    for (const blob of slice) {
      const isGone = blob.created_at === null;
      if (!isGone && blob.is_used === 0 && this.#isKept(blob, now)) continue;
      this.#forget.run(blob.id);
      if (isGone || blob.is_used === 1) continue;
      this.#delete.run(blob.sha256);
      if (blob.is_inline === 0) files.push(blob.sha256);
      deleted += 1;
    }
    return { deleted, files, last: slice.length < SLICE ? undefined : slice.at(-1)?.id };
  }

  #isKept({ sha256, created_at: createdAt, is_inline: isInline }: FreedBlob, now: number): boolean {
    return now - (createdAt ?? 0) < GRACE_MS || (isInline === 0 && this.#isFileKept(sha256, now));
  }

  /** True for a file that must not be swept: an upload is storing it, or it is too young. */
  #isFileKept(sha256: string, now: number): boolean {
    const changedAt = statSync(this.#deps.folders.path(sha256), { throwIfNoEntry: false })?.ctimeMs;
    return this.#deps.isStoring(sha256) || (changedAt !== undefined && now - changedAt < GRACE_MS);
  }

  #unlink(sha256: string): void {
    const path = this.#deps.folders.path(sha256);
    this.#deps.files.evict(path);
    rmSync(path, { force: true });
  }

  /** Deletes files of a folder that have no row and are at least an hour old. */
  async #sweepFolder(folder: string, now: number): Promise<number> {
    let deleted = 0;
    for (const name of await readdir(folder)) {
      if (this.#exists.get(name) || this.#isFileKept(name, now)) continue;
      unlinkSync(join(folder, name));
      deleted += 1;
    }
    return deleted;
  }
}
