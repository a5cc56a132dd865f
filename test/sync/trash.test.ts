// Would catch a trash that shows, restores or deletes for an app what its user may not, or another entry than the one meant.
import assert from 'node:assert/strict';
import { makeLink } from '../links/visitor.ts';
import { ringFor } from '../support/alarm.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { androidBody, Collection, iosBody } from './collection.ts';

const IOS = iosBody('trashbin-filename', 'trashbin-original-location', 'trashbin-deletion-time');
const ANDROID = androidBody(
  ['resourcetype', 'getcontenttype', 'getcontentlength'],
  ['size', 'id'],
  ['trashbin-filename', 'trashbin-original-location', 'trashbin-deletion-time'],
);
const START = Date.UTC(2026, 10, 21, 9, 0, 0, 250);

describe('the trash for phone apps', () => {
  let service: Service;
  let now: number;
  let anna: Account;
  let ben: Account;
  let trash: Collection;

  beforeEach(async () => {
    now = START;
    service = await startService({ config: { sync: { clients: true } }, now: () => now });
    anna = await service.createUser('anna');
    ben = await service.createUser('ben');
    trash = new Collection(service, 'trashbin', anna);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function store(path: string, body: string): Promise<void> {
    const { status } = await trash.dav.raw('PUT', `/remote.php/dav/files/anna${path}`, { body });
    assert.equal(status, 201);
  }
  const remove = (path: string) => trash.dav.expect(204, 'DELETE', path);
  const content = async (path: string) => {
    const { status, text } = await trash.dav.ask('GET', path);
    return status === 200 ? text : status;
  };

  /** Hrefs of the deleted entries, newest first. */
  async function hrefs(collection = trash): Promise<string[]> {
    return [...(await collection.list('/trash/', ANDROID)).keys()].slice(1);
  }

  /** The href of the only deleted entry. */
  async function only(collection = trash): Promise<string> {
    const [href, ...more] = await hrefs(collection);
    assert.ok(href !== undefined && more.length === 0);
    return href;
  }

  async function share(path: string, permissions: number, user: Account): Promise<number> {
    const id = service.dms.tree.resolve(anna.actor, [path])?.entry.id ?? 0;
    return (await service.dms.shares.create(anna.actor, { entryId: id, users: [user.login], permissions }))
      .id;
  }

  describe('lists what its user may restore', () => {
    it('with the properties that the apps read', async () => {
      await trash.dav.expect(201, 'MKCOL', '/a%20b');
      await store('/a%20b/M%C3%BCller%20%26%20S.txt', 'hello');
      const { entry } = service.dms.tree.resolve(anna.actor, ['a b', 'Müller & S.txt']) ?? {};
      await remove('/a%20b/M%C3%BCller%20%26%20S.txt');
      now += 5000;
      await remove('/a%20b/');
      const listed = await trash.list('/trash/', IOS);
      const [first, second, third] = [...listed];
      assert.ok(first && second && third && listed.size === 3);
      const [base, top] = first;
      const [href, document] = third;
      assert.equal(base, `${trash.base}/trash/`);
      assert.deepEqual(top.found, { 'd:resourcetype': '<d:collection/>' });
      const id = String(entry?.id);
      assert.equal(href, `${trash.base}/trash/M%C3%BCller%20%26%20S.txt.d${START}-${id}`);
      const { 'd:getetag': etag, ...found } = document.found;
      assert.match(String(etag), /^"[0-9a-f]{32}-1"$/);
      assert.deepEqual(found, {
        'd:displayname': 'Müller &amp; S.txt',
        'd:getlastmodified': 'Sat, 21 Nov 2026 09:00:00 GMT',
        'd:getcontenttype': 'text/plain',
        'd:resourcetype': '',
        'd:getcontentlength': '5',
        'oc:permissions': 'GD',
        'oc:id': id,
        'oc:fileid': id,
        'oc:size': '5',
        'nc:has-preview': 'false',
        'nc:trashbin-filename': 'Müller &amp; S.txt',
        'nc:trashbin-original-location': 'a b/Müller &amp; S.txt',
        'nc:trashbin-deletion-time': String(Math.floor(START / 1000)),
      });
      assert.deepEqual(document.missing, ['d:quota-available-bytes', 'oc:favorite', 'x:share-permissions']);
      const [folderHref, { found: ofFolder }] = second;
      assert.match(folderHref, /\/a%20b\.d\d+-\d+\/$/);
      assert.deepEqual(
        [ofFolder['d:resourcetype'], ofFolder['oc:size'], ofFolder['nc:trashbin-original-location']],
        ['<d:collection/>', '0', 'a b'],
      );
    });

    it('at the addresses above it, and all properties without a body', async () => {
      await store('/a.txt', 'hello');
      await remove('/a.txt');
      const top = await trash.list('', IOS);
      assert.deepEqual(
        [...top.keys()],
        ['/', '/trash/', '/restore/'].map((path) => trash.base + path),
      );
      assert.deepEqual([...(await trash.list('/restore', IOS)).keys()], [`${trash.base}/restore/`]);
      assert.deepEqual([...(await trash.list('/trash', ANDROID, '0')).keys()], [`${trash.base}/trash/`]);
      const [listed] = [...(await trash.list(await only(), '', '0')).values()];
      assert.deepEqual(Object.keys(listed?.found ?? {}), [
        'd:resourcetype',
        'd:displayname',
        'd:creationdate',
        'd:getlastmodified',
        'd:getcontentlength',
        'd:getcontenttype',
        'd:getetag',
      ]);
      assert.deepEqual(listed?.missing, []);
      assert.equal((await trash.ask('PROPFIND', '/trash')).status, 403);
    });

    it('completely, if there are many', async () => {
      const ids = new Set<number>();
      for (let number = 0; number < 450; number++) {
        const { id } = await service.dms.folders.create(anna.actor, { folderId: 0, name: `f${number}` });
        ids.add(id);
        // Many are deleted in the same millisecond.
        if (number % 50 === 0) now++;
        await service.dms.entries.remove(anna.actor, id);
      }
      const listed = (await hrefs()).map((href) => Number(/-(\d+)\/$/.exec(href)?.[1]));
      assert.deepEqual([listed.length, new Set(listed)], [450, ids]);
    });

    it('with what is beneath a deleted folder, to look at', async () => {
      for (const path of ['/a', '/a/b']) await trash.dav.expect(201, 'MKCOL', path);
      await store('/a/b/c.txt', 'deep');
      await remove('/a/');
      const href = await only();
      const members = await trash.list(href, IOS);
      assert.deepEqual([...members.keys()], [href, `${href}b/`]);
      const below = await trash.list(`${href}b`, IOS);
      assert.deepEqual([...below.keys()], [`${href}b/`, `${href}b/c.txt`]);
      const found = below.get(`${href}b/c.txt`)?.found ?? {};
      assert.deepEqual(
        [found['nc:trashbin-original-location'], found['oc:permissions'], found['oc:size']],
        ['a/b/c.txt', 'G', '4'],
      );
      const size = [...(await trash.list(href, IOS, '0')).values()][0]?.found['oc:size'];
      assert.equal(size, '4');
      assert.equal((await trash.ask('GET', `${href}b/c.txt`)).text, 'deep');
      assert.equal((await trash.ask('GET', `${href}b/x.txt`)).status, 404);
      assert.equal(await trash.restore(`${href}b/c.txt`), 403);
      assert.equal((await trash.ask('DELETE', `${href}b/c.txt`)).status, 403);
      assert.equal((await hrefs()).length, 1);
    });
  });

  describe('restores', () => {
    it('a document to its folder, under its name, whatever the destination is called', async () => {
      await trash.dav.expect(201, 'MKCOL', '/a');
      await store('/a/b.txt', 'hello');
      await remove('/a/b.txt');
      const href = await only();
      const Destination = `${trash.base}/restore/${encodeURIComponent('other name.txt')}`;
      const answer = await trash.ask('MOVE', href, { Destination });
      assert.equal(answer.status, 201, answer.text);
      assert.match(String(answer.headers['oc-fileid']), /^\d{8}\D+$/);
      assert.equal(await content('/a/b.txt'), 'hello');
      assert.deepEqual(await hrefs(), []);
      assert.equal(await trash.restore(href), 404);
    });

    it('not into a folder that is locked: the message says by whom, and names no path that does not exist', async () => {
      await trash.dav.expect(201, 'MKCOL', '/locked');
      await store('/locked/a.txt', 'a');
      await remove('/locked/a.txt');
      const href = await only();
      const body =
        '<d:lockinfo xmlns:d="DAV:"><d:lockscope><d:exclusive/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockinfo>';
      await trash.dav.expect(200, 'LOCK', '/locked', { body });
      const Destination = `${trash.base}/restore/a.txt`;
      const answer = await trash.ask('MOVE', href, { Destination });
      assert.equal(answer.status, 423);
      assert.match(answer.text, /locked by anna/);
      assert.doesNotMatch(answer.text, /href/);
    });

    it('beside an entry that has its name by now', async () => {
      await store('/b.txt', 'one');
      await remove('/b.txt');
      await store('/b.txt', 'two');
      assert.equal(await trash.restore(await only()), 201);
      assert.deepEqual([await content('/b.txt'), await content('/b%20(2).txt')], ['two', 'one']);
    });

    it('only into the folder "restore" of its user', async () => {
      await store('/b.txt', 'one');
      await remove('/b.txt');
      const href = await only();
      for (const [Destination, status] of [
        ['/remote.php/dav/files/anna/b.txt', 502],
        ['/remote.php/dav/trashbin/ben/restore/b.txt', 502],
        [`${trash.base}/trash/b.txt`, 403],
        [`${trash.base}/restore`, 403],
        [`${trash.base}/restore/a/b`, 403],
        ['http://other.example/x', 502],
      ] as const)
        assert.equal((await trash.ask('MOVE', href, { Destination })).status, status, Destination);
      assert.equal((await trash.ask('MOVE', href)).status, 400);
      // Clients encode the login in different ways.
      const Destination = '/remote.php/dav/trashbin/%61nna/restore/b.txt';
      assert.equal((await trash.ask('MOVE', href, { Destination })).status, 201);
    });

    it('never a later deletion of the same entry', async () => {
      await store('/b.txt', 'one');
      await remove('/b.txt');
      const first = await only();
      assert.equal(await trash.restore(first), 201);
      now += 3;
      await remove('/b.txt');
      assert.equal(await trash.restore(first), 404);
      assert.equal((await trash.ask('DELETE', first)).status, 404);
      assert.equal(await trash.restore(await only()), 201);
    });
  });

  describe('deletes permanently', () => {
    it('one entry, under the conditions of the request', async () => {
      await store('/b.txt', 'one');
      await remove('/b.txt');
      const href = await only();
      assert.equal((await trash.ask('DELETE', href, { 'If-Match': '"x"' })).status, 412);
      assert.equal((await trash.ask('DELETE', href, { If: '(["x"])' })).status, 412);
      assert.equal((await trash.ask('DELETE', href, { Depth: '0' })).status, 400);
      const [listed] = [...(await trash.list(href, IOS, '0')).values()];
      const etag = listed?.found['d:getetag'] ?? '';
      assert.equal((await trash.ask('DELETE', href, { 'If-Match': etag })).status, 204);
      assert.equal((await trash.ask('DELETE', href)).status, 404);
      assert.equal(service.dms.trash.list(anna.actor, { page: 1, perPage: 10 }).total, 0);
    });

    it('everything of its user, and nothing of others', async () => {
      await trash.dav.expect(201, 'MKCOL', '/shared');
      await store('/shared/a.txt', 'a');
      await store('/shared/b.txt', 'b');
      await share('shared', 31, ben);
      const bens = trash.of(ben);
      await bens.dav.expect(204, 'DELETE', '/shared/a.txt');
      await bens.dav.expect(201, 'PUT', '/own.txt', { body: 'own' });
      await bens.dav.expect(204, 'DELETE', '/own.txt');
      assert.equal((await hrefs(bens)).length, 2);
      assert.equal((await bens.ask('DELETE', '/trash')).status, 204);
      assert.match(await only(bens), /\/a\.txt\.d/);
      assert.equal((await trash.ask('DELETE', '/trash/')).status, 204);
      assert.deepEqual([await hrefs(), await hrefs(bens)], [[], []]);
    });
  });

  describe('refuses', () => {
    it('to a user who deleted an entry of another user to delete it permanently, and more after the share', async () => {
      await trash.dav.expect(201, 'MKCOL', '/shared');
      await store('/shared/a.txt', 'a');
      const shareId = await share('shared', 15, ben);
      const bens = trash.of(ben);
      await bens.dav.expect(204, 'DELETE', '/shared/a.txt');
      const href = await only(bens);
      const [listed] = [...(await bens.list(href, IOS, '0')).values()];
      assert.equal(listed?.found['oc:permissions'], 'G');
      assert.equal((await bens.ask('DELETE', href)).status, 403);
      assert.equal((await bens.ask('GET', href)).text, 'a');
      await service.dms.shares.remove(anna.actor, shareId);
      assert.deepEqual(await hrefs(bens), []);
      for (const method of ['PROPFIND', 'GET', 'DELETE'])
        assert.equal(
          (await bens.ask(method, href, { Depth: method === 'PROPFIND' ? '0' : 'infinity' })).status,
          404,
        );
      assert.equal(await bens.restore(href), 404);
    });

    it('to other users, visitors of links and guests all of it', async () => {
      await store('/a.txt', 'a');
      const id = service.dms.tree.resolve(anna.actor, ['a.txt'])?.entry.id ?? 0;
      const { path: visited } = await makeLink(service, anna, id);
      await remove('/a.txt');
      const href = await only();
      const bens = trash.of(ben);
      for (const path of [href, `${trash.base}/trash`, href.replace('/anna/', '/ben/')])
        for (const method of ['PROPFIND', 'GET', 'DELETE', 'MOVE']) {
          const Destination = `${bens.base}/restore/a`;
          const headers = method === 'PROPFIND' ? { Depth: '1' } : { Destination };
          assert.equal((await bens.ask(method, path, headers)).status, 404, `${method} ${path}`);
        }
      for (const [password, method] of [
        ['wrong', 'PROPFIND'],
        [visited, 'GET'],
        [visited.replace('/s/', ''), 'DELETE'],
      ] as const) {
        const guest = trash.of({ login: 'anna', password });
        assert.equal((await guest.ask(method, href)).status, 401);
      }
      assert.equal(await only(), href);
    });

    it('to a paused user all changes', async () => {
      await store('/a.txt', 'a');
      await remove('/a.txt');
      const href = await only();
      await ringFor(service.dms, anna.id, 'pause');
      assert.equal(await trash.restore(href), 403);
      assert.equal((await trash.ask('DELETE', href)).status, 403);
      assert.equal((await trash.ask('DELETE', '/trash')).status, 403);
      assert.equal(await only(), href);
    });

    it('names that are none, and methods that do not apply', async () => {
      await store('/a.txt', 'a');
      await remove('/a.txt');
      const href = await only();
      const id = /-(\d+)$/.exec(href)?.[1] ?? '';
      for (const [method, path, status] of [
        ['PROPFIND', `/trash/a.txt.d1-${id}`, 404],
        ['PROPFIND', `/trash/a.txt.d${START}-0${id}`, 404],
        ['PROPFIND', `/trash/a.txt.d${START}-999999999999999999999999`, 404],
        ['PROPFIND', `/trash/a.txt.d${START}--1`, 404],
        ['PROPFIND', `/trash/${id}`, 404],
        ['PROPFIND', '/trash/a.txt', 404],
        ['PROPFIND', '/restore/a.txt', 404],
        ['PROPFIND', '/other', 404],
        ['PROPFIND', '/trash/../trash', 400],
        ['PROPFIND', '/trash/%2e%2e', 400],
        ['PROPFIND', '/trash/%00', 400],
        ['PROPFIND', `${href.slice(trash.base.length)}/b`, 404],
        ['DELETE', '/restore', 405],
        ['DELETE', '', 405],
        ['MOVE', '/trash', 405],
        ['GET', '/trash', 405],
        ['PUT', '/trash/x', 405],
        ['MKCOL', '/trash/x', 405],
        ['COPY', href.slice(trash.base.length), 405],
        ['PROPPATCH', href.slice(trash.base.length), 405],
        ['REPORT', '/trash', 405],
      ] as const) {
        const headers = {
          Destination: `${trash.base}/restore/a`,
          ...(method === 'PROPFIND' && { Depth: '1' }),
        };
        assert.equal((await trash.ask(method, path, headers)).status, status, `${method} ${path}`);
      }
      const malformed = await trash.ask('PROPFIND', '/trash', { Depth: '1' }, '<d:propfind');
      assert.equal(malformed.status, 400);
      assert.equal(await only(), href);
    });
  });

  it('is missing without sync clients', async () => {
    const plain = await startService();
    const account = await plain.createUser('carl');
    const { status } = await new Collection(plain, 'trashbin', account).ask('PROPFIND', '/trash', {
      Depth: '1',
    });
    assert.equal(status, 404);
    await plain.stop();
  });
});
