// Would catch a command of an administrator that works only while the machine is idle, or does not give way to requests.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import BetterSqlite from 'better-sqlite3';
import { ServiceProcess } from '../../support/process.ts';
import { DMS } from '../../support/program.ts';
import { waiter } from '../../support/until.ts';

/** As sched(7) numbers it. */
const SCHED_OTHER = 0;
const NICENESS = 3;

/** Niceness and policy of a process: fields 19 and 41 of proc_pid_stat(5). */
function scheduling(pid: number): { niceness: number; policy: number } {
  const [, fields = ''] = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(') ');
  const values = fields.split(' ').map(Number);
  return { niceness: values[16] ?? -1, policy: values[38] ?? -1 };
}

describe('long work of an administrator', () => {
  let service: ServiceProcess;
  before(async () => {
    service = await ServiceProcess.start();
    await service.createAdmin('anna', 'a long enough password');
    await mkdir(join(service.directory, 'in'));
    await writeFile(join(service.directory, 'in', 'plan.txt'), 'plan');
  });
  after(() => service.dispose());

  for (const args of [
    ['backup', 'backups'],
    ['import', 'in', '/Office', '--as', 'anna'],
  ])
    it(`gives way to requests, and still gets its share: dms ${args.join(' ')}`, async () => {
      // While the database is locked, the command waits.
      const other = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
      other.exec('BEGIN IMMEDIATE');
      const child = spawn(DMS.file, [...DMS.args, ...args], { cwd: service.directory, stdio: 'ignore' });
      const ended = once(child, 'exit');
      const { pid = 0 } = child;
      try {
        await waiter(() => JSON.stringify(scheduling(pid)))(() => scheduling(pid).niceness !== 0);
        assert.deepEqual(scheduling(pid), { niceness: NICENESS, policy: SCHED_OTHER });
      } finally {
        other.exec('ROLLBACK');
        other.close();
      }
      await ended;
      assert.equal(child.exitCode, 0);
    });

  it('is not refused to a process of a lower priority, as cron may start one, which only root may raise', async () => {
    const unprivileged = userInfo().uid === 0 ? ['setpriv', '--bounding-set=-sys_nice'] : [];
    const command = ['-n', '10', ...unprivileged, DMS.file, ...DMS.args, 'backup', 'backups'];
    const { stdout } = await promisify(execFile)('nice', command, { cwd: service.directory });
    assert.match(stdout, /: 1 version, /);
  });
});
