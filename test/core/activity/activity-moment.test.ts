// Would catch an activity that a list lacks, or counts twice, because its entry is moved while the list is read.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { ActivityTable } from '../../../src/storage/accounts/activity/activities.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

/** More than are searched in one turn. */
const FOLDERS = 250;

describe('a list of the activity that is read while entries are moved', () => {
  let core: CoreFixture;
  let ben: UserActor;
  /** Folders that are searched in different turns. */
  let folders: number[];
  /** A folder with a document in each of them. */
  const inner = new Map<number, number>();
  /** A document in each of them. */
  const documents = new Map<number, number>();

  before(async () => {
    core = await openCoreFixture();
    const ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    const top = await makeFolder(core.dms, ann, 'top');
    folders = await Promise.all(
      Array.from({ length: FOLDERS }, (_, number) => makeFolder(core.dms, ann, `f ${number}`, top)),
    );
    for (const folder of folders.filter((_, index) => index % 50 === 0)) {
      const within = await makeFolder(core.dms, ann, 'inner', folder);
      await write(core.dms, ann, 'deep', 'x', within);
      inner.set(folder, within);
      documents.set(folder, await write(core.dms, ann, 'file', 'x', folder));
    }
    await core.dms.shares.create(ann, { entryId: top, users: ['ben'], permissions: 1 });
  });
  after(() => core.close());

  const list = () => core.dms.activity.list(ben, {}, { ...PAGE, perPage: 200 });

  /**
   * Lists while an entry is moved after a query that has searched one of two folders.
   * @param moved the entry to move, by the two folders; called once
   */
  async function listBeside(
    name: 'listFoldersIn' | 'newest',
    moved: (searched: number, other: number) => { id: number | undefined; to: number },
  ): Promise<Awaited<ReturnType<typeof list>>> {
    const real: unknown = Reflect.get(ActivityTable.prototype, name);
    assert.ok(typeof real === 'function');
    const places = [...documents.keys()];
    let isMoved = false;
    Reflect.set(ActivityTable.prototype, name, function (this: ActivityTable, ...values: unknown[]) {
      const found: unknown = Reflect.apply(real, this, values);
      const searched = JSON.parse(JSON.stringify(values[0]));
      const ids = new Set<number>(Array.isArray(searched) ? searched : searched.ids);
      const first = places.find((id) => ids.has(id));
      const other = places.find((id) => !ids.has(id));
      if (isMoved || first === undefined || other === undefined) return found;
      isMoved = true;
      const { id = 0, to } = moved(first, other);
      core.elsewhere('UPDATE entries SET parent_id = ?, name_key = ? WHERE id = ?', to, `moved ${id}`, id);
      return found;
    });
    try {
      return await list();
    } finally {
      Reflect.set(ActivityTable.prototype, name, real);
      assert.ok(isMoved, 'nothing was moved');
    }
  }

  it('has those of a folder that is moved to a place that was already searched', async () => {
    const before = await list();
    assert.deepEqual(
      await listBeside('listFoldersIn', (searched, other) => ({ id: inner.get(other), to: searched })),
      before,
    );
  });

  it('has those of a document that is moved to a place that was already searched', async () => {
    const before = await list();
    assert.deepEqual(
      await listBeside('newest', (searched, other) => ({ id: documents.get(other), to: searched })),
      before,
    );
  });

  it('counts those of a document that is moved to a place that is searched later once', async () => {
    const before = await list();
    assert.deepEqual(
      await listBeside('newest', (searched, other) => ({ id: documents.get(searched), to: other })),
      before,
    );
  });
});
