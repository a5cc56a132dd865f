import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import type { Lock, LockDepth, LockScope } from '../../../src/model/lock.ts';
import { ownerText } from '../../../src/model/lock.ts';
import { type Office, openOffice, refuses, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, snapshotOf, write } from '../../support/tree.ts';

describe('breaking locks', () => {
  let office: Office;
  let ann: UserActor;
  let ben: UserActor;
  let cleo: UserActor;
  let root: UserActor;
  let folder: number;
  let file: number;
  let shareId: number;

  beforeEach(async () => {
    office = await openOffice();
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
    cleo = await newUser(office, 'cleo');
    root = await newUser(office, 'root', { isAdmin: true });
    folder = await makeFolder(office.dms, ann, 'folder');
    file = await write(office.dms, ann, 'file', 'x', folder);
    const users = ['ben', 'cleo'];
    shareId = (await office.dms.shares.create(ann, { entryId: folder, users, permissions: 15 })).id;
  });
  afterEach(() => office.close());

  function take(
    actor: UserActor,
    id: number,
    scope: LockScope = 'exclusive',
    depth: LockDepth = 'infinity',
  ): Promise<Lock> {
    const request = { depth, scope, ownerXml: '<a>x</a>', timeoutSeconds: 600 };
    return office.dms.locks.create(actor, id, request);
  }

  function holders(id: number): string[] {
    return office.dms.locks.covering(ann, id).map((lock) => lock.userName);
  }

  it('is for their holder and for the owner of the home, and is written down', async () => {
    for (const actor of [ben, ann]) {
      await take(ben, file);
      await office.dms.locks.break(actor, file);
      assert.deepEqual(holders(file), []);
      assert.equal(office.actions().at(-1), 'unlock file, locked by Name of ben');
      await putTo(office.dms, cleo, onto(office.dms, cleo, file), actor.login);
    }
    const { items } = await office.dms.activity.ofDocument(cleo, file, {}, { page: 1, perPage: 5 });
    const last = items[1];
    assert.deepEqual([last?.action, last?.user], ['unlock', 'Name of ann']);
  });

  it('is refused to others, who may change the entry or administer, and changes nothing then', async () => {
    await take(ben, file);
    const before = snapshotOf(office.database);
    const error = await refuses(() => office.dms.locks.break(cleo, file), 'forbidden');
    assert.match(error.message, /Name of ben/);
    await refuses(() => office.dms.locks.break(root, file), 'not_found');
    assert.equal(snapshotOf(office.database), before);
  });

  it('is for administrators in the folders of the office', async () => {
    const { id } = await office.dms.folders.createSystem(root, 'Office');
    await office.dms.shares.create(root, { entryId: id, users: ['ann', 'ben'], permissions: 15 });
    const plan = await write(office.dms, ann, 'plan', 'x', id);
    await take(ben, plan);
    await refuses(() => office.dms.locks.break(ann, plan), 'forbidden');
    await office.dms.locks.break(root, plan);
    assert.deepEqual(holders(plan), []);
  });

  it('ends the shared locks of all for the owner, and for a holder his own', async () => {
    for (const actor of [ben, cleo]) await take(actor, file, 'shared');
    await office.dms.locks.break(ben, file);
    assert.deepEqual(holders(file), ['Name of cleo']);
    await take(ben, file, 'shared');
    await office.dms.locks.break(ann, file);
    assert.deepEqual(holders(file), []);
    assert.equal(office.actions().at(-1), 'unlock file, locked by Name of cleo, Name of ben');
  });

  it('is not_found where nothing is locked, any more or yet', async () => {
    await refuses(() => office.dms.locks.break(ann, file), 'not_found');
    await take(ben, file);
    office.pass(600_000);
    await refuses(() => office.dms.locks.break(ann, file), 'not_found');
    await refuses(() => office.dms.locks.break(ann, 999_999), 'not_found');
  });

  it('names the folder whose lock covers an entry, and leaves it', async () => {
    await take(ben, folder);
    const { fields } = await refuses(() => office.dms.locks.break(ann, file), 'invalid', ['lock']);
    assert.match(String(fields?.['lock']), new RegExp(`"folder" \\(id ${String(folder)}\\)`));
    await refuses(() => office.dms.locks.break(cleo, file), 'forbidden');
    assert.deepEqual(holders(file), ['Name of ben']);
    await office.dms.locks.break(ann, folder);
    assert.deepEqual(holders(file), []);
  });

  it('does not name a folder that the holder of its lock may not read any more', async () => {
    await take(ben, folder);
    await office.dms.shares.remove(ann, shareId);
    await office.dms.shares.create(ann, { entryId: file, users: ['ben'], permissions: 1 });
    await refuses(() => office.dms.locks.break(ben, file), 'not_found');
  });

  it('leaves locks beneath a folder, and a lock of depth 0 above is none on the entry', async () => {
    await take(ben, file);
    await take(cleo, folder, 'exclusive', '0');
    await office.dms.locks.break(ann, folder);
    assert.deepEqual(holders(file), ['Name of ben']);
    await take(cleo, folder, 'exclusive', '0');
    await office.dms.locks.break(ben, file);
    await refuses(() => office.dms.locks.break(ben, file), 'not_found');
  });

  describe('from the command line', () => {
    it('shows all of them by their paths', async () => {
      const { id } = await office.dms.folders.createSystem(root, 'Office');
      await take(root, id);
      await take(ben, file);
      await take(ann, ann.homeId, 'exclusive', '0');
      assert.deepEqual(
        office.dms.lockAdmin
          .list(SYSTEM)
          .map(({ path, kind, userLogin, depth }) => [path, kind, userLogin, depth]),
        [
          ['/Office', 'folder', 'root', 'infinity'],
          ['ann:/', 'folder', 'ann', '0'],
          ['ann:/folder/file', 'file', 'ben', 'infinity'],
        ],
      );
      office.pass(600_000);
      assert.deepEqual(office.dms.lockAdmin.list(SYSTEM), []);
    });

    it('ends those that are meant, and writes down each entry once', async () => {
      for (const actor of [ben, cleo]) await take(actor, file, 'shared');
      const other = await write(office.dms, ann, 'other', 'x', folder);
      await take(cleo, other);
      const broken = await office.dms.lockAdmin.break(SYSTEM, (lock) => lock.entryId === file);
      assert.deepEqual(broken.map(({ userLogin }) => userLogin).sort(), ['ben', 'cleo']);
      assert.deepEqual([holders(file), holders(other)], [[], ['Name of cleo']]);
      assert.deepEqual(
        office.actions().filter((action) => action.startsWith('unlock')),
        ['unlock file, locked by Name of ben, Name of cleo'],
      );
    });

    it('is for nobody who comes over the network', async () => {
      await take(ben, file);
      for (const actor of [ann, root]) {
        await refuses(() => office.dms.lockAdmin.list(actor), 'forbidden');
        await refuses(() => office.dms.lockAdmin.break(actor, () => true), 'forbidden');
      }
      assert.deepEqual(holders(file), ['Name of ben']);
    });
  });
});

describe('the owner of a lock', () => {
  it('is its text without the markup', () => {
    for (const [xml, text] of [
      ['', ''],
      ['Ann', 'Ann'],
      ['<D:href xmlns:D="DAV:">mailto:ann@example.org</D:href>', 'mailto:ann@example.org'],
      ['<a>Ann</a><b x="1"/>  at\n home', 'Ann at home'],
      ['R&amp;D &lt;Ann&gt; &quot;A&quot; &amp;lt;', 'R&D <Ann> "A" &lt;'],
      ['a\u009b31m&#13;b', 'a 31m b'],
    ] as const) {
      assert.equal(ownerText(xml), text);
    }
  });
});
