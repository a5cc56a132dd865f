import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupReader } from '../../../src/upkeep/backup/backup.ts';
import { UpkeepError } from '../../../src/upkeep/upkeep-error.ts';
import {
  type BackupFixture,
  contentsIn,
  filesIn,
  largeContent,
  openBackupFixture,
} from '../../support/backups.ts';
import { SMALL_DISK, SmallDisk } from '../../support/disk/small-disk.ts';
import { needs } from '../../support/needs.ts';
import { run } from '../../support/process.ts';
import { newUser, write } from '../../support/tree.ts';

/** A sentence that matches. */
const isFull = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UpkeepError, String(error));
  assert.match(error.message, pattern);
  return true;
};

describe('a full disk', function () {
  needs(this, ...SMALL_DISK);
  let fixture: BackupFixture;
  let disk: SmallDisk;

  async function mount(mebibytes: number): Promise<void> {
    fixture = await openBackupFixture();
    const anna = await newUser(fixture.core, 'anna');
    for (const name of ['a', 'b', 'c']) await write(fixture.core.dms, anna, name, largeContent(name));
    disk = await SmallDisk.mount(join(fixture.folder, 'disk'), mebibytes);
  }
  afterEach(async () => {
    await disk.unmount();
    await fixture.close();
  });

  it('is noticed before a backup writes anything, and the numbers are told', async () => {
    await mount(12);
    const destination = join(disk.path, 'backups');
    await assert.rejects(
      fixture.backUp({}, destination),
      isFull(
        /^\S+ has \d+ MiB free, and the backup needs \d+ MiB: free some space, or keep fewer backups \(--keep\)$/,
      ),
    );
    assert.deepEqual(
      (await filesIn(destination)).filter((file) => !file.endsWith('.lock')),
      ['repository.json'],
    );
  });

  for (const step of ['copying the database', 'storing contents', 'storing the database'])
    it(`while ${step} ends a backup and leaves the earlier ones`, async () => {
      await mount(64);
      const destination = join(disk.path, 'backups');
      const earlier = await fixture.backUp({}, destination);
      const anna = await newUser(fixture.core, 'ben');
      for (const name of ['d', 'e']) await write(fixture.core.dms, anna, name, largeContent(name));
      const before = await filesIn(destination);
      let isFilled = false;
      const report = (progress: { step: string }): void => {
        if (progress.step !== step || isFilled) return;
        isFilled = true;
        disk.fill();
      };
      await assert.rejects(
        fixture.backUp({ report }, destination),
        isFull(/backups is full: free some space/),
      );
      assert.deepEqual(await filesIn(destination), before);
      disk.empty();
      fixture.core.pass(1);
      const { verification } = await fixture.backUp({ verify: 'all bytes' }, destination);
      assert.deepEqual([verification?.snapshots, verification?.faults], [2, []]);
      assert.ok(existsSync(join(destination, 'snapshots', `${earlier.snapshot}.json`)));
    });

  it('ends a restore, which goes on when there is room', async () => {
    await mount(64);
    const { snapshot } = await fixture.backUp();
    const directory = join(disk.path, 'data');
    const restore = () =>
      BackupReader.use(fixture.destination, (reader) => reader.restore(snapshot, directory, () => undefined));
    disk.fill();
    await assert.rejects(restore(), isFull(/data is full: free some space/));
    assert.ok(!existsSync(join(directory, 'dms.sqlite')));
    disk.empty();
    assert.deepEqual((await restore()).damaged, []);
    assert.equal((await contentsIn(directory)).size, 3);
  });
});

describe('a full disk that is mounted at two places', function () {
  needs(this, ...SMALL_DISK);
  let disk: SmallDisk;
  let fixture: BackupFixture;
  let bound: string;

  before(async () => {
    disk = await SmallDisk.mount(await mkdtemp(join(tmpdir(), 'dms-bound-')), 64);
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = disk.path;
    fixture = await openBackupFixture();
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    bound = join(disk.path, 'bound');
    await mkdir(bound);
    await run('mount', ['--bind', fixture.folder, bound]);
  });
  after(async () => {
    await run('umount', [bound]);
    await fixture.close();
    await disk.unmount();
    await rm(disk.path, { recursive: true });
  });

  it('is noticed before a backup, as contents cannot be linked from one place to the other', async () => {
    const anna = await newUser(fixture.core, 'anna');
    await write(fixture.core.dms, anna, 'large', Buffer.alloc(26 * 2 ** 20, 1));
    await assert.rejects(
      fixture.backUp({}, join(bound, 'backups')),
      isFull(/has \d+ MiB free, and the backup needs 42 MiB/),
    );
  });
});
