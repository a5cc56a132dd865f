import assert from 'node:assert/strict';
import request from 'supertest';
import { type Account, type Service, startService } from '../../support/service.ts';
import { clientOf, guest } from '../client.ts';

describe('signing in', () => {
  let service: Service;
  let ann: Account;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function cookieOf({ login, password }: Account): Promise<string> {
    const response = await guest(service).post('/login', { login, password }).expect(200);
    return response.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
  }
  const post = (cookie: string, path = '/api/folders') =>
    request(service.url).post(path).set('Cookie', cookie);

  it('answers with the user and sets the session cookie', async () => {
    const response = await guest(service)
      .post('/login', { login: 'ann', password: ann.password })
      .expect(200);
    assert.deepEqual(response.body, { user: { id: ann.id, name: 'ann', email: 'ann@example.org' } });
    const [cookie = ''] = response.get('Set-Cookie') ?? [];
    assert.match(cookie, /^dms_session=[\w-]{20,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('takes the e-mail address, too', async () => {
    const { password } = ann;
    const response = await guest(service).post('/login', { login: 'ann@example.org', password }).expect(200);
    assert.equal(response.body.user.id, ann.id);
  });

  it('sets a Secure cookie when the service is reached by https', async () => {
    const config = { server: { base_url: 'https://dms.example.org' } };
    const behindTls = await startService({ config });
    try {
      const { login, password } = behindTls.admin;
      const response = await guest(behindTls).post('/login', { login, password }).expect(200);
      assert.match(response.get('Set-Cookie')?.[0] ?? '', /; Secure/);
    } finally {
      await behindTls.stop();
    }
  });

  it('gives a new session each time, and each is good', async () => {
    const [one, other] = [await cookieOf(ann), await cookieOf(ann)];
    assert.notEqual(one, other);
    for (const cookie of [one, other]) {
      const { body } = await request(service.url).get('/api/account').set('Cookie', cookie).expect(200);
      assert.equal(body.data.login, 'ann');
    }
  });

  it('answers a wrong password, an unknown login and a disabled account alike', async () => {
    const bob = await service.createUser('bob');
    await service.dms.users.update(service.admin.actor, bob.id, { isDisabled: true });
    const attempts = [
      { login: 'ann', password: 'wrong password' },
      { login: 'nobody', password: 'wrong password' },
      { login: 'bob', password: bob.password },
    ];
    const answers = [];
    for (const attempt of attempts)
      answers.push((await guest(service).post('/login', attempt).expect(401)).body);
    assert.equal(new Set(answers.map((body) => JSON.stringify(body))).size, 1);
  });

  it('refuses a body with missing, wrong or unknown fields', async () => {
    const { body } = await guest(service).post('/login', { login: 1, remember: true }).expect(422);
    assert.deepEqual(body.errors, {
      login: ['must be text'],
      password: ['is required'],
      remember: ['is not a known field'],
    });
  });

  it('works with a stale cookie, which is a guest elsewhere', async () => {
    const [login, password] = ['ann', ann.password];
    await post('dms_session=stale', '/api/login').send({ login, password }).expect(200);
    await request(service.url).get('/api/account').set('Cookie', 'dms_session=stale').expect(401);
    await request(service.url).get('/api/account').set('Cookie', 'dms_session=%; x').expect(401);
  });

  it('is throttled after five failures, with Retry-After', async () => {
    const eve = await service.createUser('eve');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await guest(service).post('/login', { login: 'eve', password: 'wrong password' }).expect(401);
    }
    const response = await guest(service)
      .post('/login', { login: 'eve', password: eve.password })
      .expect(429);
    assert.ok(Number(response.get('Retry-After')) > 0);
    assert.deepEqual(Object.keys(response.body), ['message', 'code', 'facts']);
  });

  it('is ended by signing out: the session is no good and the cookie is taken away', async () => {
    const cookie = await cookieOf(ann);
    const response = await post(cookie, '/api/logout').expect(200);
    assert.match(response.get('Set-Cookie')?.[0] ?? '', /^dms_session=; Max-Age=0;/);
    await request(service.url).get('/api/account').set('Cookie', cookie).expect(401);
  });

  it('by token is not ended by signing out', async () => {
    const client = await clientOf(service, ann);
    await client.post('/logout').expect(200);
    await client.get('/account').expect(200);
  });

  describe('changes by cookie', () => {
    let cookie: string;
    before(async () => (cookie = await cookieOf(ann)));
    let number = 0;
    const create = (headers: Record<string, string>) => {
      number += 1;
      return post(cookie)
        .set(headers)
        .send({ folder_id: 0, name: `folder ${number}` });
    };

    it('are accepted from the same origin, and from no browser at all', async () => {
      await create({}).expect(201);
      await create({ Origin: service.url }).expect(201);
      await create({ 'Sec-Fetch-Site': 'same-origin', Origin: service.url }).expect(201);
      await create({ 'Sec-Fetch-Site': 'none' }).expect(201);
    });

    it('are refused from elsewhere', async () => {
      const total = async () =>
        (await request(service.url).get('/api/folders/0/contents').set('Cookie', cookie)).body.meta.total;
      const before = await total();
      await create({ Origin: 'null' }).expect(403);
      await create({ Origin: 'https://evil.example' }).expect(403);
      await create({ Origin: `http://127.0.0.1:${service.port + 1}` }).expect(403);
      await create({ Origin: 'nonsense' }).expect(403);
      await create({ 'Sec-Fetch-Site': 'cross-site' }).expect(403);
      await create({ 'Sec-Fetch-Site': 'same-site', Origin: service.url }).expect(403);
      await request(service.url).delete('/api/folders/1').set({ Cookie: cookie, Origin: 'null' }).expect(403);
      assert.equal(await total(), before);
    });

    it('are read from elsewhere, and made by token from anywhere', async () => {
      await request(service.url)
        .get('/api/account')
        .set({ Cookie: cookie, Origin: 'https://evil.example' })
        .expect(200);
      const client = await clientOf(service, ann);
      await client
        .post('/folders', { folder_id: 0, name: 'by token' })
        .set('Origin', 'https://other.example')
        .expect(201);
    });
  });
});
