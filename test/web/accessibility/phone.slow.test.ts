import assert from 'node:assert/strict';
import { it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

/** How wide an element is, in pixels. */
function widthOf(page: Page, selector: string): Promise<number> {
  return page.$eval(selector, (element) => element.getBoundingClientRect().width);
}

inBrowsers('on a phone', (setting) => {
  it('every place can be reached', async () => {
    const { service } = setting();
    const page = await setting().open(service.admin, '/', { width: 360 });
    for (const [place, heading] of [
      ['Trash', 'Trash'],
      ['Activity', 'Activity'],
      ['Connect a drive', 'Account'],
      ['Administration', 'Administration'],
    ]) {
      await page.locator('.top-bar button[aria-haspopup=menu]').click();
      await page.locator(`[role=menuitem] ::-p-text(${place ?? ''})`).click();
      await page.waitForSelector(`h1 ::-p-text(${heading ?? ''})`);
    }
    for (const place of ['Search', 'Shared', 'Account', 'Files'])
      await page.locator(`.bottom-bar ::-p-text(${place})`).click();
    await page.waitForSelector('.bottom-bar a[aria-current=page] ::-p-text(Files)');
  });

  it('a long name leaves its icon whole, and a folder has room for its own', async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    const folder = await office.folder('Vertragsunterlagen');
    const id = await office.upload(`${'Minutes of the general meeting '.repeat(5)}.txt`, 'minutes', folder);
    const page = await setting().open(service.admin, `/folders/${String(folder)}`, { width: 360 });
    await page.waitForSelector('.cell-name .entry-icon');
    assert.equal(await widthOf(page, '.cell-name .entry-icon'), 20);
    assert.ok((await widthOf(page, '.breadcrumbs h1')) > 120);
    await office.call('DELETE', `/documents/${String(id)}`);
  });

  it('the words of what can be done with a version are not broken', async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    const id = await office.upload('Note.txt', 'one');
    await office.upload('Note.txt', 'two');
    const page = await setting().open(service.admin, `/documents/${String(id)}`);
    await page.locator('[role=tab]::-p-text(Versions)').click();
    await page.waitForSelector('.record-actions .link');
    // The longest German words.
    const heights = await page.$$eval('.record-actions .link', (links) =>
      links
        .map((link) => {
          link.textContent = 'Wiederherstellen';
          return link;
        })
        .map((link) => link.getBoundingClientRect().height),
    );
    assert.ok(heights.length > 1 && heights.every((height) => height < 40), heights.join());
  });
});
