import assert from 'node:assert/strict';
import { Clock } from '../../src/core/clock.ts';
import type { UserActor } from '../../src/model/people/actor.ts';
import { type CoreFixture, DAY, MINUTE, openCoreFixture, refuses } from '../support/accounts.ts';
import { newUser, onto, paths, putTo, write } from '../support/tree.ts';

describe('the clock', () => {
  const steps: number[] = [];
  let time = 0;
  let clock: Clock;

  beforeEach(() => {
    steps.length = 0;
    time = 1000 * DAY;
    clock = new Clock(() => time);
  });

  function pass(milliseconds: number): void {
    time += milliseconds;
    assert.equal(clock.now(), time);
  }

  it('may show anything until it is watched', () => {
    for (const by of [0, -DAY, 40 * DAY]) pass(by);
    clock.watch(undefined, (by) => steps.push(by));
    assert.deepEqual(steps, []);
  });

  it('tells when it was set', () => {
    clock.watch(time, (by) => steps.push(by));
    for (const by of [1, DAY, -1000, DAY + 1, -1001, -DAY]) pass(by);
    assert.deepEqual(steps, [DAY + 1, -1001, -DAY]);
  });

  it('tells when it was set before it was watched', () => {
    clock.watch(time + DAY, (by) => steps.push(by));
    assert.deepEqual(steps, [-DAY]);
  });
});

describe('when the clock is set', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let file: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    file = await write(core.dms, ann, 'file');
    core.dms.housekeeping.recover();
  });
  afterEach(() => core.close());

  /** Changes are made in the order in which they come. */
  const changesMade = () => core.database.transaction(() => undefined);

  /** The clock is set, and the service looks at it, as it does every few seconds. */
  async function set(by: number): Promise<void> {
    core.pass(by);
    core.dms.housekeeping.lookAtClock();
    await changesMade();
  }

  /** The service is stopped, the clock is set, and the service starts again. */
  async function setDuringStop(by: number): Promise<CoreFixture['dms']> {
    core.pass(by);
    const dms = core.again();
    dms.housekeeping.recover();
    await changesMade();
    return dms;
  }

  describe('back,', () => {
    const write60 = (): Promise<unknown> => putTo(core.dms, ben, onto(core.dms, ben, file), 'by ben');

    async function lockFor60Seconds(): Promise<void> {
      await core.dms.shares.create(ann, { entryId: file, users: ['ben'], permissions: 3 });
      const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
      await core.dms.lockCreation.create(ann, file, request);
    }

    it('a lock of 60 seconds lasts for 60 seconds more at most', async () => {
      await lockFor60Seconds();
      await set(-DAY);
      core.pass(59_000);
      await refuses(write60, 'locked');
      core.pass(1000);
      await write60();
    });

    it('a lock of 60 seconds does so, too, if the service was stopped meanwhile', async () => {
      await lockFor60Seconds();
      await setDuringStop(-DAY);
      core.pass(60_000);
      await write60();
    });

    it('an upload to a vacated name that has expired still starts a new document', async () => {
      await core.dms.entries.remove(ann, { path: ['file'] });
      for (let hour = 0; hour < 4; hour += 1) await set(60 * MINUTE);
      await set(-240 * MINUTE);
      const options = { continuesHistory: true };
      const { document } = await putTo(core.dms, ann, { folderId: 0, name: 'file' }, 'new', options);
      assert.notEqual(document.id, file);
    });

    it('a name that is remembered still is', async () => {
      await core.dms.entries.remove(ann, { path: ['file'] });
      await set(-DAY);
      core.pass(14 * MINUTE);
      const options = { continuesHistory: true };
      const { document } = await putTo(core.dms, ann, { folderId: 0, name: 'file' }, 'new', options);
      assert.equal(document.id, file);
    });

    it('the activity says so, once', async () => {
      await set(-DAY);
      await setDuringStop(0);
      const told = core.actions().filter((action) => action.startsWith('clock'));
      assert.deepEqual(told, ['clock_set_back by 86400 seconds']);
    });
  });

  describe('ahead,', () => {
    beforeEach(() => core.dms.entries.remove(ann, file));

    it('the trash is not purged for a day', async () => {
      await set(31 * DAY);
      await write(core.dms, await core.session('ann'), 'other');
      for (let hour = 0; hour < 24; hour += 1) {
        assert.equal((await core.dms.housekeeping.tidy()).deletions, 0);
        core.pass(60 * MINUTE);
      }
      assert.equal((await core.dms.housekeeping.tidy()).deletions, 1);
    });

    it('by the first tidying that notices it, the trash is not purged', async () => {
      core.pass(31 * DAY);
      assert.equal((await core.dms.housekeeping.tidy()).deletions, 0);
    });

    it('while the service is stopped, the trash is not purged either', async () => {
      const dms = await setDuringStop(31 * DAY);
      assert.equal((await dms.housekeeping.tidy()).deletions, 0);
      const returned = await core.session('ann');
      await dms.trash.restore(returned, file);
      assert.deepEqual(await paths(dms, returned), ['file']);
    });

    it('and back again, the trash is kept as long as before', async () => {
      await set(31 * DAY);
      await set(-31 * DAY);
      for (let day = 0; day < 29; day += 1) await set(DAY);
      assert.equal((await core.dms.housekeeping.tidy()).deletions, 0);
      await set(DAY);
      assert.equal((await core.dms.housekeeping.tidy()).deletions, 1);
    });
  });
});
