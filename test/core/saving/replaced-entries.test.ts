import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { CREATE, READ, UPDATE } from '../../../src/model/permissions.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
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
});
