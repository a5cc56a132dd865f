import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

const DAY = 24 * 60 * 60 * 1000;
const PASSWORD = 'three red bicycles';

interface Person {
  readonly account: Account;
  readonly rest: Client;
}

describe('links over REST', () => {
  let service: Service;
  let time: number;
  let ann: Person;
  let ben: Person;
  let cyd: Person;
  let admin: Client;
  let folder: { id: number };
  let document: { id: number };

  beforeEach(() => start());
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Ann's folder `Plans` with a document. Ben may share the folder, Cyd may read it. */
  async function start(config: Record<string, unknown> = {}): Promise<void> {
    time = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => time, config });
    ann = await person('ann');
    ben = await person('ben');
    cyd = await person('cyd');
    admin = await clientOf(service, service.admin);
    folder = await ann.rest.folder('Plans');
    document = await ann.rest.document('plan.txt', 'the plan', folder.id);
    for (const [login, permissions] of [
      ['ben', 17],
      ['cyd', 1],
    ] as const)
      await ann.rest.post('/shares', { folder_id: folder.id, users: [login], permissions }).expect(201);
  }

  async function restart(config: Record<string, unknown>): Promise<void> {
    await service.stop();
    await start(config);
  }

  async function person(login: string): Promise<Person> {
    const account = await service.createUser(login);
    return { account, rest: await clientOf(service, account) };
  }

  async function link(by: Person, fields: object = {}): Promise<{ id: number; url: string }> {
    const response = await by.rest.post('/links', { document_id: document.id, ...fields });
    assert.equal(response.status, 201, response.text);
    return response.body.data;
  }

  /** Asserts 422 on exactly these fields. */
  async function isRefused(body: object, ...fields: string[]): Promise<void> {
    const response = await ann.rest.post('/links', body);
    assert.equal(response.status, 422, response.text);
    assert.deepEqual(Object.keys(response.body.errors).sort(), fields.sort());
  }

  async function listed(by: Client, query = ''): Promise<number[]> {
    const { body } = await by.get(`/links${query}`).expect(200);
    return body.data.map(({ id }: { id: number }) => id);
  }

  const codeOf = ({ url }: { url: string }): string => url.slice(url.lastIndexOf('/') + 1);

  it('are made of a document with defaults, and show their address once', async () => {
    const { url, ...made } = await link(ann);
    assert.match(url, /^\/s\/[\w-]{22}$/);
    assert.deepEqual(made, {
      id: made.id,
      document_id: document.id,
      folder_id: null,
      entry: { id: document.id, name: 'plan.txt', type: 'file' },
      kind: 'download',
      label: '',
      has_password: false,
      expires_at: null,
      ends_at: null,
      max_downloads: null,
      downloads: 0,
      max_files: null,
      max_bytes: null,
      files: 0,
      visits: 0,
      last_used_at: null,
      listed: true,
      works: true,
      created_by: { id: ann.account.id, name: 'ann', login: 'ann' },
      created_at: '2026-01-31T12:00:00.000Z',
    });
    assert.deepEqual((await ann.rest.get(`/links/${made.id}`).expect(200)).body.data, made);
    assert.deepEqual((await ann.rest.get('/links').expect(200)).body.data, [made]);
  });

  it('are made of a folder with all values', async () => {
    const wanted = {
      ...{ kind: 'download', label: 'for Miller', expires_at: '2026-02-07', max_downloads: 3, listed: false },
    };
    const body = { folder_id: folder.id, password: PASSWORD, ...wanted };
    const { data } = (await ann.rest.post('/links', body).expect(201)).body;
    assert.deepEqual([data.document_id, data.folder_id, data.entry.type], [null, folder.id, 'folder']);
    assert.deepEqual(
      [data.kind, data.label, data.max_downloads, data.listed, data.has_password],
      ['download', 'for Miller', 3, false, true],
    );
    assert.equal(data.expires_at, '2026-02-07T00:00:00.000Z');
    assert.equal(data.ends_at, data.expires_at);
  });

  it('start with the URL of the server, if it is configured', async () => {
    await restart({ server: { base_url: 'https://dms.example.org' } });
    assert.match((await link(ann)).url, /^https:\/\/dms\.example\.org\/s\/[\w-]{22}$/);
  });

  it('store only the hash of the code', async () => {
    const code = codeOf(await link(ann, { password: PASSWORD }));
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    const rows = beside.all<{ code_sha256: string }>({ sql: 'SELECT * FROM links', values: [] });
    await beside.close();
    assert.equal(rows[0]?.code_sha256, createHash('sha256').update(code).digest('hex'));
    const text = JSON.stringify(rows);
    assert.ok(!text.includes(code) && !text.includes(PASSWORD));
  });

  it('name what is wrong', async () => {
    const foreign = await ben.rest.document('ben.txt');
    const good = { document_id: document.id };
    await isRefused({}, 'document_id', 'folder_id');
    await isRefused({ ...good, folder_id: folder.id }, 'document_id', 'folder_id');
    await isRefused({ document_id: foreign.id }, 'document_id');
    await isRefused({ document_id: folder.id }, 'document_id');
    await isRefused({ folder_id: document.id }, 'folder_id');
    await isRefused({ ...good, kind: 'rename' }, 'kind');
    await isRefused({ ...good, kind: 'upload' }, 'kind');
    await isRefused({ ...good, label: 'two\nlines' }, 'label');
    await isRefused({ ...good, label: 'x'.repeat(201) }, 'label');
    await isRefused({ ...good, password: 'short' }, 'password');
    await isRefused({ ...good, password: 1 }, 'password');
    await isRefused({ ...good, expires_at: 'soon' }, 'expires_at');
    await isRefused({ ...good, expires_at: '2026-01-31T12:00:00Z' }, 'expires_at');
    for (const max of [0, 1.5, 1_000_001, '3'])
      await isRefused({ ...good, max_downloads: max }, 'max_downloads');
    await isRefused({ ...good, kind: 'view', max_downloads: 3 }, 'max_downloads');
    const collecting = { folder_id: folder.id, kind: 'upload' };
    await isRefused({ ...collecting, max_downloads: 3 }, 'max_downloads');
    for (const limit of ['max_files', 'max_bytes']) {
      await isRefused({ ...good, [limit]: 3 }, limit);
      for (const value of [0, 1.5, 2 ** 50 + 1, '3'])
        await isRefused({ ...collecting, [limit]: value }, limit);
    }
    await isRefused({ ...good, listed: 'yes' }, 'listed');
    await isRefused({ ...good, code: 'mine' }, 'code');
    assert.deepEqual(await listed(ann.rest), []);
  });

  it('need the permission to share the entry, and never open a home', async () => {
    await cyd.rest.post('/links', { folder_id: folder.id }).expect(403);
    await ann.rest.post('/links', { folder_id: 0 }).expect(403);
    await ben.rest.post('/links', { folder_id: folder.id }).expect(201);
  });

  it('collect files in folders, of users who may also add to them', async () => {
    const collecting = { folder_id: folder.id, kind: 'upload', max_files: 3, max_bytes: 1000 };
    const { data } = (await ann.rest.post('/links', collecting).expect(201)).body;
    assert.deepEqual([data.kind, data.max_files, data.max_bytes, data.files], ['upload', 3, 1000, 0]);
    await ben.rest.post('/links', collecting).expect(403);
    const { id } = (await ben.rest.post('/links', { folder_id: folder.id }).expect(201)).body.data;
    await ben.rest.patch(`/links/${id}`, { kind: 'upload' }).expect(403);
    await ann.rest
      .post('/shares', { folder_id: folder.id, users: ['ben'], permissions: 1 + 4 + 16 })
      .expect(201);
    await ben.rest.patch(`/links/${id}`, { kind: 'upload' }).expect(200);
    await ann.rest.patch(`/links/${data.id}`, { kind: 'view' }).expect(422);
    await ann.rest.patch(`/links/${data.id}`, { kind: 'view', max_files: null, max_bytes: null }).expect(200);
  });

  it('are visible to users who may share the entry, if they are listed', async () => {
    const open = await link(ann);
    const secret = await link(ann, { listed: false });
    const bens = await link(ben);
    const query = `?document_id=${document.id}`;
    assert.deepEqual(await listed(ann.rest, query), [bens.id, secret.id, open.id]);
    assert.deepEqual(await listed(ben.rest, query), [bens.id, open.id]);
    assert.deepEqual(await listed(cyd.rest, query), []);
    assert.deepEqual(await listed(ben.rest), [bens.id]);
    await ben.rest.get(`/links/${open.id}`).expect(200);
    await ben.rest.get(`/links/${secret.id}`).expect(404);
    await ben.rest.patch(`/links/${open.id}`, { label: 'x' }).expect(403);
    await ben.rest.delete(`/links/${secret.id}`).expect(404);
    await ben.rest.delete(`/links/${open.id}`).expect(200, { data: { id: open.id } });
    await ann.rest.get(`/links/${open.id}`).expect(404);
  });

  it('do not exist for other users', async () => {
    const { id } = await link(ann);
    await cyd.rest.get(`/links/${id}`).expect(404);
    await cyd.rest.get(`/links/${id}/uses`).expect(404);
    await cyd.rest.patch(`/links/${id}`, { label: 'x' }).expect(404);
    await cyd.rest.delete(`/links/${id}`).expect(404);
  });

  it('are listed and deleted by administrators, who do not learn the names of entries', async () => {
    const { id } = await link(ann, { listed: false });
    const { data } = (await admin.get('/links?everyone=1').expect(200)).body;
    assert.deepEqual([data[0].id, data[0].document_id, data[0].entry], [id, document.id, null]);
    assert.deepEqual(await listed(admin), []);
    await ann.rest.get('/links?everyone=1').expect(403);
    await admin.get(`/links?everyone=1&document_id=${document.id}`).expect(422);
    await admin.patch(`/links/${id}`, { label: 'x' }).expect(403);
    await admin.delete(`/links/${id}`).expect(200);
  });

  it('list one page, of one entry', async () => {
    const first = await link(ann);
    const second = await link(ann);
    const other = (await ann.rest.post('/links', { folder_id: folder.id }).expect(201)).body.data;
    assert.deepEqual(await listed(ann.rest, '?per_page=2&page=2'), [first.id]);
    assert.deepEqual(await listed(ann.rest, `?document_id=${document.id}`), [second.id, first.id]);
    assert.deepEqual(await listed(ann.rest, `?folder_id=${folder.id}`), [other.id]);
    await ann.rest.get(`/links?folder_id=${document.id}`).expect(404);
    await ann.rest.get(`/links?folder_id=${folder.id}&document_id=${document.id}`).expect(422);
  });

  it('change in the fields that are named only', async () => {
    const { id } = await link(ann, { label: 'before', password: PASSWORD, max_downloads: 3 });
    const change = async (body: object) => (await ann.rest.patch(`/links/${id}`, body).expect(200)).body.data;
    const changed = await change({ label: 'after' });
    assert.deepEqual([changed.label, changed.has_password, changed.max_downloads], ['after', true, 3]);
    assert.equal((await change({ password: null })).has_password, false);
    assert.equal((await change({ password: PASSWORD })).has_password, true);
    await ann.rest.patch(`/links/${id}`, { kind: 'view' }).expect(422);
    assert.equal((await change({ kind: 'view', max_downloads: null })).kind, 'view');
    await ann.rest.patch(`/links/${id}`, {}).expect(422);
    await ann.rest.patch(`/links/${id}`, { document_id: document.id, label: 'x' }).expect(422);
  });

  it('stop working at their end, and with the account or the rights of their creator', async () => {
    const { id } = await link(ben, { expires_at: '2026-02-07' });
    const works = async () => (await admin.get(`/links/${id}`).expect(200)).body.data.works;
    assert.equal(await works(), true);
    await admin.patch(`/users/${ben.account.id}`, { is_disabled: true }).expect(200);
    assert.equal(await works(), false);
    await admin.patch(`/users/${ben.account.id}`, { is_disabled: false }).expect(200);
    assert.equal(await works(), true);
    const share = { folder_id: folder.id, users: ['ben'] };
    await ann.rest.post('/shares', { ...share, permissions: 1 }).expect(201);
    assert.equal(await works(), false);
    await ann.rest.post('/shares', { ...share, permissions: 17 }).expect(201);
    await ann.rest.delete(`/documents/${document.id}`).expect(200);
    assert.equal(await works(), false);
    await ann.rest.post(`/trash/${document.id}/restore`).expect(200);
    assert.equal(await works(), true);
    time += 7 * DAY;
    assert.equal(await works(), false);
  });

  it('tell from which addresses they were used', async () => {
    const made = await link(ann, { max_downloads: 1 });
    const request = { code: codeOf(made), proof: undefined, ip: '192.0.2.1' };
    await service.dms.linkVisits.count(request, 'visit');
    time += 1000;
    await service.dms.linkVisits.count(request, 'download');
    const { data } = (await ann.rest.get(`/links/${made.id}/uses`).expect(200)).body;
    assert.deepEqual(data, [
      {
        ip: '192.0.2.1',
        first_at: '2026-01-31T12:00:00.000Z',
        last_at: '2026-01-31T12:00:01.000Z',
        visits: 1,
        downloads: 1,
      },
    ]);
    const used = (await ann.rest.get(`/links/${made.id}`).expect(200)).body.data;
    assert.deepEqual([used.visits, used.downloads, used.works], [1, 1, false]);
    assert.equal(used.last_used_at, '2026-01-31T12:00:01.000Z');
  });

  it('are in the activity', async () => {
    const made = await link(ann, { label: 'for Miller' });
    await ann.rest.patch(`/links/${made.id}`, { label: 'new' }).expect(200);
    await service.dms.linkVisits.count({ code: codeOf(made), proof: undefined, ip: '192.0.2.1' }, 'visit');
    await ann.rest.delete(`/links/${made.id}`).expect(200);
    const { data } = (await admin.get('/activity').expect(200)).body;
    const entries: Record<string, string>[] = data;
    assert.deepEqual(
      entries
        .filter(({ action = '' }) => action.startsWith('link_'))
        .map(({ action, user, details }) => [action, user, details]),
      [
        ['link_delete', 'ann', 'plan.txt'],
        ['link_use', 'guest', `plan.txt, link ${made.id} “new” of ann`],
        ['link_update', 'ann', 'plan.txt'],
        ['link_create', 'ann', 'plan.txt'],
      ],
    );
  });

  it('need the scope write of a token to change', async () => {
    const { id } = await link(ann);
    const reading = await clientOf(service, ann.account, ['read']);
    await reading.post('/links', { document_id: document.id }).expect(403);
    await reading.patch(`/links/${id}`, { label: 'x' }).expect(403);
    await reading.delete(`/links/${id}`).expect(403);
    await reading.get(`/links/${id}`).expect(200);
    const writing = await clientOf(service, ann.account, ['write']);
    await writing.get('/links').expect(403);
    await writing.get('/link-policy').expect(403);
  });

  describe('by the rules of the administrator', () => {
    it('are free by default', async () => {
      const { body } = await ann.rest.get('/link-policy').expect(200);
      assert.deepEqual(body.data, {
        enabled: true,
        require_password: false,
        mail: false,
        max_days: 0,
      });
    });

    it('cannot be made while they are switched off', async () => {
      await restart({ links: { enabled: false } });
      const response = await ann.rest.post('/links', { document_id: document.id }).expect(403);
      assert.equal(response.body.code, 'links_off');
      assert.equal((await ann.rest.get('/link-policy').expect(200)).body.data.enabled, false);
    });

    it('have a password, if it is required', async () => {
      await restart({ links: { require_password: true } });
      await isRefused({ document_id: document.id }, 'password');
      const { id } = await link(ann, { password: PASSWORD });
      await ann.rest.patch(`/links/${id}`, { password: null }).expect(422);
      await ann.rest.patch(`/links/${id}`, { label: 'x' }).expect(200);
    });

    it('are for the members of certain groups, if it says so', async () => {
      await restart({ links: { groups: ['sales', 'Nobody'] } });
      const make = (status: number) => ann.rest.post('/links', { document_id: document.id }).expect(status);
      const isPossible = async () => (await ann.rest.get('/link-policy').expect(200)).body.data.enabled;
      assert.equal((await make(403)).body.code, 'links_of_groups');
      assert.equal(await isPossible(), false);
      const { body } = await admin.post('/groups', { name: 'Sales', users: ['ann'] }).expect(201);
      assert.equal(await isPossible(), true);
      const { id } = (await make(201)).body.data;
      const works = async () => (await ann.rest.get(`/links/${id}`).expect(200)).body.data.works;
      assert.equal(await works(), true);
      await admin.delete(`/groups/${body.data.id}/members/${ann.account.id}`).expect(200);
      assert.equal(await works(), false);
      await ann.rest.patch(`/links/${id}`, { label: 'x' }).expect(403);
      await ann.rest.delete(`/links/${id}`).expect(200);
    });

    it('end within the maximum time', async () => {
      await restart({ links: { max_days: 7 } });
      const good = { document_id: document.id };
      await isRefused(good, 'expires_at');
      await isRefused({ ...good, expires_at: '2026-02-07T12:00:01Z' }, 'expires_at');
      const { id } = await link(ann, { expires_at: '2026-02-07T12:00:00Z' });
      time += DAY;
      await ann.rest.patch(`/links/${id}`, { expires_at: '2026-02-08' }).expect(422);
      await ann.rest.patch(`/links/${id}`, { expires_at: null }).expect(422);
      await ann.rest.patch(`/links/${id}`, { label: 'x' }).expect(200);
    });
  });
});
