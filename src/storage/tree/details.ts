import type { Database, Statement } from '../database/database.ts';
import { countedOf, detailBytes } from '../details.ts';

/** How much the comments and dead properties of entries are. */
export class DetailSizes {
  readonly #bytes: Statement<[{ id: number }], number>;

  constructor(database: Database) {
    this.#bytes = database.prepare<[{ id: number }], number>(`SELECT ${detailBytes(':id')}`).pluck();
  }

  /** Bytes of the comments and dead properties of an entry. */
  bytes(id: number): number {
    return this.#bytes.get({ id }) ?? 0;
  }

  /** How much more of so many bytes counts against the quota than of what was there before. */
  growth(before: number, after: number): number {
    return countedOf(after) - countedOf(before);
  }
}
