// Would catch a command that takes back too much, too little, or cannot be taken back, beside a running service.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Browser } from '../../rest/browser.ts';
import { dms, type Finished, ServiceProcess } from '../../support/process.ts';
import { DMS } from '../../support/program.ts';

const PASSWORD = 'a long enough password';

describe('dms undo', () => {
  let service: ServiceProcess;
  let anna: Browser;
  let plan: { id: number };

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    await service.createAdmin('root', PASSWORD);
    const root = new Browser(service);
    await root.signIn({ login: 'root', password: PASSWORD });
    const account = { login: 'anna', name: 'Anna', email: 'anna@example.org', password: PASSWORD };
    await root.post('/users', account).expect(201);
    anna = new Browser(service);
    await anna.signIn({ login: 'anna', password: PASSWORD });
    plan = (await anna.post('/folders', { folder_id: 0, name: 'Plans' }).expect(201)).body.data;
  });
  after(() => service.dispose());

  async function undo(code: number, ...args: string[]): Promise<Finished> {
    const finished = await dms(['undo', ...args], { cwd: service.directory });
    assert.equal(finished.code, code, finished.stderr);
    return finished;
  }

  const nameNow = async () => (await anna.get(`/folders/${plan.id}`).expect(200)).body.data.name;

  it('takes back what a user did since a time, while the service runs', async () => {
    const since = new Date().toISOString();
    await anna.patch(`/folders/${plan.id}`, { name: 'Plans.locked' }).expect(200);
    const { id } = (await anna.post('/folders', { folder_id: 0, name: 'READ ME' }).expect(201)).body.data;

    const dry = await undo(0, '--login', 'anna', '--since', since, '--dry-run');
    assert.match(dry.stdout, /would put back: Plans\.locked\n.*would put back 2 entries, and leave 0\n$/s);
    assert.equal(await nameNow(), 'Plans.locked');

    const done = JSON.parse((await undo(0, '--login', 'ANNA', '--since', since, '--json')).stdout);
    assert.deepEqual([done.total, done.reverted, done.skipped, done.notes], [2, 2, 0, []]);
    assert.equal(await nameNow(), 'Plans');
    await anna.get(`/folders/${id}`).expect(404);

    assert.match((await undo(0, '--undo', String(done.id))).stdout, /put back 2 entries, left 0/);
    assert.equal(await nameNow(), 'Plans.locked');
    const elsewhere = await undo(0, '--login', 'anna', '--since', '1h', '--folder', 'root:/');
    assert.match(elsewhere.stdout, /put back 0 entries/);
  });

  it('says how it is continued when a signal ends it', async () => {
    const { id: place } = (await anna.post('/folders', { folder_id: 0, name: 'Many' }).expect(201)).body.data;
    const since = new Date().toISOString();
    for (let number = 0; number < 300; number += 1)
      await anna.post('/folders', { folder_id: place, name: String(number) }).expect(201);
    const database = new Database(join(service.directory, 'data', 'dms.sqlite'));
    const running = database
      .prepare<[], number>('SELECT id FROM undos WHERE ended_at IS NULL AND reverted > 0 ORDER BY id DESC')
      .pluck();
    const newest = database.prepare<[], number>('SELECT max(id) FROM undos').pluck();
    /** @returns the id of the undo that was interrupted; undefined if it ended first, which a busy machine allows */
    async function interrupt(args: readonly string[]): Promise<number | undefined> {
      const child = spawn(DMS.file, [...DMS.args, 'undo', ...args], { cwd: service.directory });
      const closed = once(child, 'close');
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      while (running.get() === undefined && child.exitCode === null) await sleep(1);
      // While this connection may write, the undo cannot end before the signal reaches it.
      database.exec('BEGIN IMMEDIATE');
      const id = running.get();
      if (id !== undefined) child.kill('SIGINT');
      await sleep(100);
      database.exec('ROLLBACK');
      const end = await closed;
      if (id === undefined) return undefined;
      assert.deepEqual(end, [null, 'SIGINT']);
      assert.match(stderr, new RegExp(`continue it with "dms undo --resume ${String(id)}"`));
      return id;
    }
    try {
      let id = await interrupt(['--login', 'anna', '--since', since]);
      while (id === undefined) id = await interrupt(['--undo', String(newest.get())]);
      assert.match((await undo(0, '--resume', String(id))).stdout, /put back 300 entries, left 0/);
    } finally {
      database.close();
    }
  });

  it('refuses what it does not understand', async () => {
    for (const args of [
      [],
      ['--login', 'anna'],
      ['--login', 'anna', '--since', 'yesterday'],
      ['--login', 'anna', '--since', '1h', '--token', 'x'],
      ['--undo', '1', '--since', '1h'],
      ['--login', 'anna', '--since', '1h', '--as', 'anna'],
    ])
      await undo(2, ...args);
    assert.match((await undo(1, '--login', 'nobody', '--since', '1h')).stderr, /nobody/);
    await undo(1, '--undo', '99');
  });
});
