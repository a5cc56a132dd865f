import assert from 'node:assert/strict';
import { CREATE, DELETE, READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, present, refuses } from '../../support/accounts.ts';
import { Editor } from '../../support/changes/editor.ts';
import { makeFolder, newUser, paths, read, usageOf, write } from '../../support/tree.ts';

describe('a vacated name', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;
  let desk: Editor;
  let id: number;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    desk = new Editor(core, ann);
    id = await desk.put('doc.txt', 'one');
    await core.dms.documents.update(ann, id, { title: 'The title', comments: 'Words' });
  });
  afterEach(async () => {
    for (const { counted, held } of usageOf(core.database)) assert.equal(counted, held);
    await core.close();
  });

  /** Contents of all versions, oldest first. */
  async function history(of = id, actor = ann): Promise<string[]> {
    const { items } = core.dms.versions.list(actor, of, PAGE);
    return Promise.all(items.toReversed().map(({ number }) => read(core.dms, actor, of, number)));
  }

  function trash(): string[] {
    return core.dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.name);
  }

  describe('after a move to a temporary-looking name (rule 2)', () => {
    for (const temporary of ['~WRL0001.tmp', 'doc.txt~', '~doc', 'doc.bak', 'doc.WBK', '.#doc', '5D4AF000']) {
      it(`gets its document back with new content: ${temporary}`, async () => {
        assert.equal(await desk.move('doc.txt', temporary), id);
        assert.equal(await desk.put('doc.txt', 'two'), id);
        assert.deepEqual(await history(), ['one', 'two']);
        const { document } = core.dms.documents.metadata(ann, id);
        assert.deepEqual(
          [document.name, document.title, document.comments],
          ['doc.txt', 'The title', 'Words'],
        );
        const copy = desk.at(temporary);
        assert.notEqual(copy, id);
        assert.deepEqual(await history(copy), ['one']);
      });
    }

    it('gets its document back by MOVE of a temporary file; nothing is left once the copy is deleted', async () => {
      await desk.put('~WRD0000.tmp', 'two');
      await desk.move('doc.txt', '~WRL0001.tmp');
      assert.equal(await desk.move('~WRD0000.tmp', 'doc.txt'), id);
      await desk.delete('~WRL0001.tmp');
      assert.deepEqual(await history(), ['one', 'two']);
      assert.deepEqual(await paths(core.dms, ann), ['doc.txt']);
      assert.deepEqual(trash(), []);
    });

    it('gets its document back by MOVE of a fresh document, and of a temporary one of whatever age', async () => {
      await desk.move('doc.txt', 'doc.bak');
      await desk.put('fresh.txt', 'two');
      assert.equal(await desk.move('fresh.txt', 'doc.txt'), id);
      await desk.put('~WRD0000.tmp', 'three');
      core.pass(60 * MINUTE);
      await desk.move('doc.txt', '~WRL0001.tmp');
      assert.equal(await desk.move('~WRD0000.tmp', 'doc.txt'), id);
      assert.deepEqual(await history(), ['one', 'two', 'three']);
    });

    it('gets its document back by COPY of that document to the name', async () => {
      await desk.move('doc.txt', 'doc.txt~');
      assert.equal(await desk.copy('doc.txt~', 'doc.txt'), id);
      assert.deepEqual(await history(), ['one']);
      assert.deepEqual(await history(desk.at('doc.txt~')), ['one']);
    });

    it('gets its document back from the trash, where no copy is left', async () => {
      await desk.move('doc.txt', '~WRL0001.tmp');
      await desk.delete('~WRL0001.tmp');
      assert.deepEqual(trash(), ['~WRL0001.tmp']);
      assert.equal(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await history(), ['one', 'two']);
      assert.deepEqual([trash(), await paths(core.dms, ann)], [[], ['doc.txt']]);
    });

    it('gets its document back from a safe-save folder of the Finder that is in the trash', async () => {
      const folderId = await makeFolder(core.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await core.dms.entries.move(ann, { path: ['doc.txt'] }, { folderId, name: 'doc.txt' });
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ab');
      assert.equal(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await history(), ['one', 'two']);
      assert.deepEqual(await paths(core.dms, ann), ['doc.txt']);
    });

    it('gets its document back with the versions that it got under a junk name', async () => {
      await desk.move('doc.txt', 'doc.tmp');
      await desk.put('doc.tmp', 'two');
      await desk.put('doc.tmp', 'three');
      assert.equal(await desk.put('doc.txt', 'four'), id);
      assert.deepEqual(await history(), ['one', 'two', 'three', 'four']);
    });

    it('is forgotten when the document is moved back, or on to an ordinary name', async () => {
      await desk.move('doc.txt', 'doc.bak');
      assert.equal(await desk.move('doc.bak', 'doc.txt'), id);
      await desk.move('doc.txt', 'doc.bak');
      await desk.move('doc.bak', 'other.txt');
      assert.notEqual(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await history(), ['one']);
    });

    it('is forgotten once the document is back', async () => {
      await desk.move('doc.txt', 'doc.bak');
      await desk.put('doc.txt', 'two');
      await core.dms.entries.remove(ann, id);
      assert.notEqual(await desk.put('doc.txt', 'three'), id);
    });

    it('does not get its document back from a folder that has an ordinary name by now', async () => {
      const folderId = await makeFolder(core.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await core.dms.entries.move(ann, desk.source('doc.txt'), { folderId, name: 'doc.txt' });
      await core.dms.entries.rename(ann, folderId, 'kept');
      assert.notEqual(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await paths(core.dms, ann), ['doc.txt', 'kept/', 'kept/doc.txt']);
    });

    it('does not get its document back from the trash of somebody else', async () => {
      const folderId = await makeFolder(core.dms, ann, 'shared');
      await core.dms.entries.move(ann, id, { folderId, name: 'doc.txt' });
      await core.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: 31 });
      const bens = new Editor(core, ben, folderId);
      await bens.move('doc.txt', 'doc.bak');
      await core.dms.entries.remove(ann, id);
      assert.notEqual(await bens.put('doc.txt', 'two'), id);
      assert.deepEqual(trash(), ['doc.bak']);
    });

    it('is forgotten when the document is renamed over REST', async () => {
      await desk.move('doc.txt', 'doc.bak');
      await core.dms.documents.update(ann, id, { name: 'other.txt' });
      assert.notEqual(await desk.put('doc.txt', 'two'), id);
    });

    it('is remembered after a further move to a temporary-looking name', async () => {
      await desk.move('doc.txt', 'doc.bak');
      await desk.move('doc.bak', 'doc.txt~');
      assert.equal(await desk.put('doc.txt', 'two'), id);
    });

    it('does not turn a document with a history into a version', async () => {
      await desk.put('other.txt', 'x');
      const other = await desk.put('other.txt', 'y');
      await desk.move('doc.txt', 'doc.bak');
      assert.equal(await desk.move('other.txt', 'doc.txt'), other);
      assert.equal(desk.at('doc.bak'), id);
    });

    it('is remembered after a move over a plain document, which is replaced with its lock kept', async () => {
      const plain = await desk.put('doc.txt~', 'old backup');
      await core.dms.lockCreation.create(ann, plain, {
        depth: '0',
        scope: 'exclusive',
        ownerXml: '',
        timeoutSeconds: 60,
      });
      const [lock] = core.dms.locks.covering(ann, plain);
      const holder = { ...ann, lockTokens: new Set([present(lock).token]) };
      await refuses(() => desk.move('doc.txt', 'doc.txt~'), 'locked');
      await new Editor(core, holder).move('doc.txt', 'doc.txt~');
      assert.equal(desk.at('doc.txt~'), id);
      assert.deepEqual(trash(), []);
      assert.equal(present(core.dms.locks.covering(ann, id)[0]).token, present(lock).token);
      // A lock is on a URL: it stays at the temporary-looking name, on the copy.
      await desk.put('doc.txt', 'two');
      assert.deepEqual(core.dms.locks.covering(ann, id), []);
      assert.equal(core.dms.locks.covering(ann, desk.at('doc.txt~')).length, 1);
    });

    it('is remembered after a move over a document with a history, which goes to the trash', async () => {
      await desk.put('doc.txt~', 'a');
      await desk.put('doc.txt~', 'b');
      await desk.move('doc.txt', 'doc.txt~');
      assert.deepEqual(trash(), ['doc.txt~']);
    });
  });

  describe('after a deletion (rule 3)', () => {
    it('gets its document back when the same user creates the name again', async () => {
      await desk.delete('doc.txt');
      assert.equal(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual([await history(), trash()], [['one', 'two'], []]);
    });

    it('gets its document back by MOVE of a fresh document only', async () => {
      await desk.put('5D4AF000', 'two');
      await desk.delete('doc.txt');
      assert.equal(await desk.move('5D4AF000', 'doc.txt'), id);
      assert.deepEqual([await history(), trash()], [['one', 'two'], []]);

      const old = await desk.put('old.txt', 'a');
      core.pass(15 * MINUTE);
      await desk.delete('doc.txt');
      assert.equal(await desk.move('old.txt', 'doc.txt'), old);
      assert.deepEqual(trash(), ['doc.txt']);
    });

    it('does not get its document back by COPY', async () => {
      await desk.put('new.txt', 'two');
      await desk.delete('doc.txt');
      assert.notEqual(await desk.copy('new.txt', 'doc.txt'), id);
      assert.deepEqual(trash(), ['doc.txt']);
    });

    it('is not remembered if it is temporary-looking', async () => {
      const backup = await desk.put('doc.txt~', 'old');
      await core.dms.documents.update(ann, backup, { comments: 'mine' });
      await desk.delete('doc.txt~');
      assert.equal(await desk.move('doc.txt', 'doc.txt~'), id);
      assert.deepEqual(trash(), ['doc.txt~']);
    });

    it('is forgotten once the document is restored or purged', async () => {
      await desk.delete('doc.txt');
      await core.dms.trash.restore(ann, id, await makeFolder(core.dms, ann, 'elsewhere'));
      const second = await desk.put('doc.txt', 'two');
      assert.notEqual(second, id);
      await desk.put('doc.txt', 'three');
      await desk.delete('doc.txt');
      await core.dms.trash.purge(ann, second);
      assert.notEqual(await desk.put('doc.txt', 'four'), second);
    });

    it('remembers the last document only', async () => {
      await desk.delete('doc.txt');
      const other = await write(core.dms, ann, 'doc.txt', 'of another program');
      assert.notEqual(other, id);
      await desk.delete('doc.txt');
      assert.equal(await desk.put('doc.txt', 'two'), other);
      await desk.move('doc.txt', 'moved.txt');
      assert.notEqual(await desk.put('doc.txt', 'three'), id, 'the document before it is not remembered');
    });
  });

  describe('at the mount root of a recipient', () => {
    let folderId: number;
    let bens: Editor;

    beforeEach(async () => {
      folderId = await makeFolder(core.dms, ann, 'folder');
      await core.dms.entries.move(ann, id, { folderId, name: 'doc.txt' });
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: READ | UPDATE | DELETE });
      bens = new Editor(core, ben);
    });

    it('is free for a new document when the folder has another of that name, or is in the trash', async () => {
      await bens.delete('doc.txt');
      const taken = await write(core.dms, ann, 'doc.txt', 'new', folderId);
      const first = await bens.put('doc.txt', 'by ben');
      assert.ok(first !== id && first !== taken);
      await bens.delete('doc.txt');
      await core.dms.entries.remove(ann, taken);
      await core.dms.trash.restore(ann, id);
      await bens.delete('doc.txt');
      await core.dms.entries.remove(ann, folderId);
      assert.notEqual(await bens.put('doc.txt', 'by ben'), id);
    });
  });

  for (const leave of ['move', 'deletion'] as const) {
    describe(`after a ${leave}`, () => {
      const vacate = (): Promise<unknown> =>
        leave === 'move' ? desk.move('doc.txt', 'doc.bak') : desk.delete('doc.txt');

      it('is forgotten after the window', async () => {
        await vacate();
        core.pass(15 * MINUTE);
        assert.notEqual(await desk.put('doc.txt', 'two'), id);
        await core.dms.housekeeping.tidy();
        assert.equal(present(core.database.prepare('SELECT count(*) FROM departures').pluck().get()), 0);
      });

      it('is remembered for this user only: another user makes a new document', async () => {
        const folderId = await makeFolder(core.dms, ann, 'shared');
        await core.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: 31 });
        await core.dms.entries.move(ann, id, { folderId, name: 'doc.txt' });
        desk = new Editor(core, ann, folderId);
        await vacate();
        const bens = await new Editor(core, ben, folderId).put('doc.txt', 'by ben');
        assert.notEqual(bens, id);
      });

      it('does not get its document back by an upload over REST', async () => {
        await vacate();
        assert.notEqual(await write(core.dms, ann, 'doc.txt', 'two'), id);
      });

      it('is not remembered when a REST request vacates it', async () => {
        if (leave === 'move') await core.dms.entries.rename(ann, id, 'doc.bak');
        else await core.dms.entries.remove(ann, id);
        assert.notEqual(await desk.put('doc.txt', 'two'), id);
      });

      it('does not get its document back without the permission to update it', async () => {
        const folderId = await makeFolder(core.dms, ann, 'shared');
        await core.dms.entries.move(ann, id, { folderId, name: 'doc.txt' });
        const bits = READ | UPDATE | CREATE | DELETE;
        await core.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: bits });
        desk = new Editor(core, ben, folderId);
        await vacate();
        await core.dms.shares.create(ann, {
          entryId: folderId,
          users: ['ben'],
          permissions: READ | CREATE,
        });
        assert.notEqual(await desk.put('doc.txt', 'two'), id);
      });

      it('gets its document back if that is shared by itself, at the mount root of the recipient', async () => {
        const bits = READ | UPDATE | DELETE;
        await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: bits });
        const source = { path: ['doc.txt'] };
        if (leave === 'move') await core.dms.entries.move(ben, source, { path: ['doc.txt~'] });
        else await core.dms.entries.remove(ben, source);
        const bens = new Editor(core, ben);
        assert.equal(await bens.put('doc.txt', 'by ben'), id);
        assert.deepEqual(await history(), ['one', 'by ben']);
        assert.deepEqual(await paths(core.dms, ann), ['doc.txt']);
        assert.deepEqual(
          await paths(core.dms, ben),
          leave === 'move' ? ['doc.txt', 'doc.txt~'] : ['doc.txt'],
        );
      });
    });
  }

  describe('temporary files', () => {
    it('are deleted permanently when the program deletes them', async () => {
      for (const name of ['~$doc.txt', '._doc.txt', '.~lock.doc.txt#', 'lu1.tmp'])
        await desk.put(name, 'owner');
      await desk.put('4913', '');
      await desk.put('doc.txt~', 'one');
      for (const name of ['~$doc.txt', '._doc.txt', '.~lock.doc.txt#', 'lu1.tmp', '4913', 'doc.txt~']) {
        await desk.delete(name);
      }
      assert.deepEqual([trash(), await paths(core.dms, ann)], [[], ['doc.txt']]);
    });

    it('are deleted permanently after a long session, if they are session files', async () => {
      await desk.put('.doc.txt.swp', 'what vim would need after a crash');
      await desk.put('~$doc.txt', 'ann');
      const folderId = await makeFolder(core.dms, ann, '.~tmp~');
      core.pass(60 * MINUTE);
      await desk.delete('.doc.txt.swp');
      await desk.delete('~$doc.txt');
      await desk.delete('.~tmp~');
      assert.deepEqual(trash(), []);
      await refuses(() => core.dms.tree.folder(ann, folderId), 'not_found');
      await write(core.dms, ann, 'x', 'x', await makeFolder(core.dms, ann, '.~tmp~'));
      await desk.delete('.~tmp~');
      assert.deepEqual(trash(), ['.~tmp~']);
    });

    it('go to the trash if their content would be lost', async () => {
      await desk.put('doc.bak', 'other content');
      await desk.put('20261121', 'a date');
      const told = await desk.put('told.tmp', 'x');
      await core.dms.documents.update(ann, told, { comments: 'mine' });
      await desk.put('old.tmp', 'x');
      core.pass(15 * MINUTE);
      await desk.put('plain.txt', 'plain');
      for (const name of ['doc.bak', '20261121', 'told.tmp', 'old.tmp', 'plain.txt']) await desk.delete(name);
      assert.deepEqual(trash().sort(), ['20261121', 'doc.bak', 'old.tmp', 'plain.txt', 'told.tmp']);
    });

    it('in a safe-save folder are deleted permanently, if another document has their content', async () => {
      const folderId = await makeFolder(core.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await new Editor(core, ann, folderId).put('doc.txt', 'one');
      await new Editor(core, ann, folderId).put('._doc.txt', 'fork');
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ab');
      assert.deepEqual(trash(), []);
      const other = await makeFolder(core.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ac');
      await new Editor(core, ann, other).put('doc.txt', 'nowhere else');
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ac');
      assert.deepEqual(trash(), ['doc.txt.sb-1a2b3c4d-Xy12ac']);
    });

    it('go to the trash if another user made one of them, or if there are over 99', async () => {
      const others = await makeFolder(core.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await core.dms.shares.create(ann, { entryId: others, users: ['ben'], permissions: 31 });
      await new Editor(core, ben, others).put('bens.txt', 'one');
      const full = await makeFolder(core.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ac');
      for (let number = 0; number < 100; number += 1) {
        await new Editor(core, ann, full).put(`${number}`, 'one');
      }
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ab');
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ac');
      assert.deepEqual(trash().sort(), ['doc.txt.sb-1a2b3c4d-Xy12ab', 'doc.txt.sb-1a2b3c4d-Xy12ac']);
    });
  });
});
