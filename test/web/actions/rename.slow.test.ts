import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

/** More rows than a screen has. */
const COUNT = 40;

/** Where an element is covered or cut off, of its middle and near its corners. */
function hiddenPoints(page: Page, selector: string): Promise<readonly string[]> {
  return page.$eval(selector, (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const xs = [left + 6, (left + right) / 2, right - 6];
    const ys = [top + 3, (top + bottom) / 2, bottom - 3];
    return xs
      .flatMap((x) => ys.map((y) => ({ x, y })))
      .filter(({ x, y }) => document.elementFromPoint(x, y) !== element)
      .map(({ x, y }) => `${String(x)}, ${String(y)}`);
  });
}

inBrowsers('a new name that is refused', (setting) => {
  let path: string;

  before(async () => {
    const office = await officeOf(setting().service, setting().service.admin);
    const folder = await office.folder('Names');
    path = `/folders/${String(folder)}`;
    for (let index = 100; index < 100 + COUNT; index++)
      await office.upload(`n${String(index)}.txt`, `text ${String(index)}`, folder);
  });

  for (const width of [1440, 360])
    for (const view of ['list', 'tiles'])
      it(`has its reason beneath the field, to be seen: ${view}, ${String(width)} px`, async () => {
        const page = await setting().open(setting().service.admin, path, { width });
        await page.waitForSelector('[role=grid]');
        if (view === 'tiles') {
          await page.locator('button[aria-label=Tiles]').click();
          await page.waitForSelector('.tiles');
        }
        // One with rows below, and the last one, which has none.
        for (const name of ['n101.txt', `n${String(99 + COUNT)}.txt`]) {
          await page.focus('[role=grid]');
          await page.keyboard.press(name === 'n101.txt' ? 'Home' : 'End');
          if (name === 'n101.txt') await page.keyboard.press(view === 'tiles' ? 'ArrowRight' : 'ArrowDown');
          await page.waitForSelector(`[role=row][aria-selected=true] ::-p-text(${name})`);
          await page.keyboard.press('F2');
          await page.waitForSelector('.rename input');
          await page.keyboard.type('n100');
          await page.keyboard.press('Enter');
          await page.waitForSelector('.rename [role=alert] ::-p-text(is taken in this folder)');
          // The list is scrolled after the sentence is there.
          for (
            let wait = 0;
            wait < 20 && (await hiddenPoints(page, '.rename [role=alert]')).length > 0;
            wait++
          )
            await new Promise((resolve) => setTimeout(resolve, 50));
          assert.deepEqual(await hiddenPoints(page, '.rename [role=alert]'), []);
          assert.deepEqual(await hiddenPoints(page, '.rename input'), []);
          // The ring around the field has its room, too.
          assert.equal(
            await page.$eval('.cell:has(.rename)', (cell) => getComputedStyle(cell).overflow),
            'visible',
          );
          await page.keyboard.press('Escape');
          await page.waitForSelector('.rename', { hidden: true });
        }
      });
});
