import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf, guest } from '../client.ts';

const zoe = { name: 'Zoë', email: 'zoe@example.org', login: 'zoe', password: 'a long enough password' };

describe('users', () => {
  let service: Service;
  let admins: Client;

  beforeEach(async () => {
    service = await startService();
    admins = await clientOf(service, service.admin);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  it('are made: 201 with the record and no password', async () => {
    const { body } = await admins.post('/users', zoe).expect(201);
    const { id, created_at, updated_at, ...rest } = body.data;
    assert.deepEqual(rest, {
      name: 'Zoë',
      email: 'zoe@example.org',
      login: 'zoe',
      is_admin: false,
      is_disabled: false,
      two_factor: 'off',
      language: null,
      quota_bytes: null,
      used_bytes: 0,
      used_entries: 0,
      last_login_at: null,
    });
    for (const time of [created_at, updated_at]) assert.match(time, /\.\d{3}Z$/);
    assert.deepEqual((await admins.get(`/users/${id}`).expect(200)).body, body);
    await guest(service).post('/login', { login: 'zoe', password: zoe.password }).expect(200);
    const again = (await admins.get(`/users/${id}`)).body.data;
    assert.match(again.last_login_at, /Z$/);
  });

  it('need three fields and may have a password, of the right kind and within the rules, all faults at once', async () => {
    const missing = await admins.post('/users', {}).expect(422);
    assert.deepEqual(Object.keys(missing.body.errors).sort(), ['email', 'login', 'name']);
    const wrong = await admins
      .post('/users', { ...zoe, name: 1, is_admin: 'yes', quota_bytes: -1, role: 'x' })
      .expect(422);
    assert.deepEqual(Object.keys(wrong.body.errors).sort(), ['is_admin', 'name', 'quota_bytes', 'role']);
    const ruled = await admins
      .post('/users', { name: '', email: 'x', login: 'A B', password: 'short' })
      .expect(422);
    assert.deepEqual(Object.keys(ruled.body.errors).sort(), ['email', 'login', 'name', 'password']);
    const common = await admins.post('/users', { ...zoe, password: 'password123' }).expect(422);
    assert.deepEqual(Object.keys(common.body.errors), ['password']);
    assert.equal((await admins.get('/users')).body.meta.total, 1);
  });

  it('have a login and an e-mail address of their own', async () => {
    await admins.post('/users', zoe).expect(201);
    const { body } = await admins.post('/users', zoe).expect(422);
    assert.deepEqual(Object.keys(body.errors).sort(), ['email', 'login']);
  });

  it('are listed, paged', async () => {
    for (const login of ['ann', 'bob']) await service.createUser(login);
    const { body } = await admins.get('/users?per_page=2').expect(200);
    assert.deepEqual(
      body.data.map(({ login }: { login: string }) => login),
      ['admin', 'ann'],
    );
    assert.deepEqual(body.meta, { current_page: 1, per_page: 2, last_page: 2, total: 3 });
  });

  it('are changed', async () => {
    const { id } = (await admins.post('/users', zoe)).body.data;
    const change = { name: 'Z', email: 'z@example.org', is_admin: true, quota_bytes: 1000 };
    const { data } = (await admins.patch(`/users/${id}`, change).expect(200)).body;
    for (const [field, value] of Object.entries(change)) assert.equal(data[field], value, field);
    await admins.patch(`/users/${id}`, { quota_bytes: null, password: 'another good password' }).expect(200);
    await guest(service).post('/login', { login: 'zoe', password: 'another good password' }).expect(200);
    await admins.patch(`/users/${id}`, { is_disabled: true }).expect(200);
    await guest(service).post('/login', { login: 'zoe', password: 'another good password' }).expect(401);
  });

  it('refuse changes that are empty, unknown or wrong', async () => {
    const { id } = (await admins.post('/users', zoe)).body.data;
    for (const change of [
      {},
      { login: 'other' },
      { name: null },
      { is_disabled: 0 },
      { quota_bytes: 1.5 },
      { email: 'x' },
      { email: 'ann\u202e@example.org' },
    ]) {
      await admins.patch(`/users/${id}`, change).expect(422);
    }
    await admins.patch('/users/999999', { name: 'x' }).expect(404);
  });

  it('are deleted; their documents stay with the office', async () => {
    const ann = await service.createUser('ann');
    const anns = await clientOf(service, ann);
    const { id } = await anns.document('kept.txt', 'kept');
    assert.deepEqual((await admins.delete(`/users/${ann.id}`).expect(200)).body, { data: { id: ann.id } });
    await anns.get('/account').expect(401);
    await admins.get(`/users/${ann.id}`).expect(404);
    await admins.get(`/documents/${id}/download`).expect(200, 'kept');
    await admins.delete(`/users/${ann.id}`).expect(404);
  });

  it('keep one administrator', async () => {
    const { id } = service.admin;
    await admins.delete(`/users/${id}`).expect(422);
    assert.deepEqual(
      Object.keys((await admins.patch(`/users/${id}`, { is_admin: false }).expect(422)).body.errors),
      ['is_admin'],
    );
    await admins.patch(`/users/${id}`, { is_disabled: true }).expect(422);
  });

  it('are for administrators whose credentials say so: 403 before anything else', async () => {
    const anns = await clientOf(service, await service.createUser('ann'));
    const adminless = await clientOf(service, service.admin, ['read', 'write']);
    for (const client of [anns, adminless]) {
      await client.get('/users?page=x').expect(403);
      await client.get('/users/999999').expect(403);
      await client.post('/users', {}).expect(403);
      await client.patch('/users/1', {}).expect(403);
      await client.delete('/users/999999').expect(403);
    }
  });
});
