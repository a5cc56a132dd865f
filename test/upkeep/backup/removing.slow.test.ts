import assert from 'node:assert/strict';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import {
  NewFiles,
  Repository,
  removeUnnamed,
  type SnapshotName,
} from '../../../src/storage/repository/repository.ts';
import { BackupReader } from '../../../src/upkeep/backup/backup.ts';
import { UpkeepError } from '../../../src/upkeep/upkeep-error.ts';
import { DAY } from '../../support/accounts.ts';
import {
  type BackupFixture,
  contentsIn,
  filesIn,
  flipByte,
  largeContent,
  openBackupFixture,
  purgeLongAgo,
  sha256Of,
} from '../../support/backups.ts';
import { newUser, write } from '../../support/tree.ts';

describe('backups that are not kept', () => {
  let fixture: BackupFixture;
  let anna: UserActor;

  beforeEach(async () => {
    fixture = await openBackupFixture();
    anna = await newUser(fixture.core, 'anna');
  });
  afterEach(() => fixture.close());

  const put = (name: string): Promise<number> => write(fixture.core.dms, anna, name, largeContent(name));
  const snapshots = async (): Promise<string[]> =>
    (await readdir(join(fixture.destination, 'snapshots'))).map((file) => file.replace('.json', '')).sort();

  /** A backup of each of so many days, each with a document more. @returns their names */
  async function days(count: number): Promise<string[]> {
    const names: string[] = [];
    for (let day = 0; day < count; day += 1) {
      fixture.core.pass(DAY);
      await put(`${fixture.core.now()}`);
      names.push((await fixture.backUp()).snapshot);
      fixture.core.pass(1);
    }
    return names;
  }

  it('go with what only they name, and with nothing else', async () => {
    const gone = await put('gone');
    const names = await days(2);
    await purgeLongAgo(fixture.core, anna, gone);
    await fixture.core.dms.housekeeping.tidy();
    const before = await filesIn(fixture.destination);
    const { snapshot, removed, freed } = await fixture.backUp({ keep: '1', verify: 'all bytes' });
    assert.deepEqual(removed, names);
    assert.deepEqual(await snapshots(), [snapshot]);
    const after = await filesIn(fixture.destination);
    assert.ok(freed.files > 0 && before.some((file) => !after.includes(file)));
    assert.ok(!after.some((file) => file.endsWith(sha256Of(largeContent('gone')))));
    const { directory } = await fixture.restore();
    assert.equal((await contentsIn(directory)).size, 2);
    // What is not removed is needed: without any of these files the backup would not be whole.
    for (const file of after.filter((name) => /^(objects|blobs)\//.test(name))) {
      await flipByte(join(fixture.destination, file));
      assert.deepEqual((await fixture.verify(true)).faults.map((fault) => fault.file).slice(0, 1), [file]);
      await flipByte(join(fixture.destination, file));
    }
  });

  it('stay while somebody reads, and go with the next backup', async () => {
    const names = await days(2);
    await BackupReader.use(fixture.destination, async () => {
      const { snapshot, removed, notRemoved } = await fixture.backUp({ keep: '1' });
      assert.deepEqual(removed, []);
      assert.match(notRemoved?.reason ?? '', /^another process is reading the backups/);
      assert.deepEqual(await snapshots(), [...names, snapshot]);
    });
    fixture.core.pass(1);
    const { snapshot } = await fixture.backUp({ keep: '1' });
    assert.deepEqual(await snapshots(), [snapshot]);
  });

  it('are not read while they are being removed', async () => {
    await days(1);
    const lock = FileLock.acquire(join(fixture.destination, 'read.lock'));
    await assert.rejects(
      BackupReader.use(fixture.destination, (reader) => reader.snapshots()),
      (error) => error instanceof UpkeepError && error.fault === 'in use',
    );
    lock?.release();
    await fixture.restore();
  });

  it('are never the one that was just taken, also when the clock was set back', async () => {
    const names = await days(3);
    fixture.core.pass(-10 * DAY);
    const { snapshot } = await fixture.backUp({ keep: '1' });
    assert.deepEqual(await snapshots(), [snapshot, ...names]);
    const { directory } = await fixture.restore(snapshot);
    assert.equal((await contentsIn(directory)).size, 3);
  });

  it('are not those of the right time while some are left of a clock that was ahead', async () => {
    const take = async (count: number): Promise<string[]> => {
      const names: string[] = [];
      for (let day = 0; day < count; day += 1) {
        fixture.core.pass(DAY);
        names.push((await fixture.backUp()).snapshot);
      }
      return names;
    };
    const right = await take(3);
    fixture.core.pass(365 * DAY);
    const ahead = await take(2);
    fixture.core.pass(-367 * DAY);
    right.push(...(await take(1)));
    fixture.core.pass(DAY);
    const { snapshot, removed } = await fixture.backUp({ keep: '3' });
    assert.deepEqual(removed, right.slice(0, 2));
    assert.deepEqual(await snapshots(), [...right.slice(2), snapshot, ...ahead]);
    fixture.core.pass(370 * DAY);
    assert.equal((await fixture.backUp({ keep: '2' })).removed.length, 4, 'their time has come');
  });

  it('leave nothing behind for good when the process dies while it removes them', async () => {
    await days(2);
    const death = mock.method(Repository.prototype, 'remove', async (doomed: readonly SnapshotName[]) => {
      for (const { name } of doomed) await rm(join(fixture.destination, 'snapshots', `${name}.json`));
      throw new Error('the process died');
    });
    await assert.rejects(fixture.backUp({ keep: '1' }), /the process died/);
    death.mock.restore();
    assert.equal((await snapshots()).length, 1);
    fixture.core.pass(1);
    await fixture.backUp();
    assert.equal((await removeUnnamed(await Repository.open(fixture.destination))).files, 0);
  });

  it('stay, on the disk, where the process died before that and nobody knows what they are', async () => {
    const [first = ''] = await days(1);
    const dies = (): Promise<never> => Promise.reject(new Error('it died'));
    mock.method(Repository.prototype, 'publish', () => {
      mock.method(Repository.prototype, 'snapshots', dies);
      return dies();
    });
    await put('left');
    await assert.rejects(fixture.backUp(), /it died/);
    mock.restoreAll();
    await flipByte(join(fixture.destination, 'snapshots', `${first}.json`));
    const keep = mock.method(NewFiles.prototype, 'keep');
    const left = (await filesIn(fixture.destination)).filter((file) => /^(objects|blobs)\//.test(file));
    await fixture.backUp();
    const kept = keep.mock.calls.map(({ arguments: [path] }) => path);
    mock.restoreAll();
    for (const file of left) assert.equal(kept.includes(join(fixture.destination, file)), true, file);
  });

  for (const kind of ['manifest', 'list of pieces', 'list of contents'] as const)
    it(`stay while the ${kind} of a kept one is damaged, which is said`, async () => {
      await days(1);
      await put('more');
      const kept = await fixture.backUp();
      const { database, blobs } = kept.manifest;
      const [list = ''] = kind === 'list of pieces' ? database.lists : blobs.lists;
      const manifest = `snapshots/${kept.snapshot}.json`;
      const file = kind === 'manifest' ? manifest : `objects/${list.slice(0, 2)}/${list}`;
      await flipByte(join(fixture.destination, file));
      const before = await filesIn(fixture.destination);
      fixture.core.pass(DAY);
      await put('even more');
      const { snapshot, notRemoved, removed } = await fixture.backUp({ keep: '2d' });
      assert.deepEqual(removed, []);
      assert.equal(notRemoved?.isDamage, true);
      assert.ok(notRemoved.reason.includes(`${file} is damaged`), notRemoved.reason);
      const after = await filesIn(fixture.destination);
      assert.deepEqual(
        before.filter((name) => !after.includes(name)),
        [],
      );
      await rm(join(fixture.destination, manifest));
      fixture.core.pass(1);
      await fixture.backUp({ keep: '1' });
      assert.equal((await snapshots()).length, 1, 'the way that the message names leads on');
      assert.ok(!(await snapshots()).includes(snapshot));
    });

  it('and are damaged do not stop the next backup after one that was interrupted', async () => {
    const [name = ''] = await days(1);
    await flipByte(join(fixture.destination, 'snapshots', `${name}.json`));
    await writeFile(join(fixture.destination, 'incoming', 'unfinished'), '');
    const { snapshot } = await fixture.backUp();
    const { directory } = await fixture.restore(snapshot);
    assert.equal((await contentsIn(directory)).size, 1);
  });

  it('leave no more behind than a backup that was interrupted', async () => {
    await days(1);
    const before = await filesIn(fixture.destination);
    const left = join(fixture.destination, 'blobs', 'ab', 'cd');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'ab'.repeat(32)), 'left');
    await symlink('/nowhere', join(left, 'link'));
    await writeFile(join(fixture.destination, 'incoming', 'half'), 'half');
    await fixture.backUp({ keep: '1' });
    const now = await filesIn(fixture.destination);
    assert.ok(!now.some((file) => file.startsWith('blobs/ab/cd/') || file.startsWith('incoming/')));
    assert.deepEqual(
      before.filter((file) => file.startsWith('blobs/')),
      now.filter((file) => file.startsWith('blobs/')),
    );
  });
});
