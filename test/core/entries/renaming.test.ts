import assert from 'node:assert/strict';
import type { Lock } from '../../../src/model/entries/lock.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { makeFolder, newUser, paths, read, snapshotOf, write } from '../../support/tree.ts';

const COMPOSED = 'é';
const DECOMPOSED = 'e\u0301';

describe('another name', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let folder: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    folder = await makeFolder(core.dms, ann, 'folder');
  });
  afterEach(() => core.close());

  async function share(entryId: number, permissions: number): Promise<void> {
    await core.dms.shares.create(ann, { entryId, users: ['ben'], permissions });
  }

  async function lock(actor: UserActor, id: number): Promise<Lock> {
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    return (await core.dms.lockCreation.create(actor, id, request)).lock;
  }

  const holding = (actor: UserActor, { token }: Lock): UserActor => ({
    ...actor,
    lockTokens: new Set([token]),
  });

  it('ends the locks on an entry and beneath it, another spelling of its name does not', async () => {
    const outer = await makeFolder(core.dms, ann, COMPOSED);
    const id = await write(core.dms, ann, 'file', 'x', outer);
    const taken = await lock(ann, id);
    const holder = holding(ann, taken);
    await core.dms.entries.rename(holder, outer, DECOMPOSED);
    assert.deepEqual(core.dms.locks.covering(ann, id), [taken]);
    await core.dms.entries.rename(holder, outer, 'e');
    assert.deepEqual(core.dms.locks.covering(ann, id), []);
  });

  it('may be that of what is shared, except in the home', async () => {
    const shown = await write(core.dms, ann, 'plan.txt');
    await share(shown, 1);
    const own = await makeFolder(core.dms, ben, 'own');
    const [within, beside] = [await write(core.dms, ben, 'a', 'x', own), await write(core.dms, ben, 'a')];
    await refuses(() => core.dms.entries.rename(ben, beside, 'plan.txt'), 'name_taken', ['name']);
    assert.equal((await core.dms.entries.rename(ben, within, 'plan.txt')).name, 'plan.txt');
  });

  it('of a folder of the office is its name for all', async () => {
    const admin = await newUser(core, 'root', { isAdmin: true });
    const { id } = await core.dms.folders.createSystem(admin, 'Office');
    await core.dms.entries.move(admin, { path: ['Office'] }, { path: ['Bureau'] }, { overwrite: false });
    assert.equal(core.dms.tree.folder(admin, id).name, 'Bureau');
  });

  it('in a shared folder is for all, also where the entry is shared by itself, too', async () => {
    const id = await write(core.dms, ann, COMPOSED, 'x', folder);
    await share(folder, 31);
    await share(id, 31);
    await new Editor(core, ben, folder).move(COMPOSED, DECOMPOSED);
    assert.deepEqual(await paths(core.dms, ann), ['folder/', `folder/${DECOMPOSED}`]);
  });

  describe('at the mount root of a recipient', () => {
    let desk: Editor;
    let id: number;

    beforeEach(async () => {
      desk = new Editor(core, ben);
      id = await write(core.dms, ann, 'plan.txt', 'of ann', folder);
      await share(id, 15);
    });

    const trash = (actor: UserActor) => core.dms.trash.list(actor, PAGE).items.map(({ entry }) => entry.name);

    it('takes the place of an own entry, which goes to the trash', async () => {
      // No program saves like this, so nobody else has its content, however fresh it is.
      await write(core.dms, ben, 'mine.txt', 'of ben');
      assert.equal(await desk.move('plan.txt', 'mine.txt'), id);
      assert.deepEqual([await paths(core.dms, ben), trash(ben)], [['mine.txt'], ['mine.txt']]);
      assert.equal(await read(core.dms, ben, desk.at('mine.txt')), 'of ann');
      assert.deepEqual(await paths(core.dms, ann), ['folder/', 'folder/plan.txt']);
    });

    it('that another shared document has makes a version of that one', async () => {
      const other = await write(core.dms, ann, 'other.txt', 'one', folder);
      await share(other, 3);
      const move = () =>
        core.dms.entries.move(ben, { path: ['plan.txt'] }, { path: ['other.txt'] }, { overwrite: true });
      assert.equal((await move()).entry.id, other);
      assert.deepEqual(
        [await read(core.dms, ann, other, 1), await read(core.dms, ann, other)],
        ['one', 'of ann'],
      );
      assert.deepEqual(await paths(core.dms, ben), ['other.txt']);
    });

    it('is not where it goes into a folder of the home: that gets a copy', async () => {
      const own = await makeFolder(core.dms, ben, 'own');
      const target = { folderId: own, name: 'plan.txt' };
      const { entry } = await core.dms.entries.move(ben, { path: ['plan.txt'] }, target, {
        overwrite: false,
      });
      assert.notEqual(entry.id, id);
      assert.deepEqual(await paths(core.dms, ben), ['own/', 'own/plan.txt']);
      assert.deepEqual(trash(ann), ['plan.txt']);
    });

    it('waits for whoever has the entry locked, and ends an own lock on it', async () => {
      const taken = await lock(ann, id);
      const before = snapshotOf(core.database);
      await refuses(() => desk.move('plan.txt', 'mine.txt'), 'locked');
      assert.equal(snapshotOf(core.database), before);
      await core.dms.locks.release(ann, id, taken.token);
      const own = await lock(ben, id);
      const holder = new Editor(core, holding(ben, own));
      await holder.move('plan.txt', COMPOSED);
      assert.deepEqual(core.dms.locks.covering(ben, id), []);
      const again = await lock(ben, id);
      await new Editor(core, holding(ben, again)).move(COMPOSED, DECOMPOSED);
      assert.deepEqual(core.dms.locks.covering(ben, id), [again]);
    });

    it('may look temporary, also for a folder', async () => {
      await share(folder, 31);
      await desk.move('folder', 'folder.bak');
      assert.deepEqual(await paths(core.dms, ben), ['folder.bak/', 'folder.bak/plan.txt', 'plan.txt']);
    });
  });
});
