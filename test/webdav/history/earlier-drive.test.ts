// Would catch a drive at an earlier time that lacks something, shows another version, or reads otherwise than the drive.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { basic, DavClient, hrefs, propfindBody } from '../client.ts';

const MINUTE = 60_000;

describe('the drive at an earlier time', () => {
  let service: Service;
  let now: number;
  let ann: Account;
  let dav: DavClient;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => now });
    ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic(ann.login, ann.password));
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Lets time pass. @returns the folder of the time before, below `/webdav` */
  function later(): string {
    const name = `${new Date(now).toISOString().slice(0, 19).replaceAll(':', '.')}Z`;
    now += MINUTE;
    return `/.history/${name}`;
  }

  const listed = async (path: string): Promise<string[]> => {
    const { text } = await dav.expect(207, 'PROPFIND', path, { headers: { Depth: '1' } });
    return hrefs(text).map((href) => href.replace(/^\/webdav/, ''));
  };

  it('has folders and documents with the names, versions and places of that time', async () => {
    await dav.expect(201, 'MKCOL', '/Plans');
    await dav.expect(201, 'PUT', '/Plans/a%20b.txt', { body: 'first' });
    await dav.expect(201, 'MKCOL', '/Plans/Old');
    await dav.expect(201, 'PUT', '/Plans/Old/deep.txt', { body: 'deep' });
    const first = later();
    await dav.expect(204, 'PUT', '/Plans/a%20b.txt', { body: 'the second' });
    await dav.expect(201, 'MOVE', '/Plans/a%20b.txt', { headers: { Destination: dav.at('/Plans/c.txt') } });
    const second = later();
    await dav.expect(201, 'MOVE', '/Plans/c.txt', { headers: { Destination: dav.at('/moved.txt') } });
    await dav.expect(204, 'DELETE', '/Plans');
    await dav.expect(201, 'MKCOL', '/Plans');

    assert.deepEqual(await listed(`${first}/`), [`${first}/`, `${first}/Plans/`]);
    assert.deepEqual((await listed(`${first}/Plans`)).sort(), [
      `${first}/Plans/`,
      `${first}/Plans/Old/`,
      `${first}/Plans/a%20b.txt`,
    ]);
    assert.equal((await dav.expect(200, 'GET', `${first}/Plans/a%20b.txt`)).text, 'first');
    assert.equal((await dav.expect(200, 'GET', `${first}/Plans/Old/deep.txt`)).text, 'deep');
    assert.equal((await dav.expect(200, 'GET', `${second}/Plans/c.txt`)).text, 'the second');
    await dav.expect(404, 'GET', `${second}/Plans/a%20b.txt`);
    await dav.expect(404, 'GET', `${second}/moved.txt`);
    const { text } = await dav.expect(200, 'GET', `${second}/Plans/`);
    assert.match(text, /<a href="[^"]*\/c\.txt">c\.txt<\/a>/);
    await dav.expect(200, 'HEAD', `${second}/Plans`);
  });

  it('reads documents as the drive does: validators, conditions, ranges', async () => {
    const { headers } = await dav.expect(201, 'PUT', '/a.txt', {
      body: '0123456789',
      headers: { 'X-OC-Mtime': '1000000000' },
    });
    const drive = await dav.expect(200, 'GET', '/a.txt');
    const etag = String(headers.etag);
    const path = `${later()}/a.txt`;
    const same = await dav.expect(200, 'GET', path);
    for (const name of ['etag', 'last-modified', 'content-type', 'content-security-policy', 'accept-ranges'])
      assert.equal(same.headers[name], drive.headers[name], name);
    await dav.expect(204, 'PUT', '/a.txt', { body: 'other' });
    assert.equal((await dav.expect(206, 'GET', path, { headers: { Range: 'bytes=2-4' } })).text, '234');
    await dav.expect(416, 'GET', path, { headers: { Range: 'bytes=99-' } });
    await dav.expect(304, 'GET', path, { headers: { 'If-None-Match': etag } });
    await dav.expect(412, 'GET', path, { headers: { 'If-Match': '"other"' } });
    await dav.expect(200, 'GET', path, { headers: { If: `([${etag}])` } });
    await dav.expect(412, 'GET', path, { headers: { If: '(["other"])' } });
    const head = await dav.expect(200, 'HEAD', path);
    assert.equal(head.headers['content-length'], '10');
    const { text } = await dav.expect(207, 'PROPFIND', path, { headers: { Depth: '0' } });
    assert.ok(text.includes(`<d:getetag>${etag}</d:getetag>`));
    assert.match(text, /<d:getcontentlength>10<\/d:getcontentlength>/);
    assert.match(text, /<d:displayname>a\.txt<\/d:displayname>/);
    assert.equal(head.headers.etag, etag);
    // An earlier version has the time at which it was stored.
    assert.equal(head.headers['last-modified'], new Date(now - MINUTE).toUTCString());
  });

  it('has the entries that are shared now, under the names that the user sees now', async () => {
    const ben = await service.createUser('ben');
    const folderId = await makeFolder(service.dms, ben.actor, 'Offers');
    const movedId = await write(service.dms, ben.actor, 'moved.txt', 'moved', folderId);
    await write(service.dms, ben.actor, 'kept.txt', 'kept', folderId);
    const root = later();
    const shared = { entryId: folderId, users: ['ann'], permissions: 3 };
    const { id: shareId } = await service.dms.shares.create(ben.actor, shared);
    await dav.expect(201, 'MOVE', '/Offers', { headers: { Destination: dav.at('/From%20Ben') } });
    await service.dms.entries.move(ben.actor, movedId, { folderId: 0, name: 'moved.txt' });
    assert.deepEqual(await listed(`${root}/`), [`${root}/`, `${root}/From%20Ben/`]);
    assert.deepEqual(await listed(`${root}/From%20Ben/`), [
      `${root}/From%20Ben/`,
      `${root}/From%20Ben/kept.txt`,
    ]);
    await dav.expect(200, 'GET', `${root}/From%20Ben/kept.txt`);
    await dav.expect(404, 'GET', `${root}/From%20Ben/moved.txt`);
    assert.deepEqual((await listed('/')).sort(), ['/', '/From%20Ben/']);
    // Rights are those of now.
    await service.dms.shares.remove(ben.actor, shareId);
    await dav.expect(404, 'PROPFIND', `${root}/From%20Ben/`, { headers: { Depth: '1' } });
    assert.deepEqual(await listed(`${root}/`), [`${root}/`]);
  });

  it('has the system folders of an administrator', async () => {
    const { actor, login, password } = service.admin;
    const { id } = await service.dms.folders.createSystem(actor, 'Office');
    await write(service.dms, actor, 'rules.txt', 'rules', id);
    const root = later();
    await service.dms.folders.createSystem(actor, 'Later');
    const admin = new DavClient(service.port, basic(login, password));
    const { text } = await admin.expect(207, 'PROPFIND', root, { headers: { Depth: '1' } });
    assert.deepEqual(hrefs(text), [`/webdav${root}/`, `/webdav${root}/Office/`]);
    assert.equal((await admin.expect(200, 'GET', `${root}/Office/rules.txt`)).text, 'rules');
    await dav.expect(404, 'GET', `${root}/Office/rules.txt`);
  });

  it('has an empty folder of times, which the drive does not list', async () => {
    await dav.expect(201, 'PUT', '/a.txt', { body: 'a' });
    assert.deepEqual(await listed('/.history/'), ['/.history/']);
    assert.deepEqual(await listed('/.history'), ['/.history/']);
    await dav.expect(200, 'GET', '/.history/');
    await dav.expect(200, 'HEAD', '/.history');
    assert.deepEqual(await listed('/'), ['/', '/a.txt']);
    const { text } = await dav.expect(403, 'PROPFIND', '/.history/', { headers: { Depth: 'infinity' } });
    assert.match(text, /propfind-finite-depth/);
    await dav.expect(403, 'PROPFIND', later());
    const body = propfindBody('<d:prop><d:displayname/><d:nothing/></d:prop>');
    const time = later();
    const answer = await dav.expect(207, 'PROPFIND', time, { headers: { Depth: '0' }, body });
    assert.ok(answer.text.includes(`<d:displayname>${time.replace('/.history/', '')}</d:displayname>`));
    assert.equal(answer.headers['content-location'], `/webdav${time}/`);
  });

  it('takes times in the time zone of the service and in UTC; others are not found', async () => {
    await dav.expect(201, 'PUT', '/a.txt', { body: 'a' });
    now = new Date('2026-02-03T10:00:00').getTime();
    for (const name of ['2026-02-01', '2026-02-01Z', '2026-02-03', '2026-02-03T10.00', '2026-02-03T09.59.59'])
      await dav.expect(200, 'GET', `/.history/${name}/a.txt`);
    const utc = `${new Date(now).toISOString().slice(0, 16).replace(':', '.')}Z`;
    await dav.expect(200, 'GET', `/.history/${utc}/a.txt`);
    // The document was stored on 31 January at noon, UTC.
    await dav.expect(404, 'GET', '/.history/2026-01-31Z/a.txt');
    await dav.expect(404, 'GET', '/.history/2026-01-31T11.59.59Z/a.txt');
    await dav.expect(200, 'GET', '/.history/2026-01-31T12.00Z/a.txt');
    assert.deepEqual(await listed('/.history/1999-12-31/'), ['/.history/1999-12-31/']);
    const others = ['2026-02-04', '2026-02-03T10.01', '2026-02-30', '2026-13-01', '2026-01-01T24.00'];
    others.push(
      '2026-01-01T10',
      '2026-01-01T10:00',
      '2026-1-1',
      '2026-01-01z',
      'yesterday',
      '2026-01-01T10.60',
    );
    for (const name of others)
      for (const method of ['GET', 'HEAD', 'PROPFIND'])
        await dav.expect(404, method, `/.history/${name}/`, { headers: { Depth: '0' } });
  });

  it('leaves an entry of the user that is named .history where it is', async () => {
    const { dms } = service;
    await dav.expect(201, 'PUT', '/a.txt', { body: 'a' });
    const id = await makeFolder(dms, ann.actor, '.history');
    await write(dms, ann.actor, 'note.txt', 'note', id);
    const named = await makeFolder(dms, ann.actor, '2026-01-01', id);
    await write(dms, ann.actor, 'own.txt', 'own', named);
    const time = later();
    assert.deepEqual((await listed('/.history/')).sort(), [
      '/.history/',
      '/.history/2026-01-01/',
      '/.history/note.txt',
    ]);
    assert.equal((await dav.expect(200, 'GET', '/.history/note.txt')).text, 'note');
    await dav.expect(204, 'PUT', '/.history/note.txt', { body: 'changed' });
    await dav.expect(201, 'PUT', '/.history/new.txt', { body: 'new' });
    assert.equal((await dav.expect(200, 'GET', '/.history/2026-01-01/own.txt')).text, 'own');
    assert.equal((await dav.expect(200, 'GET', `${time}/a.txt`)).text, 'a');
    assert.equal((await dav.expect(200, 'GET', `${time}/.history/note.txt`)).text, 'note');
    await dav.expect(403, 'MKCOL', '/.history/2026-01-02');
    const to = { headers: { Destination: dav.at('/.history/moved.txt') } };
    await dav.expect(201, 'MOVE', '/a.txt', to);
    await dav.expect(204, 'DELETE', '/.history');
    assert.deepEqual(await listed('/.history/'), ['/.history/']);
  });
});
