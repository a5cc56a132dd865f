import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../../../scripts/crash/random.ts';
import { BackupReader } from '../../../src/upkeep/backup/backup.ts';
import { RESTORE_MARKER } from '../../../src/upkeep/restore-marker.ts';
import { contentsIn, filesIn, largeContent, sha256Of } from '../../support/backups.ts';
import { dms, ServiceProcess } from '../../support/process.ts';
import { DMS } from '../../support/program.ts';
import { basic, DavClient } from '../../webdav/client.ts';

/** Maximum number of commands that may finish before they are interrupted. */
const MOST_TRIES = 20;

/**
 * Defines the tests of `dms backup` and `dms restore` that are interrupted at random moments.
 * @param seed seed of the moments
 * @param documents number of documents of the office at first
 * @param kills number of killed backups; a quarter as many restores are killed, at least one of them in its middle
 */
export function testInterruptions(seed: number, documents: number, kills: number): void {
  const random = new Random(seed);
  let service: ServiceProcess;
  let dav: DavClient;
  let folder: string;
  let destination: string;
  let written = 0;

  beforeEach(async () => {
    service = await ServiceProcess.start({ isReading: false });
    const { token } = await service.createAdmin('anna', 'a long enough password');
    dav = new DavClient(service.port, basic('anna', token));
    // On another file system contents are copied, which takes longer than linking.
    folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'dms-interrupted-'));
    destination = join(folder, 'backups');
    written = 0;
    for (let index = 0; index < documents; index += 1) await put();
  });
  afterEach(async () => {
    await service.dispose();
    await rm(folder, { recursive: true });
  });

  async function put(): Promise<void> {
    written += 1;
    const body = written % 2 === 0 ? `small ${written}` : largeContent(String(written));
    await dav.expect(201, 'PUT', `/${written}`, { body });
  }

  /** Starts a command, and sends it a signal some time after it has created a file, unless it has ended by then. */
  async function interrupted(args: readonly string[], mark: string, signal: NodeJS.Signals) {
    const child = spawn(DMS.file, [...DMS.args, ...args, '--quiet'], {
      cwd: service.directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const closed = once(child, 'close');
    const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
    while (isRunning() && !existsSync(mark)) await pause(2);
    const began = performance.now();
    // Short waits are as likely as long ones, because the duration of the work depends on the machine.
    const wait = 2 ** (10 * random.next());
    while (isRunning() && performance.now() - began < wait) await pause(1);
    child.kill(signal);
    await closed;
    return { code: child.exitCode, stderr };
  }

  /** A file that exists while a backup runs. */
  const mark = (): string => join(destination, 'incoming', 'unfinished');
  const verify = () =>
    BackupReader.use(destination, (reader) => reader.verify({ deep: true, report: () => undefined }));

  it(`by kill -9 at ${kills} moments of a backup leave the earlier ones whole, and the next one succeeds`, async () => {
    const backup = ['backup', destination, '--keep', '3'];
    await service.command(backup);
    for (let kill = 0; kill < kills; kill += 1) {
      for (let index = 0; index < 4; index += 1) await put();
      const before = await readdir(join(destination, 'snapshots'));
      await interrupted(backup, mark(), 'SIGKILL');
      const { snapshots, faults } = await verify();
      assert.deepEqual(faults, []);
      assert.ok(snapshots >= Math.min(3, before.length), `${snapshots} are left of ${before.length}`);
    }
    await service.command([...backup, '--verify', '--deep']);
    assert.deepEqual(await readdir(join(destination, 'incoming')), []);
    const directory = join(folder, 'restored');
    await service.command(['restore', destination, '--data-dir', directory]);
    const contents = await contentsIn(directory);
    assert.equal(contents.size, written);
    for (const [sha256, bytes] of contents) assert.equal(sha256Of(bytes ?? ''), sha256);
  });

  it('by SIGTERM leave nothing of a backup, say so, and end with 1', async () => {
    await service.command(['backup', destination]);
    const before = await filesIn(destination);
    const ends = new Set<number | null>();
    for (let trial = 0; trial < MOST_TRIES && !ends.has(1); trial += 1) {
      for (let index = 0; index < 30; index += 1) await put();
      const { code, stderr } = await interrupted(['backup', destination], mark(), 'SIGTERM');
      ends.add(code);
      if (code !== 1) continue;
      assert.equal(stderr, 'dms: the backup was interrupted\n');
      assert.deepEqual((await verify()).faults, []);
      assert.deepEqual(await readdir(join(destination, 'incoming')), []);
    }
    assert.ok(ends.has(1), `no backup was interrupted: ${[...ends].join()}`);
    const after = await filesIn(destination);
    assert.deepEqual(
      before.filter((file) => !after.includes(file)),
      [],
    );
  });

  it('by kill -9 in a restore leave a directory that is not served, and the next one goes on', async () => {
    await service.command(['backup', destination]);
    let halves = 0;
    for (let kill = 0; kill < kills / 4 || halves === 0; kill += 1) {
      assert.ok(kill < kills + MOST_TRIES, 'no restore was interrupted in the middle');
      const directory = join(folder, `restored-${kill}`);
      const restore = ['restore', destination, '--data-dir', directory];
      await interrupted(restore, join(directory, RESTORE_MARKER), 'SIGKILL');
      if (existsSync(join(directory, RESTORE_MARKER))) {
        halves += 1;
        const served = await dms(['serve', '--port', '0', '--data-dir', directory]);
        assert.equal(served.code, 1, served.stderr);
        assert.match(
          served.stderr,
          /is incomplete: run "dms restore" again to continue the interrupted restore/,
        );
      }
      if (!existsSync(join(directory, 'dms.sqlite')) || existsSync(join(directory, RESTORE_MARKER)))
        await service.command(restore);
      const contents = await contentsIn(directory);
      assert.equal(contents.size, written);
      for (const [sha256, bytes] of contents) assert.equal(sha256Of(bytes ?? ''), sha256);
    }
  });
}
