import type BetterSqlite from 'better-sqlite3';
import { DAY_MS } from '../../../model/durations.ts';
import type {
  Media,
  RenditionState,
  ThumbnailResult,
  ThumbnailSize,
} from '../../../model/entries/rendition.ts';

/** Minimum interval between two recorded uses of a picture, in milliseconds. */
const USE_MS = DAY_MS;
/** Pictures dropped per step. */
const DROP_SLICE = 100;

/** SQL: the state that users see. Dropped images are made again on the next request. */
export const SHOWN_STATE = "CASE state WHEN 'dropped' THEN 'pending' ELSE state END";

/** Status of the thumbnails of a content, with its dimensions. */
export interface StoredPicture {
  /** `pending` also if the images were dropped to make room for others. */
  readonly state: RenditionState;
  readonly reason: string | null;
  /** Media type of the images; null unless they are ready. */
  readonly type: string | null;
  /** Last use of the images, in milliseconds UTC; up to a day too early. */
  readonly usedAt: number;
  /** Dimensions of the content; kept when its images are dropped. */
  readonly media: Media | null;
}

type PictureRow = Omit<StoredPicture, 'media'> & Media;

/** The thumbnails of contents, by hash. */
export class Pictures {
  readonly #sqlite: BetterSqlite.Database;
  readonly #find: BetterSqlite.Statement<[string], PictureRow>;
  readonly #findImage: BetterSqlite.Statement<[string, number], Buffer>;

  /** @param schema name of the attached thumbnail file */
  constructor(sqlite: BetterSqlite.Database, schema: 'thumbnails') {
    this.#sqlite = sqlite;
    this.#find = sqlite.prepare(
      `SELECT ${SHOWN_STATE} AS state, reason, type, used_at AS usedAt, width, height, pages
       FROM ${schema}.pictures WHERE sha256 = ?`,
    );
    this.#findImage = sqlite
      .prepare<[string, number], Buffer>(`SELECT image FROM ${schema}.images WHERE sha256 = ? AND size = ?`)
      .pluck();
  }

  /** @returns undefined if making thumbnails was not attempted yet */
  find(sha256: string): StoredPicture | undefined {
    const row = this.#find.get(sha256);
    if (!row) return undefined;
    const { width, height, pages, ...picture } = row;
    return { ...picture, media: width === null && pages === null ? null : { width, height, pages } };
  }

  image(sha256: string, size: ThumbnailSize): Buffer | undefined {
    return this.#findImage.get(sha256, size);
  }

  /** True if the last recorded use is old enough to record another one. */
  static isUseWorthNoting({ usedAt }: StoredPicture, now: number): boolean {
    return now - usedAt > USE_MS;
  }

  /** Runs inside the caller's transaction. */
  save(sha256: string, result: ThumbnailResult, now: number): void {
    const images = result.state === 'ready' ? Object.entries(result.images) : [];
    const bytes = images.reduce((sum, [, image]) => sum + image.length, 0);
    const { type, media } = result.state === 'ready' ? result : { type: null, media: null };
    const { width, height, pages } = media ?? { width: null, height: null, pages: null };
    const reason = result.state === 'failed' ? result.reason : null;
    this.#sqlite
      .prepare(
        `INSERT OR REPLACE INTO pictures (sha256, state, reason, type, bytes, used_at, width, height, pages)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(sha256, result.state, reason, type, bytes, now, width, height, pages);
    const insert = this.#sqlite.prepare(
      'INSERT OR REPLACE INTO images (sha256, size, image) VALUES (?, ?, ?)',
    );
    for (const [size, image] of images) insert.run(sha256, Number(size), image);
  }

  /** Records a use of the images. */
  use(sha256: string, now: number): void {
    this.#sqlite.prepare('UPDATE pictures SET used_at = ? WHERE sha256 = ?').run(now, sha256);
  }

  /**
   * Drops some of the least recently used images if the total size exceeds the limit.
   * @returns true if there may be more to drop
   */
  dropSome(limitBytes: number): boolean {
    const total = this.#sqlite
      .prepare<[], number>("SELECT coalesce(sum(bytes), 0) FROM pictures WHERE state = 'ready'")
      .pluck();
    const oldest = this.#sqlite.prepare<[number], { sha256: string; bytes: number }>(
      "SELECT sha256, bytes FROM pictures WHERE state = 'ready' ORDER BY used_at LIMIT ?",
    );
    const drop = this.#sqlite.prepare<[string]>(
      "UPDATE pictures SET state = 'dropped', bytes = 0 WHERE sha256 = ?",
    );
    const deleteImages = this.#sqlite.prepare<[string]>('DELETE FROM images WHERE sha256 = ?');
    let over = (total.get() ?? 0) - limitBytes;
    if (over <= 0) return false;
    this.#sqlite
      .transaction(() => {
        for (const { sha256, bytes } of oldest.all(DROP_SLICE)) {
          if (over <= 0) return;
          drop.run(sha256);
          deleteImages.run(sha256);
          over -= bytes;
        }
      })
      .deferred();
    return over > 0;
  }
}
