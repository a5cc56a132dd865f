import assert from 'node:assert/strict';
import { Database } from '../../../src/storage/database/database.ts';
import { type Service, startService } from '../../support/service.ts';

/** The names in an answer to PROPFIND. */
function namesIn(xml: string): string[] {
  return [...xml.matchAll(/<d:displayname>([^<]*)</g)].map(([, name]) => String(name)).slice(1);
}

describe('a listing that is kept ready', () => {
  let service: Service;

  before(async () => {
    service = await startService();
    await service.createUser('ann');
    await service.createUser('bob');
  });
  after(() => service.stop());

  beforeEach(async () => {
    await request('DELETE', 'ann', '/papers/');
    await request('MKCOL', 'ann', '/papers/');
    await request('PUT', 'ann', '/papers/one', { body: '1' });
  });

  interface Details {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  async function request(
    method: string,
    login: string,
    path: string,
    details: Details = {},
  ): Promise<Response> {
    const credentials = Buffer.from(`${login}:${login}'s very own password`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}`, ...details.headers };
    return fetch(`${service.url}/webdav${path}`, { ...details, method, headers });
  }

  async function list(login: string, path: string, body = ''): Promise<string> {
    const response = await request('PROPFIND', login, path, { headers: { Depth: '1' }, body });
    assert.equal(response.status, 207);
    assert.match(response.headers.get('content-type') ?? '', /^application\/xml/);
    return response.text();
  }

  it('is the same answer again while nothing changes', async () => {
    const first = await list('ann', '/papers/');
    assert.deepEqual(namesIn(first), ['one']);
    assert.equal(await list('ann', '/papers/'), first);
  });

  it('shows what was added, changed, renamed and removed since', async () => {
    await request('PUT', 'ann', '/papers/two', { body: '2' });
    assert.deepEqual(namesIn(await list('ann', '/papers/')).sort(), ['one', 'two']);
    await request('PUT', 'ann', '/papers/two', { body: 'two and more' });
    assert.match(await list('ann', '/papers/'), /<d:getcontentlength>12</);
    await request('MOVE', 'ann', '/papers/two', {
      headers: { Destination: `${service.url}/webdav/papers/three` },
    });
    assert.deepEqual(namesIn(await list('ann', '/papers/')).sort(), ['one', 'three']);
    await request('DELETE', 'ann', '/papers/one');
    assert.deepEqual(namesIn(await list('ann', '/papers/')), ['three']);
  });

  it('shows locks as they come and go', async () => {
    await list('ann', '/papers/');
    const lock = await request('LOCK', 'ann', '/papers/one', {
      headers: { Depth: '0' },
      body: '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
    });
    assert.match(await list('ann', '/papers/'), /<d:activelock>/);
    await request('UNLOCK', 'ann', '/papers/one', {
      headers: { 'Lock-Token': lock.headers.get('lock-token') ?? '' },
    });
    assert.doesNotMatch(await list('ann', '/papers/'), /<d:activelock>/);
  });

  it('is not shown to another user, and not after a grant is taken back', async () => {
    assert.deepEqual(namesIn(await list('ann', '/')), ['papers']);
    assert.deepEqual(namesIn(await list('bob', '/')), []);
    const ann = await service.dms.authentication.byBasic({
      login: 'ann',
      password: "ann's very own password",
      ip: null,
    });
    const { items } = await service.dms.folderPages.members(ann, 0, {
      page: 1,
      perPage: 1,
      sort: 'name',
      direction: 'asc',
    });
    const entryId = items[0]?.id;
    const share = await service.dms.shares.create(ann, {
      entryId: entryId ?? 0,
      users: ['bob'],
      permissions: 1,
    });
    assert.deepEqual(namesIn(await list('bob', '/')), ['papers']);
    assert.deepEqual(namesIn(await list('bob', '/papers/')), ['one']);
    await service.dms.shares.remove(ann, share.id);
    assert.deepEqual(namesIn(await list('bob', '/')), []);
    assert.equal((await request('PROPFIND', 'bob', '/papers/', { headers: { Depth: '1' } })).status, 404);
  });

  it('shows what another process has changed', async () => {
    await list('ann', '/papers/');
    const other = Database.open(`${service.dataDirectory}/dms.sqlite`, 'full');
    other.prepare("UPDATE entries SET name = 'four', name_key = 'four' WHERE name = 'one'").run();
    await other.close();
    assert.deepEqual(namesIn(await list('ann', '/papers/')), ['four']);
  });

  it('is whole also when it is long', async () => {
    await request('MKCOL', 'ann', '/many/');
    for (let start = 0; start < 600; start += 50) {
      const puts = Array.from({ length: 50 }, (_, index) => `/many/${String(start + index)}`);
      await Promise.all(puts.map((path) => request('PUT', 'ann', path, { body: path })));
    }
    const first = await list('ann', '/many/');
    assert.equal(namesIn(first).length, 600);
    assert.equal(await list('ann', '/many/'), first);
  });

  it('is right after each of many changes, after a change of some members', async () => {
    await request('MKCOL', 'ann', '/most/');
    const names = Array.from({ length: 450 }, (_, index) => `ä & ${String(index).padStart(3, '0')}`);
    for (let start = 0; start < names.length; start += 50)
      await Promise.all(names.slice(start, start + 50).map((name) => request('PUT', 'ann', `/most/${name}`)));
    const fresh = () =>
      list('ann', '/most/', `<propfind xmlns="DAV:"><allprop/></propfind><!-- ${Math.random()} -->`);
    const colour =
      '<propertyupdate xmlns="DAV:"><set><prop><colour xmlns="urn:x">red</colour></prop></set></propertyupdate>';
    const to = (name: string) => ({
      headers: { Destination: encodeURI(`${service.url}/webdav/most/${name}`) },
    });
    for (const [method, name, details] of [
      ['PUT', 'ä & 000', { body: 'other' }],
      ['PUT', 'a first one', { body: 'new' }],
      ['PUT', 'ä & 199b', { body: 'new, where a slice ends' }],
      ['PUT', 'ö last one', { body: 'new' }],
      ['DELETE', 'ä & 200', {}],
      ['DELETE', 'ä & 000', {}],
      ['MOVE', 'ä & 300', to('ä & 100b')],
      ['MOVE', 'ä & 101', to('ä & 449b')],
      ['MOVE', 'ä & 102', to('ä & 103')],
      ['COPY', 'ä & 104', to('ä & 105')],
      ['PROPPATCH', 'ä & 201', { body: colour }],
      ['MKCOL', 'ä & 202b', {}],
      ['MOVE', 'ä & 202b', to('b')],
      ['PUT', 'b/inside', {}],
    ] as const) {
      const { status } = await request(method, 'ann', `/most/${encodeURI(name)}`, details);
      assert.ok(status < 300, `${method} ${name}: ${String(status)}`);
      assert.equal(await list('ann', '/most/'), await fresh(), `${method} ${name}`);
    }
  });
});
