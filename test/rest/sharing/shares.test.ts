import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient, hrefs } from '../../webdav/client.ts';
import { type Client, clientOf } from '../client.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Person {
  readonly account: Account;
  readonly rest: Client;
  readonly dav: DavClient;
}

describe('shares over REST', () => {
  let service: Service;
  let time: number;
  let ann: Person;
  let ben: Person;
  let cyd: Person;
  let folder: { id: number };
  let document: { id: number };

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => time });
    ann = await person('ann');
    ben = await person('ben');
    cyd = await person('cyd');
    folder = await ann.rest.folder('Plans');
    document = await ann.rest.document('plan.txt', 'the plan', folder.id);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function person(login: string): Promise<Person> {
    const account = await service.createUser(login);
    const dav = new DavClient(service.port, basic(login, account.password));
    return { account, rest: await clientOf(service, account), dav };
  }

  async function share(by: Person, fields: object): Promise<{ id: number }> {
    const body = { folder_id: folder.id, users: ['ben'], permissions: 1, ...fields };
    const response = await by.rest.post('/shares', body);
    assert.equal(response.status, 201, response.text);
    return response.body.data;
  }

  /** Asserts 422 on exactly these fields. */
  async function isRefused(body: object, ...fields: string[]): Promise<void> {
    const response = await ann.rest.post('/shares', body);
    assert.equal(response.status, 422, response.text);
    assert.deepEqual(Object.keys(response.body.errors).sort(), fields.sort());
  }

  const ids = (response: { body: { data: { id: number }[] } }) => response.body.data.map(({ id }) => id);

  it('are made of a document', async () => {
    const body = { document_id: document.id, users: ['ben', 'cyd'], permissions: 3, notify: true };
    const { status, body: answer } = await ann.rest.post('/shares', body);
    assert.equal(status, 201);
    assert.deepEqual(answer.data, {
      id: answer.data.id,
      document_id: document.id,
      folder_id: null,
      permissions: 3,
      entry: { id: document.id, name: 'plan.txt', type: 'file', path: '/Plans/plan.txt' },
      users: ['ben', 'cyd'],
      groups: [],
      people: [
        { login: 'ben', name: 'ben' },
        { login: 'cyd', name: 'cyd' },
      ],
      created_by: { id: ann.account.id, name: 'ann' },
      created_at: '2026-01-31T12:00:00.000Z',
      expires_at: null,
      notified: [],
    });
    assert.equal((await ben.rest.get(`/documents/${document.id}`)).body.data.permissions, 3);
    assert.equal((await ben.rest.get(`/folders/${folder.id}`)).status, 404);
    const metadata = await ann.rest.get(`/documents/${document.id}/metadata`);
    assert.deepEqual(metadata.body.data.shares, [answer.data]);
  });

  it('name the entry as the caller sees it, and the recipients whom the caller may know', async () => {
    await ben.rest.folder('Plans');
    const made = await share(ann, { users: ['ben', 'cyd'] });
    const named = async (by: Person) => {
      const { entry, people } = (await by.rest.get(`/shares/${made.id}`).expect(200)).body.data;
      const [listed] = (await by.rest.get('/shares').expect(200)).body.data;
      assert.deepEqual([listed.entry, listed.people], [entry, people]);
      return [entry.id, entry.name, entry.path, people.map(({ login }: { login: string }) => login)];
    };
    assert.deepEqual(await named(ann), [folder.id, 'Plans', '/Plans', ['ben', 'cyd']]);
    assert.deepEqual(await named(ben), [folder.id, 'Plans (2)', '/Plans (2)', ['ben']]);
    assert.deepEqual(await named(cyd), [folder.id, 'Plans', '/Plans', ['cyd']]);
  });

  it('are made of a folder, and a second one to the same user replaces the first', async () => {
    const first = await share(ann, { permissions: 15, expires_at: '2026-02-01' });
    const second = await share(ann, { permissions: 2 });
    assert.notEqual(first.id, second.id);
    assert.equal((await ben.rest.get(`/documents/${document.id}`)).body.data.permissions, 3);
    assert.equal((await ann.rest.get(`/shares/${first.id}`)).status, 404);
  });

  it('name what is wrong', async () => {
    const good = { folder_id: folder.id, users: ['ben'], permissions: 1 };
    const { folder_id, ...nothing } = good;
    await isRefused({}, 'users', 'permissions');
    await isRefused(nothing, 'document_id', 'folder_id');
    await isRefused({ ...good, document_id: document.id }, 'document_id', 'folder_id');
    await isRefused({ ...good, more: 1 }, 'more');
    for (const users of ['ben', [], [7], Array.from({ length: 101 }, () => 'ben'), ['nobody'], ['ann']]) {
      await isRefused({ ...good, users }, 'users');
    }
    for (const permissions of [0, 32, -1, 1.5, '3', null])
      await isRefused({ ...good, permissions }, 'permissions');
    for (const expires_at of ['soon', 7, '2026-01-31T12:00:00Z', '2026-02-30'])
      await isRefused({ ...good, expires_at }, 'expires_at');
    await isRefused({ ...good, notify: 'yes' }, 'notify');
    await isRefused({ ...good, folder_id: document.id }, 'folder_id');
    await isRefused({ ...nothing, document_id: folder.id }, 'document_id');
    const hidden = await ben.rest.document('hidden');
    for (const document_id of [hidden.id, 999_999, 0])
      await isRefused({ ...nothing, document_id }, 'document_id');
    assert.equal((await ann.rest.post('/shares', { ...good, folder_id: 0 })).status, 403);
    assert.equal((await ann.rest.get('/shares')).body.meta.total, 0);
    assert.equal(folder_id, folder.id);
  });

  it('are not for who may read but not share, and never beyond what one has', async () => {
    await share(ann, { permissions: 15 });
    const body = { folder_id: folder.id, users: ['cyd'], permissions: 1 };
    assert.equal((await ben.rest.post('/shares', body)).status, 403);
    await share(ann, { permissions: 17, expires_at: '2026-02-10' });
    const beyond = await ben.rest.post('/shares', { ...body, permissions: 3, expires_at: '2026-02-10' });
    assert.deepEqual([beyond.status, Object.keys(beyond.body.errors)], [422, ['permissions']]);
    for (const expires_at of [null, '2026-02-11']) {
      const longer = await ben.rest.post('/shares', { ...body, expires_at });
      assert.deepEqual([longer.status, Object.keys(longer.body.errors)], [422, ['expires_at']]);
    }
    assert.equal((await ben.rest.post('/shares', { ...body, expires_at: '2026-02-10' })).status, 201);
  });

  it('are listed by page, by role, by entry', async () => {
    const one = await share(ann, { permissions: 31 });
    const two = await share(ben, { users: ['cyd'] });
    const three = await share(ann, { folder_id: undefined, document_id: document.id });
    assert.deepEqual(ids(await ann.rest.get('/shares')), [three.id, one.id]);
    assert.deepEqual(ids(await ben.rest.get('/shares')), [three.id, two.id, one.id]);
    assert.deepEqual(ids(await ben.rest.get('/shares?role=creator')), [two.id]);
    assert.deepEqual(ids(await ben.rest.get('/shares?role=recipient')), [three.id, one.id]);
    assert.deepEqual(ids(await ann.rest.get(`/shares?folder_id=${folder.id}`)), [two.id, one.id]);
    assert.deepEqual(ids(await ann.rest.get(`/shares?document_id=${document.id}`)), [three.id]);
    assert.deepEqual(ids(await ann.rest.get(`/shares?document_id=${folder.id}`)), []);
    const paged = await ben.rest.get('/shares?page=2&per_page=2');
    assert.deepEqual(ids(paged), [one.id]);
    assert.deepEqual(paged.body.meta, { current_page: 2, per_page: 2, last_page: 2, total: 3 });
    for (const query of [
      'role=owner',
      'document_id=x',
      'folder_id=-1',
      'document_id=1&folder_id=1',
      'page=0',
    ])
      assert.equal((await ann.rest.get(`/shares?${query}`)).status, 422, query);
  });

  it('are read whole by who may share the entry; a recipient does not see the others', async () => {
    const made = await share(ann, { users: ['ben', 'cyd'] });
    assert.deepEqual((await ann.rest.get(`/shares/${made.id}`)).body.data.users, ['ben', 'cyd']);
    assert.deepEqual((await ben.rest.get(`/shares/${made.id}`)).body.data.users, ['ben']);
    const stranger = await person('eve');
    assert.equal((await stranger.rest.get(`/shares/${made.id}`)).status, 404);
    assert.equal((await ann.rest.get('/shares/x')).status, 404);
  });

  it('are changed, with effect at once', async () => {
    const made = await share(ann, { users: ['ben', 'cyd'], permissions: 15 });
    const body = { users: ['ben'], permissions: 1, expires_at: '2026-02-01T00:00:00+01:00' };
    const { status, body: answer } = await ann.rest.patch(`/shares/${made.id}`, body);
    assert.equal(status, 200);
    assert.deepEqual(
      [answer.data.users, answer.data.permissions, answer.data.expires_at],
      [['ben'], 1, '2026-01-31T23:00:00.000Z'],
    );
    assert.equal((await cyd.rest.get(`/folders/${folder.id}`)).status, 404);
    assert.equal((await ben.rest.patch(`/documents/${document.id}`, { title: 'x' })).status, 403);
    for (const [change, field] of [
      [{}, 'users'],
      [{ users: [] }, 'users'],
      [{ permissions: 0 }, 'permissions'],
      [{ expires_at: '2026-01-31' }, 'expires_at'],
      [{ notify: true }, 'notify'],
      [{ document_id: 1 }, 'document_id'],
    ] as const) {
      const refused = await ann.rest.patch(`/shares/${made.id}`, change);
      assert.equal(refused.status, 422, refused.text);
      assert.ok(field in refused.body.errors, refused.text);
    }
    assert.equal((await ben.rest.patch(`/shares/${made.id}`, { permissions: 1 })).status, 403);
    assert.equal((await cyd.rest.patch(`/shares/${made.id}`, { permissions: 1 })).status, 404);
  });

  it('are left by a recipient and taken back by who may share', async () => {
    const made = await share(ann, { users: ['ben', 'cyd'], permissions: 3 });
    const left = await ben.rest.delete(`/shares/${made.id}`);
    assert.deepEqual([left.status, left.body], [200, { data: { id: made.id, others: [] } }]);
    assert.equal((await ben.rest.get(`/folders/${folder.id}`)).status, 404);
    assert.equal((await cyd.rest.get(`/folders/${folder.id}`)).status, 200);
    assert.equal((await ben.rest.delete(`/shares/${made.id}`)).status, 404);
    assert.equal((await ann.rest.delete(`/shares/${made.id}`)).status, 200);
    assert.equal((await cyd.rest.get(`/folders/${folder.id}`)).status, 404);
  });

  it('end by the clock, on both faces', async () => {
    await share(ann, { expires_at: new Date(time + DAY).toISOString() });
    await ben.dav.expect(207, 'PROPFIND', '/Plans/plan.txt', { headers: { Depth: '0' } });
    time += DAY - 1;
    assert.equal((await ben.rest.get(`/documents/${document.id}/download`)).status, 200);
    await ben.dav.expect(200, 'GET', '/Plans/plan.txt');
    time += 1;
    assert.equal((await ben.rest.get(`/documents/${document.id}/download`)).status, 404);
    await ben.dav.expect(404, 'GET', '/Plans/plan.txt');
    assert.deepEqual(ids(await ben.rest.get('/folders/0/contents')), []);
    assert.deepEqual(ids(await ben.rest.get('/shares')), []);
  });

  it('stand at the top of the drive at once, numbered where a name is taken, and go at once', async () => {
    const names = async () =>
      hrefs((await ben.dav.expect(207, 'PROPFIND', '/', { headers: { Depth: '1' } })).text)
        .map((href) => decodeURI(href).replace('/webdav/', ''))
        .sort();
    await ben.rest.document('plan.txt', 'my own');
    await names();
    const one = await share(ann, { folder_id: undefined, document_id: document.id, permissions: 3 });
    const other = await cyd.rest.document('plan.txt', 'of cyd');
    await share(cyd, { folder_id: undefined, document_id: other.id });
    assert.deepEqual(await names(), ['', 'plan (2).txt', 'plan (3).txt', 'plan.txt']);
    assert.equal((await ben.dav.expect(200, 'GET', '/plan%20(2).txt')).text, 'the plan');
    assert.equal((await ben.dav.expect(200, 'GET', '/plan%20(3).txt')).text, 'of cyd');
    await ben.dav.expect(204, 'PUT', '/plan%20(2).txt', { body: 'changed by ben' });
    assert.equal((await ann.rest.get(`/documents/${document.id}`)).body.data.version, 2);
    await ben.dav.expect(403, 'PUT', '/plan%20(3).txt', { body: 'x' });
    const contents = await ben.rest.get('/folders/0/contents');
    assert.deepEqual(contents.body.data.map(({ name }: { name: string }) => name).sort(), [
      'plan (2).txt',
      'plan (3).txt',
      'plan.txt',
    ]);
    await ann.rest.delete(`/shares/${one.id}`);
    await ben.dav.expect(404, 'GET', '/plan%20(2).txt');
    assert.equal((await ben.dav.expect(200, 'GET', '/plan%20(3).txt')).text, 'of cyd');
  });

  it('of folders, and the office’s folders, stand in /folders/shares', async () => {
    const admin = await clientOf(service, service.admin);
    const made = await admin.post('/folders', { system: true, name: 'Office' });
    await share(ann, { permissions: 3 });
    const { status } = await admin.post('/shares', {
      folder_id: made.body.data.id,
      users: ['ben'],
      permissions: 5,
    });
    assert.equal(status, 201);
    const response = await ben.rest.get('/folders/shares');
    assert.deepEqual(
      response.body.data.map((found: Record<string, unknown>) => [
        found['name'],
        found['permissions'],
        found['system'],
        found['owner'],
        found['shared_by'],
      ]),
      [
        ['Plans', 3, false, { id: ann.account.id, name: 'ann' }, { id: ann.account.id, name: 'ann' }],
        ['Office', 5, true, null, { id: service.admin.id, name: 'admin' }],
      ],
    );
    await ben.dav.expect(201, 'PUT', '/Office/new.txt', { body: 'x' });
    await ben.dav.expect(403, 'DELETE', '/Office/new.txt');
    assert.deepEqual(ids(await cyd.rest.get('/folders/shares')), []);
  });

  it('cannot be made with a disabled account, which is refused as an unknown one, and stay when one is disabled', async () => {
    const { users } = service.dms;
    const { admin } = service;
    const ask = async (login: string, id?: number) => {
      const body = { users: ['ben', login], permissions: 1 };
      const asked =
        id === undefined
          ? ann.rest.post('/shares', { ...body, folder_id: folder.id })
          : ann.rest.patch(`/shares/${id}`, { users: body.users });
      const { status, text } = await asked;
      assert.equal(status, 422);
      return text.replaceAll(login, 'LOGIN');
    };
    const { id } = await share(ann, { users: ['ben'] });
    await users.update(admin.actor, cyd.account.id, { isDisabled: true });
    for (const login of ['cyd', 'CYD']) {
      assert.equal(await ask(login), await ask('nobody'));
      assert.equal(await ask(login, id), await ask('nobody', id));
    }
    await users.update(admin.actor, ben.account.id, { isDisabled: true });
    await ann.rest.patch(`/shares/${id}`, { users: ['BEN'], permissions: 3 }).expect(200);
    assert.deepEqual((await ann.rest.get(`/shares/${id}`).expect(200)).body.data.users, ['ben']);
  });
});
