import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

const FIELDS = [
  'comments',
  'created_at',
  'created_by',
  'folder_id',
  'id',
  'locked',
  'mime_type',
  'name',
  'owner',
  'permissions',
  'sha256',
  'size',
  'thumbnail',
  'title',
  'type',
  'updated_at',
  'updated_by',
  'version',
];

describe('documents', () => {
  let service: Service;
  let ann: Account;
  let bob: Account;
  let client: Client;
  let bobs: Client;

  before(async () => {
    service = await startService();
    [ann, bob] = [await service.createUser('ann'), await service.createUser('bob')];
    [client, bobs] = [await clientOf(service, ann), await clientOf(service, bob)];
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** A document of Ann's on which Bob has the given bits. */
  async function shared(name: string, permissions: number) {
    const document = await client.document(name);
    await service.dms.shares.create(ann.actor, { entryId: document.id, users: ['bob'], permissions });
    return document;
  }

  describe('GET /documents/{id}', () => {
    it('answers the record of the contract', async () => {
      const { id } = await client.document('report.txt', 'hello');
      const { body } = await client.get(`/documents/${id}`).expect(200);
      assert.deepEqual(Object.keys(body.data).sort(), FIELDS);
      const { created_at, updated_at, sha256, folder_id, ...rest } = body.data;
      const person = { id: ann.id, name: 'ann' };
      assert.deepEqual(rest, {
        id,
        name: 'report.txt',
        type: 'file',
        title: 'report',
        comments: '',
        size: 5,
        mime_type: 'text/plain',
        version: 1,
        permissions: 31,
        owner: person,
        created_by: person,
        updated_by: person,
        locked: null,
        thumbnail: 'pending',
      });
      assert.equal(folder_id, ann.actor.homeId);
      assert.equal(sha256, '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
      for (const time of [created_at, updated_at])
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    it('is 404 for what does not exist, for a folder, and for what may not be read', async () => {
      const { id } = await client.document('private.txt');
      const folder = await client.folder('a folder');
      await client.get('/documents/999999').expect(404);
      await client.get(`/documents/${folder.id}`).expect(404);
      await bobs.get(`/documents/${id}`).expect(404);
      await bobs.get(`/documents/${id}/metadata`).expect(404);
      await bobs.get(`/documents/${id}/thumbnail`).expect(404);
      await bobs.patch(`/documents/${id}`, { title: 1 }).expect(404);
      await bobs.delete(`/documents/${id}`).expect(404);
    });

    it('shows the lock that stands on it', async () => {
      const { id } = await client.document('locked.txt');
      const lock = { depth: '0', scope: 'exclusive', ownerXml: '', timeoutSeconds: 600 } as const;
      await service.dms.lockCreation.create(ann.actor, id, lock);
      const { body } = await client.get(`/documents/${id}`).expect(200);
      assert.equal(body.data.locked.user, 'ann');
      const until: string = body.data.locked.expires_at;
      const refused = await client.patch(`/documents/${id}`, { title: 'x' }).expect(403);
      assert.deepEqual(refused.body, {
        message: `is locked by ann until ${until}`,
        code: 'locked',
        facts: { user: 'ann', until },
      });
      await client.delete(`/documents/${id}`).expect(403);
    });
  });

  describe('GET /documents/{id}/metadata', () => {
    it('adds path, versions, shares, properties and media', async () => {
      const folder = await client.folder('for metadata');
      const { id } = await client.document('m.txt', 'one', folder.id);
      await client.document('m.txt', 'two', folder.id);
      await service.dms.shares.create(ann.actor, { entryId: id, users: ['bob'], permissions: 1 });
      const { data } = (await client.get(`/documents/${id}/metadata`).expect(200)).body;
      assert.deepEqual(
        Object.keys(data).sort(),
        [
          ...FIELDS,
          ...['path', 'ancestors', 'versions', 'shares', 'properties'],
          ...['media', 'text', 'text_reason', 'thumbnail_reason', 'text_data', 'thumbnail_data'],
        ].sort(),
      );
      assert.equal(data.path, '/for metadata/m.txt');
      assert.deepEqual(
        data.versions.map(({ number }: { number: number }) => number),
        [2, 1],
      );
      const [share] = data.shares;
      assert.deepEqual(
        { ...share, id: 0, created_at: '' },
        {
          id: 0,
          document_id: id,
          folder_id: null,
          permissions: 1,
          entry: { id, name: 'm.txt', type: 'file', path: '/for metadata/m.txt' },
          users: ['bob'],
          groups: [],
          people: [{ login: 'bob', name: 'bob' }],
          created_by: { id: ann.id, name: 'ann' },
          created_at: '',
          expires_at: null,
          notified: [],
        },
      );
      const seenByBob = (await bobs.get(`/documents/${id}/metadata`).expect(200)).body.data;
      assert.equal('shares' in seenByBob, false);
      assert.equal(seenByBob.path, '/m.txt');
      assert.equal(seenByBob.permissions, 1);
      assert.equal(seenByBob.folder_id, 0);
    });
  });

  describe('GET /documents/{id}/thumbnail', () => {
    it('is 404 while none are made', async () => {
      const { id } = await client.document('t.png');
      assert.deepEqual(Object.keys((await client.get(`/documents/${id}/thumbnail`).expect(404)).body), [
        'message',
        'code',
      ]);
    });
  });

  describe('PATCH /documents/{id}', () => {
    it('sets title, comments and name', async () => {
      const { id } = await client.document('before.txt');
      const change = { title: 'Ein Titel', comments: 'two\nlines', name: 'after.txt' };
      const { body } = await client.patch(`/documents/${id}`, change).expect(200);
      const { title, comments, name } = body.data;
      assert.deepEqual({ title, comments, name }, change);
      assert.deepEqual((await client.get(`/documents/${id}`)).body, body);
    });

    it('refuses bad fields, all at once, and changes nothing', async () => {
      const { id } = await client.document('unchanged.txt');
      const before = (await client.get(`/documents/${id}`)).body;
      const refused = await client
        .patch(`/documents/${id}`, { title: null, comments: 5, size: 1 })
        .expect(422);
      assert.deepEqual(Object.keys(refused.body.errors).sort(), ['comments', 'size', 'title']);
      for (const change of [
        { title: 'x'.repeat(1001) },
        { title: 'two\nlines' },
        { title: '\ud800' },
        { comments: 'ä'.repeat(32 * 1024 + 1) },
        { comments: 'a\u0000b' },
        { comments: 'a\u0001b' },
        { comments: 'a\u007fb' },
        { title: 'fine', name: 'a/b' },
        { name: '' },
        { name: 'x'.repeat(256) },
        { name: '\ud800' },
      ]) {
        const { body } = await client.patch(`/documents/${id}`, change).expect(422);
        assert.equal(Object.keys(body.errors).length, 1, JSON.stringify(change));
      }
      assert.deepEqual((await client.get(`/documents/${id}`)).body, before);
      await client
        .patch(`/documents/${id}`, { title: 'x'.repeat(1000), comments: 'ä'.repeat(32 * 1024) })
        .expect(200);
      await client.patch(`/documents/${id}`, { comments: '\tone\r\ntwo' }).expect(200);
    });

    it('of nothing is 422', async () => {
      const { id } = await client.document('nothing.txt');
      await client.patch(`/documents/${id}`, {}).expect(422);
      await client.patch(`/documents/${id}`).expect(422);
    });

    it('to a name that is taken is 422 on name', async () => {
      await client.document('taken.txt');
      const { id } = await client.document('wants.txt');
      const { body } = await client.patch(`/documents/${id}`, { name: 'taken.txt' }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['name']);
    });

    it('is 403 for a reader', async () => {
      const { id } = await shared('readable.txt', 1);
      await bobs.patch(`/documents/${id}`, { title: 'mine' }).expect(403);
      const writeless = await clientOf(service, ann, ['read']);
      await writeless.patch(`/documents/${id}`, { title: 'mine' }).expect(403);
    });

    it('heeds If-Match', async () => {
      const { id } = await client.document('conditional.txt');
      const etag = (await client.head(`/documents/${id}/download`)).get('ETag') ?? '';
      await client.patch(`/documents/${id}`, { title: 'x' }).set('If-Match', '"other"').expect(412);
      await client.delete(`/documents/${id}`).set('If-Match', '"other"').expect(412);
      await client.patch(`/documents/${id}`, { title: 'x' }).set('If-Match', etag).expect(200);
    });
  });

  describe('DELETE /documents/{id}', () => {
    it('answers the id and puts the document into the trash', async () => {
      const { id } = await client.document('gone.txt');
      assert.deepEqual((await client.delete(`/documents/${id}`).expect(200)).body, { data: { id } });
      await client.get(`/documents/${id}`).expect(404);
      const { body } = await client.get('/trash').expect(200);
      assert.equal(body.data[0].id, id);
    });

    it('is 403 without the right, 404 for a folder', async () => {
      const { id } = await shared('kept.txt', 7);
      await bobs.delete(`/documents/${id}`).expect(403);
      const folder = await client.folder('no document');
      await client.delete(`/documents/${folder.id}`).expect(404);
      await client.get(`/folders/${folder.id}`).expect(200);
    });
  });

  describe('POST /documents/{id}/move', () => {
    it('keeps the document and changes its folder', async () => {
      const folder = await client.folder('target of move');
      const { id } = await client.document('moved.txt');
      const { data } = (await client.post(`/documents/${id}/move`, { folder_id: folder.id }).expect(200))
        .body;
      assert.deepEqual([data.id, data.folder_id, data.name], [id, folder.id, 'moved.txt']);
      const back = (await client.post(`/documents/${id}/move`, { folder_id: 0 }).expect(200)).body.data;
      assert.equal(back.folder_id, ann.actor.homeId);
    });

    it('refuses a folder that cannot be reached with 422, one without the right with 403, a taken name with 422', async () => {
      const { id } = await client.document('stays.txt');
      const other = await client.document('other.txt');
      for (const folder_id of [999999, other.id, bob.actor.homeId, -1, '0', null, 1.5]) {
        const { body } = await client.post(`/documents/${id}/move`, { folder_id }).expect(422);
        assert.deepEqual(Object.keys(body.errors), ['folder_id'], String(folder_id));
      }
      const readOnly = await bobs.folder('read only');
      await service.dms.shares.create(bob.actor, { entryId: readOnly.id, users: ['ann'], permissions: 1 });
      await client.post(`/documents/${id}/move`, { folder_id: readOnly.id }).expect(403);
      const full = await client.folder('has one');
      await client.document('stays.txt', 'x', full.id);
      const { body } = await client.post(`/documents/${id}/move`, { folder_id: full.id }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['name']);
      await client.post(`/documents/999999/move`, { folder_id: 0 }).expect(404);
      await client.post(`/documents/${full.id}/move`, { folder_id: 0 }).expect(404);
    });

    it('works with a token that may only write', async () => {
      const folder = await client.folder('for a writer');
      const { id } = await client.document('written.txt');
      const writer = await clientOf(service, ann, ['write']);
      await writer.post(`/documents/${id}/move`, { folder_id: folder.id }).expect(200);
      await writer.get(`/documents/${id}`).expect(403);
    });
  });

  describe('POST /documents/{id}/copy', () => {
    it('makes a new document of that name with the head only', async () => {
      const { id } = await client.document('original.txt', 'one');
      await client.document('original.txt', 'two');
      const response = await client
        .post(`/documents/${id}/copy`, { folder_id: 0, name: 'copy.txt' })
        .expect(201);
      assert.notEqual(response.body.data.id, id);
      assert.deepEqual([response.body.data.name, response.body.data.version], ['copy.txt', 1]);
      await client.get(`/documents/${response.body.data.id}/download`).expect(200, 'two');
    });

    it('refuses a missing, bad or taken name', async () => {
      const { id } = await client.document('source.txt');
      for (const body of [
        { folder_id: 0 },
        { folder_id: 0, name: '..' },
        { folder_id: 0, name: 'source.txt' },
      ]) {
        const refused = await client.post(`/documents/${id}/copy`, body).expect(422);
        assert.deepEqual(Object.keys(refused.body.errors), ['name']);
      }
    });
  });
});
