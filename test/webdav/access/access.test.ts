import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, hrefs, lockInfo } from '../client.ts';

describe('webdav access', () => {
  let service: Service;
  let ann: Account;
  let ben: Account;
  let owner: DavClient;
  let reader: DavClient;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    ben = await service.createUser('ben');
    owner = new DavClient(service.port, basic(ann.login, ann.password));
    reader = new DavClient(service.port, basic(ben.login, ben.password));
    for (const name of ['shown', 'secret', 'lent']) await owner.expect(201, 'MKCOL', `/${name}`);
    for (const name of ['shown', 'secret', 'lent'])
      await owner.expect(201, 'PUT', `/${name}/file`, { body: name });
    await share('shown', 1);
    await share('lent', 15);
  });

  after(() => service.stop());

  afterEach(() => assert.deepEqual(service.errors(), []));

  async function share(name: string, permissions: number): Promise<void> {
    const found = service.dms.tree.resolve(ann.actor, [name]);
    assert.ok(found !== undefined);
    await service.dms.shares.create(ann.actor, { entryId: found.entry.id, users: ['ben'], permissions });
  }

  it('asks for credentials everywhere but at OPTIONS', async () => {
    const guest = new DavClient(service.port);
    for (const method of [
      'GET',
      'HEAD',
      'PUT',
      'POST',
      'DELETE',
      'MKCOL',
      'COPY',
      'MOVE',
      'PROPFIND',
      'PROPPATCH',
      'LOCK',
      'UNLOCK',
    ]) {
      const { status, headers } = await guest.ask(method, '/shown/file');
      assert.equal(status, 401, method);
      assert.equal(headers['www-authenticate'], 'Basic realm="dms", charset="UTF-8"');
    }
    for (const path of ['/', '/webdav', '/webdav/', '/webdav/none/at/all', '*']) {
      const { status, headers } = await guest.raw('OPTIONS', path);
      assert.equal(status, 200, path);
      assert.equal(headers.dav, '1, 2, 3, extended-mkcol');
      assert.equal(headers['ms-author-via'], 'DAV');
      assert.match(String(headers.allow), /LOCK, UNLOCK/);
    }
  });

  it('shows what is shared at the mount root, and nothing else of others', async () => {
    const { text } = await reader.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } });
    assert.deepEqual(hrefs(text).toSorted(), ['/webdav/', '/webdav/lent/', '/webdav/shown/']);
    assert.equal((await reader.expect(200, 'GET', '/shown/file')).text, 'shown');
  });

  it('answers 404 where reading is not allowed', async () => {
    const body = '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><a/></d:prop></d:set></d:propertyupdate>';
    for (const method of ['GET', 'HEAD', 'DELETE', 'PROPFIND', 'COPY', 'MOVE', 'UNLOCK']) {
      const headers = {
        Depth: method === 'PROPFIND' ? '0' : 'infinity',
        Destination: reader.at('/mine'),
        'Lock-Token': '<a:b>',
      };
      await reader.expect(404, method, '/secret/file', { headers });
    }
    await reader.expect(404, 'PROPPATCH', '/secret/file', { body });
    // As for any folder that does not exist.
    await reader.expect(409, 'PUT', '/secret/new', { body: 'x' });
    await reader.expect(409, 'MKCOL', '/secret/new');
  });

  it('answers 403 where only reading is allowed', async () => {
    const body = '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><a/></d:prop></d:set></d:propertyupdate>';
    await reader.expect(403, 'PUT', '/shown/file', { body: 'x' });
    await reader.expect(403, 'PUT', '/shown/new', { body: 'x' });
    await reader.expect(403, 'MKCOL', '/shown/new');
    await reader.expect(403, 'DELETE', '/shown/file');
    await reader.expect(403, 'PROPPATCH', '/shown/file', { body });
    await reader.expect(403, 'LOCK', '/shown/file', { body: lockInfo() });
    await reader.expect(403, 'MOVE', '/shown/file', { headers: { Destination: reader.at('/mine') } });
    await reader.expect(403, 'COPY', '/lent/file', { headers: { Destination: reader.at('/shown/copy') } });
    await reader.expect(201, 'COPY', '/shown/file', { headers: { Destination: reader.at('/copied') } });
    assert.equal((await owner.expect(200, 'GET', '/shown/file')).text, 'shown');
  });

  it('renames a shared folder for its user alone when he moves it at his mount root', async () => {
    await reader.expect(201, 'MOVE', '/lent/', { headers: { Destination: reader.at('/borrowed/') } });
    await reader.expect(204, 'PUT', '/borrowed/file', { body: 'changed' });
    assert.equal((await owner.expect(200, 'GET', '/lent/file')).text, 'changed');
    await owner.expect(404, 'GET', '/borrowed/file');
  });

  it('numbers the names of what is shared when they are taken', async () => {
    await reader.expect(201, 'MKCOL', '/taken');
    await owner.expect(201, 'MKCOL', '/taken');
    await owner.expect(201, 'PUT', '/taken/file', { body: 'of ann' });
    await share('taken', 1);
    assert.equal(
      (await reader.expect(200, 'GET', `/${encodeURIComponent('taken (2)')}/file`)).text,
      'of ann',
    );
    await reader.expect(404, 'GET', '/taken/file');
  });

  it('takes a token with scope webdav for a password, of its own login only', async () => {
    const good = await service.dms.tokens.create(ann.actor, { name: 'drive', scopes: ['webdav'] });
    const other = await service.dms.tokens.create(ann.actor, { name: 'rest', scopes: ['read', 'write'] });
    const status = async (login: string, secret: string): Promise<number> =>
      (await new DavClient(service.port, basic(login, secret)).ask('GET', '/shown/file')).status;
    assert.equal(await status('ann', good.secret), 200);
    assert.equal(await status('ANN', good.secret), 200);
    assert.equal(await status('ben', good.secret), 401);
    assert.equal(await status('ann', other.secret), 403);
    assert.equal(await status('ann', `${good.secret}x`), 401);
  });

  it('answers 429 with Retry-After when a password is guessed', async () => {
    await service.createUser('target');
    const guess = new DavClient(service.port, basic('target', 'wrong password'));
    let answer = await guess.ask('GET', '/');
    for (let tries = 0; tries < 10 && answer.status === 401; tries += 1) answer = await guess.ask('GET', '/');
    assert.equal(answer.status, 429);
    assert.ok(Number(answer.headers['retry-after']) > 0);
  });

  it('reads credentials that are not UTF-8 as ISO-8859-1, as GNOME’s file manager sends them', async () => {
    const { login, id } = await service.createUser('gnome');
    await service.dms.users.update(service.admin.actor, id, { password: 'Zürich größer' });
    for (const encoding of ['latin1', 'utf8'] as const) {
      const credentials = Buffer.from(`${login}:Zürich größer`, encoding).toString('base64');
      await new DavClient(service.port, `Basic ${credentials}`).expect(207, 'PROPFIND', '/', {
        headers: { Depth: '0' },
      });
    }
  });

  it('shuts a disabled account out at once', async () => {
    const user = await service.createUser('leaver');
    const client = new DavClient(service.port, basic(user.login, user.password));
    await client.expect(200, 'GET', '/');
    await service.dms.users.update(service.admin.actor, user.id, { isDisabled: true });
    await client.expect(401, 'GET', '/');
  });

  it('leaves all else to others', async () => {
    const guest = new DavClient(service.port);
    assert.equal((await guest.raw('GET', '/webdavx')).status, 404);
    assert.equal((await guest.raw('GET', '/healthz')).status, 200);
  });

  it('logs one line for a request, with its id and without secrets', async () => {
    const { headers } = await owner.expect(200, 'GET', '/shown/file');
    const [line, ...others] = service.log().filter((one) => one['request_id'] === headers['x-request-id']);
    assert.equal(others.length, 0);
    assert.equal(line?.['method'], 'GET');
    assert.equal(line['path'], '/webdav/shown/file');
    assert.equal(line['status'], 200);
    assert.equal(line['user'], 'ann');
    const log = JSON.stringify(service.log());
    for (const secret of [ann.password, ben.password, 'Basic ', 'dms_pat_']) assert.ok(!log.includes(secret));
  });
});
