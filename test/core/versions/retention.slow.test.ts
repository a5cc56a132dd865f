import assert from 'node:assert/strict';
import type { VersionRules } from '../../../src/core/versions/versions.ts';
import type { SystemActor, UserActor } from '../../../src/model/people/actor.ts';
import type { Query } from '../../../src/storage/database/long-queries.ts';
import {
  ALL_VERSIONS,
  type CoreFixture,
  DAY,
  MINUTE,
  openCoreFixture,
  refuses,
} from '../../support/accounts.ts';
import { lastingUser, lengthen, versionsOf } from '../../support/changes/versions.ts';
import { makeFolder, newUser, read, usageOf, write } from '../../support/tree.ts';

const HOUSEKEEPING: SystemActor = { kind: 'system', name: 'housekeeping' };

describe('retention of versions', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let contents: number;

  async function open(rules: Partial<VersionRules>): Promise<void> {
    core = await openCoreFixture(undefined, 'relaxed', 0, { ...ALL_VERSIONS, ...rules });
    ann = await lastingUser(core, 'ann');
    contents = 0;
  }
  afterEach(() => core.close());

  const numbers = (id: number) => versionsOf(core, ann, id).map(({ number }) => number);
  const tidy = async () => (await core.dms.housekeeping.tidy()).versions;
  const tidyAfter = (milliseconds: number) => {
    core.pass(milliseconds);
    return tidy();
  };
  const nextStep = async (steps: AsyncGenerator<number, void>) => (await steps.next()).value;

  /** Saves a document so many times, one after another. @returns its id */
  async function history(count: number, gap = 0, name = 'a.txt', folder = 0): Promise<number> {
    let id = 0;
    for (let number = 1; number <= count; number += 1) {
      contents += 1;
      id = await write(core.dms, ann, name, `content ${contents}`, folder);
      core.pass(gap);
    }
    return id;
  }

  async function longHistory(count: number, name = 'a.txt', folder = 0): Promise<number> {
    const id = await write(core.dms, ann, name, 'x', folder);
    lengthen(core, id, count - 1);
    return id;
  }

  it('keeps all without a rule', async () => {
    await open({});
    const id = await history(5, 400 * DAY);
    assert.equal(await tidy(), 0);
    assert.deepEqual([numbers(id).length, core.dms.versionRetention.preview().versions], [5, 0]);
  });

  it('counts the age of a version from when it was replaced', async () => {
    await open({ keepDays: 90 });
    const id = await history(1, 1000 * DAY);
    await history(2);
    assert.equal(await tidyAfter(90 * DAY - 1), 0);
    assert.equal(await tidyAfter(DAY), 2);
    assert.deepEqual(numbers(id), [3]);
  });

  for (const rules of [{ keepLast: 1 }, { keepDays: 1 }, { thin: true }]) {
    it(`keeps what was replaced less than a day ago: ${JSON.stringify(rules)}`, async () => {
      await open(rules);
      const id = await history(9);
      assert.equal(await tidyAfter(DAY - 1), 0);
      assert.equal(await tidyAfter(DAY), 8);
      assert.deepEqual(numbers(id), [9]);
    });
  }

  it('deletes only what no rule keeps', async () => {
    await open({ keepLast: 3, keepDays: 10 });
    const id = await history(5, DAY);
    assert.equal(await tidyAfter(5 * DAY), 0);
    assert.equal(await tidyAfter(DAY), 1);
    assert.equal(await tidyAfter(30 * DAY), 1);
    assert.deepEqual(numbers(id), [3, 4, 5]);
  });

  it('thins to the last version of each day, and of each week from Monday on after a month, in UTC', async () => {
    await open({ thin: true });
    // 31 January 2026, a Saturday, 12:00. The next days are saved three times each, the last one at 23:30.
    core.pass(11 * 60 * MINUTE + 30 * MINUTE - 2000);
    for (let day = 0; day < 10; day += 1) {
      await history(3, 1000);
      core.pass(DAY - 3000);
    }
    const [first] = core.database.prepare<[], number>('SELECT entry_id FROM documents').pluck().all();
    const id = first ?? 0;
    await tidyAfter(DAY);
    const days = [3, 6, 9, 12, 15, 18, 21, 24, 27, 30];
    assert.deepEqual(numbers(id), days);
    await tidyAfter(60 * DAY);
    // Sunday 1 February, Sunday 8 February, and the head.
    assert.deepEqual(numbers(id), [6, 27, 30]);
  });

  it('never deletes a version with a comment, and numbers stay', async () => {
    await open({ keepLast: 1 });
    const id = await history(4);
    await core.dms.versions.comment(ann, id, 2, 'as it was signed');
    assert.equal(await tidyAfter(DAY), 2);
    assert.deepEqual(numbers(id), [2, 4]);
    assert.equal(await read(core.dms, ann, id, 2), 'content 2');
    await refuses(() => core.dms.documents.open(ann, id, 3), 'not_found');
    await history(1);
    assert.deepEqual(numbers(id), [2, 4, 5]);
    await core.dms.versions.comment(ann, id, 2, '');
    assert.equal(await tidyAfter(DAY), 2);
    assert.deepEqual(numbers(id), [5]);
  });

  it('keeps a content that was restored, as its version is a new one', async () => {
    await open({ keepLast: 1 });
    const id = await history(3);
    await core.dms.versions.restore(ann, id, 1);
    assert.equal(await tidyAfter(DAY), 3);
    core.pass(DAY);
    await tidy();
    assert.deepEqual(numbers(id), [4]);
    assert.equal(await read(core.dms, ann, id), 'content 1');
  });

  it('looks once a day, and after a start', async () => {
    await open({ keepLast: 1 });
    const id = await history(4);
    for (const number of [1, 2]) await core.dms.versions.comment(ann, id, number, 'kept');
    assert.equal(await tidyAfter(DAY), 1);
    await core.dms.versions.comment(ann, id, 1, '');
    assert.equal(await tidyAfter(DAY - 1), 0);
    assert.equal(await tidyAfter(1), 1);
    await core.dms.versions.comment(ann, id, 2, '');
    assert.equal(await tidy(), 0);
    assert.equal((await core.again().housekeeping.tidy()).versions, 1);
  });

  it('deletes nothing for a day after the clock has jumped ahead', async () => {
    await open({ keepLast: 1 });
    core.dms.housekeeping.recover();
    await history(3);
    assert.equal(await tidyAfter(60 * DAY), 0);
    for (let hour = 0; hour < 23; hour += 1) assert.equal(await tidyAfter(60 * MINUTE), 0);
    assert.equal(await tidyAfter(60 * MINUTE), 2);
  });

  it('does not take for old what was replaced while the clock was far behind', async () => {
    await open({ keepDays: 30 });
    const id = await history(1);
    core.pass(-1000 * DAY);
    await history(2);
    core.pass(1000 * DAY);
    await tidyAfter(29 * DAY);
    assert.deepEqual(numbers(id), [1, 3]);
    await tidyAfter(DAY);
    assert.deepEqual(numbers(id), [3]);
  });

  it('makes room in the home of the owner, also from the trash and from a shared folder', async () => {
    await open({ keepLast: 1 });
    const ben = await lastingUser(core, 'ben');
    const folder = await makeFolder(core.dms, ann, 'folder');
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
    for (const content of ['one', 'two!']) await write(core.dms, ben, 'b.txt', content, folder);
    for (const content of ['three', 'four!!']) await write(core.dms, ann, 'c.txt', content, folder);
    await core.dms.entries.remove(ann, folder);
    assert.deepEqual(core.dms.versionRetention.preview(), { versions: 0, bytes: 0 });
    core.pass(DAY);
    assert.deepEqual(core.dms.versionRetention.preview(), { versions: 2, bytes: 8 });
    assert.equal(await tidy(), 2);
    const usage = usageOf(core.database).toSorted((a, b) => a.login.localeCompare(b.login));
    assert.deepEqual(usage, [
      { login: 'ann', counted: 10, held: 10 },
      { login: 'ben', counted: 0, held: 0 },
    ]);
  });

  it('takes from the folders of the office, too', async () => {
    await open({ keepLast: 1 });
    const admin = await newUser(core, 'root', { isAdmin: true });
    const { id: office } = await core.dms.folders.createSystem(admin, 'Office');
    for (const content of ['one', 'two']) await write(core.dms, admin, 'plan.txt', content, office);
    assert.equal(await tidyAfter(DAY), 1);
  });

  it('goes on in small steps, each of which leaves an activity, and stops with the service', async () => {
    await open({ keepLast: 1 });
    const id = await longHistory(451);
    core.pass(DAY);
    core.dms.housekeeping.stop();
    assert.equal(await tidy(), 200);
    assert.deepEqual(
      core.actions().at(-1),
      'version_delete a.txt, 200 versions from 1 to 200, retention period over',
    );
    assert.equal((await core.again().housekeeping.tidy()).versions, 250);
    assert.deepEqual(core.actions().slice(-2), [
      'version_delete a.txt, 200 versions from 201 to 400, retention period over',
      'version_delete a.txt, 50 versions from 401 to 450, retention period over',
    ]);
    assert.deepEqual(numbers(id), [451]);
  });

  it('takes several documents in one step', async () => {
    await open({ keepLast: 1 });
    for (const name of ['a', 'b', 'c']) await longHistory(100, name);
    core.pass(DAY);
    const steps = core.dms.versionRetention.run(HOUSEKEEPING, core.now());
    assert.deepEqual(await Array.fromAsync(steps), [190, 107]);
    assert.equal(core.actions().at(-1), 'version_delete c, 99 versions from 1 to 99, retention period over');
  });

  it('judges again in the transaction: a comment and a purge in between win', async () => {
    await open({ keepLast: 1 });
    const id = await longHistory(301);
    const gone = await history(3, 0, 'b.txt');
    core.pass(DAY);
    const steps = core.dms.versionRetention.run(HOUSEKEEPING, core.now());
    assert.equal(await nextStep(steps), 200);
    await core.dms.versions.comment(ann, id, 250, 'kept');
    await core.dms.entries.remove(ann, gone);
    await core.dms.trash.purge(ann, gone);
    assert.equal(await nextStep(steps), 99);
    assert.equal(await nextStep(steps), undefined);
    assert.deepEqual(numbers(id), [250, 301]);
  });

  it('leaves alone what is being moved to another home, so that both are counted right', async () => {
    await open({ keepLast: 1 });
    const folder = await makeFolder(core.dms, ann, 'large');
    await longHistory(4000, 'a.txt', folder);
    const ben = await lastingUser(core, 'ben');
    const target = await makeFolder(core.dms, ben, 'target');
    await core.dms.shares.create(ben, { entryId: target, users: ['ann'], permissions: 31 });
    core.pass(DAY);
    const { longQueries } = core.database;
    const real = longQueries.all.bind(longQueries);
    const meanwhile: number[] = [];
    let measured = 0;
    longQueries.all = async <Row>(query: Query) => {
      const rows = await real<Row>(query);
      // It is measured first while it can change, and again when it is frozen.
      if (query.sql.includes('height') && (measured += 1) === 2) meanwhile.push(await tidy());
      return rows;
    };
    await core.dms.entries.move(ann, folder, { folderId: target, name: 'large' });
    assert.deepEqual(meanwhile, [0]);
    assert.equal(await tidyAfter(DAY), 3999);
    const usage = usageOf(core.database).toSorted((a, b) => a.login.localeCompare(b.login));
    assert.deepEqual(usage, [
      { login: 'ann', counted: 0, held: 0 },
      { login: 'ben', counted: 1, held: 1 },
    ]);
  });

  it('leaves alone what is being purged', async () => {
    await open({ keepLast: 1 });
    const id = await longHistory(450);
    core.pass(DAY);
    await core.dms.entries.remove(ann, id);
    core.dms.housekeeping.stop();
    await core.dms.trash.purge(ann, id);
    const again = core.again();
    assert.ok(again.versionRetention.preview().versions > 0, 'nothing is left of it');
    assert.equal((await again.housekeeping.tidy()).versions, 0);
    assert.deepEqual(usageOf(core.database), [{ login: 'ann', counted: 0, held: 0 }]);
  });
});
