// Would catch a property of sync clients that a client can forge, that shows a user what the user must not know, or that is
// missing where a client asks for all properties; and a preview of a document that the user may not read.
import assert from 'node:assert/strict';
import { renderAll } from '../support/renditions/renditions.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic, DavClient } from '../webdav/client.ts';
import { listedIn, photosOnly } from './phone-apps/app.ts';

const NAMESPACES = 'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"';
const LIVE = [
  ...['d:sync-token', 'd:supported-report-set', 'd:getetag', 'd:getlastmodified', 'd:resourcetype'],
  ...['id', 'fileid', 'permissions', 'size', 'checksums', 'data-fingerprint'].map((name) => `oc:${name}`),
  ...['oc:share-types', 'oc:owner-id', 'oc:owner-display-name'],
  ...['nc:has-preview', 'nc:creation_time', 'nc:upload_time'],
];

describe('the properties of sync clients', () => {
  let service: Service;
  let anna: Account;
  let ben: Account;
  beforeEach(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna');
    ben = await service.createUser('ben');
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const clientOf = ({ login, password }: Account) => new DavClient(service.port, basic(login, password));

  function raw(account: Account, method: string, path: string, body?: string) {
    const headers = { 'Content-Type': 'application/xml', Depth: '1' };
    const url = `/remote.php/dav/files/${account.login}${path}`;
    return clientOf(account).raw(method, url, { headers, ...(body === undefined ? {} : { body }) });
  }

  function patch(account: Account, path: string, inner: string) {
    return raw(account, 'PROPPATCH', path, `<d:propertyupdate ${NAMESPACES}>${inner}</d:propertyupdate>`);
  }

  async function list(account: Account, path: string, inner: string) {
    const answer = await raw(account, 'PROPFIND', path, `<d:propfind ${NAMESPACES}>${inner}</d:propfind>`);
    return listedIn(answer);
  }

  const store = async (path: string, content: string) =>
    assert.equal((await raw(anna, 'PUT', path, content)).status, 201);

  it('cannot be set or removed by clients', async () => {
    await store('/a.txt', 'a');
    const before = await list(
      anna,
      '/a.txt',
      `<d:prop>${LIVE.map((name) => `<${name}/>`).join('')}</d:prop>`,
    );
    for (const name of LIVE) {
      for (const inner of [
        `<d:set><d:prop><${name}>1</${name}><x xmlns="urn:x">1</x></d:prop></d:set>`,
        `<d:remove><d:prop><${name}/><x xmlns="urn:x"/></d:prop></d:remove>`,
      ]) {
        const { status, text } = await patch(anna, '/a.txt', inner);
        assert.equal(status, 207, name);
        assert.match(text, /403 Forbidden<\/d:status><d:error><d:cannot-modify-protected-property\/>/, name);
        assert.match(text, /<x:x xmlns:x="urn:x"\/><\/d:prop><d:status>HTTP\/1.1 424/, name);
      }
    }
    const after = await list(anna, '/a.txt', `<d:prop>${LIVE.map((name) => `<${name}/>`).join('')}</d:prop>`);
    assert.deepEqual(after, before);
    const all = await raw(anna, 'PROPFIND', '/a.txt');
    assert.doesNotMatch(all.text, /urn:x|sync-token/);
  });

  it('except the time of the last change, in seconds or as a date', async () => {
    await store('/a.txt', 'a');
    const time = async () =>
      (await list(anna, '/a.txt', '<d:prop><d:getlastmodified/></d:prop>'))[0]?.properties.get(
        'd:getlastmodified',
      );
    const set = (value: string) =>
      patch(anna, '/a.txt', `<d:set><d:prop><d:lastmodified>${value}</d:lastmodified></d:prop></d:set>`);
    for (const [value, shown] of [
      ['1700000000', 'Tue, 14 Nov 2023 22:13:20 GMT'],
      ['Wed, 15 Nov 2023 22:13:20 GMT', 'Wed, 15 Nov 2023 22:13:20 GMT'],
    ] as const) {
      assert.match((await set(value)).text, /200 OK/);
      assert.equal(await time(), shown);
    }
    assert.match((await set('yesterday')).text, /409 Conflict/);
    assert.match(
      (await patch(anna, '/a.txt', '<d:remove><d:prop><d:lastmodified/></d:prop></d:remove>')).text,
      /403 Forbidden/,
    );
    assert.equal(await time(), 'Wed, 15 Nov 2023 22:13:20 GMT');
    assert.doesNotMatch((await raw(anna, 'PROPFIND', '/a.txt')).text, /<d:lastmodified/);
  });

  it('are in the response to allprop as far as they belong to it, and if the client includes them', async () => {
    await raw(anna, 'MKCOL', '/a');
    const [folder] = await list(anna, '/a', '<d:allprop/><d:include><oc:id/><oc:none/></d:include>');
    assert.match(String(folder?.properties.get('d:getetag')), /^"[0-9a-f]{12}-\d+-31"$/);
    assert.match(String(folder?.properties.get('oc:id')), /^\d{8}ocdms$/);
    const [plain] = await list(anna, '/a', '<d:allprop/>');
    assert.equal(plain?.properties.get('oc:id'), undefined);
  });

  it('show the owner, and with whom an entry is shared only to those who may know it', async () => {
    const folder = await service.dms.folders.create(anna.actor, { folderId: 0, name: 'shared' });
    const share = { entryId: folder.id, permissions: 1 };
    await service.dms.shares.create(anna.actor, { ...share, users: ['ben'] });
    await service.dms.groups.create(service.admin.actor, 'office');
    await service.dms.shares.create(anna.actor, { ...share, groups: ['office'] });
    const properties = '<d:prop><oc:share-types/><oc:owner-id/><oc:owner-display-name/></d:prop>';
    const read = async (account: Account) =>
      (await list(account, '/', properties))
        .filter(({ href }) => href.endsWith('/shared/'))
        .map(({ properties: found }) =>
          ['oc:share-types', 'oc:owner-id', 'oc:owner-display-name'].map((name) =>
            found
              .get(name)
              ?.replace(/<[^>]*>/g, ' ')
              .trim(),
          ),
        );
    assert.deepEqual(await read(anna), [['0  1', 'anna', 'anna']]);
    assert.deepEqual(await read(ben), [['', String(anna.id), 'anna']]);
  });

  it('show no size of a folder that is older than its tag', async () => {
    await service.dms.folders.create(anna.actor, { folderId: 0, name: 'a' });
    const { folderSizes } = service.dms;
    const count = folderSizes.of.bind(folderSizes);
    const read = async (path: string, name: string) => {
      const listed = await list(anna, path, '<d:prop><oc:size/><d:getetag/></d:prop>');
      const { properties } = listed.find(({ href }) => href.endsWith(name)) ?? {};
      return { tag: properties?.get('d:getetag'), size: properties?.get('oc:size') };
    };
    let stored = 0;
    for (const [path, name] of [
      ['/a', '/a/'],
      ['/', '/a/'],
      ['/', '/anna/'],
    ] as const) {
      // Other requests run while a size is counted.
      folderSizes.of = async (id) => {
        const size = await count(id);
        await store(`/a/${(stored += 1)}.txt`, 'content');
        return size;
      };
      const during = await read(path, name);
      folderSizes.of = count;
      const after = await read(path, name);
      assert.ok(Number(after.size) > Number(during.size));
      assert.notEqual(after.tag, during.tag, name);
    }
  });

  it('and previews are those of documents that the user may read', async () => {
    await store('/photo.jpg', 'photo');
    const [document] = await list(anna, '/photo.jpg', '<d:prop><oc:fileid/></d:prop>');
    const id = document?.properties.get('oc:fileid') ?? '';
    const paths = [
      `/index.php/core/preview?fileId=${id}&x=64&y=64`,
      '/index.php/core/preview.png?file=%2Fphoto.jpg&x=64&y=64',
      '/index.php/apps/files/api/v1/thumbnail/64/64/photo.jpg',
    ];
    for (const path of paths) {
      const { status, headers } = await clientOf(anna).raw('GET', path);
      assert.deepEqual([status, headers['retry-after']], [404, '2'], path);
    }
    await renderAll(service.dms, photosOnly);
    for (const path of paths) {
      assert.equal((await clientOf(anna).raw('GET', path)).text, '128 photo', path);
      assert.equal((await clientOf(ben).raw('GET', path)).status, 404, path);
      assert.equal((await new DavClient(service.port).raw('GET', path)).status, 401, path);
      assert.equal((await clientOf(anna).raw('POST', path)).status, 404, path);
    }
    for (const path of [
      ...['', '?fileId=', '?fileId=0', '?fileId=x', '?fileId=99999'].map(
        (query) => `/index.php/core/preview${query}`,
      ),
      '/index.php/core/preview.png',
      '/index.php/core/preview.png?file=/none.jpg',
      ...['', '64', '64/64', '64/64/', 'a/b/photo.jpg'].map(
        (rest) => `/index.php/apps/files/api/v1/thumbnail/${rest}`,
      ),
    ])
      assert.equal((await clientOf(anna).raw('GET', path)).status, 404, path);
    const token = async (...scopes: string[]) =>
      (await service.dms.tokens.create(anna.actor, { name: 'Program', scopes })).secret;
    const other = new DavClient(service.port, basic('anna', await token('read')));
    assert.equal((await other.raw('GET', paths[0] ?? '')).status, 403);
  });
});
