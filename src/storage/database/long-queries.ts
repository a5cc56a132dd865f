import type { Thread } from '../threads/thread.ts';

/** A query with the values of its parameters. */
export interface Query {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs slow queries in a separate thread, one after another, so that they do not delay other requests. */
export class LongQueries {
  /** Only the caller knows the row type. */
  readonly #thread: Thread<Query, never[]>;
  readonly #mayBegin: () => Promise<void>;

  /**
   * @param thread runs `query-worker.ts`
   * @param mayBegin resolves when a long read may start
   */
  constructor(thread: Thread<Query, never[]>, mayBegin: () => Promise<void>) {
    this.#thread = thread;
    this.#mayBegin = mayBegin;
  }

  /**
   * The rows of a query. The query sees everything committed before the call.
   * @throws {DmsError} unavailable: the thread has ended
   */
  async all<Row>(query: Query): Promise<Row[]> {
    await this.#mayBegin();
    return this.#thread.run(query);
  }
}
