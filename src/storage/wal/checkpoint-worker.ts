/** Worker module of the thread that copies the write-ahead log into the database. */
import { connectCheckpointer } from '../connection/connection.ts';
import { serveJobs } from '../threads/thread-jobs.ts';

serveJobs((file) => {
  const sqlite = connectCheckpointer(file);
  return {
    run: (mode: string): unknown => {
      const [result] = sqlite.prepare(`PRAGMA wal_checkpoint(${mode})`).all();
      return result;
    },
  };
});
