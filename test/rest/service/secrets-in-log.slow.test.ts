import assert from 'node:assert/strict';
import { ServiceProcess } from '../../support/process.ts';
import { otherCode, totpCode } from '../../support/second-factor.ts';
import { MailHouse, open } from '../../support/servers/mail-server.ts';
import { basic, speak } from '../../webdav/client.ts';
import { Browser } from '../browser.ts';

const PASSWORD = 'a long enough password';
const MAIL_PASSWORD = 'what-the-mail-server-wants';

/** All that must not be told, by what it is. */
class Secrets {
  readonly #all = new Map<string, string>();

  /** @returns the secret */
  keep(what: string, secret: string): string {
    assert.ok(secret.length >= 6, `${what}: "${secret}"`);
    this.#all.set(secret, what);
    return secret;
  }

  /** What of it stands in a text. Digits count as a code when they stand alone. */
  foundIn(text: string): string[] {
    return [...this.#all]
      .filter(([secret]) =>
        /^\d{6}$/.test(secret)
          ? new RegExp(`(?<![0-9a-f])${secret}(?![0-9a-f])`).test(text)
          : text.includes(secret),
      )
      .map(([secret, what]) => `${what}: ${secret}`);
  }

  get size(): number {
    return this.#all.size;
  }
}

describe('the log of a whole run', () => {
  const secrets = new Secrets();
  let house: MailHouse;
  let service: ServiceProcess;

  before(async () => {
    house = await MailHouse.open({ account: { user: 'dms', password: MAIL_PASSWORD } });
    secrets.keep('mail password', MAIL_PASSWORD);
    service = await ServiceProcess.start({
      environment: {
        DMS_LOG_LEVEL: 'trace',
        DMS_SMTP_URL: house.url.replace('//', `//dms:${MAIL_PASSWORD}@`),
        DMS_SMTP_FROM: 'dms@example.org',
      },
    });
  });
  after(async () => {
    await service.dispose();
    await house.close();
  });

  const keepCookie = (what: string, browser: Browser) => {
    secrets.keep(what, browser.cookie?.split('=')[1] ?? '');
  };

  async function raw(path: string, init: RequestInit): Promise<number> {
    const response = await fetch(`${service.url}${path}`, init);
    await response.arrayBuffer();
    return response.status;
  }

  async function bySession(): Promise<Browser> {
    const browser = new Browser(service);
    const wrong = secrets.keep('wrong password', 'a wrong one that is nearly right');
    await browser.post('/login', { login: 'anna', password: wrong }).expect(401);
    await browser.signIn({ login: 'anna', password: secrets.keep('password', PASSWORD) });
    keepCookie('cookie', browser);
    return browser;
  }

  async function bySecondFactor(browser: Browser): Promise<void> {
    const { data } = (await browser.post('/account/2fa', { method: 'totp', password: PASSWORD }).expect(200))
      .body;
    secrets.keep('TOTP secret', data.secret);
    const code = secrets.keep('TOTP code', totpCode(data.secret, Date.now()));
    const confirmed = await browser.post('/account/2fa/confirm', { code }).expect(200);
    for (const one of confirmed.body.data.recovery_codes) secrets.keep('recovery code', one);
    const [recovery = '', last = ''] = confirmed.body.data.recovery_codes;
    const half = new Browser(service);
    await half.signIn({ login: 'anna', password: PASSWORD });
    keepCookie('cookie of a half session', half);
    await half.post('/2fa/verify-code', { code: secrets.keep('wrong code', otherCode(code)) }).expect(422);
    await half.post('/2fa/verify-code', { code: recovery }).expect(200);
    keepCookie('cookie', half);
    await browser.delete('/account/2fa', { password: PASSWORD, code: last }).expect(200);
  }

  async function byMail(browser: Browser): Promise<void> {
    const letters = house.letters.length;
    await browser.post('/account/2fa', { method: 'email', password: PASSWORD }).expect(200);
    await house.holds(letters + 1);
    const letter = house.letters.at(-1);
    assert.ok(letter);
    const [code = ''] = /\b\d{6}\b/.exec(open(letter).text) ?? [];
    await browser.post('/account/2fa/confirm', { code: secrets.keep('code by e-mail', code) }).expect(200);
    await service.command(['user', '2fa-off', 'anna']);
  }

  async function byToken(browser: Browser): Promise<void> {
    const { data } = (await browser.post('/account/tokens', { name: 'x' }).expect(201)).body;
    const token = secrets.keep('token', data.token);
    assert.equal(
      await raw(`/api/account?token=${token}`, { headers: { Authorization: `Bearer ${token}` } }),
      200,
    );
    assert.equal(
      await raw('/api/account', { headers: { Authorization: `Bearer ${token.slice(0, -1)}` } }),
      401,
    );
    secrets.keep('most of a token', token.slice(0, -1));
    const authorization = basic('anna', token);
    secrets.keep('Basic with a token', authorization.slice('Basic '.length));
    assert.equal(await raw('/webdav/nothing', { headers: { Authorization: authorization } }), 404);
  }

  async function byBasic(): Promise<void> {
    for (const [password, status] of [
      [PASSWORD, 404],
      ['another wrong one', 401],
    ] as const) {
      const authorization = basic('anna', secrets.keep('Basic password', password));
      secrets.keep('Basic', authorization.slice('Basic '.length));
      assert.equal(await raw('/webdav/nothing', { headers: { Authorization: authorization } }), status);
    }
  }

  async function byLink(browser: Browser): Promise<void> {
    const cyd = { login: 'cyd', name: 'Cyd', email: 'cyd@example.org' };
    const { id } = (await browser.post('/users', cyd).expect(201)).body.data;
    const { url } = (await browser.post(`/users/${id}/invitation`, { mail: false }).expect(201)).body.data;
    const code = secrets.keep('code of a link', /code=([\w-]+)/.exec(url)?.[1] ?? '');
    const guest = new Browser(service);
    const password = secrets.keep('password by a link', 'set with a link');
    await guest.get(`/password-resets/${code}`).expect(404);
    await guest.post(`/password-resets/${code}`, { password: 'short' }).expect(422);
    await guest.post(`/password-resets/${code}/x`, { password }).expect(404);
    await guest.post(`/password-resets/${code}`, { password }).expect(200);
    await guest.post(`/password-resets/${code}`, { password }).expect(404);
  }

  /** What cannot be read may be logged by whoever fails to read it. */
  async function brokenly(browser: Browser): Promise<void> {
    const password = secrets.keep('password in a broken body', 'typed into a broken body');
    const type = { 'Content-Type': 'application/json' };
    const broken = `{"login": "anna", "password": "${password}"`;
    assert.equal(await raw('/api/login', { method: 'POST', headers: type, body: broken }), 400);
    const unknown = JSON.stringify({ login: 'anna', passwort: password });
    assert.equal(await raw('/api/login', { method: 'POST', headers: type, body: unknown }), 422);
    assert.equal(await raw('/api/login', { method: 'POST', body: broken }), 400);
    const login = JSON.stringify({ login: password, password });
    assert.equal(await raw('/api/login', { method: 'POST', headers: type, body: login }), 401);
    const [, cookie = ''] = browser.cookie?.split('=') ?? [];
    for (const head of [
      `Cookie: dms_session=${cookie};;%`,
      `Authorization: Basic ${password}`,
      `\0Cookie: ${cookie}`,
    ]) {
      await speak(
        service.port,
        `GET /api/account HTTP/1.1\r\nHost: x\r\n${head}\r\nConnection: close\r\n\r\n`,
      );
      await speak(service.port, `GET /webdav/x HTTP/1.1\r\nHost: x\r\n${head}\r\nConnection: close\r\n\r\n`);
    }
  }

  async function changePasswords(browser: Browser): Promise<void> {
    const password = secrets.keep('new password', 'something quite new');
    await browser.patch('/account', { password, current_password: PASSWORD }).expect(200);
    const body = { login: 'bert', name: 'Bert', email: 'bert@example.org', password };
    await browser
      .post('/users', { ...body, password: secrets.keep('password of a user', 'berts own password') })
      .expect(201);
    const made = JSON.parse(await service.command(['user', 'set-password', 'bert', '--json']));
    secrets.keep('password that was made', made.password);
    await browser.post('/logout').expect(200);
  }

  it('holds no password, code, token, cookie or key that was used in it', async () => {
    const { token } = await service.createAdmin('anna', PASSWORD);
    secrets.keep('token', token);
    const browser = await bySession();
    await bySecondFactor(browser);
    await byMail(browser);
    await byToken(browser);
    await byBasic();
    await byLink(browser);
    await brokenly(browser);
    await changePasswords(browser);
    await service.kill('SIGTERM');
    assert.ok(secrets.size > 25, `${secrets.size} secrets`);
    for (const path of [
      '/api/login',
      '/api/2fa/verify-code',
      '/api/account/2fa',
      '/webdav/nothing',
      '/api/users',
    ]) {
      assert.ok(service.log.includes(`"${path}"`), `${path} is in the log`);
    }
    assert.deepEqual(secrets.foundIn(service.log), []);
  });

  it('would be found out if it did', () => {
    const found = (text: string) => secrets.foundIn(text).length;
    assert.equal(found(`… ${PASSWORD} …`), 1);
    assert.equal(found(MAIL_PASSWORD), 1);
    assert.equal(found('2026-01-31T12:00:00.000Z 0123456789abcdef'), 0);
  });
});
