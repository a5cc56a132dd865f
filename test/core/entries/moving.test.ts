import assert from 'node:assert/strict';
import { CREATE, DELETE, READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { makeFolder, newUser, paths, read, snapshotOf, usageOf, write } from '../../support/tree.ts';

describe('an entry that is moved', () => {
  let core: CoreFixture;
  let admin: UserActor;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    admin = await newUser(core, 'root', { isAdmin: true });
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
  });
  afterEach(() => core.close());

  async function share(entryId: number, permissions: number, by = ann): Promise<void> {
    await core.dms.shares.create(by, { entryId, users: ['ben'], permissions });
  }

  const trash = (actor: UserActor) => core.dms.trash.list(actor, PAGE).items.map(({ entry }) => entry.id);

  describe('out of the home of another user', () => {
    beforeEach(() => share(folder, READ | UPDATE | CREATE | DELETE));

    it('is a copy for who moves it, and in the trash of its owner with its history', async () => {
      const id = await write(core.dms, ann, 'plan.txt', 'one', folder);
      await write(core.dms, ann, 'plan.txt', 'two', folder);
      await core.dms.documents.update(ann, id, { title: 'The plan' });
      const { entry } = await core.dms.entries.move(ben, id, { folderId: 0, name: 'mine.txt' });
      assert.ok(entry.kind === 'file' && entry.id !== id);
      assert.deepEqual([entry.version, entry.title, entry.owner?.id], [1, 'The plan', ben.userId]);
      assert.equal(await read(core.dms, ben, entry.id), 'two');
      assert.deepEqual(trash(ann), [id]);
      await core.dms.trash.restore(ann, id);
      assert.equal(await read(core.dms, ann, id, 1), 'one');
      for (const { counted, held } of usageOf(core.database)) assert.equal(counted, held);
    });

    it('is a copy of all that is beneath it', async () => {
      const inner = await makeFolder(core.dms, ann, 'inner', folder);
      await write(core.dms, ann, 'plan.txt', 'one', inner);
      await core.dms.entries.move(ben, inner, { folderId: 0, name: 'mine' });
      assert.deepEqual(await paths(core.dms, ben), ['folder/', 'mine/', 'mine/plan.txt']);
      assert.deepEqual([await paths(core.dms, ann), trash(ann)], [['folder/'], [inner]]);
    });

    it('to a temporary-looking name is its content only, and comes back when its name is saved again', async () => {
      const desk = new Editor(core, ben, folder);
      const id = await write(core.dms, ann, 'plan.txt', 'one', folder);
      await core.dms.documents.update(ann, id, { title: 'The plan' });
      const target = { folderId: 0, name: 'plan.txt~' };
      const { entry } = await core.dms.entries.move(ben, desk.source('plan.txt'), target, {
        overwrite: true,
      });
      assert.ok(entry.kind === 'file');
      assert.deepEqual([entry.title, await read(core.dms, ben, entry.id)], [null, 'one']);
      assert.equal(await desk.put('plan.txt', 'two'), id);
      assert.equal(await read(core.dms, ann, id, 1), 'one');
      assert.deepEqual(trash(ann), []);
    });

    it('is moved where it stays with its owner', async () => {
      const other = await makeFolder(core.dms, ann, 'other');
      await share(other, READ | CREATE);
      const id = await write(core.dms, ann, 'plan.txt', 'one', folder);
      const { entry } = await core.dms.entries.move(ben, id, { folderId: other, name: 'plan.txt' });
      assert.deepEqual([entry.id, trash(ann)], [id, []]);
    });
  });

  it('out of a folder of the office is moved by administrators, and copied by others', async () => {
    const office = await core.dms.folders.createSystem(admin, 'Office');
    await share(office.id, READ | UPDATE | CREATE | DELETE, admin);
    const [first, second] = [
      await write(core.dms, admin, 'one', 'one', office.id),
      await write(core.dms, admin, 'two', 'two', office.id),
    ];
    const moved = await core.dms.entries.move(admin, first, { folderId: 0, name: 'one' });
    assert.deepEqual([moved.entry.id, trash(admin)], [first, []]);
    const copied = await core.dms.entries.move(ben, second, { folderId: 0, name: 'two' });
    assert.notEqual(copied.entry.id, second);
    assert.deepEqual(trash(admin), [second]);
  });

  it('to another folder needs the permissions to delete it and to create there', async () => {
    const other = await makeFolder(core.dms, ann, 'other');
    const id = await write(core.dms, ann, 'plan.txt', 'one', folder);
    const move = () => core.dms.entries.move(ben, id, { folderId: other, name: 'plan.txt' });
    await share(folder, READ | UPDATE | CREATE);
    await share(other, READ | CREATE);
    await refuses(move, 'forbidden');
    await share(folder, READ | DELETE);
    await share(other, READ | UPDATE | DELETE);
    await refuses(move, 'forbidden');
    await share(other, READ | CREATE);
    await move();
  });

  it('onto a document of its folder needs the permission to delete it', async () => {
    const id = await write(core.dms, ann, 'new.txt', 'two', folder);
    await write(core.dms, ann, 'plan.txt', 'one', folder);
    await share(folder, READ | UPDATE | CREATE);
    const before = snapshotOf(core.database);
    const move = () =>
      core.dms.entries.move(ben, id, { folderId: folder, name: 'plan.txt' }, { overwrite: true });
    await refuses(move, 'forbidden');
    assert.equal(snapshotOf(core.database), before);
  });

  it('over REST to where it is finds its name taken', async () => {
    const id = await write(core.dms, ann, 'plan.txt', 'one', folder);
    const move = () => core.dms.entries.move(ann, id, { folderId: folder, name: 'plan.txt' });
    await refuses(move, 'name_taken', ['name']);
  });
});
