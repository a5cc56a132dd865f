/** Worker module of the thread that copies the write-ahead log into the database. */
import { connectBeside } from '../connection/connection.ts';
import { answerJobs } from '../threads/thread-jobs.ts';

answerJobs((file) => {
  const sqlite = connectBeside(file);
  return {
    answer: (mode: string): unknown => {
      const [result] = sqlite.prepare(`PRAGMA wal_checkpoint(${mode})`).all();
      return result;
    },
  };
});
