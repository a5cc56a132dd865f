/** Would catch: a member of a group without its rights, a former member with them, or a group that shows too much. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, hrefs } from '../../webdav/client.ts';
import { type Client, clientOf } from '../client.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Person {
  readonly account: Account;
  readonly rest: Client;
  readonly dav: DavClient;
}

describe('groups over REST', () => {
  let service: Service;
  let time: number;
  let admin: Client;
  let ann: Person;
  let ben: Person;
  let cyd: Person;
  let group: { id: number };
  let folder: { id: number };
  let document: { id: number };

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => time });
    admin = await clientOf(service, service.admin);
    ann = await person('ann');
    ben = await person('ben');
    cyd = await person('cyd');
    folder = await ann.rest.folder('Plans');
    document = await ann.rest.document('plan.txt', 'the plan', folder.id);
    group = (await admin.post('/groups', { name: 'Accounting', users: ['ben'] })).body.data;
  });
  afterEach(async () => {
    const errors = service.errors();
    await service.stop();
    assert.deepEqual(errors, []);
  });

  async function person(login: string): Promise<Person> {
    const account = await service.createUser(login);
    const dav = new DavClient(service.port, basic(login, account.password));
    return { account, rest: await clientOf(service, account), dav };
  }

  async function share(by: Person, fields: object = {}): Promise<{ id: number }> {
    const body = { folder_id: folder.id, groups: ['Accounting'], permissions: 1, ...fields };
    const response = await by.rest.post('/shares', body);
    assert.equal(response.status, 201, response.text);
    return response.body.data;
  }

  const add = (...users: string[]) => admin.post(`/groups/${group.id}/members`, { users });
  const remove = (who: Person) => admin.delete(`/groups/${group.id}/members/${who.account.id}`);
  const read = async (who: Person) => (await who.rest.get(`/documents/${document.id}/download`)).status;
  const root = async (who: Person) =>
    hrefs((await who.dav.ask('PROPFIND', '/', { headers: { Depth: '1' } })).text).slice(1);

  it('are managed by administrators only, and seen by their members', async () => {
    assert.equal((await ben.rest.post('/groups', { name: 'Mine', users: [] })).status, 403);
    for (const [method, path] of [
      ['patch', `/groups/${group.id}`],
      ['post', `/groups/${group.id}/members`],
    ] as const)
      assert.equal((await ben.rest[method](path, {})).status, 403, path);
    assert.equal((await ben.rest.delete(`/groups/${group.id}`)).status, 403);
    assert.equal((await ben.rest.delete(`/groups/${group.id}/members/${ben.account.id}`)).status, 403);
    assert.deepEqual((await ben.rest.get('/groups')).body.data, [
      { id: group.id, name: 'Accounting', members: 1, created_at: '2026-01-31T12:00:00.000Z' },
    ]);
    assert.deepEqual((await ben.rest.get(`/groups/${group.id}/members`)).body.data, [
      { id: ben.account.id, login: 'ben', name: 'ben', is_disabled: false },
    ]);
    assert.deepEqual((await cyd.rest.get('/groups')).body.data, []);
    assert.equal((await cyd.rest.get(`/groups/${group.id}`)).status, 404);
    assert.equal((await cyd.rest.get(`/groups/${group.id}/members`)).status, 404);
    assert.equal((await admin.get('/groups')).body.data.length, 1);
  });

  it('of the caller alone are listed on request, also for an administrator', async () => {
    const names = async (client: Client) =>
      (await client.get('/groups?mine=1')).body.data.map((one: { name: string }) => one.name);
    assert.deepEqual([await names(admin), await names(ben.rest)], [[], ['Accounting']]);
    await add('admin');
    assert.deepEqual(await names(admin), ['Accounting']);
    assert.deepEqual((await admin.get('/groups?mine=1&q=acc')).body.errors.mine, [
      'must not be used together with q',
    ]);
  });

  it('have a name that is unique whatever its case', async () => {
    assert.deepEqual((await admin.post('/groups', { name: 'ACCOUNTING' })).body.errors.name, ['is taken']);
    assert.equal((await admin.post('/groups', { name: ' ' })).status, 422);
    assert.equal((await admin.post('/groups', { name: 'x'.repeat(101) })).status, 422);
    for (const name of [' Accounting ', 'Accounting\u200b', '\u202eAccounting'])
      assert.equal((await admin.post('/groups', { name })).status, 422, JSON.stringify(name));
    const other = (await admin.post('/groups', { name: 'Ärzte' })).body.data;
    assert.equal((await admin.patch(`/groups/${other.id}`, { name: 'accounting' })).status, 422);
    assert.equal((await admin.patch(`/groups/${other.id}`, { name: 'ÄRZTE' })).body.data.name, 'ÄRZTE');
  });

  it('change nothing if one of the users is unknown', async () => {
    assert.equal((await add('cyd', 'nobody')).status, 422);
    assert.equal((await admin.get(`/groups/${group.id}`)).body.data.members, 1);
    assert.equal((await admin.post('/groups', { name: 'New', users: ['nobody'] })).status, 422);
    assert.equal((await admin.get('/groups')).body.data.length, 1);
  });

  it('give their members what is shared with them, on every face, from the change on', async () => {
    await share(ann, { permissions: 3 });
    assert.deepEqual([await read(ben), await read(cyd)], [200, 404]);
    assert.deepEqual(await root(ben), ['/webdav/Plans/']);
    assert.deepEqual(await root(cyd), []);

    assert.equal((await add('cyd')).body.data.members, 2);
    assert.equal(await read(cyd), 200);
    assert.deepEqual(await root(cyd), ['/webdav/Plans/']);
    assert.equal((await cyd.dav.ask('PUT', '/Plans/plan.txt', { body: 'of cyd' })).status, 204);
    assert.deepEqual(
      (await cyd.rest.get('/folders/shares')).body.data.map(({ id }: { id: number }) => id),
      [folder.id],
    );

    assert.equal((await remove(cyd)).status, 200);
    assert.equal(await read(cyd), 404);
    assert.deepEqual(await root(cyd), []);
    assert.equal((await cyd.dav.ask('PUT', '/Plans/plan.txt', { body: 'too late' })).status, 409);
    assert.equal((await remove(cyd)).status, 404);
    assert.equal(await read(ben), 200);
  });

  it('give the union with other shares', async () => {
    await share(ann, { permissions: 3 });
    await share(ann, { groups: [], users: ['ben'], permissions: 5 });
    const rights = async () => (await ben.rest.get(`/folders/${folder.id}`)).body.data.permissions;
    assert.equal(await rights(), 7);
    assert.deepEqual(await root(ben), ['/webdav/Plans/']);
    await remove(ben);
    assert.equal(await rights(), 5);
    assert.deepEqual(await root(ben), ['/webdav/Plans/']);
  });

  it('end for their members at the time at which the share ends', async () => {
    await share(ann, { expires_at: new Date(time + DAY).toISOString() });
    assert.equal(await read(ben), 200);
    time += DAY;
    assert.equal(await read(ben), 404);
  });

  it('give nothing to a member who shares with them, and the owner no second copy', async () => {
    await add('ann');
    const own = await share(ann, { groups: [], users: ['ben'], permissions: 17 });
    await share(ben);
    assert.deepEqual(await root(ann), ['/webdav/Plans/']);
    await add('cyd');
    assert.deepEqual([await read(ben), await read(cyd)], [200, 200]);
    await ann.rest.delete(`/shares/${own.id}`);
    assert.equal(await read(ben), 404, 'he would keep what he gave himself');
    assert.deepEqual(await root(ben), []);
  });

  it('are named in the share, to each user as far as it concerns them', async () => {
    const other = (await admin.post('/groups', { name: 'Sales', users: ['cyd'] })).body.data;
    assert.ok(other.id);
    const { id } = await share(ann, { groups: ['accounting', 'Sales'], users: ['admin'] });
    const seen = async (client: Client) => {
      const { users, groups } = (await client.get(`/shares/${id}`)).body.data;
      return { users, groups };
    };
    assert.deepEqual(await seen(ann.rest), { users: ['admin'], groups: ['Accounting', 'Sales'] });
    assert.deepEqual(await seen(ben.rest), { users: [], groups: ['Accounting'] });
    assert.deepEqual((await ben.rest.get('/shares')).body.data[0].groups, ['Accounting']);
    assert.deepEqual(await seen(admin), { users: ['admin'], groups: [] });
  });

  it('are added to a share and removed from it', async () => {
    const { id } = await share(ann, { groups: [], users: ['cyd'] });
    const change = (body: object) => ann.rest.patch(`/shares/${id}`, body);
    assert.deepEqual((await change({ groups: ['Accounting'] })).body.data.users, ['cyd']);
    assert.equal(await read(ben), 200);
    assert.equal((await change({ users: [] })).status, 200);
    assert.deepEqual([await read(ben), await read(cyd)], [200, 404]);
    assert.equal((await change({ groups: [] })).status, 422);
    assert.deepEqual((await change({ groups: ['Nobody'] })).body.errors.groups, ['Nobody: is not a group']);
    assert.equal((await change({ groups: [], users: ['cyd'] })).status, 200);
    assert.deepEqual([await read(ben), await read(cyd)], [404, 200]);
  });

  it('take the name of a member away who shares with them in place of another user', async () => {
    const inner = await ann.rest.folder('Inner', folder.id);
    await share(ann, { groups: [], users: ['ben'], permissions: 31 });
    await share(ann, { folder_id: inner.id });
    assert.deepEqual((await root(ben)).sort(), ['/webdav/Inner/', '/webdav/Plans/']);
    await share(ben, { folder_id: inner.id });
    assert.deepEqual(await root(ben), ['/webdav/Plans/']);
    const database = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    try {
      await assertFaultless(database);
    } finally {
      await database.close();
    }
  });

  it('give names to all members but the one who made the share, also when another user adds the group', async () => {
    await add('ann', 'cyd');
    await share(ann, { groups: [], users: ['cyd'], permissions: 17 });
    const inner = await ann.rest.folder('Inner', folder.id);
    const { id } = await share(cyd, { folder_id: inner.id, groups: [], users: ['ben'] });
    const changed = await ann.rest.patch(`/shares/${id}`, { groups: ['Accounting'] });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(await root(cyd), ['/webdav/Plans/']);
    const database = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    try {
      await assertFaultless(database);
    } finally {
      await database.close();
    }
  });

  it('are no way to leave or to extend a share', async () => {
    const { id } = await share(ann, { permissions: 17 });
    const left = await ben.rest.delete(`/shares/${id}`);
    assert.equal(left.status, 403);
    assert.equal(left.body.code, 'member_may_not_leave');
    assert.equal((await ben.rest.patch(`/shares/${id}`, { permissions: 31 })).status, 403);
  });

  it('are no way to keep a share: a member adds no group of their own to the share of another user', async () => {
    const own = (await admin.post('/groups', { name: 'Sales', users: ['ben', 'cyd'] })).body.data;
    assert.ok(own.id);
    const { id } = await share(ann, { permissions: 17 });
    const other = await share(ann, { groups: [], users: ['cyd'] });
    for (const [changed, groups] of [
      [id, ['Accounting', 'Sales']],
      [other.id, ['Sales']],
    ] as const) {
      const answer = await ben.rest.patch(`/shares/${changed}`, { groups });
      assert.deepEqual([answer.status, answer.body.code], [403, 'recipient_may_not_extend']);
    }
    const made = await share(ben, { groups: [], users: ['cyd'] });
    assert.equal((await ben.rest.patch(`/shares/${made.id}`, { groups: ['Sales'] })).status, 200);
    await remove(ben);
    assert.equal(await read(ben), 404);
  });

  it('leave the owner, also as a member, able to change and to end what others share with them', async () => {
    await add('ann');
    const first = await share(ann, { groups: [], users: ['cyd'], permissions: 19 });
    const { id } = await share(cyd);
    assert.equal((await ann.rest.patch(`/shares/${id}`, { permissions: 3 })).status, 200);
    assert.equal(await read(ben), 200);
    assert.equal((await ann.rest.delete(`/shares/${id}`)).status, 200);
    assert.equal(await read(ben), 404);
    const second = await share(cyd);
    const ended = await ann.rest.delete(`/shares/${first.id}?cascade=1`);
    assert.deepEqual(
      ended.body.data.others.map((one: { id: number }) => one.id),
      [second.id],
    );
    assert.equal(await read(ben), 404);
  });

  it('leave an administrator, also as a member, able to end shares of system folders', async () => {
    const office = await service.dms.folders.createSystem(service.admin.actor, 'Office');
    await add('admin');
    const { id } = (await admin.post('/shares', { folder_id: office.id, users: ['cyd'], permissions: 17 }))
      .body.data;
    assert.ok(id);
    const further = await share(cyd, { folder_id: office.id });
    assert.equal((await admin.delete(`/shares/${further.id}`)).status, 200);
  });

  it('take the shares that have no other recipient along when they are deleted', async () => {
    const { id } = await share(ann);
    const both = await share(ann, { folder_id: (await ann.rest.folder('Both')).id, users: ['cyd'] });
    assert.equal((await admin.delete(`/groups/${group.id}`)).status, 200);
    assert.equal(await read(ben), 404);
    assert.deepEqual(await root(ben), []);
    assert.equal((await ann.rest.get(`/shares/${id}`)).status, 404);
    assert.deepEqual((await ann.rest.get(`/shares/${both.id}`)).body.data.groups, []);
    assert.equal((await admin.get(`/groups/${group.id}`)).status, 404);
  });

  it('make a share of a member depend on them', async () => {
    const { id } = await share(ann, { permissions: 17 });
    const further = await share(ben, { groups: [], users: ['cyd'] });
    const removed = await ann.rest.delete(`/shares/${id}?cascade=1`);
    assert.deepEqual(
      removed.body.data.others.map((one: { id: number }) => one.id),
      [further.id],
    );
    assert.equal(await read(cyd), 404);
  });

  it('are found by every user who shares', async () => {
    const names = async (client: Client, q: string) =>
      (await client.get(`/groups?q=${q}`)).body.data.map((one: { name: string; members: unknown }) => {
        assert.equal(one.members, null);
        return one.name;
      });
    assert.deepEqual(await names(cyd.rest, 'acc'), ['Accounting']);
    assert.deepEqual(await names(cyd.rest, 'xx'), []);
    assert.equal((await cyd.rest.get('/groups?q=a')).status, 422);
  });

  it('keep the names at the mount root apart', async () => {
    await ben.rest.folder('Plans');
    const second = await cyd.rest.folder('Plans');
    await share(ann);
    await share(cyd, { folder_id: second.id });
    assert.deepEqual((await root(ben)).sort(), [
      '/webdav/Plans%20(2)/',
      '/webdav/Plans%20(3)/',
      '/webdav/Plans/',
    ]);
    await remove(ben);
    await add('ben');
    assert.equal((await root(ben)).length, 3);
  });
});
