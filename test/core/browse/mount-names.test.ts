import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, SYSTEM } from '../../support/accounts.ts';
import { readsOf } from '../../support/database/queries.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('the mount root', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let root: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    [ann, ben, root] = [
      await newUser(core, 'ann'),
      await newUser(core, 'ben'),
      await newUser(core, 'root', { isAdmin: true }),
    ];
  });
  afterEach(() => core.close());

  async function lend(name: string): Promise<number> {
    const id = await makeFolder(core.dms, ann, name);
    await core.dms.shares.create(ann, { entryId: id, users: ['ben', 'root'], permissions: 31 });
    return id;
  }

  /** Names by ids, as a listing of the mount root shows them. */
  async function listed(user: UserActor): Promise<[number, string][]> {
    const found: [number, string][] = [];
    for await (const slice of core.dms.tree.members(user, present(core.dms.tree.resolve(user, []))))
      for (const { entry, name } of slice) found.push([entry.id, name]);
    return found;
  }

  it('has the same names in a listing, for one that is looked up, and in paths', async () => {
    const { dms } = core;
    const hidden = await lend('Plans');
    const other = await lend('Plans (2)');
    const ended = await lend('Ended');
    await dms.entries.remove(ann, hidden);
    await dms.entries.remove(ann, other);
    for (const user of [ben, root]) {
      for (const name of ['Plans', 'Plans (2)', 'Plans (4)']) await makeFolder(dms, user, name);
    }
    for (const name of ['Office', 'Office (2)', 'Ended', 'Plans', 'Plans (3)', 'Own', 'report (1)'])
      await dms.folders.createSystem(root, name);
    await makeFolder(dms, root, 'Desk');
    await dms.folders.createSystem(root, 'Desk');
    const shared = await dms.folders.createSystem(root, 'Archive');
    const second = await newUser(core, 'second', { isAdmin: true });
    await dms.shares.create(second, { entryId: shared.id, users: ['root', 'ben'], permissions: 1 });
    await dms.trash.restore(ann, hidden);
    await dms.trash.restore(ann, other);
    const [share] = (await dms.shares.list(ann, { entry: { id: ended, kind: 'folder' } }, PAGE)).items;
    await dms.shares.remove(ann, present(share).id);
    for (const user of [ben, root, second]) {
      const all = await listed(user);
      assert.equal(new Set(all.map(([, name]) => name)).size, all.length);
      for (const [id, name] of all) {
        assert.equal(dms.tree.resolve(user, [name])?.entry.id, id, name);
        assert.equal(dms.tree.path(user, id), `/${name}`);
      }
      for (const name of ['Plans (9)', 'Ended (2)', 'nothing'])
        if (!all.some(([, shown]) => shown === name)) assert.equal(dms.tree.resolve(user, [name]), undefined);
    }
    const names = new Map(await listed(root));
    assert.deepEqual([names.get(hidden), names.get(other)], ['Plans (3)', 'Plans (2) (2)']);
    assert.ok([...names.values()].includes('Desk (2)'));
  });

  // Ben's own folder took the name while the shared one was in the trash; it is shown under a number until his is gone.
  it('keeps the name of an entry when a second share gives it', async () => {
    const { dms } = core;
    const shared = await lend('Plans');
    await dms.entries.remove(ann, shared);
    const own = await makeFolder(dms, ben, 'Plans');
    await dms.trash.restore(ann, shared);
    const { id: team } = await dms.groups.create(SYSTEM, 'Team', ['root']);
    await dms.shares.create(ann, { entryId: shared, groups: ['Team'], permissions: 1 });
    await dms.groups.addMembers(SYSTEM, team, ['ben']);
    assert.equal(dms.tree.path(ben, shared), '/Plans (2)');
    await dms.entries.remove(ben, own);
    assert.equal(dms.tree.path(ben, shared), '/Plans');
  });

  it('is not read as a whole for one path, however many shares there are', async () => {
    const { dms } = core;
    const { id: office } = await dms.folders.createSystem(root, 'Office');
    const document = await write(dms, ann, 'plan.txt', 'x', await lend('First'));
    const reads: { queries: number; rows: number }[][] = [];
    for (const more of [0, 60]) {
      for (let number = 0; number < more; number += 1) await lend(`Folder ${number}`);
      const asked = [ben, root].flatMap((user) => [
        () => dms.tree.resolve(user, ['First', 'plan.txt']),
        () => dms.tree.resolve(user, ['nothing', 'plan.txt']),
        () => dms.tree.resolve(user, ['nothing (2)']),
        () => dms.tree.path(user, document),
      ]);
      asked.push(() => dms.tree.path(root, office));
      const each: { queries: number; rows: number }[] = [];
      for (const ask of asked) {
        ask();
        // What is found at a path is kept until something changes, whatever it is.
        core.database.tryTransaction(() => undefined);
        each.push(await readsOf(ask));
      }
      reads.push(each);
    }
    assert.deepEqual(reads[1], reads[0]);
    assert.equal(dms.tree.path(ben, document), '/First/plan.txt');
  });
});
