import type { Database } from '../../database/database.ts';
import type { Thread } from '../../threads/thread.ts';
import type { Repair } from '../renditions/repair.ts';
import type { EntryHits, EntryQuery } from './entry-search.ts';

const LIMIT_MS = 5000;

/**
 * Runs searches in a separate thread, so that other requests do not wait. A search sees everything committed before it,
 * and possibly more. Therefore the caller must check access to the hits afterwards.
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
   * Runs a search. Call it only while no other search runs.
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
