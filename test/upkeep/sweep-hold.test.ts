import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { UserActor } from '../../src/model/people/actor.ts';
import { NewFiles, Repository } from '../../src/storage/repository/repository.ts';
import { SweepHolds } from '../../src/storage/sweep-holds.ts';
import { SweepHold } from '../../src/upkeep/sweep-hold.ts';
import { MINUTE } from '../support/accounts.ts';
import {
  type BackupFixture,
  contentFile,
  largeContent,
  openBackupFixture,
  purgeLongAgo,
  sha256Of,
} from '../support/backups.ts';
import { newUser, write } from '../support/tree.ts';

/** A sentence for administrators: other errors are printed with their stack. */
const UNHELD = { name: 'UpkeepError', message: /may have been deleted/ };

describe('contents that are deleted during a backup', () => {
  let fixture: BackupFixture;
  let anna: UserActor;
  let source: string;
  let id: number;

  beforeEach(async () => {
    fixture = await openBackupFixture();
    anna = await newUser(fixture.core, 'anna');
    id = await write(fixture.core.dms, anna, 'a', largeContent('a'));
    source = contentFile(fixture.core.dataDirectory, sha256Of(largeContent('a')));
  });
  afterEach(() => fixture.close());

  const now = (): number => fixture.core.now();
  const holds = (): { expires_at: number }[] =>
    fixture.core.database.prepare<[], { expires_at: number }>('SELECT expires_at FROM sweep_holds').all();

  const purge = (): Promise<void> => purgeLongAgo(fixture.core, anna, id);

  it('are held no longer when the disk of the backup breaks, which lets go of nothing either', async () => {
    // No copy can be written where a folder is, and the folder is not removed as a file.
    const copy = join(fixture.folder, 'broken');
    mkdirSync(copy);
    mock.method(Repository.prototype, 'begin', () => {
      mock.method(NewFiles.prototype, 'temporary', () => copy);
      return Promise.resolve(false);
    });
    await assert.rejects(fixture.backUp());
    mock.restoreAll();
    assert.deepEqual(holds(), []);
  });

  it('stay until it has ended', async () => {
    const { core } = fixture;
    await purge();
    const hold = await SweepHold.begin(core.database, 'test', now);
    await core.dms.housekeeping.tidy();
    assert.ok(existsSync(source));
    hold.assertHeld();
    await hold.end();
    await core.dms.housekeeping.tidy();
    assert.ok(!existsSync(source));
  });

  it('are held from before the database is copied until the snapshot is there', async () => {
    const seen = new Map<string, number>();
    await fixture.backUp({ report: ({ step }) => void seen.set(step, holds().length) });
    assert.deepEqual(
      [...seen],
      [
        ['copying the database', 1],
        ['storing contents', 1],
        ['storing the database', 1],
      ],
    );
    assert.deepEqual(holds(), []);
  });

  it('are not held any more after a backup that failed', async () => {
    const report = (): void => {
      throw new Error('broken');
    };
    await assert.rejects(fixture.backUp({ report }), /broken/);
    assert.deepEqual(holds(), []);
  });

  it('are held for ten minutes by a backup that died', async () => {
    const { core } = fixture;
    const table = new SweepHolds(core.database);
    await purge();
    table.insert('died', now() + 10 * MINUTE);
    core.pass(10 * MINUTE - 1);
    await core.dms.housekeeping.tidy();
    assert.ok(existsSync(source));
    core.pass(1);
    await core.dms.housekeeping.tidy();
    assert.ok(!existsSync(source));
    await fixture.backUp();
    assert.deepEqual(holds(), [], 'nothing is left of it');
  });

  it('end a backup that could not hold them for all of the time', async () => {
    const report = ({ step }: { step: string }): void => {
      if (step === 'storing the database') fixture.core.pass(11 * MINUTE);
    };
    await assert.rejects(fixture.backUp({ report }), UNHELD);
    assert.deepEqual((await fixture.verify(false)).snapshots, 0);
  });

  it('are the reason that a backup gives which stood still, also where it comes upon a gap first', async () => {
    const report = ({ step }: { step: string }): void => {
      if (step !== 'storing contents') return;
      fixture.core.pass(11 * MINUTE);
      throw new Error('ENOENT: no such file or directory');
    };
    await assert.rejects(fixture.backUp({ report }), UNHELD);
    assert.deepEqual(holds(), []);
  });
});
