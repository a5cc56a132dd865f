import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { type Service, startService } from '../../support/service.ts';
import { makeFolder, newUser, write } from '../../support/tree.ts';

describe('what a program deletes is not lost', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let desk: Editor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    desk = new Editor(core, ann);
  });
  afterEach(() => core.close());

  function trash(): string[] {
    return core.dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.name);
  }

  it('where somebody else made it', async () => {
    const folderId = await makeFolder(core.dms, ann, 'shared');
    await core.dms.shares.create(ann, {
      entryId: folderId,
      users: [(await newUser(core, 'ben')).login],
      permissions: 31,
    });
    const ben = await core.session('ben');
    await write(core.dms, ann, 'doc.txt', 'one', folderId);
    const names = ['doc.txt~', '20240131', '~$doc.txt', '4913'];
    for (const name of names) await write(core.dms, ann, name, name === '4913' ? '' : 'one', folderId);
    for (const name of names) await new Editor(core, ben, folderId).delete(name);
    assert.deepEqual(trash().sort(), [...names].sort());
  });

  it('where only somebody else has its content', async () => {
    await write(core.dms, await newUser(core, 'ben'), 'same', 'content');
    await desk.put('doc.bak', 'content');
    await desk.delete('doc.bak');
    assert.deepEqual(trash(), ['doc.bak']);
  });

  it('where its name is an ordinary one', async () => {
    await desk.put('doc.txt', 'one');
    await desk.put('copy.txt', 'one');
    await makeFolder(core.dms, ann, 'empty');
    await desk.delete('copy.txt');
    await desk.delete('empty');
    assert.deepEqual(trash().sort(), ['copy.txt', 'empty']);
  });

  it('where it is a folder by whose name a file would be of no value', async () => {
    const name = '._doc.txt.sb-1a2b3c4d-Xy12ab';
    await new Editor(core, ann, await makeFolder(core.dms, ann, name)).put('doc.txt', 'nowhere else');
    await desk.delete(name);
    assert.deepEqual(trash(), [name]);
  });
});

describe('without a window for saving by rename', () => {
  let service: Service;

  before(async () => {
    service = await startService({ config: { webdav: { rename_window_minutes: 0 } } });
  });
  after(() => service.stop());

  it('nothing is temporary, and no name is remembered', async () => {
    const { actor } = await service.createUser('ann');
    const { dms } = service;
    const lockFile = await write(dms, actor, '~$doc.txt', 'ann');
    await dms.entries.remove(actor, { path: ['~$doc.txt'] });
    assert.deepEqual(
      dms.trash.list(actor, PAGE).items.map(({ entry }) => entry.id),
      [lockFile],
    );
    const id = await write(dms, actor, 'doc.txt', 'one');
    await dms.entries.remove(actor, { path: ['doc.txt'] });
    assert.notEqual(await write(dms, actor, 'doc.txt', 'two'), id);
  });
});
