import type BetterSqlite from 'better-sqlite3';
import { MINUTE_MS } from '../../model/durations.ts';
import type {
  Rendered,
  RenditionDemand,
  RenditionPart,
  RenditionTask,
} from '../../model/entries/rendition.ts';
import { Pictures } from './renditions/pictures.ts';
import { Rereads } from './renditions/rereads.ts';
import { type NextTask, Tasks } from './renditions/tasks.ts';
import { Texts } from './renditions/texts.ts';
import { type IndexedSlice, IndexWriter } from './search/index-writer.ts';

/** Contents per step when derived data without a blob is deleted. */
const FORGET_SLICE = 500;
/** Number of whole minutes over which the speed is averaged. */
export const SPEED_MINUTES = 10;

/** A job of the writer thread: a search for broken files, or a write. */
export type WriterJob = { readonly do: 'check' } | WritingJob;

/** A write. Times are milliseconds UTC. */
export type WritingJob =
  | { readonly do: 'index' }
  | { readonly do: 'rebuild'; readonly texts: boolean; readonly thumbnails: boolean }
  | { readonly do: 'next task'; readonly demanded: readonly RenditionDemand[]; readonly now: number }
  | { readonly do: 'save'; readonly task: RenditionTask; readonly rendered: Rendered; readonly now: number }
  | { readonly do: 'fail'; readonly task: RenditionTask; readonly reason: string; readonly now: number }
  | { readonly do: 'use'; readonly sha256: string; readonly now: number }
  | { readonly do: 'drop images'; readonly limitBytes: number }
  | { readonly do: 'forget'; readonly after: string };

/** Result of a job. */
export type WriterResult = IndexedSlice | NextTask | boolean | string | undefined;

/** Derived data of a content. */
interface Outcome {
  readonly task: RenditionTask;
  readonly rendered: Rendered;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** The only writer of the search file and the thumbnail file. Runs in a separate thread. */
export class DerivedWriter {
  readonly #sqlite: BetterSqlite.Database;
  readonly #index: IndexWriter;
  readonly #pictures: Pictures;
  readonly #rereads: Rereads;
  readonly #tasks: Tasks;
  readonly #texts: Texts;

  /** @param sqlite connection opened by `connectWriter` */
  constructor(sqlite: BetterSqlite.Database) {
    this.#sqlite = sqlite;
    this.#texts = new Texts(sqlite);
    this.#pictures = new Pictures(sqlite, 'thumbnails');
    this.#rereads = new Rereads(sqlite);
    this.#tasks = new Tasks(sqlite);
    this.#index = new IndexWriter(sqlite, {
      rereads: this.#rereads,
      texts: this.#texts,
      tasks: this.#tasks,
    });
  }

  run(job: WritingJob): WriterResult {
    switch (job.do) {
      case 'index':
        return this.#index.index();
      case 'rebuild':
        this.#rebuild(job);
        return undefined;
      case 'next task':
        return this.#tasks.next(job.demanded, job.now);
      case 'save':
        this.#save(job);
        return undefined;
      case 'fail':
        return this.#fail(job);
      case 'use':
        this.#pictures.use(job.sha256, job.now);
        return undefined;
      case 'drop images':
        return this.#pictures.dropSome(job.limitBytes);
      case 'forget':
        return this.#forget(job.after);
    }
  }

  #rebuild({ texts, thumbnails }: { texts: boolean; thumbnails: boolean }): void {
    if (texts) this.#sqlite.exec('DELETE FROM texts');
    if (thumbnails) this.#sqlite.exec('DELETE FROM pictures; DELETE FROM images');
    this.#index.rebuild();
  }

  #save({ task, rendered, now }: Outcome): void {
    this.#tasks.ended(now);
    this.#sqlite.transaction(() => this.#finish(task.wants, { task, rendered, now })).deferred();
  }

  /** Saves a result. Runs inside the caller's transaction. @param parts parts of the result to save */
  #finish(parts: readonly RenditionPart[], { task: { sha256, wants }, rendered, now }: Outcome): void {
    if (parts.includes('text')) this.#texts.save(sha256, rendered.text);
    if (parts.includes('thumbnail')) this.#pictures.save(sha256, rendered.thumbnail, now);
    // More parts may have been requested while one was made.
    if (wants.length === 2) this.#rereads.done(sha256);
    this.#tasks.done(sha256);
    this.#countForSpeed(now);
    if (wants.includes('text') && this.#texts.status(sha256)?.state === 'ready') this.#indexAnew(sha256);
  }

  /** Queues the entries for indexing whose text is now available. */
  #indexAnew(sha256: string): void {
    this.#sqlite
      .prepare(
        'INSERT OR IGNORE INTO pending (row, entry_id) SELECT row, entry_id FROM rows WHERE sha256 = ?',
      )
      .run(sha256);
  }

  #countForSpeed(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    this.#sqlite
      .prepare(
        'INSERT INTO speed (minute, contents) VALUES (?, 1) ON CONFLICT DO UPDATE SET contents = contents + 1',
      )
      .run(minute);
    this.#sqlite.prepare('DELETE FROM speed WHERE minute < ?').run(minute - SPEED_MINUTES);
  }

  #fail({ task, reason, now }: { task: RenditionTask; reason: string; now: number }): boolean {
    this.#tasks.ended(now);
    return this.#sqlite
      .transaction(() => {
        const isGivenUp = this.#tasks.failed(task, now);
        const failed = { state: 'failed', reason } as const;
        if (isGivenUp) {
          // Keeps earlier results: the content may be read again because another user has uploaded it.
          const missing = task.wants.filter((part) => !this.#isReady(part, task.sha256));
          this.#finish(missing, { task, rendered: { text: failed, thumbnail: failed }, now });
        }
        return isGivenUp;
      })
      .deferred();
  }

  #isReady(part: RenditionPart, sha256: string): boolean {
    const known = part === 'text' ? this.#texts.status(sha256) : this.#pictures.find(sha256);
    return known?.state === 'ready';
  }

  /**
   * Deletes the derived data of one slice of contents that no longer exist, in the order of their hashes.
   * @returns last hash of the slice; undefined after the last slice
   */
  #forget(after: string): string | undefined {
    const slice = this.#sqlite
      .prepare<[string, string, number], string>(
        `SELECT sha256 FROM texts WHERE sha256 > ? UNION SELECT sha256 FROM pictures WHERE sha256 > ?
         ORDER BY sha256 LIMIT ?`,
      )
      .pluck()
      .all(after, after, FORGET_SLICE);
    const exists = this.#sqlite.prepare<[string]>('SELECT 1 FROM office.blobs WHERE sha256 = ?');
    const forget = ['texts', 'pictures', 'images'].map((table) =>
      this.#sqlite.prepare<[string]>(`DELETE FROM ${table} WHERE sha256 = ?`),
    );
    this.#sqlite
      .transaction(() => {
        for (const sha256 of slice)
          if (!exists.get(sha256)) for (const statement of forget) statement.run(sha256);
      })
      .deferred();
    return slice.length < FORGET_SLICE ? undefined : slice.at(-1);
  }
}
