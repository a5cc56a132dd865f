import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { HTTPRequest, Page } from 'puppeteer-core';
import type { Service } from '../../support/service.ts';
import { putTo } from '../../support/tree.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { press } from '../support/keyboard.ts';
import { officeOf } from '../support/office.ts';

const DOCUMENTS = 2100;

/** Fills a folder through the core, because an upload over REST takes three times the processor time. */
async function fill({ dms, admin }: Service, folderId: number): Promise<void> {
  const notes = Array.from({ length: DOCUMENTS }, (_, index) => `note ${String(index + 1)}`);
  await Promise.all(notes.map((note) => putTo(dms, admin.actor, { folderId, name: `${note}.txt` }, note)));
}

/** Lets requests for batches wait until the test says what is to become of them. */
async function holdBatches(page: Page): Promise<() => Promise<HTTPRequest>> {
  const held: HTTPRequest[] = [];
  const waiting: ((request: HTTPRequest) => void)[] = [];
  await intercept(page, (request) => {
    if (!request.url().endsWith('/entries/batch')) return false;
    const taker = waiting.shift();
    if (taker) taker(request);
    else held.push(request);
    return true;
  });
  return () =>
    new Promise((resolve) => {
      const first = held.shift();
      if (first) resolve(first);
      else waiting.push(resolve);
    });
}

/** The selectors of the driver do not see that a text changes. */
async function untilSaid(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (said) => document.querySelector('.toasts')?.textContent.includes(said) === true,
    { polling: 30 },
    text,
  );
}

function wouldAskBeforeClosing(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

inBrowsers('what is done with thousands of entries', (setting) => {
  let folder: number;

  before(async function many() {
    this.timeout(120_000);
    const office = await officeOf(setting().service, setting().service.admin);
    folder = await office.folder('Many');
    await fill(setting().service, folder);
  });

  it('shows how far it has come, stays as it is shown, and can be taken back as far as it was done', async function most() {
    this.timeout(60_000);
    const page = await setting().open(setting().service.admin, `/folders/${String(folder)}`);
    await page.waitForSelector(`[aria-rowcount="${String(DOCUMENTS + 1)}"]`);
    const nextBatch = await holdBatches(page);
    await page.focus('[role=grid]');
    await press(page, 'Control', 'KeyA');
    // The ids of all have not come yet.
    await page.keyboard.press('Delete');
    await page.waitForSelector('::-p-text(folder is empty)');
    await untilSaid(page, '0 of 2,100 entries');
    await (await nextBatch()).continue();
    await untilSaid(page, '1,000 of 2,100 entries');
    assert.equal(await wouldAskBeforeClosing(page), true);
    // What the first request has changed is told to all pages, this one among them.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(await page.$('[role=row] [role=gridcell]'), null);
    await (await nextBatch()).continue();
    await untilSaid(page, '2,000 of 2,100 entries');
    const body = JSON.stringify({ error: { message: 'Not these.' } });
    await (await nextBatch()).respond({ status: 403, contentType: 'application/json', body });
    await page.waitForSelector('.toast.failed');
    await untilSaid(page, '2,000 entries are in the trash');
    await page.waitForSelector('[aria-rowcount="101"]');
    assert.equal(await wouldAskBeforeClosing(page), false);
    await press(page, 'Control', 'KeyZ');
    await (await nextBatch()).continue();
    await (await nextBatch()).continue();
    await page.waitForSelector(`[aria-rowcount="${String(DOCUMENTS + 1)}"]`);
  });
});
