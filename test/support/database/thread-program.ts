import { connectReader } from '../../../src/storage/connection/connection.ts';
import { serveJobs } from '../../../src/storage/threads/thread-jobs.ts';

/**
 * A thread controlled by the test's jobs: `end` exits, `fail` throws, `for ever` counts endlessly in SQLite; any other
 * word is returned.
 */
serveJobs((file) => ({
  run(job: string) {
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
