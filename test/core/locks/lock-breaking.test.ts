import assert from 'node:assert/strict';
import type { Lock, LockDepth, LockScope } from '../../../src/model/entries/lock.ts';
import { ownerText } from '../../../src/model/entries/lock.ts';
import { message } from '../../../src/model/errors/messages.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, refuses, SYSTEM } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, snapshotOf, write } from '../../support/tree.ts';

describe('breaking locks', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let cleo: UserActor;
  let root: UserActor;
  let folder: number;
  let file: number;
  let shareId: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    cleo = await newUser(core, 'cleo');
    root = await newUser(core, 'root', { isAdmin: true });
    folder = await makeFolder(core.dms, ann, 'folder');
    file = await write(core.dms, ann, 'file', 'x', folder);
    const users = ['ben', 'cleo'];
    shareId = (await core.dms.shares.create(ann, { entryId: folder, users, permissions: 15 })).id;
  });
  afterEach(() => core.close());

  async function take(
    actor: UserActor,
    id: number,
    scope: LockScope = 'exclusive',
    depth: LockDepth = 'infinity',
  ): Promise<Lock> {
    const request = { depth, scope, ownerXml: '<a>x</a>', timeoutSeconds: 600 };
    return (await core.dms.lockCreation.create(actor, id, request)).lock;
  }

  function holders(id: number): string[] {
    return core.dms.locks.covering(ann, id).map((lock) => lock.userName);
  }

  it('is for their holder and for the owner of the home, and is written down', async () => {
    for (const actor of [ben, ann]) {
      await take(ben, file);
      await core.dms.locks.break(actor, file);
      assert.deepEqual(holders(file), []);
      assert.equal(core.actions().at(-1), 'unlock file, locked by Name of ben');
      await putTo(core.dms, cleo, onto(core.dms, cleo, file), actor.login);
    }
    const { items } = await core.dms.activity.ofDocument(cleo, file, {}, { page: 1, perPage: 5 });
    const last = items[1];
    assert.deepEqual([last?.action, last?.user], ['unlock', 'Name of ann']);
  });

  it('is refused to others, who may change the entry or administer, and changes nothing then', async () => {
    await take(ben, file);
    const before = snapshotOf(core.database);
    const error = await refuses(() => core.dms.locks.break(cleo, file), 'forbidden');
    assert.match(error.message, /Name of ben, who holds the lock, or the owner of this home/);
    await refuses(() => core.dms.locks.break(root, file), 'not_found');
    assert.equal(snapshotOf(core.database), before);
  });

  it('is for administrators in the folders of the office', async () => {
    const { id } = await core.dms.folders.createSystem(root, 'Office');
    await core.dms.shares.create(root, { entryId: id, users: ['ann', 'ben'], permissions: 15 });
    const plan = await write(core.dms, ann, 'plan', 'x', id);
    await take(ben, plan);
    const error = await refuses(() => core.dms.locks.break(ann, plan), 'forbidden');
    assert.match(error.message, /Name of ben, who holds the lock, or an administrator/);
    await core.dms.locks.break(root, plan);
    assert.deepEqual(holders(plan), []);
  });

  it('ends the shared locks of all for the owner, and for a holder his own', async () => {
    for (const actor of [ben, cleo]) await take(actor, file, 'shared');
    await core.dms.locks.break(ben, file);
    assert.deepEqual(holders(file), ['Name of cleo']);
    await take(ben, file, 'shared');
    await core.dms.locks.break(ann, file);
    assert.deepEqual(holders(file), []);
    assert.equal(core.actions().at(-1), 'unlock file, locked by Name of cleo, Name of ben');
  });

  it('is not_found where nothing is locked, any more or yet', async () => {
    await refuses(() => core.dms.locks.break(ann, file), 'not_found');
    await take(ben, file);
    core.pass(600_000);
    await refuses(() => core.dms.locks.break(ann, file), 'not_found');
    await refuses(() => core.dms.locks.break(ann, 999_999), 'not_found');
  });

  it('names the folder whose lock covers an entry, and leaves it', async () => {
    await take(ben, folder);
    const { fields } = await refuses(() => core.dms.locks.break(ann, file), 'invalid', ['lock']);
    assert.deepEqual(fields?.['lock'], [message('lock_on_folder', { name: 'folder', id: folder })]);
    await refuses(() => core.dms.locks.break(cleo, file), 'forbidden');
    assert.deepEqual(holders(file), ['Name of ben']);
    await core.dms.locks.break(ann, folder);
    assert.deepEqual(holders(file), []);
  });

  it('does not name a folder that the holder of its lock may not read any more', async () => {
    await take(ben, folder);
    await core.dms.shares.remove(ann, shareId);
    await core.dms.shares.create(ann, { entryId: file, users: ['ben'], permissions: 1 });
    await refuses(() => core.dms.locks.break(ben, file), 'not_found');
  });

  it('leaves locks beneath a folder, and a lock of depth 0 above is none on the entry', async () => {
    await take(ben, file);
    await take(cleo, folder, 'exclusive', '0');
    await core.dms.locks.break(ann, folder);
    assert.deepEqual(holders(file), ['Name of ben']);
    await take(cleo, folder, 'exclusive', '0');
    await core.dms.locks.break(ben, file);
    await refuses(() => core.dms.locks.break(ben, file), 'not_found');
  });

  describe('from the command line', () => {
    it('shows all of them by their paths', async () => {
      const { id } = await core.dms.folders.createSystem(root, 'Office');
      await take(root, id);
      await take(ben, file);
      await take(ann, ann.homeId, 'exclusive', '0');
      assert.deepEqual(
        core.dms.lockAdmin
          .list(SYSTEM)
          .map(({ path, kind, userLogin, depth }) => [path, kind, userLogin, depth]),
        [
          ['/Office', 'folder', 'root', 'infinity'],
          ['ann:/', 'folder', 'ann', '0'],
          ['ann:/folder/file', 'file', 'ben', 'infinity'],
        ],
      );
      core.pass(600_000);
      assert.deepEqual(core.dms.lockAdmin.list(SYSTEM), []);
    });

    it('ends those that are meant, and writes down each entry once', async () => {
      for (const actor of [ben, cleo]) await take(actor, file, 'shared');
      const other = await write(core.dms, ann, 'other', 'x', folder);
      await take(cleo, other);
      const broken = await core.dms.lockAdmin.break(SYSTEM, (lock) => lock.entryId === file);
      assert.deepEqual(broken.map(({ userLogin }) => userLogin).sort(), ['ben', 'cleo']);
      assert.deepEqual([holders(file), holders(other)], [[], ['Name of cleo']]);
      assert.deepEqual(
        core.actions().filter((action) => action.startsWith('unlock')),
        ['unlock file, locked by Name of ben, Name of cleo'],
      );
    });

    it('is for nobody who comes over the network', async () => {
      await take(ben, file);
      for (const actor of [ann, root]) {
        await refuses(() => core.dms.lockAdmin.list(actor), 'forbidden');
        await refuses(() => core.dms.lockAdmin.break(actor, () => true), 'forbidden');
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
      ['<d:href xmlns:d="DAV:">mailto:ann@example.org</d:href>', 'mailto:ann@example.org'],
      ['<a>Ann</a><b x="1"/>  at\n home', 'Ann at home'],
      ['R&amp;D &lt;Ann&gt; &quot;A&quot; &amp;lt;', 'R&D <Ann> "A" &lt;'],
      ['a\u009b31m&#13;b', 'a 31m b'],
    ] as const) {
      assert.equal(ownerText(xml), text);
    }
  });
});
