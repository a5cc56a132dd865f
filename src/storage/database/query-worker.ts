/** The program of the thread of `LongQueries`. It has a connection of its own, so it sees what is committed. */
import { connectReader } from '../connection/connection.ts';
import { answerJobs } from '../threads/thread-jobs.ts';
import type { Query } from './long-queries.ts';

answerJobs((file) => {
  const connection = connectReader(file);
  return { answer: ({ sql, values }: Query) => connection.prepare(sql).all(...values) };
});
