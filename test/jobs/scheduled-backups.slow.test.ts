import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupStatus } from '../../src/core/backup-status.ts';
import { createContext } from '../../src/core/context.ts';
import { ScheduledBackups } from '../../src/jobs/scheduled-backups.ts';
import { createLogger } from '../../src/log.ts';
import { BackupResults } from '../../src/storage/backup-results.ts';
import { type CoreFixture, MINUTE, openCoreFixture, SYSTEM } from '../support/accounts.ts';
import { nodeWith } from '../support/renditions/render-settings.ts';
import { waiter } from '../support/until.ts';

/** A name with all that a shell could take for something else. */
const SNAPSHOT = `/srv/my "backup"/$(touch pwned) '; exit 3 #.json`;

describe('scheduled backups', () => {
  let core: CoreFixture;
  let folder: string;
  let job: ScheduledBackups | undefined;
  let status: BackupStatus;
  let lines: Record<string, unknown>[];

  beforeEach(async () => {
    core = await openCoreFixture();
    folder = await mkdtemp(join(tmpdir(), 'dms-backups-'));
    job = undefined;
    lines = [];
  });
  afterEach(async () => {
    await job?.stop();
    await core.close();
    await rm(folder, { recursive: true });
  });

  const results = () => new BackupResults(core.database);
  const failure = () =>
    results()
      .list()
      .find(({ outcome }) => outcome === 'failure');

  /**
   * Starts the job with a program in the place of `dms backup`.
   * @param program JavaScript that finds `folder` and `snapshot`
   * @param untilNextMs until the next time of the schedule, which comes every minute
   */
  function start(
    program: string,
    { after = '', untilNextMs = 30_000, schedule = '* * * * *' } = {},
  ): ScheduledBackups {
    const shift = MINUTE - untilNextMs - (Date.now() % MINUTE);
    const now = () => Date.now() + shift;
    const destination = {
      write: (line: string) => {
        lines.push(JSON.parse(line));
      },
    };
    const log = createLogger({ level: 'info', format: 'json', destination });
    const context = createContext({ now, randomBytes, log }, core.database, core.dataDirectory);
    const script = `const folder = ${JSON.stringify(folder)}, snapshot = ${JSON.stringify(SNAPSHOT)};
      const { appendFileSync, writeFileSync } = require('node:fs');
      const made = () => console.log(JSON.stringify({ path: snapshot }));
      appendFileSync(folder + '/starts', 'x');
      ${program}`;
    const settings = {
      launch: nodeWith(['--eval', script]),
      destination: '/srv/backup',
      after: after || undefined,
      againMs: 100,
    };
    const plan = { destination: '/srv/backup', schedule: schedule || undefined };
    status = new BackupStatus(context, plan);
    job = new ScheduledBackups(status, settings, log, now);
    job.start();
    return job;
  }

  const until = waiter(() => JSON.stringify(lines));

  const said = (message: string) => lines.filter(({ msg }) => msg === message);
  const inFolder = (name: string) => readFile(join(folder, name), 'utf8');
  const starts = async () => (existsSync(join(folder, 'starts')) ? (await inFolder('starts')).length : 0);

  async function succeedJustNow(): Promise<void> {
    const at = Date.now() + MINUTE;
    await core.database.transaction(() =>
      results().record({ outcome: 'success', at, destination: '/srv/backup', detail: 'a snapshot' }),
    );
  }

  it('make up for a missed time at the start, and at once when there was never a backup', async () => {
    start('made()');
    await until(() => said('backup made').length === 1);
    assert.equal(said('backup made')[0]?.['snapshot'], SNAPSHOT);
  });

  it('are made at the time of the schedule, by a process that gives way, and still gets its share', async () => {
    await succeedJustNow();
    start(`writeFileSync(folder + '/priority', String(require('node:os').getPriority())); made()`, {
      untilNextMs: 400,
    });
    assert.equal(await starts(), 0);
    await until(() => said('backup made').length === 1);
    assert.equal(Number(await inFolder('priority')), 3);
    assert.equal(failure(), undefined);
  });

  it('are made one at a time: a time that comes meanwhile is left out', async () => {
    start('setTimeout(made, 1500)', { untilNextMs: 700 });
    await until(() => said('backup made').length === 1);
    await sleep(500);
    assert.equal(await starts(), 1);
  });

  it('are made when an administrator asks, also without a schedule, and only one at a time', async () => {
    start('setTimeout(made, 300)', { schedule: '' });
    await sleep(200);
    assert.equal(await starts(), 0);
    assert.equal(status.overview(SYSTEM).runningSince, undefined);
    const first = status.request(SYSTEM);
    assert.deepEqual(status.request(SYSTEM), { ...first, isNew: false });
    assert.equal(status.overview(SYSTEM).runningSince, first.startedAt);
    await until(() => status.overview(SYSTEM).runningSince === undefined);
    assert.equal(said('backup made').length, 1);
    assert.ok(status.request(SYSTEM).isNew);
    await until(() => said('backup made').length === 2);
  });

  it('wait for another one to the same folder, which is no failure', async () => {
    const program = `if (require('node:fs').readFileSync(folder + '/starts').length < 3) {
        console.error('dms: another backup to /srv/backup is running');
        process.exit(75);
      }
      made();`;
    start(program, { after: `touch '${folder}/after'` });
    await until(() => said('backup.after has run').length === 1);
    assert.equal(await starts(), 3);
    assert.equal(said('the backup waits until another backup has ended').length, 2);
    assert.equal(failure(), undefined);
  });

  it('leave the reason of a failure in the log and the database, and go on at the next time', async () => {
    const program = `console.error('dms: warning: a key is not known');
      console.error('{"level":50,"msg":"a log line","message":"no reason"}');
      console.error('{"message":"the disk of /srv/backup is full","exit_code":1}'); process.exit(1)`;
    start(program, { untilNextMs: 1000 });
    await until(() => said('the backup failed').length === 2);
    assert.equal(failure()?.detail, 'the disk of /srv/backup is full');
    assert.equal(failure()?.destination, '/srv/backup');
  });

  it('say how the process ended that could give no reason', async () => {
    start(`process.kill(process.pid, 'SIGKILL')`);
    await until(() => failure() !== undefined);
    assert.equal(failure()?.detail, 'dms backup ended with SIGKILL');
  });

  it('are followed by the command, which gets the snapshot as one word, whatever its name', async () => {
    start('made()', { after: `cd '${folder}' && printf %s "$1" > got && echo sent && echo slow >&2` });
    await until(() => said('backup.after has run').length === 1);
    assert.equal(await inFolder('got'), SNAPSHOT);
    assert.equal(existsSync(join(folder, 'pwned')), false);
    const [line] = said('backup.after has run');
    assert.deepEqual([line?.['stdout'], line?.['stderr']], ['sent\n', 'slow\n']);
  });

  it('are whole also when the command after them fails, which is told', async () => {
    start('made()', { after: 'echo no network >&2; exit 7' });
    await until(() => failure() !== undefined);
    assert.equal(said('backup made').length, 1);
    assert.equal(failure()?.detail, 'the backup was made, but backup.after ended with 7');
    assert.equal(said('backup.after failed')[0]?.['stderr'], 'no network\n');
  });

  it('with faults, such as a missing content, are followed by the command, too, and are told', async () => {
    const program = `made(); console.error('{"message":"a content is missing","exit_code":3}'); process.exitCode = 3`;
    start(program, { after: `touch '${folder}/after'` });
    await until(() => failure() !== undefined);
    assert.equal(failure()?.detail, 'a content is missing');
    assert.ok(existsSync(join(folder, 'after')));
  });

  it('without success run no command', async () => {
    start('process.exit(1)', { after: `touch '${folder}/after'` });
    await until(() => said('the backup failed').length === 1);
    await job?.stop();
    assert.equal(existsSync(join(folder, 'after')), false);
  });

  it('end with the service, and are no failure then', async () => {
    const running = start(`setInterval(() => {}, 1000); writeFileSync(folder + '/pid', String(process.pid))`);
    await until(() => existsSync(join(folder, 'pid')));
    await running.stop();
    const pid = Number(await inFolder('pid'));
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    assert.equal(failure(), undefined);
    assert.equal(await starts(), 1);
  });

  it('end with the service also when they do not listen, and what the command after them started', async () => {
    const after = `trap '' TERM; while :; do printf x >> '${folder}/alive'; sleep 0.05; done & wait`;
    const running = start('made()', { after });
    await until(() => existsSync(join(folder, 'alive')));
    await running.stop();
    const { length } = await inFolder('alive');
    await sleep(300);
    assert.equal((await inFolder('alive')).length, length);
    assert.equal(failure(), undefined);
  });
});
