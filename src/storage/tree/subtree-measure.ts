import type { Database } from '../database.ts';
import type { Thread } from '../thread.ts';
import type { SubtreeSize } from './subtree-sizes.ts';

/** Measures large folders in a thread of its own, so that no other request waits. */
export class SubtreeMeasure {
  readonly #thread: Thread<number, SubtreeSize>;
  readonly #database: Database;

  constructor(database: Database) {
    this.#thread = database.thread(new URL('./subtree-worker.ts', import.meta.url));
    this.#database = database;
  }

  /**
   * How much an entry is, with all that was committed before.
   * @throws {DmsError} unavailable: the thread has ended
   */
  async of(id: number): Promise<SubtreeSize> {
    await this.#database.readersMayBegin();
    return this.#thread.run(id);
  }
}
