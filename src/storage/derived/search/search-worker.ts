/** Worker module of the search thread. Its separate connection sees committed data only. */
import type BetterSqlite from 'better-sqlite3';
import { serveJobs } from '../../threads/thread-jobs.ts';
import { connectToSearch, identityOf } from '../files.ts';
import { type EntryHits, type EntryQuery, EntrySearch } from './entry-search.ts';

/** A search that reopens its connection when the files are replaced. */
class LastingSearch {
  readonly #file: string;
  #identity = '';
  #connection: BetterSqlite.Database | undefined;
  #search: EntrySearch | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  find(query: EntryQuery): EntryHits {
    return this.#open().find(query);
  }

  #open(): EntrySearch {
    const identity = identityOf(this.#file);
    if (this.#search && this.#identity === identity) return this.#search;
    this.#connection?.close();
    this.#search = undefined;
    this.#connection = connectToSearch(this.#file);
    this.#search = new EntrySearch(this.#connection);
    this.#identity = identity;
    return this.#search;
  }
}

serveJobs((file) => {
  const search = new LastingSearch(file);
  return { run: (query: EntryQuery) => search.find(query) };
});
