import assert from 'node:assert/strict';
import { READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import { DmsError } from '../../../src/model/errors/errors.ts';
import { message } from '../../../src/model/errors/messages.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, refuses } from '../../support/accounts.ts';
import { makeFolder, newUser, onto, putTo, read, snapshotOf, write } from '../../support/tree.ts';

describe('documents', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  it('are no folders: by the id of a folder there is nothing', async () => {
    const { documents, versions } = core.dms;
    const folder = await makeFolder(core.dms, ann, 'folder');
    const before = snapshotOf(core.database);
    await refuses(() => documents.open(ann, folder), 'not_found');
    await refuses(() => documents.update(ann, folder, { comments: 'C' }), 'not_found');
    await refuses(() => core.dms.tree.document(ann, folder), 'not_found');
    await refuses(() => versions.list(ann, folder, PAGE), 'not_found');
    await refuses(() => versions.restore(ann, folder, 1), 'not_found');
    assert.equal(snapshotOf(core.database), before);
  });

  describe('put', () => {
    it('makes a document, then versions of it', async () => {
      const first = await putTo(core.dms, ann, { folderId: 0, name: 'a.txt' }, 'one', { comment: 'C' });
      assert.equal(first.outcome, 'created');
      assert.deepEqual(
        [first.document.version, first.document.size, first.document.mimeType, first.document.title],
        [1, 3, 'text/plain', null],
      );
      core.pass(1000);
      const second = await putTo(core.dms, ann, { folderId: 0, name: 'a.txt' }, 'two');
      assert.deepEqual(
        [second.outcome, second.document.id, second.document.version],
        ['replaced', first.document.id, 2],
      );
      assert.equal(second.document.updatedAt, core.now());
      assert.equal(await read(core.dms, ann, first.document.id), 'two');
      assert.equal(await read(core.dms, ann, first.document.id, 1), 'one');
      assert.equal(core.dms.versions.get(ann, first.document.id, 1).comment, 'C');
    });

    it('changes the folder in which it makes a document', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      await core.dms.shares.create(ann, { entryId: folder, users: ['ben'], permissions: 31 });
      core.pass(1000);
      await write(core.dms, ben, 'a.txt', 'x', folder);
      const { updatedAt, updatedBy } = core.dms.tree.folder(ann, folder);
      assert.deepEqual([updatedAt, updatedBy], [core.now(), ben.userId]);
    });

    it('goes onto a document by its id, wherever its name stands', async () => {
      const id = await write(core.dms, ann, 'a.txt', 'one');
      const { outcome, document } = await putTo(core.dms, ann, onto(core.dms, ann, id), 'two');
      assert.deepEqual([outcome, document.id, document.version], ['replaced', id, 2]);
    });

    it('takes the media type of the name, else the one that was said, else octets', async () => {
      const typeOf = async (name: string, mimeType?: string): Promise<string> =>
        (await putTo(core.dms, ann, { folderId: 0, name }, name, { mimeType })).document.mimeType;
      assert.equal(await typeOf('a.pdf', 'text/html'), 'application/pdf');
      assert.equal(await typeOf('README', 'Text/Plain; charset=utf-8'), 'text/plain');
      const long = `text/${'x'.repeat(122)}`;
      assert.equal(await typeOf('NOTICE', long), long);
      assert.equal(await typeOf('AUTHORS', `${long}x`), 'application/octet-stream');
      assert.equal(await typeOf('LICENSE', ' text/plain ; charset=utf-8'), 'text/plain');
      assert.equal(await typeOf('one'), 'application/octet-stream');
      assert.equal(await typeOf('two', 'nonsense'), 'application/octet-stream');
      assert.equal(await typeOf('three', 'httpd/unix-directory'), 'application/octet-stream');
    });

    it('keeps the title and the time of modification that it is given', async () => {
      const put = await putTo(core.dms, ann, { folderId: 0, name: 'a' }, 'x', {
        title: 'T',
        modifiedAt: 1234,
      });
      assert.deepEqual([put.document.title, put.document.modifiedAt], ['T', 1234]);
    });

    it('changes the title of a document that is there, and finds it by that', async () => {
      const id = await write(core.dms, ann, 'a.txt', 'one');
      await putTo(core.dms, ann, onto(core.dms, ann, id), 'two', { title: 'Quarterly' });
      assert.equal(core.dms.tree.document(ann, id).title, 'Quarterly');
      const { items } = await core.dms.search.search(
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
      await makeFolder(core.dms, ann, 'folder');
      const secret = await makeFolder(core.dms, ben, 'secret');
      const id = await write(core.dms, ann, 'file');
      const before = snapshotOf(core.database);
      const put = (folderId: number, name: string) => putTo(core.dms, ann, { folderId, name }, 'x');
      await refuses(() => put(0, 'folder'), 'name_taken', ['file']);
      for (const name of ['', '.', '..', 'a/b', 'a\u0000', '\u001f', 'x'.repeat(256), '\ud800']) {
        await refuses(() => put(0, name), 'invalid', ['file']);
      }
      for (const folderId of [secret, id, 999_999])
        await refuses(() => put(folderId, 'a'), 'invalid', ['folder_id']);
      await refuses(() => putTo(core.dms, ann, { path: ['secret', 'a'] }, 'x'), 'parent_missing');
      assert.equal(snapshotOf(core.database), before);
    });

    it('lets the sender refuse within the transaction, by what is there', async () => {
      const id = await write(core.dms, ann, 'a', 'one');
      const seen: unknown[] = [];
      const expect = (current: unknown) => {
        seen.push(current);
        throw new DmsError('precondition_failed', message('conditions_not_met'));
      };
      const before = snapshotOf(core.database);
      await refuses(
        () => putTo(core.dms, ann, onto(core.dms, ann, id), 'two', { expect }),
        'precondition_failed',
      );
      await refuses(
        () => putTo(core.dms, ann, { folderId: 0, name: 'b' }, 'x', { expect }),
        'precondition_failed',
      );
      assert.deepEqual(seen, [core.dms.documents.open(ann, id).document, undefined]);
      assert.equal(snapshotOf(core.database), before);
    });

    it('is authorised before a byte is read, as it would be afterwards', async () => {
      const small = await newUser(core, 'small', { quotaBytes: 10 });
      const id = await write(core.dms, small, 'a', '12345');
      const authorise = (name: string, size: number) => () =>
        core.dms.uploads.authorise(small, { folderId: 0, name }, { size });
      authorise('b', 5)();
      await refuses(authorise('b', 6), 'quota_exceeded', ['file']);
      // The old version stays, unless these are its bytes again.
      await refuses(authorise('a', 6), 'quota_exceeded', ['file']);
      authorise('a', 5)();
      await refuses(() => core.dms.uploads.authorise(ben, onto(core.dms, ben, id)), 'not_found');
      await refuses(authorise('..', 1), 'invalid', ['file']);
    });
  });

  describe('update', () => {
    it('sets title and comments, which can be emptied again', async () => {
      const id = await write(core.dms, ann, 'a.txt');
      const set = await core.dms.documents.update(ann, id, { title: 'T', comments: 'C' });
      assert.deepEqual([set.title, set.comments, set.version], ['T', 'C', 1]);
      const emptied = await core.dms.documents.update(ann, id, { comments: '' });
      assert.deepEqual([emptied.title, emptied.comments], ['T', '']);
    });

    it('renames too, all or nothing', async () => {
      const id = await write(core.dms, ann, 'a.txt');
      await write(core.dms, ann, 'taken');
      const before = snapshotOf(core.database);
      await refuses(() => core.dms.documents.update(ann, id, { title: 'T', name: 'taken' }), 'name_taken', [
        'name',
      ]);
      await refuses(() => core.dms.documents.update(ann, id, { title: 'T', name: 'a/b' }), 'invalid', [
        'name',
      ]);
      assert.equal(snapshotOf(core.database), before);
      const renamed = await core.dms.documents.update(ann, id, { title: 'T', name: 'b.txt' });
      assert.deepEqual([renamed.name, renamed.title], ['b.txt', 'T']);
    });

    it('is by who may update, and says who that was', async () => {
      const id = await write(core.dms, ann, 'a.txt');
      const share = (permissions: number) =>
        core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions });
      await share(READ);
      await refuses(() => core.dms.documents.update(ben, id, { title: 'T' }), 'forbidden');
      await share(READ | UPDATE);
      core.pass(1000);
      const { updatedAt, updatedBy } = await core.dms.documents.update(ben, id, { title: 'T' });
      assert.deepEqual([updatedAt, updatedBy], [core.now(), ben.userId]);
    });

    it('leaves no activity when it changes nothing', async () => {
      const id = await write(core.dms, ann, 'a.txt');
      const before = snapshotOf(core.database);
      await core.dms.documents.update(ann, id, { comments: '', name: 'a.txt' });
      assert.equal(snapshotOf(core.database), before);
    });
  });

  describe('open', () => {
    it('gives the head, or the version that is asked for', async () => {
      const id = await write(core.dms, ann, 'a', 'one');
      await write(core.dms, ann, 'a', 'two!');
      const { document, version, content } = core.dms.documents.open(ann, id);
      assert.deepEqual([document.id, version.number, content.size], [id, 2, 4]);
      await refuses(() => core.dms.documents.open(ann, id, 3), 'not_found');
      await refuses(() => core.dms.documents.open(ann, ann.homeId), 'not_found');
    });

    it('shows nothing any more once the grant is gone, however often it was read', async () => {
      const id = await write(core.dms, ann, 'a', 'one');
      const request = { entryId: id, users: ['ben'], permissions: 1 };
      const share = await core.dms.shares.create(ann, request);
      assert.equal(await read(core.dms, ben, id), 'one');
      assert.equal(await read(core.dms, ben, id), 'one');
      await core.dms.shares.remove(ann, share.id);
      await refuses(() => core.dms.documents.open(ben, id), 'not_found');
      await core.dms.shares.create(ann, { ...request, expiresAt: core.now() + 1000 });
      assert.equal(await read(core.dms, ben, id), 'one');
      core.pass(1000);
      await refuses(() => core.dms.documents.open(ben, id), 'not_found');
      assert.equal(await read(core.dms, ann, id), 'one');
      await core.dms.entries.remove(ann, id);
      await refuses(() => core.dms.documents.open(ann, id), 'not_found');
    });

    it('remembers what was opened, up to 16 MiB', async () => {
      const size = 60_000;
      const ids: number[] = [];
      for (let number = 0; number < 2 ** 24 / size; number += 1)
        ids.push(await write(core.dms, ann, `file ${number}`, Buffer.alloc(size, number)));
      const [first = 0, ...others] = ids;
      const opened = core.dms.documents.open(ann, first);
      assert.equal(core.dms.documents.open(ann, first), opened);
      for (const id of others) core.dms.documents.open(ann, id);
      assert.notEqual(core.dms.documents.open(ann, first), opened);
    });

    it('remembers no more where much is said of the documents', async () => {
      const comments = 'x'.repeat(64 * 1024);
      const opened = [];
      for (let number = 0; number < 2 ** 24 / comments.length; number += 1) {
        const id = await write(core.dms, ann, `file ${number}`);
        await core.dms.documents.update(ann, id, { comments });
        opened.push(core.dms.documents.open(ann, id));
      }
      const [first] = opened;
      assert.notEqual(core.dms.documents.open(ann, first?.document.id ?? 0), first);
    });

    it('asks for the scope to read even where it was read before', async () => {
      const id = await write(core.dms, ann, 'a');
      core.dms.documents.open(ann, id);
      const writer = await core.token('ann', ['write']);
      await refuses(() => core.dms.documents.open(writer, id), 'forbidden');
    });
  });

  describe('metadata', () => {
    it('say all that is known: path, versions, properties, and shares to who may share', async () => {
      const folder = await makeFolder(core.dms, ann, 'folder');
      const id = await write(core.dms, ann, 'a.txt', 'one', folder);
      await write(core.dms, ann, 'a.txt', 'two', folder);
      const property = { namespace: 'urn:x', name: 'p', xml: '<p xmlns="urn:x"/>' };
      await core.dms.properties.patch(ann, id, [{ set: property }]);
      await core.dms.shares.create(ann, { entryId: id, users: ['ben'], permissions: 1 });
      const own = core.dms.documents.metadata(ann, id);
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
      const others = core.dms.documents.metadata(ben, id);
      assert.deepEqual([others.path, others.shares], ['/a.txt', undefined]);
    });
  });

  it('have the time of modification that somebody sets', async () => {
    const id = await write(core.dms, ann, 'a');
    await core.dms.properties.patch(ann, id, [], { modifiedAt: 5000 });
    assert.equal(core.dms.tree.document(ann, id).modifiedAt, 5000);
    assert.equal(core.dms.tree.document(ann, id).updatedAt, core.now());
  });
});
