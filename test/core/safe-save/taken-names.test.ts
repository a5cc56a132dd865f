import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { makeFolder, newUser, paths, write } from '../../support/tree.ts';

/** docs/build/webdav-clients.md, rules 2 and 3: only what a program saves there continues the history. */
describe('a name that a document has vacated', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let desk: Editor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    desk = new Editor(core, ann);
    id = await desk.put('doc.txt', 'one');
  });
  afterEach(() => core.close());

  for (const way of ['copy', 'move'] as const) {
    it(`is free for the ${way} of a folder`, async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      await desk.move('doc.txt', 'doc.bak');
      const at = await desk[way]('folder', 'doc.txt');
      assert.equal(at === folder, way === 'move');
      assert.equal(desk.at('doc.bak'), id);
      assert.ok((await paths(core.dms, ann)).includes('doc.txt/'));
    });

    it(`is free for the ${way} of another document over REST`, async () => {
      const other = await write(core.dms, ann, 'other.txt', 'two');
      await desk.move('doc.txt', 'doc.bak');
      const { entry } = await core.dms.entries[way](ann, other, { folderId: 0, name: 'doc.txt' });
      assert.notEqual(entry.id, id);
      assert.equal(desk.at('doc.bak'), id);
    });
  }

  it('gives its document back to a program that locks it before it saves', async () => {
    await desk.delete('doc.txt');
    const request = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 60 } as const;
    const { entry, outcome } = await core.dms.lockCreation.create(ann, { path: ['doc.txt'] }, request);
    assert.deepEqual([entry.id, outcome], [id, 'created']);
  });

  it('is forgotten for good once the document has a proper name again', async () => {
    await desk.move('doc.txt', 'doc.txt.sb-1a2b3c4d-Xy12ab');
    await core.dms.entries.rename(ann, id, 'kept.txt');
    await core.dms.entries.rename(ann, id, 'kept.bak');
    assert.notEqual(await desk.put('doc.txt', 'two'), id);
  });

  it('is remembered while the document gets another spelling of its temporary-looking name', async () => {
    await desk.move('doc.txt', 'é.bak');
    await desk.move('é.bak', 'e\u0301.bak');
    assert.equal(await desk.put('doc.txt', 'two'), id);
  });

  it('is remembered for its owner when a recipient calls the document otherwise', async () => {
    const ben = await newUser(core, 'ben');
    await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 3 });
    await desk.move('doc.txt', 'doc.bak');
    await new Editor(core, ben).move('doc.txt', 'mine.txt');
    assert.equal(await desk.put('doc.txt', 'two'), id);
  });
});
