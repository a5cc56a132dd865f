import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { type Office, openOffice, PAGE, present, refuses, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, read, write } from '../../support/tree.ts';

describe('the home of a user who goes', () => {
  let office: Office;
  let admin: UserActor;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    admin = await newUser(office, 'root', { isAdmin: true });
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
  });
  afterEach(() => office.close());

  it('stays whole under "Former users", for administrators', async () => {
    const folder = await makeFolder(office.dms, ann, 'folder');
    const id = await write(office.dms, ann, 'file', 'one', folder);
    await write(office.dms, ann, 'file', 'two', folder);
    await office.dms.users.remove(admin, ann.userId);
    assert.deepEqual(await paths(office.dms, admin), [
      'Former users/',
      'Former users/ann/',
      'Former users/ann/folder/',
      'Former users/ann/folder/file',
    ]);
    assert.equal(await read(office.dms, admin, id, 1), 'one');
    const document = office.dms.tree.document(admin, id);
    assert.deepEqual([document.owner, document.createdByPerson, document.permissions], [null, null, 31]);
    const { items } = office.dms.search.search(admin, 0, { q: 'ann', filter: {} }, PAGE);
    assert.deepEqual(
      items.map(({ path }) => path),
      ['/Former users/ann'],
    );
  });

  it('stays shared with those whom it was shared with, and loses what was shared with the user', async () => {
    const folder = await makeFolder(office.dms, ann, 'folder');
    const id = await write(office.dms, ann, 'file', 'x', folder);
    await office.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 3 });
    const bens = await makeFolder(office.dms, ben, 'bens');
    await office.dms.shares.create(ben, { entryId: bens, users: ['ann'], permissions: 1 });
    await office.dms.users.remove(admin, ann.userId);
    assert.deepEqual(await paths(office.dms, ben), ['bens/', 'folder/', 'folder/file']);
    assert.equal(office.dms.tree.document(ben, id).permissions, 3);
    assert.equal(office.dms.tree.folder(ben, bens).shared, false);
  });

  it('loses the locks of the user', async () => {
    const id = await write(office.dms, ann, 'file');
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    await office.dms.locks.create(ann, id, request);
    await office.dms.users.remove(admin, ann.userId);
    assert.deepEqual(office.dms.locks.covering(admin, id), []);
  });

  it('gives a number to a second one of the same login', async () => {
    await write(office.dms, ann, 'first');
    await office.dms.users.remove(admin, ann.userId);
    const second = await newUser(office, 'ann');
    await write(office.dms, second, 'second');
    await office.dms.users.remove(admin, second.userId);
    assert.deepEqual(await paths(office.dms, admin), [
      'Former users/',
      'Former users/ann (2)/',
      'Former users/ann (2)/second',
      'Former users/ann/',
      'Former users/ann/first',
    ]);
  });

  it('leaves its trash to the administrators, who can restore and purge it', async () => {
    const folder = await makeFolder(office.dms, ann, 'folder');
    const [one, two] = [
      await write(office.dms, ann, 'one', 'x', folder),
      await write(office.dms, ann, 'two', 'x', folder),
    ];
    await office.dms.entries.remove(ann, one);
    await office.dms.entries.remove(ann, two);
    assert.equal(office.dms.trash.list(admin, PAGE).total, 0);
    await office.dms.users.remove(admin, ann.userId);
    assert.equal(office.dms.trash.list(admin, PAGE).total, 2);
    assert.equal((await office.dms.trash.restore(admin, one)).folderId, folder);
    assert.equal(office.dms.tree.path(admin, one), '/Former users/ann/folder/one');
    await office.dms.trash.purge(admin, two);
  });

  it('is an ordinary folder from then on', async () => {
    await write(office.dms, ann, 'file');
    await office.dms.users.remove(SYSTEM, ann.userId);
    const home = present(office.dms.tree.resolve(admin, ['Former users', 'ann']));
    assert.ok(home.entry.id === ann.homeId);
    await office.dms.entries.move(admin, ann.homeId, { folderId: 0, name: 'kept' });
    assert.deepEqual(await paths(office.dms, admin), ['Former users/', 'kept/', 'kept/file']);
    await refuses(() => office.dms.tree.folder(ann, ann.homeId), 'not_found');
  });
});
