import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { drop } from '../support/drop.ts';
import { inBrowsers, inEveryBrowser, isTrial } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Drags a file over an element, or drops it there. @returns what becomes of it, as the browser is told */
function drag(page: Page, selector: string, type: 'dragenter' | 'dragover' | 'drop'): Promise<string> {
  return page.$eval(
    selector,
    (target, name) => {
      const data = new DataTransfer();
      data.items.add(new File(['dragged'], 'dragged.txt'));
      data.dropEffect = 'link';
      const event = new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true });
      target.dispatchEvent(event);
      return event.defaultPrevented ? data.dropEffect : 'opened by the browser';
    },
    type,
  );
}

inEveryBrowser('files that are dragged over a page', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  it('are not opened where nothing can be uploaded', async () => {
    const ben = await officeOf(setting().service, await setting().service.createUser('ben'));
    const folder = await ben.folder('To be read');
    await ben.call('POST', '/shares', { folder_id: folder, users: ['anna'], permissions: 1 });
    const paths = [`/folders/${String(folder)}`, '/trash', ...(isTrial ? ['/search', '/account'] : [])];
    for (const path of paths) {
      const page = await setting().open(anna, path);
      await page.waitForSelector('main h1');
      assert.equal(await drag(page, 'main', 'dragover'), 'none', path);
      assert.notEqual(await drag(page, 'main', 'drop'), 'opened by the browser', path);
    }
  });

  it('are told into which folder they go', async () => {
    const folder = await office.folder('Shown');
    const inner = await office.folder('Inner', folder);
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    const row = `main [data-folder="${String(inner)}"]`;
    await page.waitForSelector(row);
    await page.waitForSelector('.upload-button');
    await drag(page, 'main', 'dragenter');
    assert.notEqual(await drag(page, 'main', 'dragover'), 'opened by the browser');
    await page.waitForSelector('.drop-area ::-p-text(“Shown”)');
    await drag(page, row, 'dragover');
    await page.waitForSelector('.drop-area ::-p-text(“Inner”)');
    await page.waitForSelector(`${row}.drop-target`);
    await drag(page, 'main', 'dragover');
    await page.waitForSelector('.drop-area ::-p-text(“Shown”)');
    assert.equal(await page.$('.drop-target'), null);
    await drag(page, row, 'drop');
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
    assert.equal(await page.$('.drop-area'), null);
    assert.match(
      JSON.stringify(await office.call('GET', `/folders/${String(inner)}/contents`)),
      /dragged\.txt/,
    );
  });

  it('are told of if they cannot be read, and the others are uploaded', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector('.upload-button');
    await page.evaluate(() => {
      const gone = {
        isFile: true,
        name: 'gone.txt',
        file: (_: unknown, fail: (error: Error) => void): void =>
          fail(new DOMException('It is gone.', 'NotFoundError')),
      };
      const entries: unknown[] = [
        gone,
        {
          isFile: true,
          name: 'kept.txt',
          file: (take: (file: File) => void) => take(new File(['kept'], 'kept.txt')),
        },
      ];
      Object.assign(DataTransferItem.prototype, { webkitGetAsEntry: () => entries.shift() ?? null });
      const data = new DataTransfer();
      for (const name of ['gone.txt', 'kept.txt']) data.items.add(new File([''], name));
      const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector('main')?.dispatchEvent(event);
    });
    await page.waitForSelector('.toast ::-p-text(Cannot be read: gone.txt)');
    await page.waitForSelector('.uploads ::-p-text(1 file uploaded)');
  });
});

inBrowsers(
  'files that are dropped while the service is away',
  (setting) => {
    it('are told of', async () => {
      const page = await setting().open(await setting().service.createUser('anna'));
      await page.waitForSelector('.upload-button');
      await page.waitForNetworkIdle();
      await intercept(page, (request) => {
        const isPart = request.url().includes('/assets/');
        if (isPart) void request.respond({ status: 404 });
        return isPart;
      });
      await drop(page, { name: 'one.txt', content: 'one' });
      await page.waitForSelector('.toast ::-p-text(A part of this page could not be loaded)');
    });
  },
  // Only Chromium keeps quiet in its console about a script that is missing.
  { browsers: ['chromium'] },
);
