import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { type Client, clientOf, guest } from '../client.ts';

interface Entry {
  readonly action: string;
  readonly user: string;
}

describe('activity', () => {
  let service: Service;
  let ann: Account;
  let client: Client;
  let id: number;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
    ({ id } = await client.document('a.txt', 'one'));
    await client.document('a.txt', 'two');
    await client.patch(`/documents/${id}`, { title: 'A' });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  const actions = (body: { data: Entry[] }) => body.data.map(({ action }) => action);

  it('of a document is newest first, with the fields of the contract', async () => {
    const { body } = await client.get(`/v2/documents/${id}/activity`).expect(200);
    assert.deepEqual(actions(body), ['update', 'new_version', 'upload']);
    const { timestamp, ip, ...rest } = body.data[2];
    assert.match(timestamp, /\.\d{3}Z$/);
    assert.equal(ip, '127.0.0.1');
    assert.deepEqual(
      { ...rest, id: 0 },
      {
        id: 0,
        action: 'upload',
        user: 'ann',
        details: 'a.txt',
        data: { code: 'entry', facts: { name: 'a.txt' } },
        document_id: id,
        folder_id: null,
      },
    );
    assert.equal(body.meta.total, 3);
  });

  it('of what may not be read is 404, and version 1 has no such path', async () => {
    const bobs = await clientOf(service, await service.createUser('bob'));
    await bobs.get(`/v2/documents/${id}/activity`).expect(404);
    await client.get('/v2/documents/999999/activity').expect(404);
    await client.get(`/documents/${id}/activity`).expect(404);
  });

  it('shows administrators all, others what concerns them', async () => {
    const bobs = await clientOf(service, await service.createUser('eve'));
    const [admins] = [await clientOf(service, service.admin)];
    assert.ok(actions((await admins.get('/activity').expect(200)).body).includes('user_create'));
    const own = (await bobs.get('/activity').expect(200)).body;
    assert.ok(own.data.every(({ user }: Entry) => user === 'eve'));
    await service.dms.shares.create(ann.actor, { entryId: id, users: ['eve'], permissions: 1 });
    assert.ok(actions((await bobs.get('/activity')).body).includes('upload'));
  });

  it('is narrowed by action, user and time, and paged', async () => {
    const list = async (query: string) => actions((await client.get(`/activity?${query}`).expect(200)).body);
    assert.deepEqual(await list('action=new_version'), ['new_version']);
    assert.deepEqual(await list('action=no_such_action'), []);
    assert.deepEqual(await list('user=nobody'), []);
    assert.ok((await list('user=ann&after=2020-01-01&before=2099-01-01T00:00:00Z')).includes('upload'));
    assert.deepEqual(await list('before=2020-01-01'), []);
    assert.equal((await list('per_page=1')).length, 1);
  });

  it('of a document is narrowed as well', async () => {
    const list = async (query: string) =>
      actions((await client.get(`/v2/documents/${id}/activity?${query}`).expect(200)).body);
    assert.deepEqual(await list('action=upload'), ['upload']);
    assert.deepEqual(await list('user=nobody'), []);
    assert.ok((await list('user=ANN&after=2020-01-01&before=2099-01-01')).includes('new_version'));
    assert.deepEqual(await list('before=2020-01-01'), []);
    await client.get(`/v2/documents/${id}/activity?after=x`).expect(422);
  });

  it('has the writes that were refused, over REST and WebDAV, and the sign-ins that failed', async () => {
    const gus = await service.createUser('gus');
    const gusts = await clientOf(service, gus);
    await service.dms.shares.create(ann.actor, { entryId: id, users: ['gus'], permissions: 1 });
    await gusts.patch(`/documents/${id}`, { title: 'B' }).expect(403);
    await gusts.get('/users').expect(403);
    const drive = new DavClient(service.port, basic('gus', gus.password));
    await drive.expect(403, 'DELETE', '/a.txt');
    const { body } = await client.get(`/v2/documents/${id}/activity?action=refusal`).expect(200);
    assert.deepEqual(
      body.data.map(({ user, details, ip }: Entry & { details: string; ip: null }) => [user, details, ip]),
      [
        ['gus', 'You may not delete "a.txt".', null],
        ['gus', 'You may not change "a.txt".', null],
      ],
    );
    assert.equal((await gusts.get('/activity?action=refusal')).body.meta.total, 2);
    await guest(service).post('/login', { login: 'gus', password: 'wrong' }).expect(401);
    const failed = (await gusts.get('/activity?action=sign_in_fail').expect(200)).body;
    assert.deepEqual([failed.data[0].user, failed.data[0].ip], ['gus', '127.0.0.1']);
  });

  it('refuses times that are none: 422 on the parameter', async () => {
    for (const query of [
      'after=x',
      'after=2026-02-30',
      'before=1',
      'before=2026-01-01T25:00:00Z',
      'user=a&user=b',
    ]) {
      const { body } = await client.get(`/activity?${query}`).expect(422);
      assert.deepEqual(Object.keys(body.errors), [query.split('=')[0]]);
    }
  });
});
