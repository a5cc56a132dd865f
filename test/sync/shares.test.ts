// Would catch a list of shares that shows a user shares or recipients that this user must not know, or that misses some.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic, DavClient } from '../webdav/client.ts';
import { ocsIn } from './phone-apps/app.ts';

describe('the shares at the addresses of sync clients', () => {
  let service: Service;
  let anna: Account;
  let ben: Account;
  let folder: number;

  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna');
    ben = await service.createUser('ben');
    await service.createUser('cleo');
    folder = (await service.dms.folders.create(anna.actor, { folderId: 0, name: 'a' })).id;
    const inner = await service.dms.folders.create(anna.actor, { folderId: folder, name: 'b' });
    const expiresAt = Date.parse('2099-01-02T03:04:05Z');
    await service.dms.shares.create(anna.actor, {
      ...{ entryId: folder, users: ['ben', 'cleo'], permissions: 15, expiresAt },
    });
    await service.dms.shares.create(anna.actor, { entryId: inner.id, users: ['cleo'], permissions: 1 });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function list({ login, password }: Account, query: string): Promise<Record<string, unknown>[]> {
    const path = `/ocs/v2.php/apps/files_sharing/api/v1/shares?format=json&${query}`;
    const answer = await new DavClient(service.port, basic(login, password)).raw('GET', path);
    return Object.values(Object(ocsIn(answer)));
  }

  const brief = (elements: Record<string, unknown>[]) =>
    elements.map(({ path, share_with }) => `${String(path)} ${String(share_with)}`);

  it('are those that the user made, on an entry, or on the members of a folder', async () => {
    assert.deepEqual(brief(await list(anna, '')), ['/a/b cleo', '/a ben', '/a cleo']);
    assert.deepEqual(brief(await list(anna, 'path=/a&reshares=true')), ['/a ben', '/a cleo']);
    assert.deepEqual(brief(await list(anna, 'path=/a&subfiles=true')), ['/a/b cleo']);
    assert.deepEqual(brief(await list(anna, 'path=/&subfiles=true')), ['/a ben', '/a cleo']);
    const [, share] = await list(anna, '');
    assert.equal(share?.['expiration'], '2099-01-02 03:04:05');
    assert.equal(share['uid_owner'], 'anna');
  });

  it('show a recipient the own share, without other recipients', async () => {
    assert.deepEqual(await list(ben, ''), []);
    for (const query of ['shared_with_me=true', 'path=/a'])
      assert.deepEqual(brief(await list(ben, query)), ['/a ben'], query);
    const [share] = await list(ben, 'shared_with_me=true');
    assert.deepEqual([share?.['uid_owner'], share?.['displayname_owner']], [String(anna.id), 'anna']);
    assert.deepEqual(await list(ben, 'path=/a/b'), []);
  });

  it('need a sign-in, and cannot be changed', async () => {
    const path = '/ocs/v2.php/apps/files_sharing/api/v1/shares';
    assert.equal((await new DavClient(service.port).raw('GET', path)).status, 401);
    const client = new DavClient(service.port, basic('anna', anna.password));
    for (const method of ['POST', 'PUT', 'DELETE'])
      assert.equal((await client.raw(method, `${path}/${String(folder)}`)).status, 404, method);
  });
});
