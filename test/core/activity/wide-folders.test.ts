import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { ActivityTable } from '../../../src/storage/accounts/activity/activities.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

/** Members of one folder, which are folders. */
const FOLDERS = 12_000;
/** Most of them that are found before others run. */
const AT_ONCE = 5000;

describe('the activity in a folder with very many folders', () => {
  const NAMES = ['listFoldersIn', 'listFoldersAfter'] as const;
  const real = NAMES.map((name): unknown => Reflect.get(ActivityTable.prototype, name));
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  after(async () => {
    for (const [index, name] of NAMES.entries()) Reflect.set(ActivityTable.prototype, name, real[index]);
    await core.close();
  });

  it('is found in all of them, some at a time', async () => {
    const wide = await makeFolder(core.dms, ann, 'wide');
    core.database
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${FOLDERS})
         INSERT INTO entries (parent_id, is_folder, name, name_key, sort_key, created_at, updated_at)
         SELECT ${wide}, 1, i, i, i, 0, 0 FROM n`,
      )
      .run();
    const ids = core.database.prepare<[number], number>('SELECT id FROM entries WHERE parent_id = ?').pluck();
    for (const folder of ids.all(wide).filter((_, index) => index % 1000 === 0))
      await write(core.dms, ann, 'file', 'x', folder);
    await core.dms.shares.create(ann, { entryId: wide, users: ['ben'], permissions: 1 });
    const found: number[] = [];
    for (const [index, name] of NAMES.entries())
      Reflect.set(ActivityTable.prototype, name, function (this: ActivityTable, ...values: unknown[]) {
        const method = real[index];
        assert.ok(typeof method === 'function');
        const some: unknown[] = Reflect.apply(method, this, values);
        found.push(some.length);
        return some;
      });
    const { total } = await core.dms.activity.list(ben, { action: 'upload' }, PAGE);
    assert.equal(total, FOLDERS / 1000);
    assert.ok(Math.max(...found) <= AT_ONCE, `${Math.max(...found)} at once`);
    assert.ok(found.reduce((sum, count) => sum + count) >= FOLDERS);
  });
});
