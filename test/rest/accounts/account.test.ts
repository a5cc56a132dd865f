import assert from 'node:assert/strict';
import request from 'supertest';
import { type Account, type Service, startService } from '../../support/service.ts';
import { Client, clientOf, guest } from '../client.ts';

describe('the account', () => {
  let service: Service;
  let ann: Account;
  let client: Client;

  beforeEach(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann, ['read', 'write', 'webdav']);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function signIn(): Promise<string> {
    const response = await guest(service)
      .post('/login', { login: 'ann', password: ann.password })
      .expect(200);
    return response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
  }
  const byCookie = (cookie: string) => request(service.url).get('/api/account').set('Cookie', cookie);

  it('is shown and changed by its owner', async () => {
    assert.equal((await client.get('/account').expect(200)).body.data.login, 'ann');
    const other = { name: 'Ann', email: 'ann@example.com', current_password: ann.password };
    const { data } = (await client.patch('/account', other).expect(200)).body;
    assert.deepEqual([data.name, data.email, data.id], ['Ann', 'ann@example.com', ann.id]);
    const { body } = await client.patch('/account', { email: 'thief@example.com' }).expect(422);
    assert.deepEqual(Object.keys(body.errors), ['current_password']);
    for (const change of [{}, { is_admin: true }, { login: 'x' }, { name: 5 }, { email: 'x' }]) {
      await client.patch('/account', change).expect(422);
    }
  });

  it('keeps the language that its owner wants, whatever else is changed', async () => {
    const language = async () => (await client.get('/account').expect(200)).body.data.language;
    assert.equal(await language(), null);
    for (const wanted of ['de', 'en', null, 'de']) {
      await client.patch('/account', { language: wanted }).expect(200);
      assert.equal(await language(), wanted);
    }
    await client.patch('/account', { name: 'Ann' }).expect(200);
    await service.dms.users.update(service.admin.actor, ann.id, { name: 'Anne' });
    assert.equal(await language(), 'de');
    for (const wrong of ['fr', '', 5]) {
      const { body } = await client.patch('/account', { language: wrong }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['language']);
    }
  });

  it('takes a new password with the current one, and ends the other sessions', async () => {
    const cookie = await signIn();
    const password = 'another good password';
    for (const change of [{ password }, { password, current_password: 'wrong password' }]) {
      const { body } = await client.patch('/account', change).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['current_password']);
    }
    await client.patch('/account', { password, current_password: ann.password }).expect(200);
    await byCookie(cookie).expect(401);
    await guest(service).post('/login', { login: 'ann', password }).expect(200);
  });

  it('lists its sessions and ends one or all others', async () => {
    const [mine, other, third] = [await signIn(), await signIn(), await signIn()];
    const list = await request(service.url).get('/api/account/sessions').set('Cookie', mine).expect(200);
    assert.equal(list.body.meta.total, 3);
    const current = list.body.data.filter((session: { current: boolean }) => session.current);
    assert.equal(current.length, 1);
    assert.deepEqual(Object.keys(current[0]).sort(), [
      'created_at',
      'current',
      'expires_at',
      'id',
      'ip',
      'last_seen_at',
      'user_agent',
    ]);
    const others = await request(service.url).delete('/api/account/sessions').set('Cookie', mine).expect(200);
    assert.deepEqual(others.body, { data: { ended: 2 } });
    for (const cookie of [other, third]) await byCookie(cookie).expect(401);
    await byCookie(mine).expect(200);
    const { id } = current[0];
    await client.delete(`/account/sessions/${id}`).expect(200);
    await client.delete(`/account/sessions/${id}`).expect(404);
    await byCookie(mine).expect(401);
  });

  it('makes tokens, shows their secret once and revokes them', async () => {
    const expires_at = '2099-12-31T00:00:00.000Z';
    const { data } = (
      await client.post('/account/tokens', { name: 'CI', scopes: ['read'], expires_at }).expect(201)
    ).body;
    assert.match(data.token, /^dms_pat_[0-9A-Za-z]{40}$/);
    assert.deepEqual([data.name, data.scopes, data.expires_at], ['CI', ['read'], expires_at]);
    assert.equal(data.prefix, data.token.slice(0, 12));
    const reader = new Client(service, data.token);
    await reader.get('/account').expect(200);
    await reader.post('/folders', { folder_id: 0, name: 'x' }).expect(403);
    const list = (await client.get('/account/tokens').expect(200)).body;
    assert.ok(!JSON.stringify(list).includes(data.token));
    assert.equal(list.meta.total, 2);
    assert.deepEqual((await client.delete(`/account/tokens/${data.id}`).expect(200)).body, {
      data: { id: data.id },
    });
    await reader.get('/account').expect(401);
    await client.delete(`/account/tokens/${data.id}`).expect(404);
  });

  it('refuses tokens without a name, with unknown scopes, with more than its owner may, or in the past', async () => {
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x', scopes: ['everything'] }, 'scopes'],
      [{ name: 'x', scopes: 'read' }, 'scopes'],
      [{ name: 'x', scopes: ['admin'] }, 'scopes'],
      [{ name: 'x', expires_at: 'tomorrow' }, 'expires_at'],
      [{ name: 'x', expires_at: '2020-01-01' }, 'expires_at'],
      [{ name: 'x', expires_at: 5 }, 'expires_at'],
      [{ name: 'x', scope: 'read' }, 'scope'],
    ] as const) {
      const refused = await client.post('/account/tokens', body).expect(422);
      assert.deepEqual(Object.keys(refused.body.errors), [field], JSON.stringify(body));
    }
  });

  it('shows and ends nothing of others', async () => {
    await signIn();
    const bobs = await clientOf(service, await service.createUser('bob'));
    const [session] = (await client.get('/account/sessions')).body.data;
    const [token] = (await client.get('/account/tokens')).body.data;
    await bobs.delete(`/account/sessions/${session.id}`).expect(404);
    await bobs.delete(`/account/tokens/${token.id}`).expect(404);
    assert.equal((await bobs.get('/account/sessions')).body.meta.total, 0);
  });
});
