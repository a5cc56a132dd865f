import assert from 'node:assert/strict';
import request, { type Test } from 'supertest';
import { type Service, startService } from '../../support/service.ts';
import { Browser } from '../browser.ts';
import { clientOf } from '../client.ts';

describe('/web/api', () => {
  let service: Service;
  let cookie: string;

  beforeEach(async () => {
    service = await startService({
      config: {
        rate_limit: {
          authenticated_per_minute: 3,
          pages_per_minute: 8,
          page_uploads_per_minute: 2,
          guest_per_minute: 5,
        },
      },
    });
    const browser = new Browser(service);
    await browser.signIn(service.admin);
    cookie = browser.cookie ?? '';
  });
  afterEach(() => service.stop());

  function remaining(response: { get(name: string): string | undefined }): string | undefined {
    return response.get('X-RateLimit-Remaining');
  }

  function page(method: 'get' | 'post' | 'head', path: string, headers: Record<string, string> = {}): Test {
    return request(`${service.url}/web/api`)[method](path).set('Cookie', cookie).set(headers);
  }

  it('has the routes of /api for a session', async () => {
    const { body } = await page('get', '/account').expect(200);
    assert.equal(body.data.login, 'admin');
    await page('post', '/folders').send({ folder_id: 0, name: 'new' }).expect(201);
    await page('get', '/nothing').expect(404);
    await page('get', '/docs').expect(200);
    await request(`${service.url}/web/API`).get('/account').expect(404);
  });

  it('signs in and out', async () => {
    const { login, password } = service.admin;
    const signIn = request(`${service.url}/web/api`).post('/login').set('Sec-Fetch-Site', 'same-origin');
    const [own] = (await signIn.send({ login, password }).expect(200)).get('Set-Cookie') ?? [];
    await page('post', '/logout', { Cookie: own ?? '' }).expect(200);
    await page('get', '/account', { Cookie: own ?? '' }).expect(401);
  });

  it('takes no token, not even beside a cookie', async () => {
    const { secret } = await service.dms.tokens.create(service.admin.actor, { name: 'x' });
    for (const token of [secret, 'nonsense']) {
      const response = await page('get', '/account', { Authorization: `Bearer ${token}` }).expect(401);
      assert.equal(response.body.message, '/web/api accepts session cookies only. With a token, use /api.');
      assert.equal(response.get('X-RateLimit-Limit'), '5');
    }
  });

  it('refuses what another page makes a browser send, with every method', async () => {
    for (const site of ['cross-site', 'same-site', 'none', 'nonsense']) {
      await page('get', '/account', { 'Sec-Fetch-Site': site }).expect(403);
    }
    await page('head', '/account', { 'Sec-Fetch-Site': 'cross-site' }).expect(403);
    await page('post', '/folders', { 'Sec-Fetch-Site': 'none' })
      .send({ folder_id: 0, name: 'new' })
      .expect(403);
    await page('get', '/account', { 'Sec-Fetch-Site': 'same-origin' }).expect(200);
  });

  it('counts a refused request, and refuses guests as well', async () => {
    const asked = request(`${service.url}/web/api`).get('/openapi.json').set('Sec-Fetch-Site', 'cross-site');
    assert.equal(remaining(await asked.expect(403)), '4');
    assert.equal(remaining(await page('get', '/account', { 'Sec-Fetch-Site': 'cross-site' })), '7');
  });

  it('counts uploads apart, so that they keep no page from its lists', async () => {
    const upload = (name: string): Test =>
      page('post', '/documents/upload').field('folder_id', '0').attach('file', Buffer.from(name), name);
    assert.equal(remaining(await upload('a.txt').expect(201)), '1');
    assert.equal(remaining(await page('get', '/account').expect(200)), '7');
    assert.equal(remaining(await page('get', '/uploads').expect(200)), '6');
    await upload('b.txt').expect(201);
    await upload('c.txt').expect(429);
    const begun = page('post', '/uploads', { 'Tus-Resumable': '1.0.0', 'Upload-Length': '1' });
    await begun.expect(429);
    await page('get', '/folders/0/contents').expect(200);
  });

  it('sends a file that the user asks the browser for, and none for another site', async () => {
    const client = await clientOf(service, service.admin);
    const { id } = await client.document('a.txt', 'text');
    const path = `/documents/${id}/download`;
    await page('get', path, { 'Sec-Fetch-Site': 'none' }).expect(200, 'text');
    await page('get', `${path}?inline=1`, { 'Sec-Fetch-Site': 'none' }).expect(200);
    await page('get', path, { 'Sec-Fetch-Site': 'cross-site' }).expect(403);
    await page('get', `/documents/${id}?x=/download`, { 'Sec-Fetch-Site': 'none' }).expect(403);
    const { body } = await page('post', '/archives')
      .send({ ids: [id] })
      .expect(201);
    const { url } = body.data;
    assert.ok(url.startsWith('/web/api/archives/'));
    const archive = url.slice('/web/api'.length);
    await page('get', archive, { 'Sec-Fetch-Site': 'none' }).expect(200);
  });

  it('checks the origin of a change as /api does', async () => {
    const headers = { Origin: 'https://elsewhere.example' };
    await page('post', '/folders', headers).send({ folder_id: 0, name: 'new' }).expect(403);
  });

  it('counts a user apart from /api, and guests together with it', async () => {
    const first = await page('get', '/account').expect(200);
    assert.deepEqual([first.get('X-RateLimit-Limit'), remaining(first)], ['8', '7']);
    const client = await clientOf(service, service.admin);
    assert.equal(remaining(await client.get('/account')), '2');
    assert.equal(remaining(await page('get', '/account')), '6');
    // Signing in does not count.
    assert.equal(remaining(await request(`${service.url}/web/api`).get('/account').expect(401)), '4');
    assert.equal(remaining(await request(`${service.url}/api`).get('/account').expect(401)), '3');
  });
});
