import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { choose } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';

const COUNT = 300;
const AT_ONCE = 30;
const MOST_ROWS = 80;
/** Down and up, by less than a row, by some, and by more than the screen has; in pixels. */
const STEPS = [7, 36, 120, 500, 3000, -36, -250, -7, 5000, -2000, 91];

interface ShownRow {
  readonly index: number;
  readonly top: number;
  readonly texts: readonly string[];
}

inBrowsers('a list that is scrolled', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    folder = await office.folder('Archive');
    for (let start = 0; start < COUNT; start += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, nth) => office.upload(nameAt(start + nth), 'x', folder)),
      );
  });

  function nameAt(index: number): string {
    return `m${String(1000 + index)}.txt`;
  }

  async function open(): Promise<Page> {
    const page = await setting().open(anna, `/folders/${String(folder)}`);
    await page.waitForSelector(`.grid-row ::-p-text(${nameAt(0)})`);
    return page;
  }

  async function scrollBy(page: Page, ...steps: readonly number[]): Promise<void> {
    await page.evaluate(async (pixels) => {
      for (const each of pixels) {
        document.querySelector('.grid-scroller')?.scrollBy(0, each);
        await new Promise(requestAnimationFrame);
      }
    }, steps);
  }

  /** What the rows say of themselves, in the order of the document. */
  function shownRows(page: Page): Promise<ShownRow[]> {
    return page.$$eval('.grid-rows [role=row]', (rows) =>
      rows.map((row) => ({
        index: Number(row.getAttribute('aria-rowindex')) - 2,
        top: Math.round(row.getBoundingClientRect().top),
        texts: [
          row.querySelector('.cell-name')?.textContent ?? '',
          row.querySelector('[download]')?.ariaLabel ?? '',
          row.querySelector('[aria-haspopup]')?.ariaLabel ?? '',
        ],
      })),
    );
  }

  async function untilInOrder(page: Page): Promise<ShownRow[]> {
    await page.waitForFunction(() => {
      const places = [...document.querySelectorAll('.grid-rows [role=row]')].map((row) =>
        Number(row.ariaRowIndex),
      );
      return places.every((place, nth) => nth === 0 || place === (places[nth - 1] ?? 0) + 1);
    });
    return shownRows(page);
  }

  for (const view of ['list', 'tiles'])
    it(`shows each row in its place, and in its order once it rests (${view})`, async () => {
      const page = await open();
      if (view === 'tiles') {
        await page.locator('button[aria-label=Tiles]').click();
        await page.waitForSelector('.tiles [role=row] .thumbnail');
      }
      for (const step of STEPS) {
        await scrollBy(page, step);
        const rows = await untilInOrder(page);
        assert.ok(rows.length <= MOST_ROWS, `${String(rows.length)} rows`);
        for (const { index, texts } of rows)
          for (const text of texts) assert.ok(text.includes(nameAt(index)), `${text} at ${String(index)}`);
        const { top, bottom } = await page.$eval('.grid-scroller', (box) => {
          const { top: first, bottom: last } = box.getBoundingClientRect();
          return { top: first, bottom: last };
        });
        assert.ok((rows[0]?.top ?? Infinity) <= top, 'the screen begins with a row');
        assert.ok((rows.at(-1)?.top ?? 0) >= bottom - 200, 'the screen ends with a row');
      }
    });

  it('keeps a name that is being typed, wherever its row goes', async () => {
    const page = await open();
    await choose(page, nameAt(20));
    await page.keyboard.press('F2');
    await page.waitForSelector('.rename input:focus');
    await page.keyboard.type('half');
    await scrollBy(page, 36, 36, 120, -36);
    await office.upload('a new one.txt', 'x', folder);
    await page.waitForSelector(`[role=grid][aria-rowcount="${String(COUNT + 2)}"]`);
    await scrollBy(page, -120, 36);
    // Longer than it takes to rest.
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(await page.$eval('.rename input:focus', (field) => Reflect.get(field, 'value')), 'half.txt');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role=grid]:focus');
    await untilInOrder(page);
  });

  it('leaves the focus of a row that has gone to no other row', async () => {
    const page = await open();
    await page.focus('.grid-row [aria-haspopup]');
    await scrollBy(page, 3000, 500);
    await untilInOrder(page);
    assert.equal(await page.evaluate(() => document.activeElement?.closest('.grid-row')), null);
  });

  it('closes the menu of a row that is scrolled away', async () => {
    const page = await open();
    await page.locator('.grid-row [aria-haspopup]').click();
    await page.waitForSelector('[role=menu]');
    await page.evaluate(() => {
      const wheel = new WheelEvent('wheel', { deltaY: 500, bubbles: true });
      document.querySelector('.grid-scroller')?.dispatchEvent(wheel);
    });
    await page.waitForSelector('[role=menu]', { hidden: true });
  });
});
