import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { Database } from '../../../src/storage/database/database.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { sessionOf } from '../support/sign-in.ts';

const PASSWORD = 'a password that is new';

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = await page.waitForSelector(`input[name=${name}]`);
    await field?.evaluate((input) => input.select());
    await field?.type(value);
  }
  await page.keyboard.press('Enter');
}

inBrowsers(
  'a forgotten password',
  (setting) => {
    let beside: Database;

    before(() => {
      beside = Database.open(join(setting().service.dataDirectory, 'dms.sqlite'), 'relaxed');
    });

    after(() => beside.close());

    /** The code of the link that was mailed last. */
    function mailedLink(): string {
      const letters = beside
        .prepare<[], { text: string }>('SELECT body_text AS text FROM mails ORDER BY id DESC')
        .all();
      const found = letters.map(({ text }) => /\/reset(#code=[\w-]+)/.exec(text)?.[1]).find(Boolean);
      assert.ok(found !== undefined, 'no link was sent');
      return found;
    }

    it('is replaced by a link that comes by e-mail, once', async () => {
      const anna = await setting().service.createUser('anna');
      const page = await setting().open(null, '/sign-in');
      await page.locator('a ::-p-text(Forgot your password?)').click();
      await fill(page, { login: 'anna' });
      await page.waitForSelector('[role=status] ::-p-text(we have sent a link)');
      const link = mailedLink();

      const other = await setting().open(null, `/reset${link}`);
      await other.waitForSelector('input[name=password]');
      assert.equal(new URL(other.url()).hash, '');
      await fill(other, { password: PASSWORD, repeat: 'another one' });
      await other.waitForSelector('input[name=repeat][aria-invalid=true]');
      await fill(other, { password: PASSWORD, repeat: PASSWORD });
      await other.waitForSelector('::-p-text(The password of anna is set.)');
      assert.match(await sessionOf(setting().service, { ...anna, password: PASSWORD }), /=./);
      await other.locator('a ::-p-text(Go to sign-in)').click();
      await other.waitForSelector('input[name=login]');

      const late = await setting().open(null, '/reset');
      await late.waitForSelector('input[name=login]');
      await late.goto(`${setting().service.url}/reset${link}`);
      await fill(late, { password: PASSWORD, repeat: PASSWORD });
      await late.waitForSelector('[role=alert] ::-p-text(This link is no longer valid.)');
      await late.locator('button ::-p-text(Send link)').click();
      await late.waitForSelector('input[name=login]');
    });

    it('says nothing about accounts that there are', async () => {
      const page = await setting().open(null, '/reset');
      await fill(page, { login: 'nobody' });
      await page.waitForSelector('[role=status] ::-p-text(If the account exists)');
    });
  },
  {
    config: {
      smtp: { url: 'smtp://127.0.0.1:1', from: 'dms@example.org' },
      server: { base_url: 'http://dms.example.org' },
    },
    keepsMail: true,
  },
);

inBrowsers('a service without e-mail', (setting) => {
  it('offers no link, and says whom to ask', async () => {
    const page = await setting().open(null, '/reset');
    await page.waitForSelector('::-p-text(Ask your administrator)');
  });
});

inBrowsers('the first administrator', (setting) => {
  it('is made by the link of the start, and led on', async () => {
    const { service } = setting();
    const closed = await setting().open(null, '/setup');
    await closed.waitForSelector('::-p-text(Setup is not possible)');
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    beside.prepare('UPDATE users SET is_admin = 0').run();
    await beside.close();
    const { code } = service.dms.setup.issue({ kind: 'system', name: 'test' });

    for (const path of ['/', '/setup']) {
      const lost = await setting().open(null, path);
      await lost.waitForSelector('::-p-text(The service prints a setup link when it starts)');
    }

    const wrong = await setting().open(null, '/setup#code=wrong');
    const person = { name: 'Ada', login: 'ada', email: 'ada@example.org', password: PASSWORD };
    await fill(wrong, person);
    await wrong.waitForSelector('[role=alert] ::-p-text(This link is no longer valid.)');

    const late = await setting().open(null, `/setup#code=${code}`);
    await late.waitForSelector('input[name=name]:focus');
    const page = await setting().open(null, `/setup#code=${code}`);
    await page.waitForSelector('input[name=name]:focus');
    assert.equal(new URL(page.url()).hash, '');
    await fill(page, { ...person, email: 'no address' });
    await page.waitForSelector('input[name=email][aria-invalid=true]');
    await page.reload();
    await page.waitForSelector('input[name=name]:focus');
    assert.equal(new URL(page.url()).hash, '');
    await fill(page, person);
    await page.waitForSelector('a[href="/admin/people"]');
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    await page.locator('a[href="/account/connect"]').click();
    await page.waitForSelector('button ::-p-text(Create token)');

    await fill(late, { ...person, login: 'eve', email: 'eve@example.org' });
    const used = await setting().open(null, `/setup#code=${code}`);
    for (const tooLate of [late, used]) {
      await tooLate.waitForSelector('[role=alert] ::-p-text(An administrator already exists)');
      await tooLate.waitForSelector('a[href="/sign-in"]');
    }
  });
});
