import type BetterSqlite from 'better-sqlite3';
import type {
  Rendered,
  RenditionDemand,
  RenditionState,
  RenditionTask,
  ThumbnailSize,
} from '../../../model/entries/rendition.ts';
import { isDiskFull } from '../../../model/errors/storage-fault.ts';
import { isBusy } from '../../connection/connection.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { Closable } from '../../threads/closable.ts';
import type { Thread } from '../../threads/thread.ts';
import { SPEED_MINUTES, type WriterJob } from '../derived-writer.ts';
import { connectToRead, identityOf } from '../files.ts';
import { Pictures, SHOWN_STATE, type StoredPicture } from './pictures.ts';
import type { Repair } from './repair.ts';
import type { NextTask } from './tasks.ts';
import { type TextStatus, Texts } from './texts.ts';

/** Numbers of waiting contents and of results by state. */
export interface RenditionCounts {
  /** Contents that wait to be read. */
  readonly waiting: number;
  /** Mean number of contents read per minute, over those of the last ten minutes in which any were read. */
  readonly perMinute: number;
  /** Entries that wait to be indexed. */
  readonly toIndex: number;
  readonly texts: Readonly<Record<string, number>>;
  readonly thumbnails: Readonly<Record<string, number>>;
  /** The most frequent failures: the reason, and the number of contents. */
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
}

interface Reader {
  /** Result of `identityOf` when the connection was opened. */
  readonly identity: string;
  readonly sqlite: BetterSqlite.Database;
  readonly texts: Texts;
  readonly pictures: Pictures;
  readonly pictureStates: BetterSqlite.Statement<[string], { sha256: string; state: RenditionState }>;
  readonly hasTasks: BetterSqlite.Statement<[]>;
  readonly reread: BetterSqlite.Statement<[string], number>;
}

/** Maximum count of {@link RenditionStore.backlog} and {@link RenditionStore.indexBacklog}. */
const MAX_COUNTED = 10_000;

/** Texts and thumbnails of contents, and the queue of contents to make them from. Times are milliseconds UTC. */
export class RenditionStore implements Closable {
  readonly #database: Database;
  readonly #writer: Thread<WriterJob, never>;
  readonly #repair: Repair;
  readonly #queued: Statement<[], number>;
  readonly #queuedUpTo: Statement<[], number>;
  readonly #uploaded: Statement<[string], number>;
  #openReader: Reader | undefined;

  constructor(
    database: Database,
    { writer, repair }: { readonly writer: Thread<WriterJob, never>; readonly repair: Repair },
  ) {
    this.#database = database;
    this.#writer = writer;
    this.#repair = repair;
    this.#queued = database.prepare<[], number>('SELECT count(DISTINCT entry_id) FROM search_queue').pluck();
    this.#queuedUpTo = database
      .prepare<[], number>(`SELECT count(*) FROM (SELECT 1 FROM search_queue LIMIT ${String(MAX_COUNTED)})`)
      .pluck();
    this.#uploaded = database
      .prepare<[string], number>(
        `SELECT q.entry_id FROM json_each(?) j CROSS JOIN search_queue q
         ON q.entry_id = j.value ->> 'id' AND q.uploaded_sha256 = j.value ->> 'sha256'
         WHERE q.uploaded_sha256 IS NOT NULL`,
      )
      .pluck();
    database.closeBeforeDatabase(this);
  }

  /** The text of a content, at most 2 MiB. @returns undefined if there is none, or reading was not attempted yet */
  text(sha256: string): string | undefined {
    return this.#read(({ texts }) => texts.find(sha256));
  }

  /**
   * The ids of the documents whose derived data must still be hidden, because a client has uploaded their content
   * (`Rereads`). A copy shows its derived data immediately if the original does.
   */
  unread(documents: readonly { readonly id: number; readonly sha256: string }[]): ReadonlySet<number> {
    const given = JSON.stringify(documents.map(({ id, sha256 }) => ({ id, sha256 })));
    const reread = this.#read((reader) => reader.reread.all(given)) ?? [];
    return new Set([...this.#uploaded.all(given), ...reread]);
  }

  /**
   * Result of reads; undefined while a file is locked. On a busy machine, the writer thread can keep a file locked for long
   * when it creates or closes it.
   */
  unlessLocked<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return undefined;
    }
  }

  /** States of the thumbnails of contents. A content whose thumbnails were not attempted yet is omitted. */
  pictureStates(contents: readonly string[]): ReadonlyMap<string, RenditionState> {
    const rows = this.#read((reader) => reader.pictureStates.all(JSON.stringify(contents))) ?? [];
    return new Map(rows.map(({ sha256, state }) => [sha256, state]));
  }

  /** @returns undefined if reading the text was not attempted yet */
  textStatus(sha256: string): TextStatus | undefined {
    return this.#read(({ texts }) => texts.status(sha256));
  }

  /** @returns undefined if making the thumbnails was not attempted yet */
  picture(sha256: string): StoredPicture | undefined {
    return this.#read(({ pictures }) => pictures.find(sha256));
  }

  /** The image of a picture that is ready. */
  image(sha256: string, size: ThumbnailSize): Buffer | undefined {
    return this.#read(({ pictures }) => pictures.image(sha256, size));
  }

