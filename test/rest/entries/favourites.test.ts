// Would catch a favourite that leaks to another user, is lost by a move, or stays visible after its right has ended.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { MAX_FAVOURITES } from '../../../src/core/personal-lists/personal-lists.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, propfindBody } from '../../webdav/client.ts';
import { type Client, clientOf } from '../client.ts';

const NAMESPACE = 'http://owncloud.org/ns';
const FAVORITE = `<oc:favorite xmlns:oc="${NAMESPACE}"/>`;

describe('favourites', () => {
  let service: Service;
  let ann: Account;
  let bob: Account;
  let anns: Client;
  let bobs: Client;
  let folder: number;
  let report: number;

  beforeEach(async () => {
    service = await startService();
    [ann, bob] = [await service.createUser('ann'), await service.createUser('bob')];
    [anns, bobs] = [await clientOf(service, ann), await clientOf(service, bob)];
    folder = (await anns.folder('plans')).id;
    report = (await anns.document('report.txt', 'text', folder)).id;
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Uses the database of the service on a connection of its own. */
  const sql = <T>(use: (database: BetterSqlite.Database) => T): T => {
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'));
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  const paths = async (client: Client): Promise<string[]> =>
    (await client.get('/favourites').expect(200)).body.data.map(({ path }: { path: string }) => path);
  const share = (permissions = 1) =>
    service.dms.shares.create(ann.actor, { entryId: folder, users: ['bob'], permissions });

  it('are listed with folders first, then by name, and say so in every list', async () => {
    const late = (await anns.folder('zoo')).id;
    for (const path of [`/documents/${report}`, `/folders/${late}`, `/folders/${folder}`]) {
      const { data } = (await anns.put(`${path}/favourite`).expect(200)).body;
      assert.equal(data.favourite, true);
    }
    assert.deepEqual(await paths(anns), ['/plans', '/zoo', '/plans/report.txt']);
    const { body } = await anns.get('/favourites?per_page=1&page=2').expect(200);
    assert.deepEqual([body.data.length, body.meta.total, body.data[0].name], [1, 3, 'zoo']);
    const contents = (await anns.get(`/folders/${folder}/contents`).expect(200)).body.data;
    assert.deepEqual(
      contents.map(({ favourite }: { favourite?: true }) => favourite),
      [true],
    );
    assert.equal((await anns.get(`/documents/${report}`).expect(200)).body.data.favourite, true);
    assert.equal((await anns.get(`/folders/${folder}`).expect(200)).body.data.favourite, true);
  });

  it('can be marked and unmarked twice', async () => {
    for (const method of ['put', 'put', 'delete', 'delete'] as const)
      await anns[method](`/documents/${report}/favourite`).expect(200);
    assert.deepEqual(await paths(anns), []);
    assert.equal('favourite' in (await anns.get(`/documents/${report}`).expect(200)).body.data, false);
  });

  it('are those of one user, who needs no more than to read', async () => {
    await bobs.put(`/folders/${folder}/favourite`).expect(404);
    await share();
    await bobs.put(`/folders/${folder}/favourite`).expect(200);
    assert.deepEqual([await paths(bobs), await paths(anns)], [['/plans'], []]);
    assert.equal('favourite' in (await anns.get(`/folders/${folder}`).expect(200)).body.data, false);
    const reader = await clientOf(service, bob, ['read']);
    await reader.delete(`/folders/${folder}/favourite`).expect(403);
  });

  it('are no longer shown to a user who may not read them, and shown again when shared again', async () => {
    const first = await share();
    await bobs.put(`/documents/${report}/favourite`).expect(200);
    await service.dms.shares.remove(ann.actor, first.id);
    assert.deepEqual(await paths(bobs), []);
    await share();
    assert.deepEqual(await paths(bobs), ['/plans/report.txt']);
  });

  it('stay with an entry that is moved, renamed, or deleted and restored; a copy has none', async () => {
    await anns.put(`/documents/${report}/favourite`).expect(200);
    await anns.post(`/documents/${report}/move`, { folder_id: 0 }).expect(200);
    await anns.patch(`/documents/${report}`, { name: 'renamed.txt' }).expect(200);
    assert.deepEqual(await paths(anns), ['/renamed.txt']);
    await anns.post(`/documents/${report}/copy`, { folder_id: 0, name: 'copy.txt' }).expect(201);
    await anns.delete(`/documents/${report}`).expect(200);
    assert.deepEqual(await paths(anns), []);
    await anns.post(`/trash/${report}/restore`).expect(200);
    assert.deepEqual(await paths(anns), ['/renamed.txt']);
    await anns.delete(`/documents/${report}`).expect(200);
    await anns.delete(`/trash/${report}`).expect(200);
    await service.dms.housekeeping.tidy();
    assert.deepEqual(
      sql((database) => database.prepare('SELECT * FROM favourites').all()),
      [],
    );
  });

  it('cannot be homes, and are no marks in the trash', async () => {
    await anns.put(`/folders/${ann.actor.homeId}/favourite`).expect(403);
    await anns.put(`/documents/${report}/favourite`).expect(200);
    await anns.delete(`/documents/${report}`).expect(200);
    const { data } = (await anns.get('/trash').expect(200)).body;
    assert.deepEqual([data.length, 'favourite' in data[0]], [1, false]);
  });

  it('of another kind, or of no entry, are not found', async () => {
    await anns.put(`/folders/${report}/favourite`).expect(404);
    await anns.put(`/documents/${folder}/favourite`).expect(404);
    await anns.put('/folders/0/favourite').expect(404);
    await anns.put('/documents/999999/favourite').expect(404);
  });

  it('are limited, not counting those that the user cannot read', async () => {
    await share();
    const many = await Promise.all(
      Array.from({ length: MAX_FAVOURITES - 1 }, (_, index) =>
        service.dms.folders.create(ann.actor, { folderId: folder, name: `folder ${index}` }),
      ),
    );
    sql((database) => {
      const insert = database.prepare(
        'INSERT INTO favourites (user_id, entry_id, created_at) VALUES (?, ?, 0)',
      );
      for (const { id } of many) insert.run(bob.actor.userId, id);
    });
    await bobs.put(`/folders/${folder}/favourite`).expect(200);
    const refused = await bobs.put(`/documents/${report}/favourite`).expect(422);
    assert.match(refused.body.message, /You have 1000 favourites\. Remove one/);
    // One is deleted: its mark, which no user sees, makes room.
    await anns.delete(`/folders/${many[0]?.id}`).expect(200);
    await anns.delete(`/folders/${many[1]?.id}`).expect(200);
    await bobs.put(`/documents/${report}/favourite`).expect(200);
    assert.equal((await bobs.get('/favourites').expect(200)).body.meta.total, MAX_FAVOURITES - 1);
    await anns.post(`/trash/${many[1]?.id}/restore`).expect(200);
    assert.equal((await bobs.get('/favourites').expect(200)).body.meta.total, MAX_FAVOURITES);
  });

  describe('over WebDAV', () => {
    let dav: DavClient;

    beforeEach(() => {
      dav = new DavClient(service.port, basic(ann.login, ann.password));
    });

    const patch = (inner: string, path = '/plans/report.txt') =>
      dav.expect(207, 'PROPPATCH', path, {
        body: `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="${NAMESPACE}">${inner}</d:propertyupdate>`,
      });
    const set = (value: string) => `<d:set><d:prop><oc:favorite>${value}</oc:favorite></d:prop></d:set>`;
    const values = async (): Promise<string[]> => {
      const { text } = await dav.expect(207, 'PROPFIND', '/plans/', {
        headers: { Depth: '1' },
        body: propfindBody(`<d:prop>${FAVORITE}</d:prop>`),
      });
      return [...text.matchAll(/<oc:favorite(?: [^>]*)?>([^<]+)</g)].map(([, value = '']) => value);
    };

    it('are the property favorite of the clients of ownCloud', async () => {
      assert.deepEqual(await values(), ['0', '0']);
      assert.match((await patch(set('1'))).text, /200 OK/);
      assert.deepEqual(await values(), ['0', '1']);
      assert.deepEqual(await paths(anns), ['/plans/report.txt']);
      await patch('<d:remove><d:prop><oc:favorite/></d:prop></d:remove>');
      assert.deepEqual([await values(), await paths(anns)], [['0', '0'], []]);
    });

    it('are told right by a listing that is kept', async () => {
      await values();
      await anns.put(`/documents/${report}/favourite`).expect(200);
      assert.deepEqual(await values(), ['0', '1']);
      await anns.put(`/folders/${folder}/favourite`).expect(200);
      await anns.delete(`/documents/${report}/favourite`).expect(200);
      assert.deepEqual(await values(), ['1', '0']);
    });

    it('are marked by a user who may only read, and belong to that user', async () => {
      await share();
      const bobsDrive = new DavClient(service.port, basic(bob.login, bob.password));
      const body = `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="${NAMESPACE}">${set('true')}</d:propertyupdate>`;
      await bobsDrive.expect(207, 'PROPPATCH', '/plans/report.txt', { body });
      assert.deepEqual([await paths(bobs), await values()], [['/plans/report.txt'], ['0', '0']]);
    });

    it('change together with other properties, or not at all', async () => {
      const other = '<d:set><d:prop><x:a xmlns:x="urn:x">1</x:a></d:prop></d:set>';
      await patch(set('1') + other);
      assert.deepEqual(await values(), ['0', '1']);
      const refused = await patch(`${set('0')}<d:set><d:prop><d:getetag>x</d:getetag></d:prop></d:set>`);
      assert.match(refused.text, /424 Failed Dependency/);
      assert.deepEqual(await values(), ['0', '1']);
    });

    it('have no other values than true and false', async () => {
      const { text } = await patch(set('maybe'));
      assert.match(text, /409 Conflict/);
      assert.deepEqual(await values(), ['0', '0']);
    });

    it('are not in allprop, whatever an earlier release has stored', async () => {
      sql((database) =>
        database
          .prepare("INSERT INTO properties (entry_id, namespace, name, xml) VALUES (?, ?, 'favorite', ?)")
          .run(report, NAMESPACE, `<oc:favorite xmlns:oc="${NAMESPACE}">1</oc:favorite>`),
      );
      for (const asked of ['<d:allprop/>', '<d:propname/>']) {
        const { text } = await dav.expect(207, 'PROPFIND', '/plans/report.txt', {
          headers: { Depth: '0' },
          body: propfindBody(asked),
        });
        assert.doesNotMatch(text, /favorite/);
      }
      assert.deepEqual(await values(), ['0', '0']);
    });
  });
});
