import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { totpCode } from '../../support/second-factor.ts';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';
import { sessionOf } from '../support/sign-in.ts';

async function valueOf(page: Page, selector: string): Promise<string> {
  await page.waitForSelector(selector);
  return page.$eval(selector, (element) => (element instanceof HTMLInputElement ? element.value : ''));
}

inBrowsers('the account', (setting) => {
  let anna: Account;

  before(async () => {
    anna = await setting().service.createUser('anna');
  });

  it('has links to its parts, and shows the name that was saved everywhere', async () => {
    const page = await setting().open(anna, '/account/profile');
    await page.waitForSelector('input[name=name]');
    assert.equal(await page.title(), 'Profile · dms');
    await page.focus('input[name=name]');
    await page.keyboard.press('End');
    await page.keyboard.type(' <b>Berg');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast ::-p-text(Saved)');
    await page.waitForSelector('button[aria-label="Account: anna <b>Berg (anna)"]');
    assert.equal(await valueOf(page, 'input[name=name]'), 'anna <b>Berg');
    await page.locator('.account-parts a[href="/account/tokens"]').click();
    await page.waitForSelector('::-p-text(You have no tokens.)');
    assert.equal(await page.title(), 'Tokens · dms');
  });

  it('is named in the menu, and on its button', async () => {
    const carl = await setting().service.createUser('carl');
    await setting().service.dms.account.update(carl.actor, { name: 'Carl Carlsen' });
    const page = await setting().open(carl);
    await page.locator('button[title="Account: Carl Carlsen (carl)"]').click();
    await page.waitForSelector('[role=menu][aria-label="Account: Carl Carlsen (carl)"]');
    await page.waitForSelector('[role=menuitem] small ::-p-text(Carl Carlsen (carl))');
  });

  it('asks for the password when the e-mail address changes, and says beneath the field that it is wrong', async () => {
    const page = await setting().open(anna, '/account/profile');
    await page.waitForSelector('input[name=email]');
    assert.equal((await page.$$('input[name=current_password]')).length, 1);
    await page.focus('input[name=email]');
    await page.keyboard.press('End');
    await page.keyboard.type('.net');
    await page.waitForFunction(() => document.querySelectorAll('input[name=current_password]').length === 2);
    await page.type('input[name=current_password]', 'wrong');
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[name=current_password][aria-invalid=true]:focus');
    await page.$eval('input[name=current_password]', (field) => field.select());
    await page.keyboard.type(anna.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast ::-p-text(Saved)');
    assert.equal(await valueOf(page, 'input[name=email]'), 'anna@example.org.net');
  });

  it('does not call a password wrong that was left empty', async () => {
    const ida = await setting().service.createUser('ida');
    const page = await setting().open(ida, '/account/profile');
    await page.locator('button ::-p-text(Change password)').click();
    await page.waitForSelector(
      '[name=current_password][aria-invalid=true] + .fault ::-p-text(Enter your current password.)',
    );
  });

  it('changes the password, and says beforehand what it must be like', async () => {
    const ben = await setting().service.createUser('ben');
    const page = await setting().open(ben, '/account/profile');
    await page.waitForSelector('::-p-text(At least 10 characters)');
    const fill = async (password: string, repeat: string): Promise<void> => {
      for (const [name, value] of Object.entries({ current_password: ben.password, password, repeat })) {
        await page.$eval(`input[name=${name}]`, (field) => field.select());
        await page.type(`input[name=${name}]`, value);
      }
      await page.keyboard.press('Enter');
    };
    await fill('short', 'short');
    await page.waitForSelector('input[name=password][aria-invalid=true]');
    await fill('correct horse battery', 'correct horse');
    await page.waitForSelector('input[name=repeat][aria-invalid=true]');
    await fill('correct horse battery', 'correct horse battery');
    await page.waitForSelector('.toast ::-p-text(The password is changed.)');
    assert.equal(await valueOf(page, 'input[name=password]'), '');
    assert.match(await sessionOf(setting().service, { ...ben, password: 'correct horse battery' }), /=./);
  });

  it('changes language and colours at once, and has them from the first line of the next page on', async () => {
    const page = await setting().open(anna, '/account/profile');
    const rootOf = (name: string): Promise<string | null> =>
      page.$eval('html', (root, attribute) => root.getAttribute(attribute), name);
    await page.locator('label ::-p-text(Deutsch)').click();
    await page.waitForSelector('::-p-text(Passwort ändern)');
    await page.waitForFunction(() => document.title === 'Profil · dms');
    await page.locator('label ::-p-text(Dunkel)').click();
    await page.waitForSelector('html[data-theme=dark]');
    const html = await (await page.reload())?.text();
    assert.match(html ?? '', /<html lang="de" data-theme="dark">/);
    await page.waitForSelector('label:has(:checked) ::-p-text(Deutsch)');
    await page.locator('label ::-p-text(Wie im System)').click();
    await page.waitForSelector('html:not([data-theme])');
    await page.locator('label ::-p-text(Wie im Browser)').click();
    await page.waitForSelector('::-p-text(Change password)');
    assert.equal(await rootOf('lang'), 'en');
  });
});

inBrowsers('security of the account', (setting) => {
  it('switches an authenticator app on, shows the recovery codes once, and switches it off', async () => {
    const cora = await setting().service.createUser('cora');
    const page = await setting().open(cora, '/account/security');
    await page.locator('button ::-p-text(Use an app)').click();
    await page.waitForSelector('dialog input[name=password]:focus');
    await page.keyboard.type(cora.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog img.qr');
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('img.qr')?.naturalWidth ?? 0) > 0,
    );
    const secret = await valueOf(page, 'dialog input[readonly]');
    await page.waitForSelector('dialog input[name=code]:focus');
    await page.keyboard.type('000');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog input[name=code][aria-invalid=true]');
    await page.$eval('dialog input[name=code]', (field) => field.select());
    await page.keyboard.type(totpCode(secret, Date.now()));
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog .recovery-codes');
    const codes = await page.$$eval('.recovery-codes li', (items) => items.map((item) => item.textContent));
    assert.equal(codes.length, 10);
    assert.match(await page.$eval('dialog a[download]', (link) => link.download), /cora/);
    await page.locator('button ::-p-text(I have saved the codes)').click();
    await page.waitForSelector('::-p-text(On, with an authenticator app.)');

    await page.locator('button ::-p-text(New recovery codes)').click();
    await page.waitForSelector('dialog input[name=password]:focus');
    await page.keyboard.type(cora.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog .recovery-codes');
    const [code = ''] = await page.$$eval('.recovery-codes li', (items) =>
      items.map((item) => item.textContent),
    );
    assert.equal(codes.includes(code), false);
    await page.locator('button ::-p-text(I have saved the codes)').click();

    await page.locator('button ::-p-text(Switch off)').click();
    await page.waitForSelector('dialog input[name=password]:focus');
    await page.keyboard.type(cora.password);
    await page.type('dialog input[name=code]', code);
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(The second factor is off.)');
    await page.waitForSelector('button ::-p-text(Use an app)');
  });

  it('says why codes cannot come by e-mail where the service sends none', async () => {
    const dora = await setting().service.createUser('dora');
    const page = await setting().open(dora, '/account/security');
    await page.locator('button ::-p-text(Use e-mail)').click();
    await page.waitForSelector('dialog input[name=password]:focus');
    await page.keyboard.type(dora.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog [role=alert]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Use e-mail');
  });

  it('lists the sessions with this one marked, and ends one or all others', async () => {
    const { service } = setting();
    const emil = await service.createUser('emil');
    for (let count = 0; count < 3; count++) await sessionOf(service, emil);
    const page = await setting().open(emil, '/account/security');
    const count = (wanted: number) =>
      page.waitForFunction(
        (expected) => document.querySelectorAll('.lines li').length === expected,
        {},
        wanted,
      );
    await count(4);
    await page.waitForSelector('.lines li ::-p-text(This session)');
    await page.locator('.lines li button').click();
    await count(3);
    await page.locator('button ::-p-text(End all others)').click();
    await page.waitForSelector('.toast ::-p-text(2 sessions have ended.)');
    await count(1);
    await page.waitForSelector('.lines li ::-p-text(This session)');
  });

  it('says which program has a session, and shows hostile names as text, shortened', async () => {
    const { service } = setting();
    const frida = await service.createUser('frida');
    const { login, password } = frida;
    const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';
    for (const userAgent of [windows, 'rclone/v1.60.1', `<img src=x onerror=alert()>${'x'.repeat(400)}`])
      await fetch(`${service.url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
        body: JSON.stringify({ login, password }),
      });
    const page = await setting().open(frida, '/account/security', { width: 360 });
    await page.waitForSelector('.lines li:nth-child(4)');
    const names = await page.$$eval('.lines strong', (all) => all.map(({ textContent }) => textContent));
    for (const name of ['Firefox on Windows', 'rclone', '<img src=x onerror=alert >xxxxxxxxxxxxx…'])
      assert.ok(names.includes(name), `${name}: ${names.join(', ')}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});

inBrowsers('tokens of the account', (setting) => {
  it('makes a token, shows it once, and revokes it after a question', async () => {
    const { service } = setting();
    const frida = await service.createUser('frida');
    const page = await setting().open(frida, '/account/tokens');
    await page.locator('button ::-p-text(New token)').click();
    await page.waitForSelector('dialog input[name=name]:focus');
    await page.keyboard.type('<img src=x onerror=alert(1)>');
    for (const scope of ['write', 'webdav']) await page.click(`dialog input[name=scope_${scope}]`);
    await page.locator('dialog label ::-p-text(30 days)').click();
    await page.locator('dialog button ::-p-text(Create token)').click();
    await page.waitForSelector('dialog .copy-field input:focus');
    const token = await valueOf(page, 'dialog .copy-field input');
    const read = (path: string): Promise<Response> =>
      fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal((await read('/api/account')).status, 200);
    await page.locator('dialog button ::-p-text(Done)').click();
    await page.waitForSelector('.lines li ::-p-text(<img src=x onerror=alert(1)>)');
    await page.waitForSelector('.lines li ::-p-text(Read over REST)');
    assert.equal((await page.content()).includes(token), false);

    await page.locator('.lines li button').click();
    await page.waitForSelector('dialog ::-p-text(Revoke this token?)');
    await page.locator('dialog button[type=submit]').click();
    await page.waitForSelector('::-p-text(You have no tokens.)');
    assert.equal((await read('/api/account')).status, 401);
  });

  it('says what is missing', async () => {
    const gert = await setting().service.createUser('gert');
    const page = await setting().open(gert, '/account/tokens');
    await page.locator('button ::-p-text(New token)').click();
    await page.waitForSelector('dialog input[name=name]:focus');
    for (const scope of ['read', 'write', 'webdav']) await page.click(`dialog input[name=scope_${scope}]`);
    await page.locator('dialog button ::-p-text(Create token)').click();
    await page.waitForSelector('dialog ::-p-text(Choose at least one permission.)');
    await page.click('dialog input[name=scope_read]');
    await page.locator('dialog label ::-p-text(On a date)').click();
    await page.locator('dialog button ::-p-text(Create token)').click();
    await page.waitForSelector('dialog input[name=day][aria-invalid=true]');
    await page.locator('dialog label ::-p-text(Never)').click();
    await page.locator('dialog button ::-p-text(Create token)').click();
    await page.waitForSelector('dialog input[name=name][aria-invalid=true]');
    assert.deepEqual(await (await officeOf(setting().service, gert)).call('GET', '/account/tokens'), []);
  });

  it('connects a drive in two clicks from any folder, and says how in the words of each system', async () => {
    const { service } = setting();
    const hans = await service.createUser('hans');
    const page = await setting().open(hans, '/');
    await page.locator('.navigation a[href="/account/connect"]').click();
    await page.locator('button ::-p-text(Create token)').click();
    await page.waitForSelector('.copy-field input:focus');
    const token = await page.evaluate(() =>
      document.activeElement instanceof HTMLInputElement ? document.activeElement.value : '',
    );
    const credentials = Buffer.from(`hans:${token}`).toString('base64');
    const headers = { Authorization: `Basic ${credentials}`, Depth: '0' };
    const answer = await fetch(`${service.url}/webdav/`, { method: 'PROPFIND', headers });
    assert.equal(answer.status, 207);
    // What stays within the computer needs no encryption, but on Windows.
    assert.equal(await page.$('.warning'), null);
    // The system of this browser comes first, and is chosen.
    await page.waitForSelector('.choice label:first-child input:checked[value=linux]');
    await page.locator('.choice label ::-p-text(Windows)').click();
    await page.waitForSelector('::-p-text(Map network drive)');
    await page.waitForSelector('.warning ::-p-text(Windows does not connect)');
    await page.locator('.choice label ::-p-text(macOS)').click();
    await page.waitForSelector('::-p-text(Connect to Server…)');
    await page.locator('.choice label ::-p-text(Phone)').click();
    await page.waitForSelector('::-p-text(Material Files)');
  });

  it('can be reached on a phone', async () => {
    const ida = await setting().service.createUser('ida');
    const page = await setting().open(ida, '/', { width: 360 });
    await page.locator('.bottom-bar a[href="/account/profile"]').click();
    await page.locator('.account-parts a[href="/account/connect"]').click();
    await page.locator('button ::-p-text(Create token)').click();
    await page.waitForSelector('.copy-field input:focus');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});
