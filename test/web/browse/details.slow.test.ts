import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Media } from '../../../src/model/entries/rendition.ts';
import { pictureFile } from '../../support/contents/pictures.ts';
import { pictureOf, renderAll } from '../../support/renditions/renditions.ts';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

async function press(
  page: Page,
  ...keys: readonly ('Alt' | 'Shift' | 'KeyI' | 'ArrowDown' | ' ' | 'Escape')[]
) {
  for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1) ?? 'Escape');
  for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
}

/** Opens a folder, and goes to its first row. */
async function toFirstRow(page: Page): Promise<void> {
  await page.waitForSelector('[role=grid] [role=gridcell] a');
  await page.focus('[role=grid]');
  await page.keyboard.press('Home');
  await page.waitForSelector('.grid-row.selected');
}

inBrowsers('the details beside a list', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    folder = await office.folder('Contracts');
    const [letter] = [await office.upload('a letter.txt', 'Dear Sir', folder)];
    await office.upload('b invoice.txt', 'Total 12', folder);
    await office.call('PATCH', `/documents/${String(letter)}`, { title: 'To the landlord' });
  });

  const open = (options = {}): Promise<Page> => setting().open(anna, `/folders/${String(folder)}`, options);

  it('open by Alt+I, follow the selection, and stay open in this browser', async () => {
    const page = await open();
    await toFirstRow(page);
    await press(page, 'Alt', 'KeyI');
    await page.waitForSelector('aside.details-pane ::-p-text(To the landlord)');
    await page.waitForSelector('aside.details-pane ::-p-text(/Contracts/a letter.txt)');
    await press(page, 'ArrowDown');
    await page.waitForSelector('aside.details-pane h3 ::-p-text(b invoice.txt)');
    await press(page, 'Shift', 'ArrowDown');
    await page.reload();
    await page.waitForSelector('aside.details-pane h3 ::-p-text(Contracts)');
    await press(page, 'Alt', 'KeyI');
    await page.waitForFunction(() => document.querySelector('.details-pane') === null);
  });

  it('say how much is selected, if that is more than one', async () => {
    const page = await open();
    await toFirstRow(page);
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await press(page, 'Alt', 'KeyI');
    await page.waitForSelector('aside.details-pane ::-p-text(2 selected)');
    await page.waitForSelector('aside.details-pane ::-p-text(Total size: 16 bytes)');
  });

  it('say who has access, and let the title be changed', async () => {
    const page = await open();
    await toFirstRow(page);
    await page.locator('button[aria-label="Details"]').click();
    await page.locator('aside.details-pane summary ::-p-text(Who has access)').click();
    await page.waitForSelector('aside.details-pane .access ::-p-text(anna)');
    await page.locator('aside.details-pane button[aria-label="Edit: Title"]').click();
    await page.waitForSelector('aside.details-pane input[name=title]:focus');
    await page.keyboard.type(' of the house');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () =>
        document.querySelector('aside.details-pane .editable')?.textContent.includes('of the house') === true,
    );
  });

  it('say the size of a picture and the pages of a PDF, and neither of a text', async () => {
    const { service } = setting();
    const scans = await office.folder('Scans');
    await office.upload('a photo.jpg', 'photo', scans);
    await office.upload('b report.pdf', 'report', scans);
    await office.upload('c letter.txt', 'letter', scans);
    const image = await pictureFile('baseline.jpg');
    const media: Record<string, Media> = {
      photo: { width: 4032, height: 3024, pages: null },
      report: { width: null, height: null, pages: 1200 },
    };
    await renderAll(service.dms, (content) => pictureOf(image, media[String(content)] ?? null));
    const page = await setting().open(anna, `/folders/${String(scans)}`);
    await toFirstRow(page);
    await press(page, 'Alt', 'KeyI');
    const facts = async (name: string): Promise<string[]> => {
      await page.waitForSelector(`aside.details-pane ::-p-text(/Scans/${name})`);
      return page.$$eval('aside.details-pane .facts > div', (all) => all.map((fact) => fact.innerText));
    };
    const sizes = async (name: string): Promise<string[]> =>
      (await facts(name)).filter((fact) => /^(?:Size in pixels|Pages)\b/.test(fact));
    assert.deepEqual(await sizes('a photo.jpg'), ['Size in pixels\n4,032 × 3,024']);
    await press(page, 'ArrowDown');
    assert.deepEqual(await sizes('b report.pdf'), ['Pages\n1,200']);
    await press(page, 'ArrowDown');
    assert.deepEqual(await sizes('c letter.txt'), []);
    assert.ok((await facts('c letter.txt')).includes('Kind\nText file'));
  });

  it('are a sheet on a phone, from the menu of an entry', async () => {
    const page = await open({ width: 360 });
    await page.waitForSelector('[role=grid] [role=gridcell] a');
    assert.equal(await page.$('.details'), null);
    await page.locator('button[aria-label="Actions for b invoice.txt"]').click();
    await page.locator('[role=menuitem] ::-p-text(Details)').click();
    await page.waitForSelector('dialog[open] h3 ::-p-text(b invoice.txt)');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
  });
});

inBrowsers('looking into a document', (setting) => {
  let anna: Account;
  let folder: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    const office = await officeOf(setting().service, anna);
    folder = await office.folder('Letters');
    await office.folder('Drafts', folder);
    await office.upload('a.txt', 'the first letter', folder);
    await office.upload('b.txt', 'the second letter', folder);
  });

  const open = (path = `/folders/${String(folder)}`): Promise<Page> => setting().open(anna, path);

  it('shows it over the list, goes on by arrows, and gives the focus back', async () => {
    const page = await open();
    await toFirstRow(page);
    await press(page, ' ');
    await page.waitForSelector('dialog[open] h2::-p-text(Drafts)');
    await press(page, 'ArrowDown');
    await page.waitForSelector('dialog[open] ::-p-text(the first letter)');
    await press(page, 'ArrowDown');
    await page.waitForSelector('dialog[open] ::-p-text(the second letter)');
    await press(page, ' ');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await page.waitForSelector('[role=grid]:focus');
    assert.equal(await page.$eval('.grid-row.selected a', (link) => link.textContent), 'b.txt');
  });

  it('opens the page by Enter', async () => {
    const page = await open();
    await toFirstRow(page);
    await press(page, 'ArrowDown');
    await page.waitForSelector('.grid-row.selected ::-p-text(a.txt)');
    await press(page, ' ');
    await page.waitForSelector('dialog[open] ::-p-text(the first letter)');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.pathname.startsWith('/documents/'));
    await page.waitForFunction(() => document.querySelector('dialog') === null);
  });

  it('works in the results of a search', async () => {
    const page = await open('/search?q=b.txt');
    await page.waitForSelector('[role=grid] [role=gridcell] a');
    await toFirstRow(page);
    await press(page, ' ');
    await page.waitForSelector('dialog[open] ::-p-text(the second letter)');
  });

  it('leaves the space bar to names that have one', async () => {
    const office = await officeOf(setting().service, anna);
    await office.upload('b c.txt', 'with a space', folder);
    const page = await open();
    await toFirstRow(page);
    await page.keyboard.type('b ');
    await page.waitForSelector('.grid-row.selected ::-p-text(b c.txt)');
    assert.equal(await page.$('dialog'), null);
  });
});
