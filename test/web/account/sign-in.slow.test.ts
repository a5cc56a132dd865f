import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { Database } from '../../../src/storage/database/database.ts';
import { mailedCode, totpCode } from '../../support/second-factor.ts';
import type { Account } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { inBrowsers, isTrial } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Fills in the form for login and password, and sends it. */
async function enter(page: Page, login: string, password: string): Promise<void> {
  await page.waitForSelector('input[name=login]');
  for (const [name, value] of Object.entries({ login, password })) {
    await page.$eval(`input[name=${name}]`, (field) => field.select());
    await page.type(`input[name=${name}]`, value);
  }
  await page.keyboard.press('Enter');
}

inBrowsers('the sign-in', (setting) => {
  let anna: Account;

  before(async () => {
    anna = await setting().service.createUser('anna');
  });

  it('begins in the first field, says what is wrong, and leads to the files', async () => {
    const page = await setting().open(null, '/sign-in');
    await page.waitForSelector('input[name=login]:focus');
    assert.equal(await page.title(), 'Sign in · dms');
    await enter(page, 'anna', 'wrong password');
    await page.waitForSelector('[role=alert] ::-p-text(Login or password is wrong.)');
    await enter(page, 'anna', anna.password);
    await page.waitForSelector('.shell');
    assert.equal(new URL(page.url()).pathname, '/');
  });

  it('leads nowhere but to pages of the service', async () => {
    const { service } = setting();
    const bad = ['https://example.org/', '/\\example.org', 'javascript:alert(1)'];
    const more = ['//example.org', 'http://[', 'blob:'];
    for (const to of isTrial ? [...bad, ...more] : bad) {
      const page = await setting().open(null, `/sign-in?to=${encodeURIComponent(to)}`);
      await enter(page, 'anna', anna.password);
      await page.waitForSelector('.shell');
      assert.equal(new URL(page.url()).origin, service.url, to);
    }
  });

  it('goes on at once for whoever has signed in already', async () => {
    const page = await setting().open(anna, '/sign-in?to=/account/tokens');
    await page.waitForSelector('::-p-text(New token)');
    assert.equal(new URL(page.url()).pathname, '/account/tokens');
  });

  it('speaks the language that a guest chooses, from then on', async () => {
    const page = await setting().open(null, '/sign-in');
    await page.locator('footer button[lang=de]').click();
    await page.waitForSelector('button ::-p-text(Anmelden)');
    await page.reload();
    await page.waitForSelector('button ::-p-text(Anmelden)');
  });

  it('says how long to wait after too many attempts', async () => {
    await setting().service.createUser('ben');
    const page = await setting().open(null, '/sign-in');
    for (let count = 0; count < 5; count++) {
      await enter(page, 'ben', 'wrong password');
      await page.waitForSelector('form > [role=alert]');
    }
    await enter(page, 'ben', 'wrong password');
    await page.waitForSelector('[role=alert] ::-p-text(Too many attempts. Try again in 15 minutes.)');
  });
});

inBrowsers(
  'the sign-in of an office behind one router',
  (setting) => {
    it('lets in more people than guests have requests, and none for a wrong password', async () => {
      for (const login of ['anna', 'ben', 'cora', 'dora']) {
        const { password } = await setting().service.createUser(login);
        const page = await setting().open(null, '/sign-in');
        await enter(page, login, password);
        await page.waitForSelector('.shell');
      }
      const page = await setting().open(null, '/sign-in');
      for (let count = 0; count < 2; count++) {
        await enter(page, 'anna', 'wrong password');
        await page.waitForSelector('form > [role=alert]');
      }
      await enter(page, 'anna', 'wrong password');
      await page.waitForSelector('[role=alert] ::-p-text(Too many attempts.)');
    });

    it('says what can be done without a request', async () => {
      const page = await setting().open(null, '/sign-in');
      await page.waitForSelector('a[href="/reset"]');
      const reset = await setting().open(null, '/reset');
      await reset.waitForSelector('input[name=login]');
      await reset.waitForSelector('button[type=submit]');
    });
  },
  {
    config: {
      rate_limit: { guest_per_minute: 2, pages_per_minute: 0 },
      smtp: { url: 'smtp://127.0.0.1:1', from: 'dms@example.org' },
      server: { base_url: 'http://127.0.0.1' },
    },
    keepsMail: true,
  },
);

