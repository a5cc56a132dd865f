import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { drop } from '../support/drop.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { choose, press } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';
import { hold } from '../support/requests.ts';

inBrowsers('of two questions that come at once', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  /** Answers the question that is asked as Enter does. */
  async function answer(page: Page): Promise<void> {
    await page.waitForSelector('dialog button.primary:focus');
    await page.keyboard.press('Enter');
  }

  it('the second is asked about uploads when the first is answered', async () => {
    const folder = await office.folder('Inbox');
    const [one, two] = [
      await office.upload('one.txt', 'old', folder),
      await office.upload('two.txt', 'old', folder),
    ];
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('::-p-text(two.txt)');
    await drop(page, { name: 'one.txt', content: 'new one' });
    await page.waitForSelector('dialog ::-p-text(one.txt)');
    const looked = page.waitForResponse((response) => response.url().endsWith('/conflicts'));
    await drop(page, { name: 'two.txt', content: 'new two' });
    await looked;
    await answer(page);
    await page.waitForSelector('dialog ::-p-text(two.txt)');
    await answer(page);
    await page.waitForSelector('.uploads ::-p-text(2 files uploaded)');
    assert.equal(await office.download(one), 'new one');
    assert.equal(await office.download(two), 'new two');
  });

  it('the second is asked about moves when the first is answered', async () => {
    const to = await office.folder('To');
    const from = { 'one.txt': await office.folder('From'), 'two.txt': await office.folder('Also from') };
    for (const [name, folder] of Object.entries(from)) {
      await office.upload(name, 'moved', folder);
      await office.upload(name, 'there', to);
    }
    const page = await setting().open(anna);
    await page.waitForSelector('::-p-text(From)');
    const held = await hold(page, (request) => request.url().endsWith('/entries/batch'));
    for (const [name, folder] of Object.entries(from)) {
      await go(page, folder);
      // Not the row of that name in the folder before, which has two.
      await page.waitForSelector(`[aria-rowcount="2"] ::-p-text(${name})`);
      await choose(page, name);
      await press(page, 'Control', 'KeyX');
      await go(page, to);
      await page.waitForSelector('[aria-rowcount="3"]');
      await page.focus('[role=grid]');
      await press(page, 'Control', 'KeyV');
    }
    await held.first;
    await held.letGo();
    await answer(page);
    await page.waitForSelector('[aria-rowcount="4"]');
    await answer(page);
    await page.waitForSelector('[role=grid] ::-p-text(one \\(2\\).txt)');
    await page.waitForSelector('[role=grid] ::-p-text(two \\(2\\).txt)');
    await page.waitForSelector('dialog', { hidden: true });
    await page.waitForSelector('[role=grid]:focus');
  });

  async function go(page: Page, folder: number): Promise<void> {
    await page.evaluate((id) => {
      history.pushState(null, '', `/folders/${String(id)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, folder);
  }
});
