import assert from 'node:assert/strict';
import { CREATE, READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, putTo, snapshotOf, write } from '../../support/tree.ts';

describe('what takes the place of an entry', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  it('is moved there only by who may delete what was there, whatever it is called', async () => {
    const ben = await newUser(core, 'ben');
    const folderId = await makeFolder(core.dms, ann, 'shown');
    // At a temporary-looking name nothing becomes a version: what is there would go.
    for (const name of ['~$report.docx', 'report.tmp', 'report.txt']) {
      await write(core.dms, ann, name, 'of ann', folderId);
    }
    await makeFolder(core.dms, ann, 'papers', folderId);
    await core.dms.shares.create(ann, {
      entryId: folderId,
      users: ['ben'],
      permissions: READ | UPDATE | CREATE,
    });
    const file = await write(core.dms, ben, 'mine.txt', 'of ben', folderId);
    const folder = await makeFolder(core.dms, ben, 'mine', folderId);
    const before = snapshotOf(core.database);
    for (const [source, name] of [
      [file, '~$report.docx'],
      [file, 'report.tmp'],
      [file, 'papers'],
      [folder, 'report.txt'],
      [folder, 'papers'],
    ] as const) {
      const move = () => core.dms.entries.move(ben, source, { folderId, name }, { overwrite: true });
      await refuses(move, 'forbidden');
      assert.equal(snapshotOf(core.database), before, name);
    }
  });

  it('is no version of a document that was restored elsewhere since', async () => {
    const { dms } = core;
    const first = await write(dms, ann, 'plan.txt', 'one');
    const elsewhere = await makeFolder(dms, ann, 'elsewhere');
    await dms.entries.remove(ann, { path: ['plan.txt'] });
    await dms.trash.restore(ann, first, elsewhere);
    await dms.entries.remove(ann, first);
    const { document } = await putTo(dms, ann, { path: ['plan.txt'] }, 'two', { continuesHistory: true });
    assert.notEqual(document.id, first);
    assert.deepEqual(
      dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.id),
      [first],
    );
  });

  it('a folder with a temporary-looking name goes to the trash with what is in it', async () => {
    const { dms } = core;
    // The same contents are elsewhere: none of the documents would be missed, but the folder would.
    const folderId = await makeFolder(dms, ann, 'report.tmp');
    for (const name of ['one', 'two', 'three']) {
      await write(dms, ann, name, name);
      await write(dms, ann, name, name, folderId);
    }
    await dms.entries.remove(ann, { path: ['report.tmp'] });
    await dms.trash.restore(ann, folderId);
    assert.deepEqual(
      (await paths(dms, ann)).filter((path) => path.startsWith('report.tmp/')),
      ['report.tmp/', 'report.tmp/one', 'report.tmp/three', 'report.tmp/two'],
    );
  });

  describe('at a temporary-looking name', () => {
    const window = 15 * MINUTE;

    /** What the trash holds after somebody moved a document onto another one. */
    async function trashAfterMove(mover: UserActor, onto: string): Promise<readonly string[]> {
      await write(core.dms, mover, 'mover.txt', 'new', folderId);
      await core.dms.entries.move(
        mover,
        { path: ['shown', 'mover.txt'] },
        { path: ['shown', onto] },
        { overwrite: true },
      );
      return core.dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.name);
    }

    let ben: UserActor;
    let folderId: number;

    beforeEach(async () => {
      ben = await newUser(core, 'ben');
      folderId = await makeFolder(core.dms, ann, 'shown');
      await core.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: 15 });
    });

    it('a document of another user goes to the trash, however fresh', async () => {
      await write(core.dms, ann, '20240131', 'the only copy', folderId);
      assert.deepEqual(await trashAfterMove(ben, '20240131'), ['20240131']);
    });

    it('an own document goes to the trash unless it is fresh, or kept elsewhere', async () => {
      await write(core.dms, ann, '20240131', 'old', folderId);
      await write(core.dms, ann, 'notes.bak', 'kept', folderId);
      await write(core.dms, ann, 'notes.txt', 'kept', folderId);
      core.pass(window);
      await write(core.dms, ann, 'fresh.bak', 'fresh', folderId);
      assert.deepEqual(await trashAfterMove(ann, 'fresh.bak'), []);
      assert.deepEqual(await trashAfterMove(ann, 'notes.bak'), []);
      assert.deepEqual(await trashAfterMove(ann, '20240131'), ['20240131']);
    });

    it('a folder with .sb- in its name is no safe-save folder', async () => {
      const projects = await makeFolder(core.dms, ann, 'plans.sb-2024', folderId);
      const id = await write(core.dms, ann, 'plan.txt', 'one', projects);
      await write(core.dms, ann, 'mover.txt', 'two', folderId);
      await core.dms.entries.move(
        ann,
        { path: ['shown', 'mover.txt'] },
        { path: ['shown', 'plans.sb-2024', 'plan.txt'] },
        { overwrite: true },
      );
      assert.equal(core.dms.versions.list(ann, id, PAGE).total, 2);
    });
  });

  it('takes the content of another user along into the trash when it becomes a version', async () => {
    const ben = await newUser(core, 'ben');
    const folderId = await makeFolder(core.dms, ann, 'shown');
    await core.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: 15 });
    await write(core.dms, ann, 'of ann.txt', 'of ann', folderId);
    await write(core.dms, ben, 'of ben.txt', 'of ben', folderId);
    const move = (name: string) =>
      core.dms.entries.move(
        ben,
        { path: ['shown', name] },
        { path: ['shown', 'of ben.txt'] },
        { overwrite: true },
      );
    await move('of ann.txt');
    assert.deepEqual(
      core.dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.name),
      ['of ann.txt'],
    );
  });

  it('is a version of a junk file where another user wrote it', async () => {
    const ben = await newUser(core, 'ben');
    const folderId = await makeFolder(core.dms, ann, 'shown');
    await core.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: 15 });
    const id = await write(core.dms, ann, 'budget.tmp', 'one', folderId);
    await write(core.dms, ann, 'budget.tmp', 'two', folderId);
    assert.equal(core.dms.versions.list(ann, id, PAGE).total, 1);
    await write(core.dms, ben, 'budget.tmp', 'three', folderId);
    assert.equal(core.dms.versions.list(ann, id, PAGE).total, 2);
  });
});
