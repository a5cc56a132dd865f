/** The program of the thread that searches. It has a connection of its own, so it sees what is committed. */
import { connectReader } from '../connection.ts';
import { answerJobs } from '../thread-jobs.ts';
import { type EntryQuery, EntrySearch } from './entry-search.ts';

answerJobs((file) => {
  const search = new EntrySearch(connectReader(file));
  return { answer: (query: EntryQuery) => search.find(query) };
});
