// Would catch a drive at the addresses of sync clients that hides a change from them, or tells them a right or a path that
// the user does not have.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic, DavClient, hrefs } from '../webdav/client.ts';

const NAMES = ['id', 'fileid', 'permissions', 'size', 'checksums', 'data-fingerprint'];
const PROPFIND = `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:getetag/>${NAMES.map(
  (name) => `<oc:${name}/>`,
).join('')}</d:prop></d:propfind>`;
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

/** Properties of a resource by local name; a property that it lacks is left out. */
type Properties = Readonly<Record<string, string>>;

/** The properties that a resource has. */
function propertiesIn(text: string): Properties {
  const [, present = ''] = /<d:prop>(.*?)<\/d:prop>/s.exec(text) ?? [];
  const found = present.matchAll(/<(?:d|oc):([\w-]+)>(?:<oc:checksum[^>]*>)?([^<]*)</g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}

describe('the drive at the addresses of sync clients', () => {
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
  const baseOf = ({ login }: Account) => `/remote.php/dav/files/${login}`;

  /** Asks for a folder and its members, by href. */
  async function list(account: Account, path: string, depth = '1'): Promise<Map<string, Properties>> {
    const headers = { Depth: depth, 'Content-Type': 'application/xml' };
    const answer = await clientOf(account).raw('PROPFIND', path, { headers, body: PROPFIND });
    assert.equal(answer.status, 207, answer.text);
    const responses = answer.text.matchAll(/<d:response><d:href>([^<]*)<\/d:href>(.*?)<\/d:response>/gs);
    return new Map([...responses].map(([, href = '', text = '']) => [href, propertiesIn(text)]));
  }

  async function tagOf(account: Account, path: string): Promise<string> {
    const [properties] = [...(await list(account, path, '0')).values()];
    const tag = properties?.['getetag'];
    assert.ok(tag !== undefined && /^"[^"]+"$/.test(tag), String(tag));
    return tag;
  }

  async function store(account: Account, path: string, content: string): Promise<void> {
    const { status } = await clientOf(account).raw('PUT', baseOf(account) + path, { body: content });
    assert.ok(status === 201 || status === 204, String(status));
  }

  it('is that of /webdav, with ids, checksums, permissions and sizes of folders', async () => {
    await clientOf(anna).ask('MKCOL', '/a%20b');
    await clientOf(anna).ask('PUT', '/a%20b/c.txt', { body: 'hello' });
    const listed = await list(anna, `${baseOf(anna)}/a%20b/`);
    const { getetag, id, fileid, ...folder } = listed.get(`${baseOf(anna)}/a%20b/`) ?? {};
    assert.deepEqual([listed.size, folder], [2, { size: '5', permissions: 'GDVNCK' }]);
    assert.match(
      `${String(getetag)} ${String(id)} ${String(fileid)}`,
      /^"[0-9a-f]{12}-\d+-31" \d{8}ocdms \d+$/,
    );
    assert.equal(Number.parseInt(String(id), 10), Number(fileid));
    const file = listed.get(`${baseOf(anna)}/a%20b/c.txt`) ?? {};
    const { size, checksums, permissions } = file;
    assert.deepEqual([size, checksums, permissions], ['5', `SHA256:${HELLO}`, 'GDVNW']);
    const root = (await list(anna, `${baseOf(anna)}/`)).get(`${baseOf(anna)}/`) ?? {};
    assert.deepEqual([root['size'], root['permissions']], ['5', 'GCK']);
    assert.match(String(root['data-fingerprint']), /^[0-9a-f]{12}$/);
  });

  it('tells the ids and checksums of what is written and read', async () => {
    const client = clientOf(anna);
    const made = await client.raw('MKCOL', '/remote.php/webdav/a', {});
    const headers = { 'X-OC-Mtime': '1700000000', 'OC-Checksum': `SHA256:${HELLO}` };
    const put = await client.raw('PUT', `${baseOf(anna)}/a/c.txt`, { body: 'hello', headers });
    assert.deepEqual([made.status, put.status], [201, 201]);
    const listed = await list(anna, `${baseOf(anna)}/a/`);
    const idOf = (path: string) => listed.get(baseOf(anna) + path)?.['id'];
    assert.equal(made.headers['oc-fileid'], idOf('/a/'));
    const { etag } = put.headers;
    assert.equal(listed.get(`${baseOf(anna)}/a/c.txt`)?.['getetag'], etag);
    const tell = (names: readonly string[], of: typeof put) => names.map((name) => of.headers[name]);
    const ids = ['oc-fileid', 'oc-etag', 'etag'];
    assert.deepEqual(tell([...ids, 'x-oc-mtime'], put), [idOf('/a/c.txt'), etag, etag, 'accepted']);
    const got = await client.raw('GET', '/remote.php/webdav/a/c.txt', {});
    assert.deepEqual(tell([...ids, 'oc-checksum'], got), [idOf('/a/c.txt'), etag, etag, `SHA256:${HELLO}`]);
    assert.equal((await client.ask('GET', '/a/c.txt')).text, 'hello');
  });

  it('has paths of this address in answers, and moves within it only', async () => {
    const client = clientOf(anna);
    await store(anna, '/a.txt', 'a');
    const move = (destination: string) =>
      client.raw('MOVE', `${baseOf(anna)}/a.txt`, { headers: { Destination: destination } });
    assert.equal((await move('/webdav/b.txt')).status, 502);
    assert.equal((await move(`${baseOf(ben)}/b.txt`)).status, 502);
    const moved = await move(`http://127.0.0.1:${service.port}${baseOf(anna)}/b.txt`);
    assert.equal(moved.status, 201);
    assert.match(String(moved.headers['oc-fileid']), /^\d{8}ocdms$/);
    const answer = await client.raw('PROPFIND', '/remote.php/webdav/', { headers: { Depth: '1' } });
    assert.deepEqual(hrefs(answer.text), ['/remote.php/webdav/', '/remote.php/webdav/b.txt']);
  });

  it('is there for its user only', async () => {
    await store(anna, '/a.txt', 'a');
    for (const [account, path, status] of [
      [ben, `${baseOf(anna)}/a.txt`, 404],
      [ben, `${baseOf(anna)}/`, 404],
      [ben, '/remote.php/dav/files/nobody/', 404],
      [anna, '/remote.php/dav/files/%ff/', 404],
      [anna, '/remote.php/dav/files/', 405],
      [anna, '/remote.php/dav/files/ANNA/a.txt', 200],
      [anna, '/remote.php/dav/principals/users/anna/', 404],
    ] as const)
      assert.equal((await clientOf(account).raw('GET', path, {})).status, status, path);
    const unsigned = new DavClient(service.port, undefined);
    assert.equal(
      (await unsigned.raw('PROPFIND', `${baseOf(anna)}/`, { headers: { Depth: '0' } })).status,
      401,
    );
  });

  it('tells at its root and at each folder above that a document deep below has changed, and nowhere else', async () => {
    const client = clientOf(anna);
    for (const path of ['/a', '/a/b', '/a/b/c', '/other']) await client.ask('MKCOL', path);
    const paths = ['/', '/a/', '/a/b/', '/a/b/c/', '/other/'];
    const tags = async () => Promise.all(paths.map((path) => tagOf(anna, baseOf(anna) + path)));
    const before = await tags();
    assert.deepEqual(await tags(), before);
    await client.ask('PUT', '/a/b/c/deep.txt', { body: 'x' });
    const after = await tags();
    assert.deepEqual(
      after.map((tag, index) => tag !== before[index]),
      [true, true, true, true, false],
    );
    // The list of the parent has the tag that the folder itself has.
    const listed = await list(anna, `${baseOf(anna)}/a/`);
    assert.equal(listed.get(`${baseOf(anna)}/a/b/`)?.['getetag'], after[2]);
  });

  it('shows what others share, which a user can always leave', async () => {
    const folder = await service.dms.folders.create(anna.actor, { folderId: 0, name: 'shared' });
    await service.dms.folders.create(anna.actor, { folderId: folder.id, name: 'sub' });
    const before = await tagOf(ben, `${baseOf(ben)}/`);
    const annas = await tagOf(anna, `${baseOf(anna)}/`);
    const { id } = await service.dms.shares.create(anna.actor, {
      ...{ entryId: folder.id, users: ['ben'], permissions: 15 },
    });
    const shared = await tagOf(ben, `${baseOf(ben)}/`);
    assert.notEqual(shared, before);
    assert.equal(await tagOf(anna, `${baseOf(anna)}/`), annas);
    const top = (await list(ben, `${baseOf(ben)}/`)).get(`${baseOf(ben)}/shared/`);
    assert.equal(top?.['permissions'], 'SGDVNCK');
    const inside = await list(ben, `${baseOf(ben)}/shared/`);
    assert.equal(inside.get(`${baseOf(ben)}/shared/`)?.['permissions'], 'SGDVNCK');
    assert.equal(inside.get(`${baseOf(ben)}/shared/sub/`)?.['permissions'], 'SGDVNCK');
    await service.dms.shares.update(anna.actor, id, { permissions: 1 });
    assert.notEqual(await tagOf(ben, `${baseOf(ben)}/`), shared);
    const readOnly = await list(ben, `${baseOf(ben)}/shared/`);
    assert.equal(readOnly.get(`${baseOf(ben)}/shared/`)?.['permissions'], 'SGDV');
    assert.equal(readOnly.get(`${baseOf(ben)}/shared/sub/`)?.['permissions'], 'SG');
  });

  it('costs an office without sync clients no row, and changes nothing at /webdav', async () => {
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'), { readonly: true });
    const counted = database
      .prepare<[], number>('SELECT (SELECT count(*) FROM tree_clock) + (SELECT count(*) FROM tree_numbers)')
      .pluck();
    const count = () => counted.get() ?? 0;
    const client = clientOf(anna);
    await client.ask('MKCOL', '/a');
    await client.ask('PUT', '/a/b.txt', { body: 'x' });
    const listing = await client.ask('PROPFIND', '/', { headers: { Depth: '1' }, body: PROPFIND });
    assert.doesNotMatch(listing.text, /<oc:(?:id|permissions|size)>|GDVN/);
    assert.doesNotMatch(
      /<d:href>\/webdav\/a\/.*?<\/d:response>/s.exec(listing.text)?.[0] ?? '',
      /"[0-9a-f]+-/,
    );
    assert.equal(count(), 0);
    await tagOf(anna, `${baseOf(anna)}/`);
    await client.ask('PUT', '/a/b.txt', { body: 'y' });
    assert.ok(count() > 2);
    database.close();
  });

  it('gives a document that is saved again a new id after a deletion, as its clients expect', async () => {
    const client = clientOf(anna);
    const idOf = async () =>
      (await list(anna, `${baseOf(anna)}/a.txt`, '0')).get(`${baseOf(anna)}/a.txt`)?.['id'];
    await store(anna, '/a.txt', '1');
    const first = await idOf();
    await store(anna, '/a.txt', '2');
    assert.equal(await idOf(), first);
    await client.raw('DELETE', `${baseOf(anna)}/a.txt`, {});
    await store(anna, '/a.txt', '3');
    assert.notEqual(await idOf(), first);
  });
});
