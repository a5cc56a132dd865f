// Would catch a page for the sign-in of a device that no browser can answer, or that the sign-in page does not return to.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Account } from '../../support/service.ts';
import { violationsOf } from '../support/axe.ts';
import { inBrowsers } from '../support/in-browsers.ts';

const BASE = '/index.php/login/v2';

inBrowsers(
  'the page for the sign-in of a device',
  (setting) => {
    let anna: Account;
    before(async () => {
      anna = await setting().service.createUser('anna');
    });

    /** Starts a device sign-in. @returns the path of its page, and the result of a poll */
    async function start() {
      const { url } = setting().service;
      const response = await fetch(url + BASE, { method: 'POST', headers: { 'User-Agent': 'Annas Laptop' } });
      const { poll, login } = Object(await response.json());
      const body = new URLSearchParams({ token: poll.token });
      return {
        path: new URL(login).pathname,
        poll: () => fetch(poll.endpoint, { method: 'POST', body }),
      };
    }

    it('is what a user returns to after signing in, and answers with the keyboard', async () => {
      const { path, poll } = await start();
      const page = await setting().open(null, path);
      await page.waitForSelector('input[name=login]');
      await page.type('input[name=login]', anna.login);
      await page.type('input[name=password]', anna.password);
      await page.keyboard.press('Enter');
      await page.waitForSelector('::-p-text(Annas Laptop)');
      assert.equal(new URL(page.url()).pathname, path);
      assert.equal((await poll()).status, 404);
      await page.keyboard.press('Tab');
      await page.waitForSelector('button[value=grant]:focus');
      await page.keyboard.press('Enter');
      await page.waitForSelector('h1 ::-p-text(The device may sign in)');
      const { loginName } = Object(await (await poll()).json());
      assert.equal(loginName, 'anna');
    });

    it('fits on a phone, and can refuse', async () => {
      const { path, poll } = await start();
      const page = await setting().open(anna, path);
      await page.setViewport({ width: 320, height: 640 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
      assert.deepEqual(await violationsOf(page), []);
      await page.locator('button[value=refuse]').click();
      await page.waitForSelector('h1 ::-p-text(The device was refused)');
      assert.equal((await poll()).status, 404);
    });
  },
  { config: { sync: { clients: true } } },
);
