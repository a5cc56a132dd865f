import assert from 'node:assert/strict';
import { SaxesParser } from 'saxes';
import { otherCode, totpCode } from '../../support/second-factor.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { Browser } from '../browser.ts';
import { clientOf, guest } from '../client.ts';

const STEP = 30_000;
const MINUTE = 60_000;

describe('the second factor over REST', () => {
  let service: Service;
  let ann: Account;
  let browser: Browser;
  let time: number;
  let secret: string;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    const smtp = { url: 'smtp://127.0.0.1:1', from: 'dms@example.org' };
    service = await startService({ now: () => time, config: { smtp }, keepsMail: true });
    ann = await service.createUser('ann');
    browser = new Browser(service);
    await browser.signIn(ann);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  const now = () => totpCode(secret, time);
  const password = () => ann.password;

  /** @returns the recovery codes; the present code is spent, that of the next step is the present one */
  async function switchOn(): Promise<string[]> {
    const { data } = (
      await browser.post('/account/2fa', { method: 'totp', password: password() }).expect(200)
    ).body;
    secret = data.secret;
    const confirmed = await browser.post('/account/2fa/confirm', { code: now() }).expect(200);
    time += STEP;
    return confirmed.body.data.recovery_codes;
  }

  /** The code in the letter that waits to be sent. */
  function mailedCode(): string {
    const letter = service.dms.mailQueue
      .due(99, new Set())
      .findLast(({ kind }) => kind === 'two_factor_code');
    return /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? '';
  }

  async function half(): Promise<Browser> {
    const fresh = new Browser(service);
    await fresh.signIn(ann);
    return fresh;
  }

  it('is enrolled with a secret, its URI and a QR code, and is on once it is confirmed', async () => {
    const { body } = await browser.post('/account/2fa', { method: 'totp', password: password() }).expect(200);
    assert.deepEqual(Object.keys(body.data).sort(), ['method', 'otpauth_uri', 'qr_svg', 'secret']);
    const { method, secret: shown, otpauth_uri: uri } = body.data;
    assert.equal(method, 'totp');
    assert.equal(new URL(uri).searchParams.get('secret'), shown);
    assert.equal((await browser.get('/account').expect(200)).body.data.two_factor, 'off');
    secret = shown;
    const confirmed = await browser.post('/account/2fa/confirm', { code: now() }).expect(200);
    assert.deepEqual(Object.keys(confirmed.body.data), ['recovery_codes']);
    assert.equal(confirmed.body.data.recovery_codes.length, 10);
    assert.equal((await browser.get('/account').expect(200)).body.data.two_factor, 'totp');
  });

  it('has a QR code that is well-formed SVG without anything active, made here', async () => {
    const { body } = await browser.post('/account/2fa', { method: 'totp', password: password() }).expect(200);
    const elements: string[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name }) => void elements.push(name));
    parser.write(body.data.qr_svg).close();
    assert.deepEqual(elements, ['svg', 'rect', 'path']);
    assert.doesNotMatch(body.data.qr_svg, /href|script|url\(/);
    assert.ok(!body.data.qr_svg.includes(body.data.secret));
  });

  it('refuses what is wrong or missing, field by field', async () => {
    for (const [path, body, fields] of [
      ['/account/2fa', {}, ['method', 'password']],
      ['/account/2fa', { method: 'sms', password: password() }, ['method']],
      ['/account/2fa', { method: 'totp', password: 'wrong' }, ['password']],
      ['/account/2fa', { method: 'totp', password: password(), code: '1' }, ['code']],
      ['/account/2fa/confirm', {}, ['code']],
      ['/account/2fa/confirm', { code: 123_456 }, ['code']],
      ['/account/2fa/confirm', { code: '123456' }, ['code']],
      ['/account/2fa/recovery-codes', {}, ['password']],
      ['/account/2fa/recovery-codes', { password: password() }, ['two_factor']],
      ['/2fa/request-code', { method: 'sms' }, ['method']],
      ['/2fa/request-code', {}, ['method']],
      ['/2fa/verify-code', {}, ['code']],
      ['/2fa/verify-code', { code: '123456' }, ['code']],
    ] as const) {
      const refused = await browser.post(path, body).expect(422);
      assert.deepEqual(Object.keys(refused.body.errors).sort(), fields, `${path} ${JSON.stringify(body)}`);
    }
    const { body } = await browser.delete('/account/2fa', { password: password() }).expect(422);
    assert.deepEqual(Object.keys(body.errors), ['code']);
  });

  it('is for users only', async () => {
    for (const path of [
      '/account/2fa',
      '/account/2fa/confirm',
      '/account/2fa/recovery-codes',
      '/2fa/request-code',
      '/2fa/verify-code',
    ]) {
      await guest(service).post(path, {}).expect(401);
    }
    const reader = await clientOf(service, ann, ['read']);
    await reader.post('/account/2fa', { method: 'totp', password: password() }).expect(403);
  });

  it('is owed after the password: all else is 401 until a code is shown', async () => {
    await switchOn();
    const fresh = new Browser(service);
    const { login } = ann;
    const { body } = await fresh.post('/login', { login, password: password() }).expect(200);
    assert.deepEqual(body.two_factor, { required: true, methods: ['totp'] });
    assert.equal(body.user.id, ann.id);
    for (const path of [
      '/account',
      '/folders/0/contents',
      '/account/sessions',
      '/account/tokens',
      '/activity',
      '/trash',
    ]) {
      const refused = await fresh.get(path).expect(401);
      assert.match(refused.body.message, /second factor/);
    }
    await fresh.post('/account/tokens', { name: 'x' }).expect(401);
    await fresh.patch('/account', { name: 'x' }).expect(401);
    await fresh.delete('/account/2fa', { password: password(), code: now() }).expect(401);
    await fresh.delete('/account/sessions').expect(401);
    assert.deepEqual((await fresh.post('/2fa/request-code', {}).expect(200)).body, {
      data: { method: 'totp' },
    });
    const verified = await fresh.post('/2fa/verify-code', { code: now() }).expect(200);
    assert.deepEqual([verified.body.data.user.id, verified.body.data.user.two_factor], [ann.id, 'totp']);
    await fresh.get('/account').expect(200);
  });

  it('makes another session of it: a cookie that was known before is good for nothing', async () => {
    await switchOn();
    const fresh = await half();
    const before = fresh.copy(service);
    const { headers } = await fresh.post('/2fa/verify-code', { code: now() }).expect(200);
    assert.match(
      String(headers['set-cookie']),
      /^dms_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    assert.notEqual(fresh.cookie, before.cookie);
    await before.get('/account').expect(401);
    await before.post('/2fa/verify-code', { code: now() }).expect(401);
    await fresh.get('/account').expect(200);
  });

  it('refuses a wrong and a replayed code, and stops guessing for the whole account', async () => {
    const [recovery = ''] = await switchOn();
    const code = now();
    await (await half()).post('/2fa/verify-code', { code }).expect(200);
    const guesser = await half();
    for (const wrong of [code, otherCode(code), otherCode(code), otherCode(code), '']) {
      const { body } = await guesser.post('/2fa/verify-code', { code: wrong }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['code']);
    }
    time += STEP;
    const stopped = await guesser.post('/2fa/verify-code', { code: now() }).expect(429);
    assert.equal(stopped.headers['retry-after'], String(15 * 60 - 30));
    assert.deepEqual(Object.keys(stopped.body), ['message', 'code']);
    await (await half()).post('/2fa/verify-code', { code: recovery }).expect(200);
  });

  it('can be left by signing out', async () => {
    await switchOn();
    const fresh = await half();
    const before = fresh.copy(service);
    const { headers } = await fresh.post('/logout').expect(200);
    assert.match(String(headers['set-cookie']), /^dms_session=; Max-Age=0;/);
    await before.post('/2fa/verify-code', { code: now() }).expect(401);
  });

  it('takes codes from the pages of the service only', async () => {
    await switchOn();
    const fresh = await half();
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      await fresh.post('/2fa/verify-code', { code: now() }).set(headers).expect(403);
      await fresh.post('/2fa/request-code', {}).set(headers).expect(403);
    }
    await fresh.post('/2fa/verify-code', { code: now() }).set('Origin', service.url).expect(200);
  });

  it('is told by e-mail, three times an hour', async () => {
    const enrolled = await browser
      .post('/account/2fa', { method: 'email', password: password() })
      .expect(200);
    const expires_at = new Date(time + 10 * MINUTE).toISOString();
    assert.deepEqual(enrolled.body, { data: { method: 'email', expires_at } });
    await browser.post('/account/2fa/confirm', { code: mailedCode() }).expect(200);
    const fresh = await half();
    for (const body of [undefined, { method: 'email' }]) {
      const requested = await fresh.post('/2fa/request-code', body).expect(200);
      assert.deepEqual(requested.body, { data: { method: 'email', expires_at } });
    }
    const refused = await fresh.post('/2fa/request-code', { method: 'email' }).expect(429);
    assert.equal(refused.headers['retry-after'], '3600');
    assert.deepEqual(
      Object.keys((await fresh.post('/2fa/request-code', { method: 'totp' }).expect(422)).body.errors),
      ['method'],
    );
    await fresh.post('/2fa/verify-code', { code: mailedCode() }).expect(200);
    await fresh.get('/account').expect(200);
  });

  it('cannot be told by e-mail where no mail goes out', async () => {
    const poor = await startService();
    try {
      const admin = new Browser(poor);
      await admin.signIn(poor.admin);
      const body = { method: 'email', password: poor.admin.password };
      const refused = await admin.post('/account/2fa', body).expect(422);
      assert.deepEqual(refused.body.errors, {
        method: ['is not available: this service is not set up to send e-mail'],
      });
    } finally {
      await poor.stop();
    }
  });

  it('is switched off with password and code', async () => {
    const [recovery] = await switchOn();
    await browser.delete('/account/2fa', { password: 'wrong', code: now() }).expect(422);
    await browser.delete('/account/2fa', { password: password(), code: otherCode(now()) }).expect(422);
    const { body } = await browser
      .delete('/account/2fa', { password: password(), code: recovery })
      .expect(200);
    assert.deepEqual(body, { data: { id: ann.id } });
    assert.equal((await browser.get('/account').expect(200)).body.data.two_factor, 'off');
    await (await half()).get('/account').expect(200);
  });

  it('gets ten new recovery codes for the password', async () => {
    const before = await switchOn();
    const { body } = await browser.post('/account/2fa/recovery-codes', { password: password() }).expect(200);
    assert.equal(new Set([...body.data.recovery_codes, ...before]).size, 20);
    await (await half()).post('/2fa/verify-code', { code: before[0] }).expect(422);
    await (await half()).post('/2fa/verify-code', { code: body.data.recovery_codes[0] }).expect(200);
  });

  it('revokes the tokens when it is switched on', async () => {
    const client = await clientOf(service, ann);
    await switchOn();
    await client.get('/account').expect(401);
  });
});