inBrowsers('the sign-in with a second factor', (setting) => {
  async function withApp(login: string): Promise<{ account: Account; secret: string; codes: string[] }> {
    const { service } = setting();
    const account = await service.createUser(login);
    const office: Office = await officeOf(service, account);
    const call = async (path: string, body: object): Promise<Record<string, unknown>> =>
      Object.fromEntries(Object.entries((await office.call('POST', path, body)) ?? {}));
    const { secret } = await call('/account/2fa', { method: 'totp', password: account.password });
    assert.ok(typeof secret === 'string');
    // The code of this moment is left for the sign-in: each is good once.
    const code = totpCode(secret, Date.now() - 30_000);
    const { recovery_codes } = await call('/account/2fa/confirm', { code });
    assert.ok(Array.isArray(recovery_codes));
    return { account, secret, codes: recovery_codes.map(String) };
  }

  it('asks for the code of the app, and takes it up again after the page was loaded anew', async () => {
    const { account, secret } = await withApp('cora');
    const page = await setting().open(null, '/sign-in?to=/account/profile');
    await enter(page, 'cora', account.password);
    await page.waitForSelector('input[name=code]:focus');
    await page.waitForSelector('::-p-text(Enter the code that your authenticator app shows.)');
    await page.reload();
    await page.waitForSelector('input[name=code]');
    await page.locator('button ::-p-text(Send by e-mail)').click();
    await page.waitForSelector(
      '::-p-text(Your account uses an authenticator app. Enter the code from the app.)',
    );
    await page.type('input[name=code]', '12');
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[name=code][aria-invalid=true]:focus');
    await page.$eval('input[name=code]', (field) => field.select());
    await page.keyboard.type(totpCode(secret, Date.now()));
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[name=email]');
    assert.equal(new URL(page.url()).pathname, '/account/profile');
  });

  it('takes a recovery code, and lets another account in instead', async () => {
    const { account, codes } = await withApp('dora');
    const page = await setting().open(null, '/sign-in');
    await enter(page, 'dora', account.password);
    await page.locator('button ::-p-text(Use another account)').click();
    await enter(page, 'dora', account.password);
    await page.waitForSelector('input[name=code]:focus');
    await page.keyboard.type(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.shell');
  });
});

inBrowsers(
  'the second factor by e-mail',
  (setting) => {
    let beside: Database;

    before(() => {
      beside = Database.open(join(setting().service.dataDirectory, 'dms.sqlite'), 'relaxed');
    });

    after(() => beside.close());

    it('is switched on, asked for at the sign-in, and switched off', async () => {
      const emil = await setting().service.createUser('emil');
      const page = await setting().open(emil, '/account/security');
      await page.locator('button ::-p-text(Use e-mail)').click();
      await page.waitForSelector('dialog input[name=password]:focus');
      await page.keyboard.type(emil.password);
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog input[name=code]:focus');
      await page.keyboard.type(mailedCode(beside));
      await page.keyboard.press('Enter');
      await page.locator('button ::-p-text(I have saved the codes)').click();
      await page.waitForSelector('::-p-text(On, with codes by e-mail.)');

      const earlier = mailedCode(beside);
      const other = await setting().open(null, '/sign-in');
      await enter(other, 'emil', emil.password);
      await other.waitForSelector('::-p-text(We sent)');
      // The page says so while it still asks for the letter.
      await waiter(() => 'no letter came')(() => mailedCode(beside) !== earlier);
      await other.waitForSelector('button[type=submit]:not(:disabled)');
      await other.type('input[name=code]', mailedCode(beside));
      await other.keyboard.press('Enter');
      await other.waitForSelector('.shell');

      await page.bringToFront();
      await page.locator('button ::-p-text(Switch off)').click();
      await page.waitForSelector('dialog input[name=password]:focus');
      await page.keyboard.type(emil.password);
      await page.locator('dialog button ::-p-text(Send a code)').click();
      await page.waitForSelector('dialog ::-p-text(Code sent.)');
      await page.type('dialog input[name=code]', mailedCode(beside));
      await page.keyboard.press('Enter');
      await page.waitForSelector('::-p-text(The second factor is off.)');
    });

    it('sends a code again, and then knows the newest one only', async () => {
      const frida = await setting().service.createUser('frida');
      const office = await officeOf(setting().service, frida);
      await office.call('POST', '/account/2fa', { method: 'email', password: frida.password });
      await office.call('POST', '/account/2fa/confirm', { code: mailedCode(beside) });
      const page = await setting().open(null, '/sign-in');
      await enter(page, 'frida', frida.password);
      await page.locator('button:not(:disabled) ::-p-text(Send again)').click();
      await page.waitForSelector('::-p-text(Only the newest code is valid.)');
      await page.type('input[name=code]', mailedCode(beside));
      await page.keyboard.press('Enter');
      await page.waitForSelector('.shell');
    });
  },
  { config: { smtp: { url: 'smtp://127.0.0.1:1', from: 'dms@example.org' } }, keepsMail: true },
);
