import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import {
  makeFolder,
  newUser,
  onto,
  paths,
  putTo,
  read,
  snapshotOf,
  usageOf,
  write,
} from '../../support/tree.ts';

describe('entries', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  describe('rename', () => {
    it('keeps id, versions and everything, and frees the old name', async () => {
      const id = await write(core.dms, ann, 'old.txt', 'one');
      await write(core.dms, ann, 'old.txt', 'two');
      const { name } = await core.dms.entries.rename(ann, id, 'new.txt');
      assert.equal(name, 'new.txt');
      assert.equal(await read(core.dms, ann, id, 1), 'one');
      await write(core.dms, ann, 'old.txt');
      assert.deepEqual(await paths(core.dms, ann), ['new.txt', 'old.txt']);
    });

    it('gives a file that was written under a temporary name the media type of its proper one', async () => {
      const id = await write(core.dms, ann, 'save.tmp', 'text');
      await core.dms.entries.rename(ann, id, 'letter.pdf');
      assert.equal(core.dms.tree.document(ann, id).mimeType, 'application/pdf');
    });

    it('takes another spelling of the same name', async () => {
      const id = await write(core.dms, ann, 'é');
      const { name } = await core.dms.entries.rename(ann, id, 'e\u0301');
      assert.equal(name, 'e\u0301');
    });

    it('refuses bad and taken names, and changes nothing', async () => {
      const id = await write(core.dms, ann, 'a');
      await makeFolder(core.dms, ann, 'é');
      const before = snapshotOf(core.database);
      await refuses(() => core.dms.entries.rename(ann, id, 'e\u0301'), 'name_taken', ['name']);
      for (const name of ['', '.', '..', '/', 'a\nb', 'ü'.repeat(128)]) {
        await refuses(() => core.dms.entries.rename(ann, id, name), 'invalid', ['name']);
      }
      await core.dms.entries.rename(ann, id, 'a');
      assert.equal(snapshotOf(core.database), before);
    });

    it('is not for homes, and for folders of the office the administrators’', async () => {
      const admin = await newUser(core, 'root', { isAdmin: true });
      const system = await core.dms.folders.createSystem(admin, 'Office');
      await core.dms.folders.createSystem(admin, 'Taken');
      await core.dms.shares.create(admin, { entryId: system.id, users: ['ben'], permissions: 31 });
      await refuses(() => core.dms.entries.rename(ann, ann.homeId, 'x'), 'forbidden');
      await refuses(() => core.dms.entries.rename(ben, system.id, 'x'), 'forbidden');
      await refuses(() => core.dms.entries.rename(admin, system.id, 'Taken'), 'name_taken');
      assert.equal((await core.dms.entries.rename(admin, system.id, 'Bureau')).name, 'Bureau');
    });
  });

  it('change the folders that an entry leaves and comes to', async () => {
    const { entries, trash, tree } = core.dms;
    const from = await makeFolder(core.dms, ann, 'from');
    const to = await makeFolder(core.dms, ann, 'to');
    const id = await write(core.dms, ann, 'a', 'x', from);
    await core.dms.shares.create(ann, { entryId: from, users: ['ben'], permissions: 31 });
    await core.dms.shares.create(ann, { entryId: to, users: ['ben'], permissions: 31 });
    const changedNow = (...folders: number[]) => {
      for (const folder of folders) {
        const { updatedAt, updatedBy } = tree.folder(ann, folder);
        assert.deepEqual([updatedAt, updatedBy], [core.now(), ben.userId]);
      }
      core.pass(1000);
    };
    core.pass(1000);
    await entries.move(ben, id, { folderId: to, name: 'a' });
    changedNow(from, to);
    await entries.copy(ben, id, { folderId: from, name: 'b' });
    changedNow(from);
    await entries.rename(ben, id, 'c');
    changedNow(to);
    await entries.remove(ben, id);
    changedNow(to);
    await trash.restore(ben, id);
    changedNow(to);
  });

  describe('move', () => {
    it('keeps id, versions, comments, shares and activity', async () => {
      const from = await makeFolder(core.dms, ann, 'from');
      const to = await makeFolder(core.dms, ann, 'to');
      const id = await write(core.dms, ann, 'a.txt', 'one', from);
      await write(core.dms, ann, 'a.txt', 'two', from);
      await core.dms.documents.update(ann, id, { comments: 'C' });
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const { outcome, entry } = await core.dms.entries.move(ann, id, { folderId: to, name: 'b.txt' });
      assert.deepEqual([outcome, entry.id, entry.folderId, entry.name], ['created', id, to, 'b.txt']);
      assert.equal(await read(core.dms, ann, id, 1), 'one');
      assert.equal(core.dms.tree.document(ben, id).comments, 'C');
      const { items } = await core.dms.activity.ofDocument(ann, id, {}, PAGE);
      assert.deepEqual(
        items.map(({ action }) => action),
        ['move', 'share', 'update', 'new_version', 'upload'],
      );
    });

    it('within one home needs no room, and neither does what is restored to it', async () => {
      const small = await newUser(core, 'small', { quotaBytes: 10 });
      const id = await write(core.dms, small, 'a', '7 bytes');
      const folder = await makeFolder(core.dms, small, 'folder');
      await core.dms.entries.move(small, id, { folderId: folder, name: 'a' });
      await core.dms.entries.remove(small, id);
      await core.dms.trash.restore(small, id, 0);
      assert.deepEqual(await paths(core.dms, small), ['a', 'folder/']);
    });

    it('within one folder is a rename, for which update is enough', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'a', 'x', folder);
      await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 3 });
      await core.dms.entries.move(ben, id, { folderId: folder, name: 'b' });
      assert.deepEqual(await paths(core.dms, ann), ['folder/', 'folder/b']);
    });

    it('onto what was shared by itself tells nothing of the folder in which that is', async () => {
      const folder = await makeFolder(core.dms, ann, 'merger');
      const shown = await write(core.dms, ann, 'shown', 'x', folder);
      await core.dms.shares.create(ann, { entryId: shown, users: ['ben'], permissions: 31 });
      const own = await makeFolder(core.dms, ben, 'own');
      const move = () => core.dms.entries.move(ben, own, { path: ['shown'] }, { overwrite: true });
      const error = await refuses(move, 'forbidden');
      assert.equal(error.entry, undefined);
      assert.doesNotMatch(error.message, /merger/);
    });

    it('into itself, beneath itself, onto itself or onto a folder around it is refused', async () => {
      const outer = await makeFolder(core.dms, ann, 'outer');
      const inner = await makeFolder(core.dms, ann, 'inner', outer);
      const file = await write(core.dms, ann, 'file', 'x', inner);
      const before = snapshotOf(core.database);
      const overwrite = { overwrite: true };
      const into = (id: number, folderId: number, name: string) => () =>
        core.dms.entries.move(ann, id, { folderId, name }, overwrite);
      await refuses(into(outer, outer, 'x'), 'invalid', ['folder_id']);
      await refuses(into(outer, inner, 'x'), 'invalid', ['folder_id']);
      await refuses(into(file, inner, 'file'), 'forbidden');
      await refuses(into(file, 0, 'outer'), 'invalid', ['folder_id']);
      await refuses(() => core.dms.entries.copy(ann, outer, { folderId: inner, name: 'x' }), 'invalid');
      await refuses(
        () => core.dms.entries.copy(ann, file, onto(core.dms, ann, file), overwrite),
        'forbidden',
      );
      assert.equal(snapshotOf(core.database), before);
    });

    it('onto a name that is taken needs to be told to overwrite', async () => {
      const id = await write(core.dms, ann, 'a');
      await write(core.dms, ann, 'b');
      await refuses(() => core.dms.entries.move(ann, id, { folderId: 0, name: 'b' }), 'name_taken', ['name']);
      await refuses(() => core.dms.entries.copy(ann, id, { folderId: 0, name: 'b' }), 'name_taken', ['name']);
    });

    it('onto a document makes a version of that one, which keeps its id and history', async () => {
      const target = await write(core.dms, ann, 'report.pdf', 'one');
      const saved = await write(core.dms, ann, 'save.tmp', 'two');
      const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
      await core.dms.properties.patch(ann, saved, [{ set: property }]);
      const { outcome, entry } = await core.dms.entries.move(
        ann,
        saved,
        { folderId: 0, name: 'report.pdf' },
        { overwrite: true },
      );
      assert.ok(entry.kind === 'file');
      assert.deepEqual(
        [outcome, entry.id, entry.version, entry.mimeType],
        ['replaced', target, 2, 'application/pdf'],
      );
      assert.equal(await read(core.dms, ann, target), 'two');
      assert.equal(await read(core.dms, ann, target, 1), 'one');
      assert.deepEqual(core.dms.properties.list(ann, target), [property]);
      assert.deepEqual(await paths(core.dms, ann), ['report.pdf']);
      // It had no history of its own: nothing of it is left.
      assert.equal(core.dms.trash.list(ann, PAGE).total, 0);
      assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: 6, held: 6 });
    });

    it('onto a document keeps the history of the moved one in the trash', async () => {
      await write(core.dms, ann, 'target', 'one');
      const moved = await write(core.dms, ann, 'moved', 'a');
      await write(core.dms, ann, 'moved', 'b');
      await core.dms.entries.move(ann, moved, { folderId: 0, name: 'target' }, { overwrite: true });
      const [kept] = core.dms.trash.list(ann, PAGE).items;
      assert.deepEqual([kept?.entry.id, kept?.path], [moved, '/moved']);
      assert.equal(usageOf(core.database)[0]?.counted, 3 + 1 + 1 + 1);
    });

    it('of anything else onto a name puts what was there into the trash', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      await write(core.dms, ann, 'within', 'x', folder);
      const document = await write(core.dms, ann, 'document');
      const over = { overwrite: true };
      const first = await core.dms.entries.move(ann, document, { folderId: 0, name: 'folder' }, over);
      assert.deepEqual([first.outcome, first.entry.kind], ['replaced', 'file']);
      assert.deepEqual(await paths(core.dms, ann), ['folder']);
      assert.equal(core.dms.trash.list(ann, PAGE).items[0]?.entry.id, folder);
    });

    it('between homes takes its bytes along, and is refused where they do not fit', async () => {
      const folder = await makeFolder(core.dms, ben, 'box');
      await core.dms.shares.create(ben, { entryId: folder, users: ['ann'], permissions: 15 });
      const id = await write(core.dms, ann, 'a', 'one');
      await write(core.dms, ann, 'a', 'two!');
      await core.dms.users.update(await admin(), ben.userId, { quotaBytes: 6 });
      const before = snapshotOf(core.database);
      const target = { folderId: folder, name: 'a' };
      await refuses(() => core.dms.entries.move(ann, id, target), 'quota_exceeded');
      assert.equal(snapshotOf(core.database), before);
      await core.dms.users.update(await admin(), ben.userId, { quotaBytes: 7 });
      const { entry } = await core.dms.entries.move(ann, id, target);
      assert.equal(entry.owner?.id, ben.userId);
      assert.deepEqual(usageOf(core.database).slice(0, 2), [
        { login: 'ann', counted: 0, held: 0 },
        { login: 'ben', counted: 7, held: 7 },
      ]);
    });

    it('is not for homes and folders of the office', async () => {
      const system = await core.dms.folders.createSystem(await admin(), 'Office');
      await refuses(() => core.dms.entries.move(ann, ann.homeId, { folderId: 0, name: 'x' }), 'forbidden');
      await refuses(() => core.dms.entries.remove(ann, ann.homeId), 'forbidden');
      await refuses(
        async () => core.dms.entries.move(await admin(), system.id, { folderId: 0, name: 'x' }),
        'forbidden',
      );
      const id = await write(core.dms, await admin(), 'a');
      await refuses(
        async () => core.dms.entries.move(await admin(), id, { path: ['Office'] }, { overwrite: true }),
        'forbidden',
      );
    });

    it('onto a shared entry goes where that lies', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const target = await write(core.dms, ann, 'target', 'one', folder);
      await core.dms.shares.create(ann, { entryId: target, users: ['ben'], permissions: 3 });
      const id = await write(core.dms, ben, 'mine', 'two');
      await core.dms.entries.move(ben, id, onto(core.dms, ben, target), { overwrite: true });
      assert.equal(await read(core.dms, ann, target), 'two');
      assert.deepEqual(await paths(core.dms, ben), ['target']);
    });
  });

  async function admin(): Promise<UserActor> {
    try {
      return await core.session('root');
    } catch {
      return newUser(core, 'root', { isAdmin: true });
    }
  }

  describe('copy', () => {
    it('makes another document of the head, with properties, without history and shares', async () => {
      const id = await write(core.dms, ann, 'a.txt', 'one');
      await putTo(core.dms, ann, onto(core.dms, ann, id), 'two!', { title: 'T', modifiedAt: 7 });
      const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
      await core.dms.properties.patch(ann, id, [{ set: property }]);
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const { outcome, entry } = await core.dms.entries.copy(ann, id, { folderId: 0, name: 'b.txt' });
      assert.ok(entry.kind === 'file');
      assert.equal(outcome, 'created');
      assert.deepEqual([entry.version, entry.title, entry.size, entry.modifiedAt], [1, 'T', 4, 7]);
      assert.notEqual(entry.id, id);
      assert.equal(await read(core.dms, ann, entry.id), 'two!');
      assert.deepEqual(core.dms.properties.list(ann, entry.id), [property]);
      await refuses(() => core.dms.tree.document(ben, entry.id), 'not_found');
      assert.deepEqual(usageOf(core.database)[0], { login: 'ann', counted: 11, held: 11 });
    });

    it('onto a document makes a version of that one', async () => {
      const from = await write(core.dms, ann, 'from', 'new');
      const to = await write(core.dms, ann, 'to', 'old');
      const { outcome, entry } = await core.dms.entries.copy(
        ann,
        from,
        { folderId: 0, name: 'to' },
        { overwrite: true },
      );
      assert.deepEqual([outcome, entry.id], ['replaced', to]);
      assert.deepEqual([await read(core.dms, ann, to, 1), await read(core.dms, ann, to)], ['old', 'new']);
      assert.deepEqual(await paths(core.dms, ann), ['from', 'to']);
    });

    it('onto a folder puts that into the trash, and goes in its place', async () => {
      const from = await makeFolder(core.dms, ann, 'from');
      await write(core.dms, ann, 'new', 'x', from);
      const to = await makeFolder(core.dms, ann, 'to');
      await write(core.dms, ann, 'old', 'x', to);
      await core.dms.entries.copy(ann, from, { folderId: 0, name: 'to' }, { overwrite: true });
      assert.deepEqual(await paths(core.dms, ann), ['from/', 'from/new', 'to/', 'to/new']);
      assert.equal(core.dms.trash.list(ann, PAGE).items[0]?.entry.id, to);
    });

    it('with depth 0 takes a folder without its members, and a document whole', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'file', 'four', folder);
      await core.dms.entries.copy(ann, folder, { folderId: 0, name: 'empty' }, { depth: '0' });
      assert.deepEqual(await paths(core.dms, ann), ['empty/', 'folder/', 'folder/file']);
      await core.dms.entries.copy(ann, id, { folderId: 0, name: 'copy' }, { depth: '0' });
      assert.deepEqual(usageOf(core.database), [
        { login: 'ann', counted: 8, held: 8 },
        { login: 'ben', counted: 0, held: 0 },
      ]);
    });

    it('is found under its name, if that is no junk', async () => {
      const junk = await write(core.dms, ann, 'draft.tmp');
      await core.dms.entries.copy(ann, junk, { folderId: 0, name: 'letter.txt' });
      const letter = await write(core.dms, ann, 'other.txt');
      await core.dms.entries.copy(ann, letter, { folderId: 0, name: 'other.tmp' });
      const found = async (q: string): Promise<string[]> => {
        const { items } = await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE);
        return items.map(({ record }) => record.name);
      };
      assert.deepEqual(await found('letter'), ['letter.txt']);
      assert.deepEqual(await found('other'), ['other.txt']);
    });

    it('does not go beyond the quota', async () => {
      const small = await newUser(core, 'small', { quotaBytes: 7 });
      const id = await write(core.dms, small, 'a', 'four');
      const before = snapshotOf(core.database);
      await refuses(() => core.dms.entries.copy(small, id, { folderId: 0, name: 'b' }), 'quota_exceeded');
      assert.equal(snapshotOf(core.database), before);
    });
  });
});
