import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('an entry that is moved, copied, deleted and restored', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  async function open(entriesPerUser = 0): Promise<void> {
    core = await openCoreFixture(undefined, 'relaxed', entriesPerUser);
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  }
  afterEach(() => core.close());

  const remove = (id: number) => core.dms.entries.remove(ann, id);

  it('leaves in the log from where to where, with the entry that it is about', async () => {
    await open();
    const { entries, trash } = core.dms;
    const box = await makeFolder(core.dms, ann, 'box');
    const file = await write(core.dms, ann, 'file');
    const told = async () => {
      const [{ action, details, documentId, folderId } = assert.fail('no activity')] = (
        await core.dms.activity.list(ann, {}, PAGE)
      ).items;
      return [action, details, documentId ?? folderId];
    };
    await entries.rename(ann, file, 'paper');
    assert.deepEqual(await told(), ['rename', 'file → paper', file]);
    await entries.move(ann, file, { folderId: box, name: 'sheet' });
    assert.deepEqual(await told(), ['move', 'sheet to box', file]);
    const copy = await entries.copy(ann, file, { folderId: 0, name: 'copy' });
    assert.deepEqual(await told(), ['copy', 'sheet as copy', copy.entry.id]);
    await remove(file);
    assert.deepEqual(await told(), ['delete', 'sheet', file]);
    await trash.restore(ann, file);
    assert.deepEqual(await told(), ['restore', 'sheet to box', file]);
  });

  it('leaves in the log that a folder of the office was restored', async () => {
    await open();
    const admin = await newUser(core, 'root', { isAdmin: true });
    const { id } = await core.dms.folders.createSystem(admin, 'Office');
    await core.dms.entries.remove(admin, id);
    await core.dms.trash.restore(admin, id);
    const [last] = (await core.dms.activity.list(admin, {}, PAGE)).items;
    assert.deepEqual([last?.action, last?.details, last?.folderId], ['restore', 'Office', id]);
  });

  it('counts against the limit of entries of the home that it is in, trash included', async () => {
    await open(2);
    const full = () => refuses(() => write(core.dms, ann, 'too many'), 'quota_exceeded');
    const one = await makeFolder(core.dms, ann, 'one');
    const { entry } = await core.dms.entries.copy(ann, one, { folderId: 0, name: 'two' }, { depth: '0' });
    await full();
    await remove(entry.id);
    await full();
    await core.dms.trash.purge(ann, entry.id);
    await core.dms.entries.copy(ann, one, { folderId: 0, name: 'three' });
    await full();
    const box = await makeFolder(core.dms, ben, 'box');
    await core.dms.shares.create(ben, { entryId: box, users: ['ann'], permissions: 7 });
    await core.dms.entries.move(ann, one, { folderId: box, name: 'one' });
    await refuses(() => write(core.dms, ben, 'too many'), 'quota_exceeded');
    await write(core.dms, ann, 'as many as may be');
    await full();
  });

  it('is a home for nobody, not even for administrators', async () => {
    await open();
    const admin = await newUser(core, 'root', { isAdmin: true });
    await refuses(() => core.dms.entries.rename(admin, admin.homeId, 'x'), 'forbidden');
    await refuses(() => core.dms.entries.remove(admin, admin.homeId), 'forbidden');
  });

  it('takes the place of nothing that the user may not delete', async () => {
    await open();
    const box = await makeFolder(core.dms, ann, 'box');
    const taken = await makeFolder(core.dms, ann, 'taken', box);
    await core.dms.shares.create(ann, { entryId: box, users: ['ben'], permissions: 7 });
    const own = await makeFolder(core.dms, ben, 'own');
    const target = { folderId: box, name: 'taken' };
    const options = { overwrite: true } as const;
    await refuses(() => core.dms.entries.move(ben, own, target, options), 'forbidden');
    await refuses(() => core.dms.entries.copy(ben, own, target, options), 'forbidden');
    assert.equal(core.dms.tree.folder(ann, taken).folderId, box);
  });
});
