// Would catch an app that gets or restores another version than the one it shows, or a version that its user may not read.
import assert from 'node:assert/strict';
import { ringFor } from '../support/alarm.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { androidBody, Collection } from './collection.ts';

const ANDROID = androidBody(
  ['getcontenttype', 'resourcetype', 'getcontentlength', 'getlastmodified', 'creationdate'],
  ['id', 'size'],
  [],
);
const START = Date.UTC(2026, 10, 21, 9, 0, 0, 250);
/** Seconds of {@link START}. */
const FIRST = START / 1000 - 0.25;

describe('the versions for phone apps', () => {
  let service: Service;
  let now: number;
  let anna: Account;
  let ben: Account;
  let versions: Collection;

  beforeEach(async () => {
    now = START;
    service = await startService({ config: { sync: { clients: true } }, now: () => now });
    anna = await service.createUser('anna');
    ben = await service.createUser('ben');
    versions = new Collection(service, 'versions', anna);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Stores contents as versions of a document, a minute apart. @returns the id of the document */
  async function store(name: string, contents: readonly string[], apart = 60_000): Promise<number> {
    for (const body of contents) {
      const { status } = await versions.dav.raw('PUT', `/remote.php/dav/files/anna/${name}`, { body });
      assert.ok(status === 201 || status === 204);
      now += apart;
    }
    return service.dms.tree.resolve(anna.actor, [name])?.entry.id ?? 0;
  }

  const content = async (name: string) => (await versions.dav.ask('GET', `/${name}`)).text;
  const head = (id: number) => service.dms.documents.open(anna.actor, id).document.version;
  const hrefOf = (id: number, second: number) => `${versions.base}/versions/${id}/${second}`;

  it('lists the earlier ones, newest first, by the second that the Android app asks for', async () => {
    const id = await store('a.txt', ['one', 'second', 'the third']);
    const listed = await versions.list(`/versions/${id}`, ANDROID);
    const folder = `${versions.base}/versions/${id}/`;
    assert.deepEqual([...listed.keys()], [folder, hrefOf(id, FIRST + 60), hrefOf(id, FIRST)]);
    assert.deepEqual(listed.get(folder)?.found, { 'd:resourcetype': '<d:collection/>' });
    const { found, missing } = listed.get(hrefOf(id, FIRST + 60)) ?? {};
    assert.deepEqual(found, {
      'd:getcontenttype': 'text/plain',
      'd:resourcetype': '',
      'd:getcontentlength': '6',
      'd:getlastmodified': 'Sat, 21 Nov 2026 09:01:00 GMT',
      'd:creationdate': '2026-11-21T09:01:00Z',
      'oc:size': '6',
    });
    assert.deepEqual(missing, ['oc:id']);
    for (const [href, { found: properties }] of [...listed].slice(1)) {
      const seconds = Date.parse(properties['d:getlastmodified'] ?? '') / 1000;
      assert.equal(href, hrefOf(id, seconds));
    }
    for (const [path, depth] of [
      [`/versions/${id}`, '0'],
      ['/versions', '1'],
      ['/restore', '1'],
      ['', '1'],
    ] as const)
      assert.equal((await versions.list(path, ANDROID, depth)).size, 1);
  });

  it('sends the content of one, with ranges and conditions', async () => {
    const id = await store('a.txt', ['one', 'second', 'the third']);
    const href = hrefOf(id, FIRST + 60);
    const answer = await versions.ask('GET', href);
    assert.deepEqual([answer.status, answer.text], [200, 'second']);
    const { etag } = answer.headers;
    assert.match(String(etag), /^"[0-9a-f]{32}-2"$/);
    assert.equal(answer.headers['last-modified'], 'Sat, 21 Nov 2026 09:01:00 GMT');
    assert.equal(answer.headers['content-security-policy'], 'sandbox');
    assert.equal((await versions.ask('GET', href, { Range: 'bytes=1-3' })).text, 'eco');
    assert.equal((await versions.ask('GET', href, { 'If-None-Match': String(etag) })).status, 304);
    const { status, headers } = await versions.ask('HEAD', href);
    assert.deepEqual([status, headers['content-length'], headers['content-type']], [200, '6', 'text/plain']);
  });

  it('restores one as the next version', async () => {
    const id = await store('a.txt', ['one', 'second', 'the third']);
    const Destination = `${versions.base}/restore/${id}`;
    const answer = await versions.ask('MOVE', hrefOf(id, FIRST), { Destination, Overwrite: 'T' });
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual([await content('a.txt'), head(id)], ['one', 4]);
    assert.equal(answer.headers['oc-etag'], (await versions.dav.ask('HEAD', '/a.txt')).headers.etag);
    assert.equal((await versions.list(`/versions/${id}`, ANDROID)).size, 4);
    // The request is sent again, because the response was lost.
    assert.equal(await versions.restore(hrefOf(id, FIRST)), 201);
    assert.equal(head(id), 4);
  });

  it('hides a version that another one replaced within the second, so that no name means two', async () => {
    const id = await store('a.txt', ['empty', 'full'], 100);
    const listing = () => versions.list(`/versions/${id}`, ANDROID);
    assert.equal((await listing()).size, 1);
    assert.equal(await versions.restore(hrefOf(id, FIRST)), 404);
    now += 5000;
    await store('a.txt', ['next']);
    assert.deepEqual([...(await listing()).keys()].slice(1), [hrefOf(id, FIRST)]);
    assert.equal((await versions.ask('GET', hrefOf(id, FIRST))).text, 'full');
  });

  it('lists all, if there are many', async () => {
    const contents = Array.from({ length: 206 }, (_, number) => String(number));
    const id = await store('a.txt', contents, 1000);
    const listed = [...(await versions.list(`/versions/${id}`, ANDROID)).keys()].slice(1);
    const expected = contents.slice(1).map((_, index) => hrefOf(id, FIRST + index));
    assert.deepEqual(listed, expected.reverse());
  });

  describe('refuses', () => {
    it('to restore without the right to change, and all without the right to read', async () => {
      const id = await store('a.txt', ['one', 'second']);
      const bens = versions.of(ben);
      const own = `/versions/${id}/${FIRST}`;
      const Destination = `${bens.base}/restore/x`;
      const depth = { Depth: '1' };
      for (const path of [own, hrefOf(id, FIRST)]) {
        assert.equal((await bens.ask('PROPFIND', path, depth)).status, 404);
        assert.equal((await bens.ask('GET', path)).status, 404);
        assert.equal((await bens.ask('MOVE', path, { Destination })).status, 404);
      }
      assert.equal((await bens.ask('PROPFIND', `/versions/${id}`, depth)).status, 404);
      await service.dms.shares.create(anna.actor, { entryId: id, users: ['ben'], permissions: 1 });
      assert.equal((await bens.ask('GET', own)).text, 'one');
      assert.equal((await bens.ask('MOVE', own, { Destination })).status, 403);
      assert.equal(await content('a.txt'), 'second');
    });

    it('guests, and tokens without the scope', async () => {
      const id = await store('a.txt', ['one', 'second']);
      const { secret } = await service.dms.tokens.create(anna.actor, {
        name: 't',
        scopes: ['read', 'write'],
      });
      for (const [password, status] of [
        ['wrong', 401],
        [secret, 403],
      ] as const) {
        const guest = versions.of({ login: 'anna', password });
        assert.equal((await guest.ask('GET', hrefOf(id, FIRST))).status, status);
        assert.equal(await guest.restore(hrefOf(id, FIRST)), status);
      }
    });

    it('a version of a document that is locked, in the trash, or of a paused user', async () => {
      const id = await store('a.txt', ['one', 'second']);
      const href = hrefOf(id, FIRST);
      const token = await versions.dav.lock('/a.txt');
      assert.equal(await versions.restore(href), 423);
      await versions.dav.expect(204, 'UNLOCK', '/a.txt', { headers: { 'Lock-Token': `<${token}>` } });
      await versions.dav.expect(204, 'DELETE', '/a.txt');
      for (const method of ['PROPFIND', 'GET'])
        assert.equal((await versions.ask(method, href, { Depth: '0' })).status, 404);
      assert.equal(await versions.restore(href), 404);
      await service.dms.trash.restore(anna.actor, id);
      await ringFor(service.dms, anna.id, 'pause');
      assert.equal(await versions.restore(href), 403);
      assert.deepEqual([head(id), (await versions.ask('GET', href)).text], [2, 'one']);
    });

    it('to restore more than the quota has room for', async () => {
      const id = await store('a.txt', ['12345678', '87654321']);
      await service.dms.users.update(service.admin.actor, anna.id, { quotaBytes: 20 });
      assert.equal(await versions.restore(hrefOf(id, FIRST)), 507);
      assert.equal(head(id), 2);
    });

    it('hostile ids, folders, and methods that do not apply', async () => {
      const id = await store('a.txt', ['one', 'second']);
      const { id: folderId } = await service.dms.folders.create(anna.actor, { folderId: 0, name: 'f' });
      const name = String(FIRST);
      for (const [method, path, status] of [
        ['PROPFIND', `/versions/${folderId}`, 404],
        ['PROPFIND', `/versions/0${id}`, 404],
        ['PROPFIND', '/versions/0', 404],
        ['PROPFIND', '/versions/-1', 404],
        ['PROPFIND', '/versions/999999999999999', 404],
        ['PROPFIND', '/versions/99999999999999999999999999', 404],
        ['PROPFIND', `/versions/${id}/${name}/x`, 404],
        ['PROPFIND', `/versions/${id}/0${name}`, 404],
        ['PROPFIND', `/versions/${id}/constructor`, 404],
        ['PROPFIND', `/versions/${id}/%2e%2e`, 400],
        ['PROPFIND', `/restore/${id}`, 404],
        ['PROPFIND', '/other', 404],
        ['GET', `/versions/${id}/${FIRST + 60}`, 404],
        ['GET', `/versions/${id}/1`, 404],
        ['GET', `/versions/${id}`, 405],
        ['MOVE', `/versions/${id}`, 405],
        ['DELETE', `/versions/${id}/${name}`, 405],
        ['PUT', `/versions/${id}/${name}`, 405],
        ['COPY', `/versions/${id}/${name}`, 405],
      ] as const) {
        const headers = {
          Destination: `${versions.base}/restore/a`,
          ...(method === 'PROPFIND' && { Depth: '1' }),
        };
        assert.equal((await versions.ask(method, path, headers)).status, status, `${method} ${path}`);
      }
      for (const [Destination, status] of [
        ['/remote.php/dav/files/anna/a.txt', 502],
        ['/remote.php/dav/versions/ben/restore/target', 502],
        [`${versions.base}/versions/${id}/x`, 403],
      ] as const)
        assert.equal((await versions.ask('MOVE', hrefOf(id, FIRST), { Destination })).status, status);
      assert.equal(head(id), 2);
    });
  });
});
