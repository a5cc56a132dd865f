/** The program of the thread that searches. It has a connection of its own, so it sees what is committed. */
import { connectReader } from '../connection.ts';
import { answerJobs } from '../thread-jobs.ts';
import { type EntryQuery, EntrySearch } from './entry-search.ts';
import { attach, derivedFiles } from './files.ts';

answerJobs((file) => {
  const connection = connectReader(file);
  attach(connection, derivedFiles(file).search, 'derived');
  const search = new EntrySearch(connection);
  return { answer: (query: EntryQuery) => search.find(query) };
});
