import assert from 'node:assert/strict';
import { CREATE, READ } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, snapshotOf, write } from '../../support/tree.ts';

describe('a new folder', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture(undefined, 'relaxed', 3);
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  it('changes the folder in which it is made, and is in the activity as a folder', async () => {
    const outer = await makeFolder(core.dms, ann, 'outer');
    await core.dms.shares.create(ann, { entryId: outer, users: ['ben'], permissions: READ | CREATE });
    core.pass(1000);
    const inner = await makeFolder(core.dms, ben, 'inner', outer);
    const { updatedAt, updatedBy } = core.dms.tree.folder(ann, outer);
    assert.deepEqual([updatedAt, updatedBy], [core.now(), ben.userId]);
    const [made] = (await core.dms.activity.list(ann, { action: 'create_folder' }, PAGE)).items;
    assert.deepEqual([made?.details, made?.folderId, made?.documentId], ['inner', inner, null]);
  });

  it('has the dead properties that it was given', async () => {
    const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
    const { id } = await core.dms.folders.create(
      ann,
      { folderId: 0, name: 'folder' },
      { properties: [property] },
    );
    assert.deepEqual(core.dms.properties.list(ann, id), [property]);
  });

  it('with more properties than fit is not made', async () => {
    const huge = { namespace: 'urn:x', name: 'p', xml: `<p xmlns="urn:x">${'x'.repeat(2 ** 20)}</p>` };
    const make = () => core.dms.folders.create(ann, { folderId: 0, name: 'folder' }, { properties: [huge] });
    await refuses(make, 'quota_exceeded', ['properties']);
    assert.deepEqual(await paths(core.dms, ann), []);
  });

  it('needs the permission to create, and a free name', async () => {
    const outer = await makeFolder(core.dms, ann, 'outer');
    await core.dms.shares.create(ann, { entryId: outer, users: ['ben'], permissions: READ });
    await write(core.dms, ann, 'é', 'x', outer);
    const before = snapshotOf(core.database);
    await refuses(() => makeFolder(core.dms, ben, 'new', outer), 'forbidden');
    await refuses(() => makeFolder(core.dms, ann, 'e\u0301', outer), 'name_taken', ['name']);
    assert.equal(snapshotOf(core.database), before);
  });

  it('counts as an entry of the home in which it is made', async () => {
    const outer = await makeFolder(core.dms, ann, 'outer');
    await core.dms.shares.create(ann, { entryId: outer, users: ['ben'], permissions: READ | CREATE });
    for (const name of ['one', 'two']) await makeFolder(core.dms, ben, name, outer);
    await refuses(() => makeFolder(core.dms, ben, 'three', outer), 'quota_exceeded');
    await makeFolder(core.dms, ben, 'three');
  });

  describe('of the office', () => {
    let admin: UserActor;

    beforeEach(async () => {
      admin = await newUser(core, 'root', { isAdmin: true });
    });

    it('is made by administrators only', async () => {
      const before = snapshotOf(core.database);
      await refuses(() => core.dms.folders.createSystem(ann, 'Office'), 'forbidden');
      assert.equal(snapshotOf(core.database), before);
    });

    it('has a name that is good, and that no other folder of the office has', async () => {
      await core.dms.folders.createSystem(admin, 'Büro');
      const before = snapshotOf(core.database);
      await refuses(() => core.dms.folders.createSystem(admin, 'Bu\u0308ro'), 'name_taken', ['name']);
      for (const name of ['', '..', 'a/b'])
        await refuses(() => core.dms.folders.createSystem(admin, name), 'invalid', ['name']);
      assert.equal(snapshotOf(core.database), before);
    });
  });
});
