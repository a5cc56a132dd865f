import type { Database } from '../../database/database.ts';
import type { Thread } from '../../threads/thread.ts';
import type { Repair } from '../renditions/repair.ts';
import type { EntryHits, EntryQuery } from './entry-search.ts';

const LIMIT_MS = 5000;

/**
 * Searches in a thread of its own, so that no other request waits. Sees all that was committed before, and
 * perhaps more: whether the caller may still read what is found is judged afterwards.
 */
export class SearchReader {
  readonly #thread: Thread<EntryQuery, EntryHits>;
  readonly #database: Database;
  readonly #repair: Pick<Repair, 'noticed'>;
  readonly #limitMs: number;

  constructor(database: Database, repair: Pick<Repair, 'noticed'>, limitMs = LIMIT_MS) {
    this.#thread = database.thread(new URL('./search-worker.ts', import.meta.url));
    this.#database = database;
    this.#repair = repair;
    this.#limitMs = limitMs;
  }

  /**
   * To be called when no other search runs.
   * @returns undefined if the search takes longer than 5 seconds
   * @throws {DmsError} unavailable: the thread has ended
   */
  async find(query: EntryQuery): Promise<EntryHits | undefined> {
    await this.#database.readersMayBegin();
    const tooLong = new AbortController();
    const limit = setTimeout(() => {
      tooLong.abort();
      this.#thread.end();
    }, this.#limitMs);
    try {
      return await this.#thread.run(query);
    } catch (error) {
      if (tooLong.signal.aborted) return undefined;
      this.#repair.noticed(error);
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }
}
