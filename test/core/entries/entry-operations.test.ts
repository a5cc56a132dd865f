import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { type Office, openOffice, PAGE, refuses } from '../../support/accounts.ts';
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
  let office: Office;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
  });
  afterEach(() => office.close());

  describe('rename', () => {
    it('keeps id, versions and everything, and frees the old name', async () => {
      const id = await write(office.dms, ann, 'old.txt', 'one');
      await write(office.dms, ann, 'old.txt', 'two');
      const { name } = await office.dms.entries.rename(ann, id, 'new.txt');
      assert.equal(name, 'new.txt');
      assert.equal(await read(office.dms, ann, id, 1), 'one');
      await write(office.dms, ann, 'old.txt');
      assert.deepEqual(await paths(office.dms, ann), ['new.txt', 'old.txt']);
    });

    it('gives a file that was written under a temporary name the media type of its proper one', async () => {
      const id = await write(office.dms, ann, 'save.tmp', 'text');
      await office.dms.entries.rename(ann, id, 'letter.pdf');
      assert.equal(office.dms.tree.document(ann, id).mimeType, 'application/pdf');
    });

    it('takes another spelling of the same name', async () => {
      const id = await write(office.dms, ann, 'é');
      const { name } = await office.dms.entries.rename(ann, id, 'e\u0301');
      assert.equal(name, 'e\u0301');
    });

    it('refuses bad and taken names, and changes nothing', async () => {
      const id = await write(office.dms, ann, 'a');
      await makeFolder(office.dms, ann, 'é');
      const before = snapshotOf(office.database);
      await refuses(() => office.dms.entries.rename(ann, id, 'e\u0301'), 'name_taken', ['name']);
      for (const name of ['', '.', '..', '/', 'a\nb', 'ü'.repeat(128)]) {
        await refuses(() => office.dms.entries.rename(ann, id, name), 'invalid', ['name']);
      }
      await office.dms.entries.rename(ann, id, 'a');
      assert.equal(snapshotOf(office.database), before);
    });

    it('is not for homes, and for folders of the office the administrators’', async () => {
      const admin = await newUser(office, 'root', { isAdmin: true });
      const system = await office.dms.folders.createSystem(admin, 'Office');
      await office.dms.folders.createSystem(admin, 'Taken');
      await office.dms.shares.create(admin, { entryId: system.id, users: ['ben'], permissions: 31 });
      await refuses(() => office.dms.entries.rename(ann, ann.homeId, 'x'), 'forbidden');
      await refuses(() => office.dms.entries.rename(ben, system.id, 'x'), 'forbidden');
      await refuses(() => office.dms.entries.rename(admin, system.id, 'Taken'), 'name_taken');
      assert.equal((await office.dms.entries.rename(admin, system.id, 'Bureau')).name, 'Bureau');
    });
  });

  describe('move', () => {
    it('keeps id, versions, comments, shares and activity', async () => {
      const from = await makeFolder(office.dms, ann, 'from');
      const to = await makeFolder(office.dms, ann, 'to');
      const id = await write(office.dms, ann, 'a.txt', 'one', from);
      await write(office.dms, ann, 'a.txt', 'two', from);
      await office.dms.documents.update(ann, id, { comments: 'C' });
      await office.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const { outcome, entry } = await office.dms.entries.move(ann, id, { folderId: to, name: 'b.txt' });
      assert.deepEqual([outcome, entry.id, entry.folderId, entry.name], ['created', id, to, 'b.txt']);
      assert.equal(await read(office.dms, ann, id, 1), 'one');
      assert.equal(office.dms.tree.document(ben, id).comments, 'C');
      const { items } = await office.dms.activity.ofDocument(ann, id, {}, PAGE);
      assert.deepEqual(
        items.map(({ action }) => action),
        ['move', 'share', 'update', 'new_version', 'upload'],
      );
    });

    it('within one folder is a rename, for which update is enough', async () => {
      const folder = await makeFolder(office.dms, ann, 'folder');
      const id = await write(office.dms, ann, 'a', 'x', folder);
      await office.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 3 });
      await office.dms.entries.move(ben, id, { folderId: folder, name: 'b' });
      assert.deepEqual(await paths(office.dms, ann), ['folder/', 'folder/b']);
    });

    it('into itself, beneath itself, onto itself or onto a folder around it is refused', async () => {
      const outer = await makeFolder(office.dms, ann, 'outer');
      const inner = await makeFolder(office.dms, ann, 'inner', outer);
      const file = await write(office.dms, ann, 'file', 'x', inner);
      const before = snapshotOf(office.database);
      const overwrite = { overwrite: true };
      const into = (id: number, folderId: number, name: string) => () =>
        office.dms.entries.move(ann, id, { folderId, name }, overwrite);
      await refuses(into(outer, outer, 'x'), 'invalid', ['folder_id']);
      await refuses(into(outer, inner, 'x'), 'invalid', ['folder_id']);
      await refuses(into(file, inner, 'file'), 'forbidden');
      await refuses(into(file, 0, 'outer'), 'invalid', ['folder_id']);
      await refuses(() => office.dms.entries.copy(ann, outer, { folderId: inner, name: 'x' }), 'invalid');
      await refuses(
        () => office.dms.entries.copy(ann, file, onto(office.dms, ann, file), overwrite),
        'forbidden',
      );
      assert.equal(snapshotOf(office.database), before);
    });

    it('onto a name that is taken needs to be told to overwrite', async () => {
      const id = await write(office.dms, ann, 'a');
      await write(office.dms, ann, 'b');
      await refuses(() => office.dms.entries.move(ann, id, { folderId: 0, name: 'b' }), 'name_taken', [
        'name',
      ]);
      await refuses(() => office.dms.entries.copy(ann, id, { folderId: 0, name: 'b' }), 'name_taken', [
        'name',
      ]);
    });

    it('onto a document makes a version of that one, which keeps its id and history', async () => {
      const target = await write(office.dms, ann, 'report.pdf', 'one');
      const saved = await write(office.dms, ann, 'save.tmp', 'two');
      const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
      await office.dms.properties.patch(ann, saved, [{ set: property }]);
      const { outcome, entry } = await office.dms.entries.move(
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
      assert.equal(await read(office.dms, ann, target), 'two');
      assert.equal(await read(office.dms, ann, target, 1), 'one');
      assert.deepEqual(office.dms.properties.list(ann, target), [property]);
      assert.deepEqual(await paths(office.dms, ann), ['report.pdf']);
      // It had no history of its own: nothing of it is left.
      assert.equal(office.dms.trash.list(ann, PAGE).total, 0);
      assert.deepEqual(usageOf(office.database)[0], { login: 'ann', counted: 6, held: 6 });
    });

    it('onto a document keeps the history of the moved one in the trash', async () => {
      await write(office.dms, ann, 'target', 'one');
      const moved = await write(office.dms, ann, 'moved', 'a');
      await write(office.dms, ann, 'moved', 'b');
      await office.dms.entries.move(ann, moved, { folderId: 0, name: 'target' }, { overwrite: true });
      const [kept] = office.dms.trash.list(ann, PAGE).items;
      assert.deepEqual([kept?.entry.id, kept?.path], [moved, '/moved']);
      assert.equal(usageOf(office.database)[0]?.counted, 3 + 1 + 1 + 1);
    });

    it('of anything else onto a name puts what was there into the trash', async () => {
      const folder = await makeFolder(office.dms, ann, 'folder');
      await write(office.dms, ann, 'within', 'x', folder);
      const document = await write(office.dms, ann, 'document');
      const over = { overwrite: true };
      const first = await office.dms.entries.move(ann, document, { folderId: 0, name: 'folder' }, over);
      assert.deepEqual([first.outcome, first.entry.kind], ['replaced', 'file']);
      assert.deepEqual(await paths(office.dms, ann), ['folder']);
      assert.equal(office.dms.trash.list(ann, PAGE).items[0]?.entry.id, folder);
    });

    it('between homes takes its bytes along, and is refused where they do not fit', async () => {
      const folder = await makeFolder(office.dms, ben, 'box');
      await office.dms.shares.create(ben, { entryId: folder, users: ['ann'], permissions: 15 });
      const id = await write(office.dms, ann, 'a', 'one');
      await write(office.dms, ann, 'a', 'two!');
      await office.dms.users.update(await admin(), ben.userId, { quotaBytes: 6 });
      const before = snapshotOf(office.database);
      const target = { folderId: folder, name: 'a' };
      await refuses(() => office.dms.entries.move(ann, id, target), 'quota_exceeded');
      assert.equal(snapshotOf(office.database), before);
      await office.dms.users.update(await admin(), ben.userId, { quotaBytes: 7 });
      const { entry } = await office.dms.entries.move(ann, id, target);
      assert.equal(entry.owner?.id, ben.userId);
      assert.deepEqual(usageOf(office.database).slice(0, 2), [
        { login: 'ann', counted: 0, held: 0 },
        { login: 'ben', counted: 7, held: 7 },
      ]);
    });

    it('is not for homes and folders of the office', async () => {
      const system = await office.dms.folders.createSystem(await admin(), 'Office');
      await refuses(() => office.dms.entries.move(ann, ann.homeId, { folderId: 0, name: 'x' }), 'forbidden');
      await refuses(() => office.dms.entries.remove(ann, ann.homeId), 'forbidden');
      await refuses(
        async () => office.dms.entries.move(await admin(), system.id, { folderId: 0, name: 'x' }),
        'forbidden',
      );
      const id = await write(office.dms, await admin(), 'a');
      await refuses(
        async () => office.dms.entries.move(await admin(), id, { path: ['Office'] }, { overwrite: true }),
        'forbidden',
      );
    });

    it('onto a shared entry goes where that lies', async () => {
      const folder = await makeFolder(office.dms, ann, 'folder');
      const target = await write(office.dms, ann, 'target', 'one', folder);
      await office.dms.shares.create(ann, { entryId: target, users: ['ben'], permissions: 3 });
      const id = await write(office.dms, ben, 'mine', 'two');
      await office.dms.entries.move(ben, id, onto(office.dms, ben, target), { overwrite: true });
      assert.equal(await read(office.dms, ann, target), 'two');
      assert.deepEqual(await paths(office.dms, ben), ['target']);
    });
  });

  async function admin(): Promise<UserActor> {
    try {
      return await office.session('root');
    } catch {
      return newUser(office, 'root', { isAdmin: true });
    }
  }

  describe('copy', () => {
    it('makes another document of the head, with properties, without history and shares', async () => {
      const id = await write(office.dms, ann, 'a.txt', 'one');
      await putTo(office.dms, ann, onto(office.dms, ann, id), 'two!', { title: 'T', modifiedAt: 7 });
      const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
      await office.dms.properties.patch(ann, id, [{ set: property }]);
      await office.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const { outcome, entry } = await office.dms.entries.copy(ann, id, { folderId: 0, name: 'b.txt' });
      assert.ok(entry.kind === 'file');
      assert.equal(outcome, 'created');
      assert.deepEqual([entry.version, entry.title, entry.size, entry.modifiedAt], [1, 'T', 4, 7]);
      assert.notEqual(entry.id, id);
      assert.equal(await read(office.dms, ann, entry.id), 'two!');
      assert.deepEqual(office.dms.properties.list(ann, entry.id), [property]);
      await refuses(() => office.dms.tree.document(ben, entry.id), 'not_found');
      assert.deepEqual(usageOf(office.database)[0], { login: 'ann', counted: 11, held: 11 });
    });

    it('onto a document makes a version of that one', async () => {
      const from = await write(office.dms, ann, 'from', 'new');
      const to = await write(office.dms, ann, 'to', 'old');
      const { outcome, entry } = await office.dms.entries.copy(
        ann,
        from,
        { folderId: 0, name: 'to' },
        { overwrite: true },
      );
      assert.deepEqual([outcome, entry.id], ['replaced', to]);
      assert.deepEqual([await read(office.dms, ann, to, 1), await read(office.dms, ann, to)], ['old', 'new']);
      assert.deepEqual(await paths(office.dms, ann), ['from', 'to']);
    });

    it('onto a folder puts that into the trash, and goes in its place', async () => {
      const from = await makeFolder(office.dms, ann, 'from');
      await write(office.dms, ann, 'new', 'x', from);
      const to = await makeFolder(office.dms, ann, 'to');
      await write(office.dms, ann, 'old', 'x', to);
      await office.dms.entries.copy(ann, from, { folderId: 0, name: 'to' }, { overwrite: true });
      assert.deepEqual(await paths(office.dms, ann), ['from/', 'from/new', 'to/', 'to/new']);
      assert.equal(office.dms.trash.list(ann, PAGE).items[0]?.entry.id, to);
    });

    it('with depth 0 takes a folder without its members, and a document whole', async () => {
      const folder = await makeFolder(office.dms, ann, 'folder');
      const id = await write(office.dms, ann, 'file', 'four', folder);
      await office.dms.entries.copy(ann, folder, { folderId: 0, name: 'empty' }, { depth: '0' });
      assert.deepEqual(await paths(office.dms, ann), ['empty/', 'folder/', 'folder/file']);
      await office.dms.entries.copy(ann, id, { folderId: 0, name: 'copy' }, { depth: '0' });
      assert.deepEqual(usageOf(office.database), [
        { login: 'ann', counted: 8, held: 8 },
        { login: 'ben', counted: 0, held: 0 },
      ]);
    });

    it('is found under its name, if that is no junk', async () => {
      const junk = await write(office.dms, ann, 'draft.tmp');
      await office.dms.entries.copy(ann, junk, { folderId: 0, name: 'letter.txt' });
      const letter = await write(office.dms, ann, 'other.txt');
      await office.dms.entries.copy(ann, letter, { folderId: 0, name: 'other.tmp' });
      const found = (q: string): string[] =>
        office.dms.search.search(ann, 0, { q, filter: {} }, PAGE).items.map(({ record }) => record.name);
      assert.deepEqual(found('letter'), ['letter.txt']);
      assert.deepEqual(found('other'), ['other.txt']);
    });

    it('does not go beyond the quota', async () => {
      const small = await newUser(office, 'small', { quotaBytes: 7 });
      const id = await write(office.dms, small, 'a', 'four');
      const before = snapshotOf(office.database);
      await refuses(() => office.dms.entries.copy(small, id, { folderId: 0, name: 'b' }), 'quota_exceeded');
      assert.equal(snapshotOf(office.database), before);
    });
  });
});
