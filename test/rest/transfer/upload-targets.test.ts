import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('targets of uploads', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let client: Client;
  let home: number;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    ben = await service.createUser('ben');
    client = await clientOf(service, ann);
  });
  after(() => service.stop());
  beforeEach(async () => {
    home = (await client.folder(`folder ${randomBytes(4).toString('hex')}`)).id;
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  const put = (fields: Record<string, string>, name: string, content: Buffer | string) =>
    client.upload({ folder_id: home, ...fields }, { name, content });
  const conflicts = async (folderId: number, ...paths: string[]) =>
    (await client.post(`/folders/${folderId}/conflicts`, { paths }).expect(200)).body.data;
  const names = async (id: number): Promise<string[]> =>
    (await client.get(`/folders/${id}/contents`)).body.data.map(({ name }: { name: string }) => name);

  const blobs = async () =>
    (await readdir(join(service.dataDirectory, 'blobs'), { recursive: true })).filter(
      (name) => name.length > 60,
    );

  describe('path', () => {
    it('makes the folders that are missing, and keeps those that are there', async () => {
      const { body } = await put({ path: 'a/b/c' }, 'x.txt', 'x').expect(201);
      assert.equal(body.data.outcome, 'created');
      const metadata = await client.get(`/documents/${body.data.id}/metadata`);
      assert.match(metadata.body.data.path, /\/a\/b\/c\/x\.txt$/);
      // Names that differ in their normalisation only are the same.
      const again = await put({ path: 'a/b' }, 'e\u0301.txt', 'x').expect(201);
      assert.equal(
        (await put({ path: 'a/b' }, '\u00e9.txt', 'y').expect(200)).body.data.id,
        again.body.data.id,
      );
      assert.deepEqual(await names(home), ['a']);
      assert.equal((await put({ path: '' }, 'y.txt', 'y').expect(201)).body.data.folder_id, home);
    });

    it('goes for all files of a form', async () => {
      const files = [
        { name: 'a', content: '1' },
        { name: 'b', content: randomBytes(100_000) },
      ];
      const { body } = await client.upload({ folder_id: home, path: 'both' }, ...files).expect(201);
      assert.equal(body.data[0].folder_id, body.data[1].folder_id);
      assert.deepEqual(await names(body.data[0].folder_id), ['a', 'b']);
    });

    it('makes nothing if a file is refused', async () => {
      await client
        .upload({ folder_id: home, path: 'none' }, { name: 'a', content: 'a' }, { name: '..', content: 'b' })
        .expect(422);
      assert.deepEqual(await names(home), []);
    });

    for (const [path, code] of [
      ['/', 'path_name_empty'],
      ['/a', 'path_name_empty'],
      ['a/', 'path_name_empty'],
      ['a//b', 'path_name_empty'],
      ['..', 'path_name_dots'],
      ['a/../b', 'path_name_dots'],
      ['.', 'path_name_dots'],
      ['x'.repeat(256), 'path_name_too_many_bytes'],
      ['a\u0000', 'path_name_control_characters'],
    ] as const)
      it(`${JSON.stringify(path.slice(0, 10))} is 422 on path`, async () => {
        const { body } = await put({ path }, 'x', 'x').expect(422);
        assert.deepEqual(body.rules, { path: [code] });
        assert.deepEqual(await names(home), []);
      });

    it('through a document, or a folder that somebody shared, is 422 on path', async () => {
      await put({}, 'file', 'x').expect(201);
      for (const name of ['y', randomBytes(100_000)]) {
        const { body } = await put({ path: 'file/sub' }, 'x', name).expect(422);
        assert.deepEqual([body.code, body.rules], ['name_taken', { path: ['path_through_document'] }]);
      }
      const bens = await clientOf(service, ben);
      const shared = await bens.folder('from ben');
      const share = { folder_id: shared.id, users: ['ann'], permissions: 7 };
      await bens.post('/shares', share).expect(201);
      const { body } = await client
        .upload({ folder_id: 0, path: 'from ben' }, { name: 'x', content: 'x' })
        .expect(422);
      assert.deepEqual(body.rules, { path: ['path_through_shared'] });
      const { body: inside } = await client
        .upload({ folder_id: shared.id, path: 'sub' }, { name: 'x', content: 'x' })
        .expect(201);
      const [, found] = await conflicts(0, 'from ben', 'from ben/sub/x', 'from ben/sub/y');
      assert.equal(found.entry.id, inside.data.id);
    });

    it('that is too deep is 422 on folder_id, or on path', async () => {
      const deep = await put({ path: Array(99).fill('d').join('/') }, 'x', 'x').expect(422);
      assert.deepEqual(Object.keys(deep.body.errors), ['folder_id']);
      const deeper = await put({ path: Array(101).fill('d').join('/') }, 'x', 'x').expect(422);
      assert.deepEqual(deeper.body.rules, { path: ['path_too_deep'] });
      await put({ path: Array(98).fill('d').join('/') }, 'x', 'x').expect(201);
    });

    it('needs the right to create in the deepest folder that is there', async () => {
      const bens = await clientOf(service, ben);
      await client.post('/shares', { folder_id: home, users: ['ben'], permissions: 3 }).expect(201);
      const file = { name: 'x', content: 'x' };
      await bens.upload({ folder_id: home, path: 'new' }, file).expect(403);
      const { id } = await client.folder('open', home);
      await client.post('/shares', { folder_id: id, users: ['ben'], permissions: 5 }).expect(201);
      await bens.upload({ folder_id: home, path: 'open/new' }, file).expect(201);
    });
  });

  describe('conflict', () => {
    it('version: the content becomes the next version; equal bytes make none', async () => {
      await put({}, 'x.txt', 'one').expect(201);
      const next = await put({ conflict: 'version' }, 'x.txt', 'two').expect(200);
      assert.deepEqual([next.body.data.outcome, next.body.data.version], ['version', 2]);
      const same = await put({}, 'x.txt', 'two').expect(200);
      assert.deepEqual([same.body.data.outcome, same.body.data.version], ['same', 2]);
    });

    it('rename: the first number that is free', async () => {
      for (const name of ['x.txt', 'x (2).txt', 'x (3).txt']) {
        const { body } = await put({ conflict: 'rename' }, 'x.txt', 'same').expect(201);
        assert.deepEqual(
          [body.data.name, body.data.outcome, body.data.version],
          [name, name === 'x.txt' ? 'created' : 'renamed', 1],
        );
      }
    });

    it('rename: also for several of one name in a form', async () => {
      const files = Array.from({ length: 80 }, (_each, index) => ({ name: 'x', content: `${index}` }));
      const { body } = await client.upload({ folder_id: home, conflict: 'rename' }, ...files).expect(201);
      const made = new Set(body.data.map(({ name }: { name: string }) => name));
      assert.equal(made.size, 80);
      assert.ok(made.has('x (2)') && made.has('x (32)'));
    });

    it('skip: nothing is stored, and the record is of what is there', async () => {
      const { body } = await put({}, 'x', 'one').expect(201);
      const large = randomBytes(200_000);
      const before = await blobs();
      for (const content of ['two', large]) {
        const skipped = await put({ conflict: 'skip' }, 'x', content).expect(200);
        assert.deepEqual(skipped.body.data, { ...body.data, outcome: 'skipped' });
      }
      assert.deepEqual(await blobs(), before);
      assert.deepEqual(await readdir(join(service.dataDirectory, 'incoming')), []);
      assert.equal((await put({ conflict: 'skip' }, 'y', large).expect(201)).body.data.outcome, 'created');
    });

    it('fail: 422 on file, and nothing of the form is stored', async () => {
      await put({}, 'x', 'one').expect(201);
      const files = [
        { name: 'a', content: 'a' },
        { name: 'x', content: 'one' },
      ];
      const { body } = await client.upload({ folder_id: home, conflict: 'fail' }, ...files).expect(422);
      assert.deepEqual(body.rules, { file: ['file_name_taken'] });
      assert.deepEqual(await names(home), ['x']);
    });

    it('with a folder: no version, a number, its record, no', async () => {
      const { id } = await client.folder('x.txt', home);
      const refused = await put({}, 'x.txt', 'x').expect(422);
      assert.deepEqual(Object.keys(refused.body.errors), ['file']);
      assert.equal((await put({ conflict: 'rename' }, 'x.txt', 'x')).body.data.name, 'x (2).txt');
      const { data } = (await put({ conflict: 'skip' }, 'x.txt', 'x').expect(200)).body;
      assert.deepEqual([data.id, data.type, data.outcome], [id, 'folder', 'skipped']);
      await put({ conflict: 'fail' }, 'x.txt', 'x').expect(422);
    });

    it('with a document that somebody shared', async () => {
      const bens = await clientOf(service, ben);
      const { id } = await bens.document('shared.txt');
      await bens.post('/shares', { document_id: id, users: ['ann'], permissions: 1 }).expect(201);
      const ask = (conflict: string) =>
        client.upload({ folder_id: 0, conflict }, { name: 'shared.txt', content: 'x' });
      await ask('version').expect(422);
      await ask('fail').expect(422);
      const { data } = (await ask('skip').expect(200)).body;
      assert.deepEqual([data.id, data.folder_id, data.outcome], [id, 0, 'skipped']);
      assert.equal((await ask('rename').expect(201)).body.data.name, 'shared (2).txt');
      assert.equal((await conflicts(0, 'shared.txt'))[0].entry.id, id);
    });

    it('is one of four words: 422', async () => {
      const { body } = await put({ conflict: 'replace' }, 'x', 'x').expect(422);
      assert.deepEqual(Object.keys(body.errors), ['conflict']);
    });

    it('is refused before the content is read, if it comes before it', async () => {
      await put({}, 'x', 'one').expect(201);
      const { body } = await put({ conflict: 'fail' }, 'x', randomBytes(3_000_000)).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['file']);
    });
  });

  describe('POST /folders/{id}/conflicts', () => {
    it('answers those that exist, in the order asked, as they were asked', async () => {
      await put({ path: 'a' }, 'e\u0301', 'x').expect(201);
      const found = await conflicts(home, 'z', 'a/\u00e9', 'a/e\u0301', 'a', 'A', 'a/\u00e9/x', 'a');
      assert.deepEqual(
        found.map(({ path, entry }: { path: string; entry: { name: string } }) => [path, entry.name]),
        [
          ['a/\u00e9', 'e\u0301'],
          ['a/e\u0301', 'e\u0301'],
          ['a', 'a'],
          ['a', 'a'],
        ],
      );
    });

    it('takes 1,000 paths, and no bad ones', async () => {
      await put({ path: 'p' }, '999', 'x').expect(201);
      const paths = Array.from({ length: 1000 }, (_each, index) => `p/${index}`);
      assert.equal((await conflicts(home, ...paths)).length, 1);
      for (const bad of [[...paths, 'one more'], [''], ['a//b'], ['../x'], [1], 'a', ['x'.repeat(40_000)]]) {
        const { body } = await client.post(`/folders/${home}/conflicts`, { paths: bad }).expect(422);
        assert.deepEqual(Object.keys(body.errors), ['paths']);
      }
    });

    it('of a document, or of what one may not read, is 404', async () => {
      const { id } = await client.document('document');
      await client.post(`/folders/${id}/conflicts`, { paths: ['a'] }).expect(404);
      const bens = await clientOf(service, ben);
      await bens.post(`/folders/${home}/conflicts`, { paths: ['a'] }).expect(404);
    });
  });
});
