import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

inBrowsers('the keyboard help', (setting) => {
  let anna: Account;

  before(async () => {
    anna = await setting().service.createUser('anna');
    await (await officeOf(setting().service, anna)).folder('Letters');
  });

  it('opens by ? in a list, closes by Esc, and gives the focus back', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector('[role=grid] ::-p-text(Letters)');
    await page.focus('[role=grid]');
    await page.keyboard.type('?');
    await page.waitForSelector('dialog[open] ::-p-text(Select all)');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await page.waitForSelector('[role=grid]:focus');
  });

  it('leaves the focus alone once it has given it back', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector('[role=grid] ::-p-text(Letters)');
    await page.focus('[role=grid]');
    await page.keyboard.type('?');
    await page.waitForSelector('dialog[open]');
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('dialog') !== null) return;
        observer.disconnect();
        document.querySelector('input')?.focus();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'INPUT');
  });

  for (const { keys, shows } of [
    { keys: { code: 'KeyN', altKey: true }, shows: 'dialog input[name=name]' },
    { keys: { code: 'KeyK', ctrlKey: true }, shows: '.search-box input:focus' },
    { keys: { key: '?' }, shows: 'dialog[open] ::-p-text(Select all)' },
  ])
    it(`takes ${keys.code ?? keys.key} as soon as the page is there, before it is painted`, async () => {
      const page = await setting().open(anna, '/account');
      await page.waitForSelector('h1');
      await page.evaluateOnNewDocument((init) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('.upload-button') === null) return;
          observer.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
        }).observe(document, { childList: true, subtree: true });
      }, keys);
      await page.goto(setting().service.url);
      await page.waitForSelector(shows);
    });

  it('leaves ? to fields, and opens from the menu of the account', async () => {
    const page = await setting().open(anna, '/account/profile');
    await page.waitForSelector('input[name=name]');
    await page.focus('input[name=name]');
    await page.keyboard.type('?');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name=name]')?.value === '?',
    );
    await page.locator('button[aria-label^="Account:"]').click();
    await page.locator('[role=menuitem] ::-p-text(Keyboard help)').click();
    await page.waitForSelector('dialog[open] ::-p-text(Everywhere)');
    await page.keyboard.press('Escape');
    await page.waitForSelector('button[aria-label^="Account:"]:focus');
  });
});