  /** See `Tasks.next`. */
  async nextTask(demanded: readonly RenditionDemand[], now: number): Promise<NextTask> {
    // Avoids starting the thread without need.
    if (demanded.length === 0 && !this.#read(({ hasTasks }) => hasTasks.get() !== undefined))
      return { task: undefined, passedOver: [] };
    await this.#database.readersMayBegin();
    return this.#writer.run({ do: 'next task', demanded, now });
  }

  save(task: RenditionTask, rendered: Rendered, now: number): Promise<void> {
    return this.#writer.run({ do: 'save', task, rendered, now });
  }

  /** Records a failed attempt. @returns true if it was the last attempt */
  fail(task: RenditionTask, reason: string, now: number): Promise<boolean> {
    return this.#writer.run({ do: 'fail', task, reason, now });
  }

  /** Records the use of the images of a picture, at most once a day. */
  async use(sha256: string, picture: StoredPicture, now: number): Promise<void> {
    if (Pictures.isUseWorthNoting(picture, now)) await this.#writer.run({ do: 'use', sha256, now });
  }

  /** Reindexes all entries; on request, also recreates all texts and thumbnails. */
  rebuild(wanted: { readonly texts: boolean; readonly thumbnails: boolean }): Promise<void> {
    return this.#writer.run({ do: 'rebuild', ...wanted });
  }

  /**
   * Deletes the derived data of contents that no longer exist, and drops images over the limit.
   * @returns after each small step; the caller may stop there
   */
  async *tidy(limitBytes: number): AsyncGenerator<void, void> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      after = await this.#forget(after);
      yield;
    }
    while (await this.#dropImages(limitBytes)) yield;
  }

  /** Number of waiting contents, up to 10,000. */
  backlog(): number {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM tasks LIMIT ${String(MAX_COUNTED)})`;
    return this.#reader()?.sqlite.prepare<[], number>(sql).pluck().get() ?? 0;
  }

  /** Number of changes and entries that wait to be indexed, up to 10,000 each. */
  indexBacklog(): number {
    const limited = (table: string) =>
      `SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT ${String(MAX_COUNTED)})`;
    const pending = this.#reader()?.sqlite.prepare<[], number>(limited('pending')).pluck().get() ?? 0;
    return pending + (this.#queuedUpTo.get() ?? 0);
  }

  counts(now: number): RenditionCounts {
    const sqlite = this.#reader()?.sqlite;
    const number = (sql: string): number => sqlite?.prepare<[], number>(sql).pluck().get() ?? 0;
    const byState = (table: string): Record<string, number> =>
      Object.fromEntries(
        sqlite
          ?.prepare<[], [string, number]>(`SELECT state, count(*) FROM ${table} GROUP BY state`)
          .raw()
          .all() ?? [],
      );
    return {
      waiting: number('SELECT count(*) FROM tasks'),
      perMinute: this.#perMinute(now),
      toIndex: number('SELECT count(*) FROM pending') + (this.#queued.get() ?? 0),
      texts: byState('texts'),
      thumbnails: byState('thumbnails.pictures'),
      failures:
        sqlite
          ?.prepare<[], { reason: string; count: number }>(
            `SELECT reason, count(*) AS count FROM (
               SELECT sha256, reason FROM texts WHERE state = 'failed'
               UNION SELECT sha256, reason FROM thumbnails.pictures WHERE state = 'failed')
             GROUP BY reason ORDER BY count DESC LIMIT 10`,
          )
          .all() ?? [],
    };
  }

  close(): Promise<void> {
    this.#closeReader();
    return Promise.resolve();
  }

  #perMinute(now: number): number {
    const minute = Math.floor(now / 60_000);
    const read = this.#reader()
      ?.sqlite.prepare<[number, number], number>(
        'SELECT round(avg(contents), 1) FROM speed WHERE minute >= ? AND minute < ?',
      )
      .pluck()
      .get(minute - SPEED_MINUTES, minute);
    return read ?? 0;
  }

  #forget(after: string): Promise<string | undefined> {
    return this.#writer.run({ do: 'forget', after });
  }

  #dropImages(limitBytes: number): Promise<boolean> {
    return this.#writer.run({ do: 'drop images', limitBytes });
  }

  /**
   * @returns undefined if the files do not exist, are broken (the thread then recreates them), or cannot be opened
   * because the disk is full
   */
  #read<T>(read: (reader: Reader) => T): T | undefined {
    try {
      const reader = this.#reader();
      return reader && read(reader);
    } catch (error) {
      if (!this.#repair.noticed(error)) throw error;
      return undefined;
    }
  }

  #reader(): Reader | undefined {
    const identity = identityOf(this.#database.file);
    if (this.#openReader?.identity === identity) return this.#openReader;
    this.#closeReader();
    try {
      this.#openReader = this.#open(identity);
    } catch (error) {
      // SQLite creates a file even for reading. Listing a folder works without the derived data.
      if (!isDiskFull(error)) throw error;
    }
    return this.#openReader;
  }

  #closeReader(): void {
    this.#openReader?.sqlite.close();
    this.#openReader = undefined;
  }

  #open(identity: string): Reader | undefined {
    const sqlite = connectToRead(this.#database.file);
    return (
      sqlite && {
        identity,
        sqlite,
        texts: new Texts(sqlite),
        pictures: new Pictures(sqlite, 'thumbnails'),
        pictureStates: sqlite.prepare(
          `SELECT p.sha256, ${SHOWN_STATE} AS state FROM json_each(?) j CROSS JOIN thumbnails.pictures p
         ON p.sha256 = j.value`,
        ),
        hasTasks: sqlite.prepare('SELECT 1 FROM tasks LIMIT 1'),
        reread: sqlite
          .prepare<[string], number>(
            `SELECT r.entry_id FROM json_each(?) j CROSS JOIN rereads r
           ON r.entry_id = j.value ->> 'id' AND r.sha256 = j.value ->> 'sha256'`,
          )
          .pluck(),
      }
    );
  }
}
