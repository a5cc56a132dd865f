import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '../../rest/browser.ts';
import { dms, ServiceProcess } from '../../support/process.ts';
import { waiter } from '../../support/until.ts';
import { basic } from '../../webdav/client.ts';

describe('backups of a dms serve process by a schedule', () => {
  let folder: string;
  let dest: string;
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dms-scheduled-'));
    dest = join(folder, 'the backup');
    service = undefined;
  });
  afterEach(async () => {
    await service?.dispose();
    await rm(folder, { recursive: true });
  });

  /** @param schedule by default one whose next time is far away, so that only a missed backup is made */
  async function start(environment: Record<string, string> = {}): Promise<ServiceProcess> {
    service = await ServiceProcess.start({
      isReading: false,
      environment: { DMS_BACKUP_DEST: dest, DMS_BACKUP_SCHEDULE: '0 0 29 2 *', ...environment },
    });
    return service;
  }

  const until = waiter(() => service?.log ?? '');

  const snapshots = async () => (existsSync(dest) ? readdir(join(dest, 'snapshots')) : []);

  it('makes the first one at its start, keeps to the configuration, and restores from it', async () => {
    const running = await start({
      DMS_BACKUP_KEEP: '1',
      DMS_BACKUP_AFTER: `printf %s "$1" > '${folder}/path'`,
    });
    await running.createAdmin('ada', 'as safe as houses');
    await running.said(/"msg":"backup.after has run"/);
    const [manifest = ''] = await snapshots();
    assert.equal(await readFile(join(folder, 'path'), 'utf8'), join(dest, 'snapshots', manifest));
    const status = JSON.parse(await running.command(['status', '--json'], { DMS_BACKUP_DEST: dest }));
    assert.equal(`${String(status.last_backup.detail)}.json`, manifest);
    assert.equal(status.last_backup.destination, dest);
    assert.equal(status.last_backup_failure, null);
    assert.match(await running.command(['status']), /^last_backup +\d+ seconds? ago, .*the backup: /m);
    const restored = await dms(['restore', dest, '--data-dir', join(folder, 'again')]);
    assert.equal(restored.code, 0, restored.stderr);
  });

  it('makes one when an administrator asks, without a schedule', async () => {
    service = await ServiceProcess.start({ isReading: false, environment: { DMS_BACKUP_DEST: dest } });
    await service.createAdmin('ada', 'as safe as houses');
    const browser = new Browser(service);
    await browser.signIn({ login: 'ada', password: 'as safe as houses' });
    assert.equal((await browser.get('/backups').expect(200)).body.data.next_at, null);
    await browser.post('/backups').expect(201);
    await service.said(/"msg":"backup made"/);
    const state = async () => (await browser.get('/backups').expect(200)).body.data;
    await until(async () => (await state()).running_since === null);
    assert.deepEqual(await snapshots(), [`${(await state()).last.detail}.json`]);
  });

  it('makes none at a later start, as none is missed', async () => {
    const running = await start();
    await running.said(/"msg":"backup made"/);
    await running.kill('SIGTERM');
    await running.restart();
    await running.kill('SIGTERM');
    assert.equal((await snapshots()).length, 1);
    assert.equal(running.log.match(/"msg":"backup made"/g)?.length, 1);
  });

  it('warns in /healthz and says in dms status why one failed', async () => {
    await writeFile(dest, 'no folder');
    const running = await start();
    await running.said(/"msg":"the backup failed"/);
    // All that ask within a second share a report, and the test may have asked before the failure.
    await until(async () => {
      const response = await fetch(`${running.url}/healthz`);
      assert.equal(response.status, 200);
      const { warnings } = JSON.parse(await response.text());
      return warnings.includes('backup_failed');
    });
    const { last_backup, last_backup_failure, backup_warning } = JSON.parse(
      await running.command(['status', '--json']),
    );
    assert.deepEqual([last_backup, backup_warning], [null, 'backup_failed']);
    assert.match(last_backup_failure.detail, /is not a folder/);
  });

  it('ends it at once when the service is stopped, whatever requests still run', async () => {
    const alive = join(folder, 'alive');
    const running = await start({
      DMS_BACKUP_AFTER: `while :; do printf x >> '${alive}'; sleep 0.05; done`,
    });
    const { login, password } = await running.createAdmin('ada', 'as safe as houses');
    await until(() => existsSync(alive));
    const socket = connect(running.port, '127.0.0.1');
    const authorization = basic(login, password);
    const size = 2 ** 20;
    socket.write(
      `PUT /webdav/plan.txt HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: ${size}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(size - 1));
    await until(async () => (await readdir(join(running.dataDirectory, 'incoming'))).length > 0);
    running.signal('SIGTERM');
    await running.said(/"msg":"stopping"/);
    let length = -1;
    await until(async () => {
      const before = length;
      ({ length } = await readFile(alive));
      await sleep(300);
      return length === before;
    });
    const answer = once(socket, 'data');
    socket.write('.');
    assert.match(String(await answer), /^HTTP\/1.1 201 /);
    assert.deepEqual(await running.ended(), { code: 0, signal: null });
  });

  it('reads the configuration file that the service has', async () => {
    const office = join(folder, 'office');
    await mkdir(office);
    await writeFile(join(office, 'config.yaml'), `backup:\n  dest: '${dest}'\n  schedule: '@yearly'\n`);
    service = await ServiceProcess.start({ isReading: false, directory: office });
    await service.said(/"msg":"backup made"/);
    assert.equal((await snapshots()).length, 1);
  });

  it('tells the whole path of a folder that is given as a relative one', async () => {
    const office = join(folder, 'office');
    await mkdir(office);
    const backup = `  dest: '../${basename(dest)}'\n  schedule: '@yearly'\n  after: exit 4\n`;
    await writeFile(join(office, 'config.yaml'), `backup:\n${backup}`);
    service = await ServiceProcess.start({ isReading: false, directory: office });
    await service.said(/"msg":"backup.after failed"/);
    await until(async () => {
      const { last_backup_failure: failure } = JSON.parse(
        (await service?.command(['status', '--json'])) ?? '{}',
      );
      if (failure === null) return false;
      assert.equal(failure.destination, dest);
      return true;
    });
  });
});
