import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { ActivityTable } from '../../../src/storage/accounts/activity/activities.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../support/tree.ts';

const MANY = 5000;

/** Ann's folder `shared` is shared with Ben, `other` with Cem. */
describe('the activity of a document that was changed very often', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let cem: UserActor;
  let shared: number;
  let other: number;
  let id: number;

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    cem = await newUser(core, 'cem');
    shared = await makeFolder(core.dms, ann, 'shared');
    other = await makeFolder(core.dms, ann, 'other');
    await core.dms.shares.create(ann, { entryId: shared, users: ['ben'], permissions: 31 });
    await core.dms.shares.create(ann, { entryId: other, users: ['cem'], permissions: 1 });
    id = await write(core.dms, ann, 'log', 'x', shared);
    await write(core.dms, ann, 'ordinary', 'x', shared);
    const activities = new ActivityTable(core.database);
    const { userId, name: userName } = ann;
    const record = {
      action: 'update',
      userId,
      userLogin: 'ann',
      userName,
      entryId: id,
      isFolder: false,
    } as const;
    await core.database.transaction(() => {
      for (let at = 1; at <= MANY; at += 1)
        activities.insert({
          ...record,
          at,
          details: `no. ${at}`,
          fullDetails: null,
          data: null,
          fullData: null,
          subjectId: null,
          ip: null,
          tokenId: null,
          undoId: null,
        });
    });
  });
  after(() => core.close());

  const seen = async (actor: UserActor) => (await core.dms.activity.list(actor, { user: 'ann' }, PAGE)).total;
  const places = () =>
    core.database
      .prepare<[number], number>(
        'SELECT count(*) FROM activities WHERE entry_id = ? AND place_id IS NOT NULL',
      )
      .pluck()
      .get(id);

  it('is seen by who reads its folder, and the newest comes first', async () => {
    assert.deepEqual(core.database.prepare('SELECT entry_id FROM busy_documents').pluck().all(), [id]);
    assert.equal(places(), 0);
    const before = await seen(ben);
    assert.ok(before > MANY);
    await putTo(core.dms, ann, onto(core.dms, ann, id), 'another');
    assert.equal(await seen(ben), before + 1);
    const { items } = await core.dms.activity.list(ben, { user: 'ann' }, PAGE);
    assert.deepEqual([items[0]?.action, items[1]?.details], ['new_version', `no. ${MANY}`]);
    assert.equal(await seen(cem), await ofFolder(other));
  });

  it('follows it to another folder though no record changes', async () => {
    const [ofBen, ofCem] = [await seen(ben), await seen(cem)];
    await core.dms.entries.move(ann, id, { folderId: other, name: 'log' });
    assert.equal(places(), 0);
    assert.ok((await seen(ben)) < ofBen - MANY);
    assert.ok((await seen(cem)) > ofCem + MANY);
  });

  it('is not seen any more, but by those who did it, once it is in the trash or purged', async () => {
    await core.dms.entries.remove(ann, id);
    assert.ok((await seen(cem)) < MANY);
    await core.dms.trash.purge(ann, id);
    assert.ok((await seen(cem)) < MANY);
    assert.ok((await seen(ann)) > MANY);
    assert.deepEqual(core.database.prepare('SELECT * FROM busy_documents').all(), []);
  });

  async function ofFolder(folder: number): Promise<number> {
    return core.database
      .prepare<[number], number>('SELECT count(*) FROM activities WHERE place_id = ?')
      .pluck()
      .get(folder) as number;
  }
});
