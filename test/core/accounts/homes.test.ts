import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, refuses, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, read, write } from '../../support/tree.ts';

describe('the home of a user who goes', () => {
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

  it('stays whole under "Former users", for administrators', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const id = await write(core.dms, ann, 'file', 'one', folder);
    await write(core.dms, ann, 'file', 'two', folder);
    await core.dms.users.remove(admin, ann.userId);
    assert.deepEqual(await paths(core.dms, admin), [
      'Former users/',
      'Former users/ann/',
      'Former users/ann/folder/',
      'Former users/ann/folder/file',
    ]);
    assert.equal(await read(core.dms, admin, id, 1), 'one');
    const document = core.dms.tree.document(admin, id);
    assert.deepEqual([document.owner, document.createdByPerson, document.permissions], [null, null, 31]);
    const { items } = await core.dms.search.search(admin, 0, { q: 'ann', filter: {} }, PAGE);
    assert.deepEqual(
      items.map(({ path }) => path),
      ['/Former users/ann'],
    );
  });

  it('stays shared with those whom it was shared with, and loses what was shared with the user', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const id = await write(core.dms, ann, 'file', 'x', folder);
    await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 3 });
    const bens = await makeFolder(core.dms, ben, 'bens');
    await core.dms.shares.create(ben, { entryId: bens, users: ['ann'], permissions: 1 });
    await core.dms.users.remove(admin, ann.userId);
    assert.deepEqual(await paths(core.dms, ben), ['bens/', 'folder/', 'folder/file']);
    assert.equal(core.dms.tree.document(ben, id).permissions, 3);
    assert.equal(core.dms.tree.folder(ben, bens).shared, false);
  });

  it('loses the locks of the user', async () => {
    const id = await write(core.dms, ann, 'file');
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    await core.dms.lockCreation.create(ann, id, request);
    await core.dms.users.remove(admin, ann.userId);
    assert.deepEqual(core.dms.locks.covering(admin, id), []);
  });

  it('gives a number to a second one of the same login', async () => {
    await write(core.dms, ann, 'first');
    await core.dms.users.remove(admin, ann.userId);
    const second = await newUser(core, 'ann');
    await write(core.dms, second, 'second');
    await core.dms.users.remove(admin, second.userId);
    assert.deepEqual(await paths(core.dms, admin), [
      'Former users/',
      'Former users/ann (2)/',
      'Former users/ann (2)/second',
      'Former users/ann/',
      'Former users/ann/first',
    ]);
  });

  it('leaves its trash to the administrators, who can restore and purge it', async () => {
    const folder = await makeFolder(core.dms, ann, 'folder');
    const [one, two] = [
      await write(core.dms, ann, 'one', 'x', folder),
      await write(core.dms, ann, 'two', 'x', folder),
    ];
    await core.dms.entries.remove(ann, one);
    await core.dms.entries.remove(ann, two);
    assert.equal(core.dms.trash.list(admin, PAGE).total, 0);
    await core.dms.users.remove(admin, ann.userId);
    assert.equal(core.dms.trash.list(admin, PAGE).total, 2);
    assert.equal((await core.dms.trash.restore(admin, one)).folderId, folder);
    assert.equal(core.dms.tree.path(admin, one), '/Former users/ann/folder/one');
    await core.dms.trash.purge(admin, two);
  });

  it('is an ordinary folder from then on', async () => {
    await write(core.dms, ann, 'file');
    await core.dms.users.remove(SYSTEM, ann.userId);
    const home = present(core.dms.tree.resolve(admin, ['Former users', 'ann']));
    assert.ok(home.entry.id === ann.homeId);
    await core.dms.entries.move(admin, ann.homeId, { folderId: 0, name: 'kept' });
    assert.deepEqual(await paths(core.dms, admin), ['Former users/', 'kept/', 'kept/file']);
    await refuses(() => core.dms.tree.folder(ann, ann.homeId), 'not_found');
  });
});
