import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { UserActor } from '../../src/model/people/actor.ts';
import { type CoreFixture, DAY, MINUTE, openCoreFixture, refuses } from '../support/accounts.ts';
import { makeFolder, newUser, putTo, write } from '../support/tree.ts';

describe('tidying', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  const tidy = () => core.dms.housekeeping.tidy();

  it('forgets sessions that have ended, no others', async () => {
    core.pass(DAY);
    await core.session('ann');
    const sessions = () => core.database.prepare('SELECT id FROM sessions').all().length;
    await tidy();
    assert.equal(sessions(), 3);
    core.pass(29 * DAY);
    await tidy();
    assert.equal(sessions(), 1);
  });

  it('keeps the name of a share for a month after its end', async () => {
    const folder = await makeFolder(core.dms, ann, 'Docs');
    const share = { entryId: folder, users: ['ben'], permissions: 15 };
    await core.dms.shares.remove(ann, (await core.dms.shares.create(ann, share)).id);
    const take = () => core.dms.folders.create(ben, { path: ['Docs'] });
    // What has ended is noticed by the first tidying; from then on the month counts.
    await tidy();
    core.pass(29 * DAY);
    await tidy();
    await refuses(take, 'parent_missing');
    core.pass(DAY);
    await tidy();
    ben = await core.session('ben');
    await take();
  });

  it('keeps a name that a program has vacated as long as it may save again', async () => {
    const id = await write(core.dms, ann, 'letter');
    await core.dms.entries.remove(ann, { path: ['letter'] });
    core.pass(15 * MINUTE - 1);
    await tidy();
    const options = { continuesHistory: true };
    const { document } = await putTo(core.dms, ann, { folderId: 0, name: 'letter' }, 'new', options);
    assert.equal(document.id, id);
  });
});

describe('when the service stops', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  it('nothing more is purged because of its age', async () => {
    await core.dms.entries.remove(ann, await write(core.dms, ann, 'file'));
    core.pass(30 * DAY);
    core.dms.housekeeping.stop();
    assert.equal((await core.dms.housekeeping.tidy()).deletions, 0);
    assert.equal((await core.again().housekeeping.tidy()).deletions, 1);
  });
});

describe('a report of health', () => {
  it('is good for a second', async () => {
    const core = await openCoreFixture();
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { health } = core.dms;
      assert.equal((await health.check()).ok, true);
      core.database.prepare('PRAGMA query_only = 1').run();
      mock.timers.tick(999);
      assert.equal((await health.check()).ok, true);
      mock.timers.tick(1);
      assert.equal((await health.check()).ok, false);
    } finally {
      mock.timers.reset();
      core.database.prepare('PRAGMA query_only = 0').run();
      await core.close();
    }
  });
});
