import type { Thread } from '../threads/thread.ts';

/** A query with the values of its parameters. */
export interface Query {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs queries that take long in a thread of their own, one after another, so that no other request waits. */
export class LongQueries {
  /** Only the caller knows of what type the rows are. */
  readonly #thread: Thread<Query, never[]>;
  readonly #mayBegin: () => Promise<void>;

  /**
   * @param thread runs `query-worker.ts`
   * @param mayBegin resolves when a reader may begin
   */
  constructor(thread: Thread<Query, never[]>, mayBegin: () => Promise<void>) {
    this.#thread = thread;
    this.#mayBegin = mayBegin;
  }

  /**
   * The rows of a query, which sees all that was committed before.
   * @throws {DmsError} unavailable: the thread has ended
   */
  async all<Row>(query: Query): Promise<Row[]> {
    await this.#mayBegin();
    return this.#thread.run(query);
  }
}
