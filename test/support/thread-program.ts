import { connectReader } from '../../src/storage/connection/connection.ts';
import { answerJobs } from '../../src/storage/threads/thread-jobs.ts';

/** A thread that does what a test says: `end` itself, `fail`, count `for ever` in SQLite, or give back any other word. */
answerJobs((file) => ({
  answer(job: string) {
    if (job === 'end') process.exit();
    if (job === 'fail') throw Object.assign(new Error('no'), { code: 'SQLITE_FULL' });
    if (job === 'for ever') countForEver(file);
    return job;
  },
}));

function countForEver(file: string): void {
  const sqlite = connectReader(file);
  sqlite.function('pause', { varargs: true }, () => 1);
  sqlite
    .prepare(
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE pause(i)) SELECT count(*) FROM n',
    )
    .get();
}
