import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { CREATE, DELETE, READ, UPDATE } from '../../../src/model/permissions.ts';
import type { VisibleName } from '../../../src/storage/tree/tree.ts';
import { MINUTE, type Office, openOffice, PAGE, present, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, paths, putTo, read, usageOf, write } from '../../support/tree.ts';

/** Works with files by their names, as a WebDAV client does: each step may be one of saving. */
class Editor {
  readonly office: Office;
  readonly actor: UserActor;
  readonly folderId: number;

  constructor(office: Office, actor: UserActor, folderId = 0) {
    this.office = office;
    this.actor = actor;
    this.folderId = folderId;
  }

  /** Id of what has the name now. */
  at(name: string): number {
    const place =
      this.folderId === 0 ? [] : this.office.dms.tree.path(this.actor, this.folderId).slice(1).split('/');
    const found = present(this.office.dms.tree.resolve(this.actor, [...place, name]));

    return found.entry.id;
  }

  /** The name by which a WebDAV client of the actor knows an entry. */
  visible(name: string): VisibleName {
    return { folderId: this.folderId === 0 ? this.actor.homeId : this.folderId, name };
  }

  async put(name: string, content: string): Promise<number> {
    const target = { folderId: this.folderId, name };
    const { document } = await putTo(this.office.dms, this.actor, target, content, {
      continuesHistory: true,
    });
    return document.id;
  }

  async move(name: string, to: string, overwrite = true): Promise<number> {
    const from = this.visible(name);
    const target = { folderId: this.folderId, name: to };
    const options = { overwrite, from };
    return (await this.office.dms.entries.move(this.actor, this.at(name), target, options)).entry.id;
  }

  async copy(name: string, to: string): Promise<number> {
    const target = { folderId: this.folderId, name: to };
    const options = { overwrite: true, from: this.visible(name) };
    return (await this.office.dms.entries.copy(this.actor, this.at(name), target, options)).entry.id;
  }

  delete(name: string): Promise<void> {
    return this.office.dms.entries.remove(this.actor, this.at(name), {
      from: this.visible(name),
    });
  }
}

