import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

const COUNT = 120;

inBrowsers('a list that others change', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    folder = await office.folder('Archive');
    for (let number = 100; number < 100 + COUNT; number++)
      await office.upload(`m${String(number)}.txt`, 'x', folder);
  });

  /** Where a row is on the screen, in pixels from the top. */
  function placeOf(page: Page, name: string): Promise<number | undefined> {
    return page.evaluate((wanted) => {
      const rows = [...document.querySelectorAll('.grid-rows [role=row]')];
      return rows.find(({ textContent }) => textContent.includes(wanted))?.getBoundingClientRect().top;
    }, name);
  }

  it('keeps the rows on the screen, the selection and the focus where they are', async () => {
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('.grid-row ::-p-text(m100.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('m160');
    await page.waitForSelector('.grid-row.selected ::-p-text(m160.txt)');
    await page.$eval('.grid-scroller', (scroller) => scroller.scrollBy(0, 7));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = await placeOf(page, 'm160.txt');
    const gone = await office.call('GET', `/entries?path=${encodeURIComponent('/Archive/m101.txt')}`);
    assert.ok(typeof gone === 'object' && gone !== null && 'id' in gone);
    await office.call('DELETE', `/documents/${String(gone.id)}`);
    for (const name of ['a1.txt', 'a2.txt', 'a3.txt']) await office.upload(name, name, folder);
    await page.waitForSelector(`[role=grid][aria-rowcount="${String(COUNT + 3)}"]`);
    assert.equal(await placeOf(page, 'm160.txt'), before);
    await page.waitForSelector('.grid-row.selected ::-p-text(m160.txt)');
    await page.waitForSelector('[role=grid]:focus');
  });

  it('shows what comes to its beginning to who is there', async () => {
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('.grid-row ::-p-text(m100.txt)');
    await office.upload('a0.txt', 'first', folder);
    await page.waitForSelector('.grid-row ::-p-text(a0.txt)');
    assert.equal(await page.$eval('.grid-scroller', (scroller) => scroller.scrollTop), 0);
  });

  it('shows changes even if a share ended or began while the list was being opened', async () => {
    const ben = await officeOf(setting().service, await setting().service.createUser('ben'));
    const shared = await ben.folder('For anna');
    const opened = await office.folder('Opened');
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector('.grid-row ::-p-text(m100.txt)');
    // Makes what follows the display of a page so late that the event about the share comes first.
    await page.evaluate((id) => {
      const start = setTimeout;
      Object.assign(window, {
        setTimeout: (act: () => void, ms = 0) => start(act, ms + 1500),
        requestAnimationFrame: (act: FrameRequestCallback) => start(act, 1500),
      });
      history.pushState(null, '', `/folders/${String(id)}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, opened);
    await ben.call('POST', '/shares', { folder_id: shared, users: ['anna'], permissions: 1 });
    await page.waitForSelector('::-p-text(This folder is empty.)');
    await new Promise((resolve) => setTimeout(resolve, 3500));
    await office.upload('late.txt', 'late', opened);
    await page.waitForSelector('.grid-row ::-p-text(late.txt)');
  });
});
