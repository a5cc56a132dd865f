import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';

describe('webdav MKCOL, DELETE, COPY and MOVE', () => {
  let service: Service;
  let ann: Account;
  let dav: DavClient;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  function idOf(...path: string[]): number {
    const found = service.dms.tree.resolve(ann.actor, path);
    assert.ok(found !== undefined, path.join('/'));
    return found.entry.id;
  }

  function to(path: string, more: Record<string, string> = {}): { headers: Record<string, string> } {
    return { headers: { Destination: dav.at(path), ...more } };
  }

  it('MKCOL makes a folder once, only where the folder above is, and without a body', async () => {
    await dav.expect(201, 'MKCOL', '/made/');
    await dav.expect(405, 'MKCOL', '/made');
    await dav.expect(405, 'MKCOL', '/');
    await dav.expect(409, 'MKCOL', '/none/made');
    await dav.expect(415, 'MKCOL', '/body', { body: 'x' });
    await dav.expect(404, 'GET', '/body');
  });

  it('DELETE takes a folder whole, or not at all', async () => {
    await dav.expect(201, 'MKCOL', '/gone');
    await dav.expect(201, 'PUT', '/gone/file', { body: 'x' });
    for (const depth of ['0', '1']) await dav.expect(400, 'DELETE', '/gone/', { headers: { Depth: depth } });
    const id = idOf('gone');
    await dav.expect(204, 'DELETE', '/gone/', { headers: { Depth: 'infinity' } });
    await dav.expect(404, 'GET', '/gone/file');
    const { items } = service.dms.trash.list(ann.actor, { page: 1, perPage: 50 });
    assert.equal(items.filter((item) => item.entry.id === id).length, 1);
    await dav.expect(403, 'DELETE', '/');
    await dav.expect(400, 'DELETE', '/made/#fragment');
  });

  it('MOVE and COPY take no document to a URL with a slash, where a folder would be', async () => {
    await dav.expect(201, 'PUT', '/slashed', { body: 'x' });
    for (const method of ['MOVE', 'COPY']) await dav.expect(409, method, '/slashed', to('/slashed-new/'));
    await dav.expect(404, 'GET', '/slashed-new');
    assert.equal((await dav.expect(200, 'GET', '/slashed')).text, 'x');
  });

  it('MOVE keeps the document, and onto another makes a version of that one', async () => {
    await dav.expect(201, 'PUT', '/old-name', { body: 'one' });
    const id = idOf('old-name');
    await dav.expect(201, 'MOVE', '/old-name', to('/new-name'));
    assert.equal(idOf('new-name'), id);
    await dav.expect(201, 'PUT', '/draft', { body: 'two' });
    await dav.expect(204, 'MOVE', '/draft', to('/new-name'));
    assert.equal(idOf('new-name'), id);
    const { items } = service.dms.versions.list(ann.actor, id, { page: 1, perPage: 50 });
    assert.deepEqual(
      items.map(({ number }) => number),
      [2, 1],
    );
    assert.equal((await dav.expect(200, 'GET', '/new-name')).text, 'two');
    await dav.expect(404, 'GET', '/draft');
  });

  it('COPY makes another document, and onto one makes a version', async () => {
    await dav.expect(201, 'PUT', '/original', { body: 'one' });
    await dav.expect(201, 'COPY', '/original', { headers: { Destination: '/webdav/copied' } });
    assert.notEqual(idOf('copied'), idOf('original'));
    await dav.expect(201, 'PUT', '/original2', { body: 'two' });
    const id = idOf('copied');
    await dav.expect(204, 'COPY', '/original2', to('/copied'));
    assert.equal(idOf('copied'), id);
    assert.equal((await dav.expect(200, 'GET', '/copied')).text, 'two');
  });

  it('takes whole trees, also over others, which go to the trash', async () => {
    await dav.expect(201, 'MKCOL', '/tree');
    await dav.expect(201, 'MKCOL', '/tree/sub');
    await dav.expect(201, 'PUT', '/tree/sub/leaf', { body: 'leaf' });
    await dav.expect(201, 'COPY', '/tree/', to('/tree2/'));
    await dav.expect(201, 'PUT', '/tree2/extra', { body: 'x' });
    await dav.expect(204, 'COPY', '/tree/', to('/tree2/'));
    await dav.expect(404, 'GET', '/tree2/extra');
    await dav.expect(204, 'MOVE', '/tree/', to('/tree2/'));
    assert.equal((await dav.expect(200, 'GET', '/tree2/sub/leaf')).text, 'leaf');
    await dav.expect(404, 'GET', '/tree/');
  });

  it('refuses what makes no sense, and changes nothing', async () => {
    await dav.expect(201, 'MKCOL', '/in');
    await dav.expect(201, 'MKCOL', '/in/side');
    await dav.expect(201, 'PUT', '/in/file', { body: 'x' });
    for (const method of ['COPY', 'MOVE']) {
      await dav.expect(403, method, '/in/', to('/in/side/deeper/'));
      await dav.expect(403, method, '/in/', to('/in/'));
      await dav.expect(403, method, '/in/file', to('/in/file'));
      await dav.expect(403, method, '/in/side/', to('/in/'));
      await dav.expect(403, method, '/in/file', to('/'));
      await dav.expect(403, method, '/', to('/in/root/'));
      await dav.expect(409, method, '/in/file', to('/none/file'));
      await dav.expect(404, method, '/none', to('/some'));
      await dav.expect(400, method, '/in/file');
      await dav.expect(400, method, '/in/file', to('/%E0%A4%A'));
      await dav.expect(400, method, '/in/file', { headers: { Destination: 'nonsense' } });
      await dav.expect(400, method, '/in/file', to('/other', { Overwrite: 'maybe' }));
      await dav.expect(400, method, '/in/', to('/other/', { Depth: '1' }));
      await dav.expect(400, method, '/in/file', to(`/${'n'.repeat(256)}`));
    }
    await dav.expect(400, 'MOVE', '/in/', to('/other/', { Depth: '0' }));
    // Of a document the depth means nothing.
    for (const depth of ['0', '1']) {
      await dav.expect(201, 'COPY', '/in/file', to(`/in/copy-${depth}`, { Depth: depth }));
      await dav.expect(201, 'MOVE', `/in/copy-${depth}`, to(`/in/moved-${depth}`, { Depth: depth }));
    }
    await dav.expect(200, 'GET', '/in/file');
    await dav.expect(404, 'GET', '/other');
  });

  it('renames to another spelling of the same name', async () => {
    const nfc = encodeURIComponent('\u00e4');
    const nfd = encodeURIComponent('a\u0308');
    await dav.expect(201, 'PUT', `/${nfd}`, { body: 'x' });
    const id = idOf('\u00e4');
    await dav.expect(201, 'MOVE', `/${nfd}`, to(`/${nfc}`));
    assert.equal(idOf('\u00e4'), id);
    const found = service.dms.tree.resolve(ann.actor, ['\u00e4']);
    assert.ok(found !== undefined);
    assert.equal(found.entry.name, '\u00e4');
  });

  it('carries dead properties along', async () => {
    await dav.expect(201, 'PUT', '/with-props', { body: 'x' });
    await dav.expect(207, 'PROPPATCH', '/with-props', {
      body: '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x:p xmlns:x="urn:x">v</x:p></d:prop></d:set></d:propertyupdate>',
    });
    await dav.expect(201, 'COPY', '/with-props', to('/with-props2'));
    await dav.expect(201, 'MOVE', '/with-props2', to('/with-props3'));
    const { text } = await dav.expect(207, 'PROPFIND', '/with-props3', { headers: { Depth: '0' } });
    assert.match(text, /<x:p xmlns:x="urn:x">v<\/x:p>/);
  });

  describe('by the recipient of a single folder', () => {
    let ben: DavClient;

    before(async () => {
      const account = await service.createUser('ben');
      ben = new DavClient(service.port, basic(account.login, account.password));
      await dav.expect(201, 'MKCOL', '/hidden');
      await dav.expect(201, 'MKCOL', '/hidden/Pub');
      await dav.expect(201, 'PUT', '/hidden/Pub/doc.txt', { body: 'x' });
      await service.dms.shares.create(ann.actor, {
        entryId: idOf('hidden', 'Pub'),
        users: ['ben'],
        permissions: 1,
      });
      await ben.expect(201, 'PUT', '/own.txt', { body: 'y' });
    });

    it('COPY and MOVE in its place are refused without the name of the folder around it', async () => {
      for (const method of ['COPY', 'MOVE']) {
        const { text } = await ben.expect(403, method, '/own.txt', to('/Pub'));
        assert.doesNotMatch(text, /hidden/);
      }
      const rows = service.dms.activity.export(service.admin.actor, { action: 'refusal' });
      for await (const batch of rows) assert.doesNotMatch(JSON.stringify(batch), /hidden/);
    });

    it('MOVE with Overwrite: F onto what is there is 412, whatever the rights', async () => {
      await ben.expect(412, 'MOVE', '/Pub/doc.txt', to('/own.txt', { Overwrite: 'F' }));
      await ben.expect(412, 'COPY', '/Pub/doc.txt', to('/own.txt', { Overwrite: 'F' }));
    });

    it('a missing folder at the destination counts before a condition', async () => {
      const headers = { Destination: dav.at('/none/x'), 'If-Match': '"other"' };
      for (const method of ['COPY', 'MOVE']) await ben.expect(409, method, '/own.txt', { headers });
    });
  });
});
