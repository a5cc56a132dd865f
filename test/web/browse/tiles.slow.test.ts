import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { pictureFile } from '../../support/contents/pictures.ts';
import { pictureOf, renderAll } from '../../support/renditions/renditions.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

const COUNT = 120;

async function showTiles(page: Page): Promise<void> {
  await page.locator('button[aria-label=Tiles]').click();
  await page.waitForSelector('.tiles [role=row] .thumbnail');
}

function chosen(page: Page, name: string) {
  return page.waitForSelector(`[role=row][aria-selected=true] ::-p-text(${name})`);
}

inBrowsers('tiles', (setting) => {
  let path: string;

  before(async () => {
    const office = await officeOf(setting().service, setting().service.admin);
    const folder = await office.folder('Tiles');
    path = `/folders/${String(folder)}`;
    for (let index = 100; index < 100 + COUNT; index++)
      await office.upload(`n${String(index)}.txt`, `text ${String(index)}`, folder);
  });

  it('are a view of a folder that the browser keeps, with those on the screen in the document alone', async () => {
    const page = await setting().open(setting().service.admin, path);
    await showTiles(page);
    assert.ok((await page.$$('.tiles [role=row]')).length <= 80);
    await page.reload();
    await page.waitForSelector('.tiles [role=row] .thumbnail');
    await page.locator('button[aria-label=Tiles]').click();
    await page.waitForSelector('.grid:not(.tiles) [role=row]');
  });

  it('show the picture of a document as soon as it is made, and nothing moves then', async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    const folder = await office.folder('Pictures');
    const picture = await pictureFile('baseline.jpg');
    await office.upload('a.jpg', new Uint8Array(picture), folder);
    await office.upload('b.txt', 'no picture', folder);
    const page = await setting().open(service.admin, `/folders/${String(folder)}`);
    await showTiles(page);
    const boxes = () =>
      page.$$eval('.tiles .grid-row', (tiles) =>
        tiles.map((tile) => JSON.stringify(tile.getBoundingClientRect())),
      );
    const before = await boxes();
    assert.equal(await page.$('.thumbnail img'), null);
    await renderAll(service.dms, () => pictureOf(picture, null));
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('.thumbnail img')?.naturalWidth ?? 0) > 0,
    );
    assert.deepEqual(await boxes(), before);
  });

  for (const width of [1440, 360])
    it(`have the keys of the list, and left and right: ${String(width)} px`, async () => {
      const page = await setting().open(setting().service.admin, path, { width });
      await showTiles(page);
      const perRow = Number(
        await page.evaluate(
          `(() => { const tops = [...document.querySelectorAll('.tiles .grid-rows [role=row]')].map((each) => each.getBoundingClientRect().top); return tops.filter((top) => top === tops[0]).length; })()`,
        ),
      );
      assert.ok(perRow > 1);
      await page.focus('[role=grid]');
      for (const [key, name] of [
        ['ArrowDown', 'n100.txt'],
        ['ArrowRight', 'n101.txt'],
        ['ArrowDown', `n${String(101 + perRow)}.txt`],
        ['ArrowLeft', `n${String(100 + perRow)}.txt`],
        ['ArrowUp', 'n100.txt'],
        ['End', 'n219.txt'],
        ['Home', 'n100.txt'],
      ] as const) {
        await page.keyboard.press(key);
        await chosen(page, name);
      }
      await page.keyboard.type('n15');
      await chosen(page, 'n150.txt');
      await page.keyboard.press('F2');
      await page.waitForSelector('.tiles .rename input');
      await page.keyboard.press('Escape');
      await page.locator('button[aria-label=Tiles]').click();
    });
});
