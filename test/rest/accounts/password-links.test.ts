import assert from 'node:assert/strict';
import { MailHouse, open } from '../../support/servers/mail-server.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { Browser } from '../browser.ts';
import { type Client, clientOf, guest } from '../client.ts';

const PASSWORD = 'a password that is new';

describe('links for a password', () => {
  let house: MailHouse;
  let service: Service;
  let ann: Account;
  let admins: Client;
  let count = 0;

  before(async () => {
    house = await MailHouse.open();
    const smtp = { url: house.url, from: 'dms@example.org' };
    const server = { base_url: 'https://dms.example.org' };
    service = await startService({ config: { smtp, server } });
    admins = await clientOf(service, service.admin);
  });
  beforeEach(async () => {
    count += 1;
    ann = await service.createUser(`ann-${count}`);
  });
  after(async () => {
    await service.stop();
    await house.close();
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** What the last such letter to this login says, once it has come. */
  async function letterTo(login: string, words: RegExp): Promise<string> {
    for (;;) {
      const texts = house.letters.filter(({ to }) => to.includes(`${login}@example.org`)).map(open);
      const found = texts.findLast(({ text }) => words.test(text));
      if (found) return found.text;
      await house.holds(house.letters.length + 1);
    }
  }

  const codeIn = (text: string) =>
    /https:\/\/dms\.example\.org\/reset#code=([\w-]{43})(?:&invited)?$/m.exec(text)?.[1] ?? 'none';

  it('are offered only where e-mail can have links', async () => {
    const { body } = await guest(service).get('/sign-in-options').expect(200);
    assert.deepEqual(body, { data: { password_reset: true, setup: false } });
    const without = await startService();
    try {
      const options = await guest(without).get('/sign-in-options').expect(200);
      assert.deepEqual(options.body, { data: { password_reset: false, setup: false } });
      await guest(without).post('/password-resets', { login: 'admin' }).expect(200);
    } finally {
      await without.stop();
    }
  });

  it('answer the same for accounts that are there and not, and only the former get a letter', async () => {
    const answers = [];
    for (const login of ['nobody', 'nobody@example.org', ann.login]) {
      const { status, text } = await guest(service).post('/password-resets', { login });
      answers.push(`${status} ${text}`);
    }
    assert.deepEqual([...new Set(answers)], ['200 {"data":{}}']);
    const text = await letterTo(ann.login, /Set a new password/);
    assert.match(text, /can be used once, until/);
    assert.ok(!house.letters.some(({ to }) => to.includes('nobody@example.org')));

    const path = `/password-resets/${codeIn(text)}`;
    const browser = new Browser(service);
    await browser.signIn(ann);
    await guest(service).post(path, { password: 'short' }).expect(422);
    const { body, headers } = await guest(service).post(path, { password: PASSWORD }).expect(200);
    assert.deepEqual(body, { data: { login: ann.login } });
    assert.equal(headers['set-cookie'], undefined);
    await browser.get('/account').expect(401);
    await guest(service).post(path, { password: PASSWORD }).expect(404);
    await guest(service).post('/login', { login: ann.login, password: PASSWORD }).expect(200);
    await letterTo(ann.login, /was changed/);
    const logged = service.log().filter((line) => line['path'] === '/api/password-resets/…');
    assert.equal(logged.length, 3);
  });

  it('end with 429 for an address that asks too often', async () => {
    const strict = await startService();
    try {
      for (let times = 0; times < 5; times += 1)
        await guest(strict).post('/password-resets', { login: 'nobody' }).expect(200);
      const { headers } = await guest(strict).post('/password-resets', { login: 'nobody' }).expect(429);
      assert.ok(Number(headers['retry-after']) > 800);
    } finally {
      await strict.stop();
    }
  });

  it('invite users who have no password', async () => {
    const cyd = { login: 'cyd', name: 'Cyd', email: 'cyd@example.org' };
    const { id } = (await admins.post('/users', cyd).expect(201)).body.data;
    await guest(service).post('/login', { login: 'cyd', password: '' }).expect(401);
    const { data } = (await admins.post(`/users/${id}/invitation`).expect(201)).body;
    assert.deepEqual([data.url, data.sent_to], [null, 'cyd@example.org']);
    const code = codeIn(await letterTo('cyd', /created an account/));
    const handed = (await admins.post(`/users/${id}/invitation`, { mail: false }).expect(201)).body.data;
    assert.equal(handed.sent_to, null);
    await guest(service).post(`/password-resets/${code}`, { password: PASSWORD }).expect(404);
    await guest(service)
      .post(`/password-resets/${codeIn(handed.url)}`, { password: PASSWORD })
      .expect(200);
    await guest(service).post('/login', { login: 'cyd', password: PASSWORD }).expect(200);
  });

  it('are handed to the administrator without a mail server', async () => {
    const without = await startService();
    try {
      const client = await clientOf(without, without.admin);
      const { id } = await without.createUser('ann');
      const { data } = (await client.post(`/users/${id}/invitation`, {}).expect(201)).body;
      assert.match(data.url, /^\/reset#code=[\w-]{43}&invited$/);
      assert.equal(data.sent_to, null);
    } finally {
      await without.stop();
    }
  });

  it('are not for the administrator’s own account', async () => {
    const { id } = service.admin;
    await admins.post(`/users/${id}/invitation`, {}).expect(403);
    await admins.delete(`/users/${id}/2fa`).expect(403);
  });

  it('beside them, an administrator ends sessions, and a second factor that was lost', async () => {
    const browser = new Browser(service);
    await browser.signIn(ann);
    await browser.post('/account/2fa', { method: 'email', password: ann.password }).expect(200);
    const [code] = /\b\d{6}\b/.exec(await letterTo(ann.login, /Your code is/)) ?? [];
    await browser.post('/account/2fa/confirm', { code, keep_tokens: true }).expect(200);
    const path = `/users/${ann.id}`;
    assert.deepEqual((await admins.delete(`${path}/2fa`).expect(200)).body, { data: { id: ann.id } });
    await letterTo(ann.login, /turned off/);
    const again = await admins.delete(`${path}/2fa`).expect(422);
    assert.deepEqual(Object.keys(again.body.errors), ['two_factor']);
    await browser.get('/account').expect(200);
    assert.deepEqual((await admins.delete(`${path}/sessions`).expect(200)).body, { data: { ended: 1 } });
    await browser.get('/account').expect(401);
    await admins.delete('/users/999/2fa').expect(404);
    await admins.delete('/users/999/sessions').expect(404);
  });
});
