import type { Database } from './database.ts';
import type { Thread } from './thread.ts';

/** A query with the values of its parameters. */
export interface LongQuery {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs queries that take long in a thread of their own, one after another, so that no other request waits. */
export class LongQueries {
  readonly #database: Pick<Database, 'readersMayBegin'>;
  /** Only the caller knows of what type the rows are. */
  readonly #thread: Thread<LongQuery, never[]>;

  constructor(database: Pick<Database, 'readersMayBegin' | 'thread'>) {
    this.#database = database;
    this.#thread = database.thread(new URL('./query-worker.ts', import.meta.url));
  }

  /**
   * The rows of a query, which sees all that was committed before.
   * @throws {DmsError} unavailable: the thread has ended
   */
  async all<Row>(query: LongQuery): Promise<Row[]> {
    await this.#database.readersMayBegin();
    return this.#thread.run(query);
  }
}
