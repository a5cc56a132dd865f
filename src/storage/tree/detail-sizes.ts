import type { Database, Statement } from '../database/database.ts';
import { countedBytes, detailBytes } from '../detail-bytes.ts';

/** Sizes of the comments and dead properties of entries. */
export class DetailSizes {
  readonly #bytes: Statement<[{ id: number }], number>;

  constructor(database: Database) {
    this.#bytes = database.prepare<[{ id: number }], number>(`SELECT ${detailBytes(':id')}`).pluck();
  }

  /** Bytes of the comments and dead properties of an entry. */
  bytes(id: number): number {
    return this.#bytes.get({ id }) ?? 0;
  }

  /**
   * Difference in the bytes that count against the quota when the size of the details changes.
   * @param before bytes before the change
   * @param after bytes after the change
   */
  growth(before: number, after: number): number {
    return countedBytes(after) - countedBytes(before);
  }
}
