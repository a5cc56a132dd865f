import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../support/tree.ts';

describe('the log', () => {
  let core: CoreFixture;
  let admin: UserActor;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    admin = await newUser(core, 'root', { isAdmin: true });
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  it('has what users do to documents of others, whatever these are called', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 15 });
    const own = await write(core.dms, ben, 'own.tmp', 'x', folder);
    const other = await write(core.dms, ann, 'draft.tmp', 'x', folder);
    const before = core.actions().length;
    await putTo(core.dms, ben, onto(core.dms, ben, other), 'y');
    await core.dms.entries.remove(ben, other);
    await putTo(core.dms, ben, onto(core.dms, ben, own), 'y');
    await core.dms.entries.remove(ben, own);
    // Its owner deletes for good what another has made: there is no entry any more that tells whose it was.
    await core.dms.trash.purge(ann, own);
    assert.deepEqual(core.actions().slice(before), ['new_version draft.tmp, version 2', 'delete draft.tmp']);
  });

  it('tells what the command line did, and that no client did it', async () => {
    await core.dms.users.update(SYSTEM, ben.userId, { name: 'Benjamin' });
    const [{ user, ip } = assert.fail()] = (await core.dms.activity.list(admin, {}, PAGE)).items;
    assert.deepEqual([user, ip], ['command line', null]);
    const { total } = await core.dms.activity.list(admin, {}, { page: 1, perPage: 1 });
    assert.equal(total, core.actions().length);
  });

  it('is narrowed by what is asked for, whatever else is left open', async () => {
    await write(core.dms, ann, 'file');
    const query = { action: 'upload', user: undefined, after: undefined, before: undefined };
    const found = async (actor: UserActor, user?: string) => {
      const page = await core.dms.activity.list(actor, { ...query, user }, PAGE);
      return [page.total, ...page.items.map(({ details }) => details)];
    };
    assert.deepEqual(await found(admin), [1, 'file']);
    assert.deepEqual(await found(admin, 'ben'), [0]);
  });

  it('lets others have their turn while it is looked through', async () => {
    const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)';
    core.elsewhere(
      `${numbers} INSERT INTO activities (action, user_name, at, details) SELECT 'update', 'x', n, 'd' FROM n`,
    );
    let turns = 0;
    const take = () => {
      turns += 1;
      waiting = setImmediate(take);
    };
    let waiting = setImmediate(take);
    const found = await core.dms.activity.list(admin, { action: 'update', before: 9000 }, PAGE);
    clearImmediate(waiting);
    assert.deepEqual([found.total, found.isTotalLowerBound], [8999, undefined]);
    assert.ok(turns > 1, `${turns} turns`);
  });

  it('is counted up to 10,000, and goes on after that', async () => {
    const add = (count: number) =>
      core.elsewhere(
        `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
         INSERT INTO activities (action, user_name, at, details) SELECT 'update', 'x', n, n FROM n`,
      );
    const list = (action?: string, page = 1) =>
      core.dms.activity.list(admin, action === undefined ? {} : { action }, { page, perPage: 100 });
    add(10_000);
    const exact = await list('update');
    assert.deepEqual([exact.total, exact.isTotalLowerBound], [10_000, undefined]);
    add(50);
    for (const action of ['update', undefined]) {
      const { total, isTotalLowerBound } = await list(action);
      assert.deepEqual([total, isTotalLowerBound], [10_000, true]);
      const { items } = await list(action, 101);
      assert.equal(items[0]?.details, '50');
      assert.ok(items.length >= 50);
    }
  });

  it('notes the use of a token from nowhere nowhere', async () => {
    const { secret } = await core.token('ann', ['read']);
    const before = core.actions();
    assert.ok(core.dms.authentication.byToken(secret, null));
    assert.deepEqual(core.actions(), before);
  });
});
