/** Worker module of `LongQueries`. Its separate connection sees committed data only. */
import { connectReader } from '../connection/connection.ts';
import { serveJobs } from '../threads/thread-jobs.ts';
import type { Query } from './long-queries.ts';

serveJobs((file) => {
  const connection = connectReader(file);
  return { run: ({ sql, values }: Query) => connection.prepare(sql).all(...values) };
});