describe('departures', () => {
  let office: Office;
  let ann: UserActor;
  let ben: UserActor;
  let desk: Editor;
  let id: number;

  beforeEach(async () => {
    office = await openOffice();
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
    desk = new Editor(office, ann);
    id = await desk.put('doc.txt', 'one');
    await office.dms.documents.update(ann, id, { title: 'The title', comments: 'Words' });
  });
  afterEach(async () => {
    for (const { counted, held } of usageOf(office.database)) assert.equal(counted, held);
    await office.close();
  });

  /** Contents of all versions, oldest first. */
  async function history(of = id, actor = ann): Promise<string[]> {
    const { items } = office.dms.versions.list(actor, of, PAGE);
    return Promise.all(items.toReversed().map(({ number }) => read(office.dms, actor, of, number)));
  }

  function trash(): string[] {
    return office.dms.trash.list(ann, PAGE).items.map(({ entry }) => entry.name);
  }

  describe('by a move to a temporary name', () => {
    for (const temporary of ['~WRL0001.tmp', 'doc.txt~', '~doc', 'doc.bak', 'doc.WBK', '.#doc', '5D4AF000']) {
      it(`end when something new comes: ${temporary}`, async () => {
        assert.equal(await desk.move('doc.txt', temporary), id);
        assert.equal(await desk.put('doc.txt', 'two'), id);
        assert.deepEqual(await history(), ['one', 'two']);
        const { document } = office.dms.documents.metadata(ann, id);
        assert.deepEqual(
          [document.name, document.title, document.comments],
          ['doc.txt', 'The title', 'Words'],
        );
        const copy = desk.at(temporary);
        assert.notEqual(copy, id);
        assert.deepEqual(await history(copy), ['one']);
      });
    }

    it('end when a temporary file is put in place, and leave nothing once the copy is deleted', async () => {
      await desk.put('~WRD0000.tmp', 'two');
      await desk.move('doc.txt', '~WRL0001.tmp');
      assert.equal(await desk.move('~WRD0000.tmp', 'doc.txt'), id);
      await desk.delete('~WRL0001.tmp');
      assert.deepEqual(await history(), ['one', 'two']);
      assert.deepEqual(await paths(office.dms, ann), ['doc.txt']);
      assert.deepEqual(trash(), []);
    });

    it('end when the copy comes back as a file of its own', async () => {
      await desk.move('doc.txt', 'doc.txt~');
      assert.equal(await desk.copy('doc.txt~', 'doc.txt'), id);
      assert.deepEqual(await history(), ['one']);
      assert.deepEqual(await history(desk.at('doc.txt~')), ['one']);
    });

    it('end without a copy when the document was deleted meanwhile', async () => {
      await desk.move('doc.txt', '~WRL0001.tmp');
      await desk.delete('~WRL0001.tmp');
      assert.deepEqual(trash(), ['~WRL0001.tmp']);
      assert.equal(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await history(), ['one', 'two']);
      assert.deepEqual([trash(), await paths(office.dms, ann)], [[], ['doc.txt']]);
    });

    it('end from a folder of the Finder, and from the trash with it', async () => {
      const folderId = await makeFolder(office.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await office.dms.entries.move(
        ann,
        id,
        { folderId, name: 'doc.txt' },
        { from: { folderId: ann.homeId, name: 'doc.txt' } },
      );
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ab');
      assert.equal(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await history(), ['one', 'two']);
      assert.deepEqual(await paths(office.dms, ann), ['doc.txt']);
    });

    it('keep the history of a document under a junk name', async () => {
      await desk.move('doc.txt', 'doc.tmp');
      await desk.put('doc.tmp', 'two');
      await desk.put('doc.tmp', 'three');
      assert.equal(await desk.put('doc.txt', 'four'), id);
      assert.deepEqual(await history(), ['one', 'two', 'three', 'four']);
    });

    it('are over when the document is moved back, or on to another name', async () => {
      await desk.move('doc.txt', 'doc.bak');
      assert.equal(await desk.move('doc.bak', 'doc.txt'), id);
      await desk.move('doc.txt', 'doc.bak');
      await desk.move('doc.bak', 'other.txt');
      assert.notEqual(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual(await history(), ['one']);
    });

    it('are over when the document is renamed over REST', async () => {
      await desk.move('doc.txt', 'doc.bak');
      await office.dms.documents.update(ann, id, { name: 'other.txt' });
      assert.notEqual(await desk.put('doc.txt', 'two'), id);
    });

    it('survive a further move among temporary names', async () => {
      await desk.move('doc.txt', 'doc.bak');
      await desk.move('doc.bak', 'doc.txt~');
      assert.equal(await desk.put('doc.txt', 'two'), id);
    });

    it('do not turn a document with a history into a version', async () => {
      await desk.put('other.txt', 'x');
      const other = await desk.put('other.txt', 'y');
      await desk.move('doc.txt', 'doc.bak');
      assert.equal(await desk.move('other.txt', 'doc.txt'), other);
      assert.equal(desk.at('doc.bak'), id);
    });

    it('replace what lay at the temporary name', async () => {
      const plain = await desk.put('doc.txt~', 'old backup');
      await office.dms.locks.create(ann, plain, {
        depth: '0',
        scope: 'exclusive',
        ownerXml: '',
        timeoutSeconds: 60,
      });
      const [lock] = office.dms.locks.covering(ann, plain);
      const holder = { ...ann, lockTokens: new Set([present(lock).token]) };
      await refuses(() => desk.move('doc.txt', 'doc.txt~'), 'locked');
      await new Editor(office, holder).move('doc.txt', 'doc.txt~');
      assert.equal(desk.at('doc.txt~'), id);
      assert.deepEqual(trash(), []);
      assert.equal(present(office.dms.locks.covering(ann, id)[0]).token, present(lock).token);
      // The lock is on the name, where a copy is left.
      await desk.put('doc.txt', 'two');
      assert.deepEqual(office.dms.locks.covering(ann, id), []);
      assert.equal(office.dms.locks.covering(ann, desk.at('doc.txt~')).length, 1);
    });

    it('put a history that lay at the temporary name into the trash', async () => {
      await desk.put('doc.txt~', 'a');
      await desk.put('doc.txt~', 'b');
      await desk.move('doc.txt', 'doc.txt~');
      assert.deepEqual(trash(), ['doc.txt~']);
    });
  });

  describe('by a deletion', () => {
    it('end when the same user makes the name anew', async () => {
      await desk.delete('doc.txt');
      assert.equal(await desk.put('doc.txt', 'two'), id);
      assert.deepEqual([await history(), trash()], [['one', 'two'], []]);
    });

    it('end when a new file is put in place, and only then', async () => {
      await desk.put('5D4AF000', 'two');
      await desk.delete('doc.txt');
      assert.equal(await desk.move('5D4AF000', 'doc.txt'), id);
      assert.deepEqual([await history(), trash()], [['one', 'two'], []]);

      const old = await desk.put('old.txt', 'a');
      office.pass(20 * MINUTE);
      await desk.delete('doc.txt');
      assert.equal(await desk.move('old.txt', 'doc.txt'), old);
      assert.deepEqual(trash(), ['doc.txt']);
    });

    it('do not end by a copy', async () => {
      await desk.put('new.txt', 'two');
      await desk.delete('doc.txt');
      assert.notEqual(await desk.copy('new.txt', 'doc.txt'), id);
      assert.deepEqual(trash(), ['doc.txt']);
    });

    it('are not remembered of temporary names', async () => {
      const backup = await desk.put('doc.txt~', 'old');
      await office.dms.documents.update(ann, backup, { comments: 'mine' });
      await desk.delete('doc.txt~');
      assert.equal(await desk.move('doc.txt', 'doc.txt~'), id);
      assert.deepEqual(trash(), ['doc.txt~']);
    });

    it('are over once the document is restored or purged', async () => {
      await desk.delete('doc.txt');
      await office.dms.trash.restore(ann, id, await makeFolder(office.dms, ann, 'elsewhere'));
      const second = await desk.put('doc.txt', 'two');
      assert.notEqual(second, id);
      await desk.put('doc.txt', 'three');
      await desk.delete('doc.txt');
      await office.dms.trash.purge(ann, second);
      assert.notEqual(await desk.put('doc.txt', 'four'), second);
    });

    it('count by the last one', async () => {
      await desk.delete('doc.txt');
      const other = await write(office.dms, ann, 'doc.txt', 'of another program');
      assert.notEqual(other, id);
      await desk.delete('doc.txt');
      assert.equal(await desk.put('doc.txt', 'two'), other);
      await desk.move('doc.txt', 'moved.txt');
      assert.notEqual(await desk.put('doc.txt', 'three'), id, 'used, and not stacked');
    });
  });

  for (const leave of ['move', 'deletion'] as const) {
    describe(`by a ${leave}`, () => {
      const away = (): Promise<unknown> =>
        leave === 'move' ? desk.move('doc.txt', 'doc.bak') : desk.delete('doc.txt');

      it('are forgotten after the window', async () => {
        await away();
        office.pass(15 * MINUTE);
        assert.notEqual(await desk.put('doc.txt', 'two'), id);
        await office.dms.housekeeping.tidy();
        assert.equal(present(office.database.prepare('SELECT count(*) FROM departures').pluck().get()), 0);
      });

      it('are this user’s: another makes a new document', async () => {
        const folderId = await makeFolder(office.dms, ann, 'shared');
        await office.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: 31 });
        await office.dms.entries.move(ann, id, { folderId, name: 'doc.txt' });
        desk = new Editor(office, ann, folderId);
        await away();
        const bens = await new Editor(office, ben, folderId).put('doc.txt', 'by ben');
        assert.notEqual(bens, id);
      });

      it('do not end over REST', async () => {
        await away();
        assert.notEqual(await write(office.dms, ann, 'doc.txt', 'two'), id);
      });

      it('begin over REST neither', async () => {
        if (leave === 'move') await office.dms.entries.rename(ann, id, 'doc.bak');
        else await office.dms.entries.remove(ann, id);
        assert.notEqual(await desk.put('doc.txt', 'two'), id);
      });

      it('need the right to write to the document', async () => {
        const folderId = await makeFolder(office.dms, ann, 'shared');
        await office.dms.entries.move(ann, id, { folderId, name: 'doc.txt' });
        const bits = READ | UPDATE | CREATE | DELETE;
        await office.dms.shares.create(ann, { entryId: folderId, users: ['ben'], permissions: bits });
        desk = new Editor(office, ben, folderId);
        await away();
        await office.dms.shares.create(ann, {
          entryId: folderId,
          users: ['ben'],
          permissions: READ | CREATE,
        });
        assert.notEqual(await desk.put('doc.txt', 'two'), id);
      });

      it('end where the document is shared by itself, at the mount root of the other', async () => {
        const bits = READ | UPDATE | DELETE;
        await office.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: bits });
        const from = { folderId: ben.homeId, name: 'doc.txt' };
        if (leave === 'move') await office.dms.entries.rename(ben, id, 'doc.txt~', { from });
        else await office.dms.entries.remove(ben, id, { from });
        const bens = new Editor(office, ben);
        assert.equal(await bens.put('doc.txt', 'by ben'), id);
        assert.deepEqual(await history(), ['one', 'by ben']);
        assert.deepEqual(await paths(office.dms, ann), ['doc.txt']);
        assert.deepEqual(
          await paths(office.dms, ben),
          leave === 'move' ? ['doc.txt', 'doc.txt~'] : ['doc.txt'],
        );
      });
    });
  }

  describe('leave no litter', () => {
    it('of what programs make and delete', async () => {
      for (const name of ['~$doc.txt', '._doc.txt', '.~lock.doc.txt#', 'lu1.tmp'])
        await desk.put(name, 'owner');
      await desk.put('4913', '');
      await desk.put('doc.txt~', 'one');
      for (const name of ['~$doc.txt', '._doc.txt', '.~lock.doc.txt#', 'lu1.tmp', '4913', 'doc.txt~']) {
        await desk.delete(name);
      }
      assert.deepEqual([trash(), await paths(office.dms, ann)], [[], ['doc.txt']]);
    });

    it('of a session that lasts', async () => {
      await desk.put('.doc.txt.swp', 'what vim would need after a crash');
      await desk.put('~$doc.txt', 'ann');
      const folderId = await makeFolder(office.dms, ann, '.~tmp~');
      office.pass(60 * MINUTE);
      await desk.delete('.doc.txt.swp');
      await desk.delete('~$doc.txt');
      await desk.delete('.~tmp~');
      assert.deepEqual(trash(), []);
      await refuses(() => office.dms.tree.folder(ann, folderId), 'not_found');
      await write(office.dms, ann, 'x', 'x', await makeFolder(office.dms, ann, '.~tmp~'));
      await desk.delete('.~tmp~');
      assert.deepEqual(trash(), ['.~tmp~']);
    });

    it('but keep in the trash what cannot be had back otherwise', async () => {
      await desk.put('doc.bak', 'other content');
      await desk.put('20261121', 'a date');
      const told = await desk.put('told.tmp', 'x');
      await office.dms.documents.update(ann, told, { comments: 'mine' });
      await desk.put('old.tmp', 'x');
      office.pass(15 * MINUTE);
      await desk.put('plain.txt', 'plain');
      for (const name of ['doc.bak', '20261121', 'told.tmp', 'old.tmp', 'plain.txt']) await desk.delete(name);
      assert.deepEqual(trash().sort(), ['20261121', 'doc.bak', 'old.tmp', 'plain.txt', 'told.tmp']);
    });

    it('of a folder of the Finder, whose contents are elsewhere', async () => {
      const folderId = await makeFolder(office.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await new Editor(office, ann, folderId).put('doc.txt', 'one');
      await new Editor(office, ann, folderId).put('._doc.txt', 'fork');
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ab');
      assert.deepEqual(trash(), []);
      const other = await makeFolder(office.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ac');
      await new Editor(office, ann, other).put('doc.txt', 'nowhere else');
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ac');
      assert.deepEqual(trash(), ['doc.txt.sb-1a2b3c4d-Xy12ac']);
    });

    it('but nothing that somebody else has put there, nor what is too much to look at', async () => {
      const others = await makeFolder(office.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ab');
      await office.dms.shares.create(ann, { entryId: others, users: ['ben'], permissions: 31 });
      await new Editor(office, ben, others).put('bens.txt', 'one');
      const full = await makeFolder(office.dms, ann, 'doc.txt.sb-1a2b3c4d-Xy12ac');
      for (let number = 0; number < 100; number += 1) {
        await new Editor(office, ann, full).put(`${number}`, 'one');
      }
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ab');
      await desk.delete('doc.txt.sb-1a2b3c4d-Xy12ac');
      assert.deepEqual(trash().sort(), ['doc.txt.sb-1a2b3c4d-Xy12ab', 'doc.txt.sb-1a2b3c4d-Xy12ac']);
    });
  });
});
