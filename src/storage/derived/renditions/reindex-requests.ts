import type { Database, Statement } from '../../database/database.ts';

/** A request of the command line to recreate derived data. */
export interface ReindexRequest {
  readonly id: number;
  readonly texts: boolean;
  readonly thumbnails: boolean;
}

/** Requests to recreate derived data (table `reindex_requests`). */
export class ReindexRequests {
  readonly #all: Statement<[], { id: number | null; texts: 0 | 1; thumbnails: 0 | 1 }>;
  readonly #insert: Statement<[number, number]>;
  readonly #delete: Statement<[number]>;

  constructor(database: Database) {
    this.#all = database.prepare(
      'SELECT max(id) AS id, max(texts) AS texts, max(thumbnails) AS thumbnails FROM reindex_requests',
    );
    this.#insert = database.prepare('INSERT INTO reindex_requests (texts, thumbnails) VALUES (?, ?)');
    this.#delete = database.prepare('DELETE FROM reindex_requests WHERE id <= ?');
  }

  /** All requests merged into one; undefined if there are none. */
  next(): ReindexRequest | undefined {
    const row = this.#all.get();
    return row === undefined || row.id === null
      ? undefined
      : { id: row.id, texts: row.texts === 1, thumbnails: row.thumbnails === 1 };
  }

  insert({ texts, thumbnails }: Omit<ReindexRequest, 'id'>): void {
    this.#insert.run(Number(texts), Number(thumbnails));
  }

  /** Deletes the requests up to this id. */
  delete(id: number): void {
    this.#delete.run(id);
  }
}
