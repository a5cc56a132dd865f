import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/actor.ts';
import { DmsError } from '../../../src/model/errors.ts';
import { type Office, openOffice, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, read, snapshotOf, write } from '../../support/tree.ts';

describe('documents', () => {
  let office: Office;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    office = await openOffice();
    ann = await newUser(office, 'ann');
    ben = await newUser(office, 'ben');
  });
  afterEach(() => office.close());

  describe('put', () => {
    it('makes a document, then versions of it', async () => {
      const first = await putTo(office.dms, ann, { folderId: 0, name: 'a.txt' }, 'one', { comment: 'C' });
      assert.equal(first.outcome, 'created');
      assert.deepEqual(
        [first.document.version, first.document.size, first.document.mimeType, first.document.title],
        [1, 3, 'text/plain', null],
      );
      office.pass(1000);
      const second = await putTo(office.dms, ann, { folderId: 0, name: 'a.txt' }, 'two');
      assert.deepEqual(
        [second.outcome, second.document.id, second.document.version],
        ['replaced', first.document.id, 2],
      );
      assert.equal(second.document.updatedAt, office.now());
      assert.equal(await read(office.dms, ann, first.document.id), 'two');
      assert.equal(await read(office.dms, ann, first.document.id, 1), 'one');
      assert.equal(office.dms.versions.get(ann, first.document.id, 1).comment, 'C');
    });

    it('goes onto a document by its id, wherever its name stands', async () => {
      const id = await write(office.dms, ann, 'a.txt', 'one');
      const { outcome, document } = await putTo(office.dms, ann, onto(office.dms, ann, id), 'two');
      assert.deepEqual([outcome, document.id, document.version], ['replaced', id, 2]);
    });

    it('takes the media type of the name, else the one that was said, else octets', async () => {
      const typeOf = async (name: string, mimeType?: string): Promise<string> =>
        (await putTo(office.dms, ann, { folderId: 0, name }, name, { mimeType })).document.mimeType;
      assert.equal(await typeOf('a.pdf', 'text/html'), 'application/pdf');
      assert.equal(await typeOf('README', 'Text/Plain; charset=utf-8'), 'text/plain');
      assert.equal(await typeOf('one'), 'application/octet-stream');
      assert.equal(await typeOf('two', 'nonsense'), 'application/octet-stream');
      assert.equal(await typeOf('three', 'httpd/unix-directory'), 'application/octet-stream');
    });

    it('keeps the title and the time of modification that it is given', async () => {
      const put = await putTo(office.dms, ann, { folderId: 0, name: 'a' }, 'x', {
        title: 'T',
        modifiedAt: 1234,
      });
      assert.deepEqual([put.document.title, put.document.modifiedAt], ['T', 1234]);
    });

    it('changes the title of a document that is there, and finds it by that', async () => {
      const id = await write(office.dms, ann, 'a.txt', 'one');
      await putTo(office.dms, ann, onto(office.dms, ann, id), 'two', { title: 'Quarterly' });
      assert.equal(office.dms.tree.document(ann, id).title, 'Quarterly');
      const { items } = office.dms.search.search(
        ann,
        0,
        { q: 'quarterly', filter: {} },
        { page: 1, perPage: 5 },
      );
      assert.deepEqual(
        items.map(({ record }) => record.id),
        [id],
      );
    });

    it('refuses the name of a folder, bad names and folders that are none, and changes nothing', async () => {
      await makeFolder(office.dms, ann, 'folder');
      const secret = await makeFolder(office.dms, ben, 'secret');
      const id = await write(office.dms, ann, 'file');
      const before = snapshotOf(office.database);
      const put = (folderId: number, name: string) => putTo(office.dms, ann, { folderId, name }, 'x');
      await refuses(() => put(0, 'folder'), 'name_taken', ['file']);
      for (const name of ['', '.', '..', 'a/b', 'a\u0000', '\u001f', 'x'.repeat(256), '\ud800']) {
        await refuses(() => put(0, name), 'invalid', ['file']);
      }
      for (const folderId of [secret, id, 999_999])
        await refuses(() => put(folderId, 'a'), 'invalid', ['folder_id']);
      await refuses(() => putTo(office.dms, ann, { path: ['secret', 'a'] }, 'x'), 'parent_missing');
      assert.equal(snapshotOf(office.database), before);
    });

    it('lets the sender refuse within the transaction, by what is there', async () => {
      const id = await write(office.dms, ann, 'a', 'one');
      const seen: unknown[] = [];
      const expect = (current: unknown) => {
        seen.push(current);
        throw new DmsError('precondition_failed', 'no');
      };
      const before = snapshotOf(office.database);
      await refuses(
        () => putTo(office.dms, ann, onto(office.dms, ann, id), 'two', { expect }),
        'precondition_failed',
      );
      await refuses(
        () => putTo(office.dms, ann, { folderId: 0, name: 'b' }, 'x', { expect }),
        'precondition_failed',
      );
      assert.deepEqual(seen, [office.dms.documents.open(ann, id).document, undefined]);
      assert.equal(snapshotOf(office.database), before);
    });

    it('is authorised before a byte is read, as it would be afterwards', async () => {
      const small = await newUser(office, 'small', { quotaBytes: 10 });
      const id = await write(office.dms, small, 'a', '12345');
      const authorise = (name: string, size: number) => () =>
        office.dms.uploads.authorise(small, { folderId: 0, name }, { size });
      authorise('b', 5)();
      await refuses(authorise('b', 6), 'quota_exceeded', ['file']);
      // The old version stays, unless these are its bytes again.
      await refuses(authorise('a', 6), 'quota_exceeded', ['file']);
      authorise('a', 5)();
      await refuses(() => office.dms.uploads.authorise(ben, onto(office.dms, ben, id)), 'not_found');
      await refuses(authorise('..', 1), 'invalid', ['file']);
    });
  });

  describe('update', () => {
    it('sets title and comments, which can be emptied again', async () => {
      const id = await write(office.dms, ann, 'a.txt');
      const set = await office.dms.documents.update(ann, id, { title: 'T', comments: 'C' });
      assert.deepEqual([set.title, set.comments, set.version], ['T', 'C', 1]);
      const emptied = await office.dms.documents.update(ann, id, { comments: '' });
      assert.deepEqual([emptied.title, emptied.comments], ['T', '']);
    });

    it('renames too, all or nothing', async () => {
      const id = await write(office.dms, ann, 'a.txt');
      await write(office.dms, ann, 'taken');
      const before = snapshotOf(office.database);
      await refuses(() => office.dms.documents.update(ann, id, { title: 'T', name: 'taken' }), 'name_taken', [
        'name',
      ]);
      await refuses(() => office.dms.documents.update(ann, id, { title: 'T', name: 'a/b' }), 'invalid', [
        'name',
      ]);
      assert.equal(snapshotOf(office.database), before);
      const renamed = await office.dms.documents.update(ann, id, { title: 'T', name: 'b.txt' });
      assert.deepEqual([renamed.name, renamed.title], ['b.txt', 'T']);
    });

    it('leaves no activity when it changes nothing', async () => {
      const id = await write(office.dms, ann, 'a.txt');
      const before = snapshotOf(office.database);
      await office.dms.documents.update(ann, id, { comments: '', name: 'a.txt' });
      assert.equal(snapshotOf(office.database), before);
    });
  });

  describe('open', () => {
    it('gives the head, or the version that is asked for', async () => {
      const id = await write(office.dms, ann, 'a', 'one');
      await write(office.dms, ann, 'a', 'two!');
      const { document, version, content } = office.dms.documents.open(ann, id);
      assert.deepEqual([document.id, version.number, content.size], [id, 2, 4]);
      await refuses(() => office.dms.documents.open(ann, id, 3), 'not_found');
      await refuses(() => office.dms.documents.open(ann, ann.homeId), 'not_found');
    });

    it('shows nothing any more once the grant is gone, however often it was read', async () => {
      const id = await write(office.dms, ann, 'a', 'one');
      const request = { entryId: id, users: ['ben'], permissions: 1 };
      const share = await office.dms.shares.create(ann, request);
      assert.equal(await read(office.dms, ben, id), 'one');
      assert.equal(await read(office.dms, ben, id), 'one');
      await office.dms.shares.remove(ann, share.id);
      await refuses(() => office.dms.documents.open(ben, id), 'not_found');
      await office.dms.shares.create(ann, { ...request, expiresAt: office.now() + 1000 });
      assert.equal(await read(office.dms, ben, id), 'one');
      office.pass(1000);
      await refuses(() => office.dms.documents.open(ben, id), 'not_found');
      assert.equal(await read(office.dms, ann, id), 'one');
      await office.dms.entries.remove(ann, id);
      await refuses(() => office.dms.documents.open(ann, id), 'not_found');
    });

    it('asks for the scope to read even where it was read before', async () => {
      const id = await write(office.dms, ann, 'a');
      office.dms.documents.open(ann, id);
      const writer = await office.token('ann', ['write']);
      await refuses(() => office.dms.documents.open(writer, id), 'forbidden');
    });
  });

  describe('metadata', () => {
    it('say all that is known: path, versions, properties, and shares to who may share', async () => {
      const folder = await makeFolder(office.dms, ann, 'folder');
      const id = await write(office.dms, ann, 'a.txt', 'one', folder);
      await write(office.dms, ann, 'a.txt', 'two', folder);
      const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
      await office.dms.properties.patch(ann, id, [{ set: property }]);
      await office.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const own = office.dms.documents.metadata(ann, id);
      assert.equal(own.path, '/folder/a.txt');
      assert.deepEqual(
        own.versions.map(({ number }) => number),
        [2, 1],
      );
      assert.deepEqual(own.properties, [property]);
      assert.deepEqual(
        own.shares?.map(({ users, permissions }) => [users, permissions]),
        [[['ben'], 1]],
      );
      const others = office.dms.documents.metadata(ben, id);
      assert.deepEqual([others.path, others.shares], ['/a.txt', undefined]);
    });
  });

  it('have the time of modification that somebody sets', async () => {
    const id = await write(office.dms, ann, 'a');
    await office.dms.properties.patch(ann, id, [], { modifiedAt: 5000 });
    assert.equal(office.dms.tree.document(ann, id).modifiedAt, 5000);
    assert.equal(office.dms.tree.document(ann, id).updatedAt, office.now());
  });
});
