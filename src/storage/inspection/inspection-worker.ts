/** Worker module of `Inspector`. It has a separate, read-only connection. */
import type BetterSqlite from 'better-sqlite3';
import { connectReader } from '../connection/connection.ts';
import type { Query } from '../database/long-queries.ts';
import { serveJobs } from '../threads/thread-jobs.ts';

serveJobs((file) => {
  // Opened with the first query, so that an error on opening reaches the caller with its code.
  let connection: BetterSqlite.Database | undefined;
  return {
    run({ sql, values }: Query): unknown[] {
      connection ??= connectReader(file);
      const statement = connection.prepare(sql);
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    },
  };
});
