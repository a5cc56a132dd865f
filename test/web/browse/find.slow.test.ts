import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

const EVIL = '<img src=x onerror=alert(1)>.txt';

async function callSearch(page: Page): Promise<void> {
  await page.waitForSelector('[role=grid]');
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyK');
  await page.keyboard.up('Control');
  await page.waitForSelector('.search-box input:focus');
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return decodeURIComponent(pathname + search);
}

inBrowsers('the search', (setting) => {
  let anna: Account;
  let office: Office;
  let letters: number;

  async function describe(name: string, comments: string, folder = 0): Promise<void> {
    const id = await office.upload(name, name, folder);
    await office.call('PATCH', `/documents/${String(id)}`, { comments });
  }

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    letters = await office.folder('Letters');
    await office.folder('Invoices', letters);
    await describe('offer.txt', 'We offer a <b>heliotrope</b> & more', letters);
    await describe('heliotrope.txt', 'a stone');
    await office.upload(EVIL, 'a name that is no element');
  });

  it('opens a known entry by its name: Ctrl+K, letters, Enter', async () => {
    const page = await setting().open(anna);
    await callSearch(page);
    await page.keyboard.type('invoi');
    await page.keyboard.press('Enter');
    await page.waitForSelector('h1 ::-p-text(Invoices)');
    assert.match(pathOf(page), /^\/folders\/\d+$/);
  });

  it('finds by the beginning of a word, of a number in a name and of what is in a document', async () => {
    const id = await office.upload('IMG_001.txt', 'no picture');
    await office.call('PATCH', `/documents/${String(id)}`, { comments: 'Kündigungsfrist' });
    const page = await setting().open(anna);
    for (const typed of ['IMG_00', 'kündigung']) {
      await callSearch(page);
      await page.keyboard.type(typed);
      await page.waitForSelector('[role=option] ::-p-text(IMG_001.txt)');
      await page.keyboard.press('Escape');
    }
    await page.goto(`${setting().service.url}/search?q=kündigung`);
    await page.waitForSelector('[role=grid] mark ::-p-text(Kündigung)');
  });

  it('shows what it finds with its folder, to be chosen by the arrows', async () => {
    const page = await setting().open(anna, `/folders/${String(letters)}`);
    await callSearch(page);
    await page.keyboard.type('heliotrope');
    await page.waitForSelector('[role=option] ::-p-text(heliotrope.txt)');
    await page.waitForSelector('[role=option] ::-p-text(/Letters)');
    for (let line = 1; line <= 3; line++) await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[role=option][aria-selected=true] ::-p-text(All results)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] mark ::-p-text(heliotrope)');
    assert.equal(pathOf(page), '/search?q=heliotrope');
  });

  it('shows the text around what it found as text', async () => {
    const page = await setting().open(anna, '/search?q=heliotrope');
    await page.waitForSelector('.snippet');
    const text = await page.$eval('.snippet', (element) => element.textContent);
    assert.equal(text, 'We offer a <b>heliotrope</b> & more');
  });

  it('shows a name that looks like HTML as it is', async () => {
    const page = await setting().open(anna, '/search?q=onerror');
    await page.waitForSelector('[role=grid] a');
    const name = await page.$eval('[role=grid] .cell-name a', (element) => element.textContent);
    assert.equal(name, EVIL);
    assert.equal(await page.$('main img'), null);
  });

  it('narrows by kind, and again not', async () => {
    const page = await setting().open(anna, '/search?q=invoices');
    await page.locator('.chip ::-p-text(Kind)').click();
    await page.locator('[role=menuitem] ::-p-text(PDF)').click();
    await page.waitForSelector('.notice ::-p-text(Nothing found for “invoices”.)');
    assert.equal(pathOf(page), '/search?q=invoices&filter=ext:pdf');
    await page.locator('[aria-label="Remove the filter Kind: PDF"]').click();
    await page.waitForSelector('[role=grid] ::-p-text(Invoices)');
  });

  it('narrows to a time that is given by its days', async () => {
    const page = await setting().open(anna, '/search?q=invoices');
    await page.locator('.chip ::-p-text(Modified)').click();
    await page.locator('[role=menuitem] ::-p-text(From … until …)').click();
    await page.waitForSelector('dialog input[name=until]');
    await page.$eval('dialog input[name=until]', (field) => {
      if (field instanceof HTMLInputElement) field.value = '2020-12-31';
    });
    await page.locator('dialog button[type=submit]').click();
    await page.waitForSelector('.notice ::-p-text(Nothing found)');
    assert.equal(pathOf(page), '/search?q=invoices&filter=before:2021-01-01');
  });

  it('narrows to the folder that the user comes from', async () => {
    const page = await setting().open(anna, `/folders/${String(letters)}`);
    await callSearch(page);
    await page.keyboard.type('heliotrope');
    // The results come above the other lines, and push them away from the pointer.
    await page.waitForSelector('[role=option] ::-p-text(offer.txt)');
    await page.locator('[role=option] ::-p-text(Only in this folder)').click();
    await page.waitForSelector('.chip[aria-pressed=true] ::-p-text(In “Letters”)');
    await page.waitForSelector('[role=grid] ::-p-text(offer.txt)');
    await page.waitForSelector('.count ::-p-text(1 result)');
    await (await page.$('.chip[aria-pressed=true]'))?.click();
    await page.waitForSelector('.count ::-p-text(2 results)');
  });

  it('says why it refuses a filter, and goes on without', async () => {
    const page = await setting().open(anna, '/search?q=offer&filter=colour:red');
    await page.waitForSelector('[role=alert] ::-p-text(unknown key)');
    await page.locator('[role=alert] button').click();
    await page.waitForSelector('[role=grid] ::-p-text(offer.txt)');
  });

  it('says why a search without a letter finds nothing', async () => {
    const page = await setting().open(anna, '/search?q=!!');
    await page.waitForSelector('.notice ::-p-text(at least one letter or digit)');
  });

  it('offers recent queries, and forgets them', async () => {
    const page = await setting().open(anna, '/search?q=stone');
    await page.waitForSelector('[role=grid] ::-p-text(heliotrope.txt)');
    await page.goto(`${setting().service.url}/search`);
    await page.locator('.recent a ::-p-text(stone)').click();
    await page.waitForSelector('[role=grid] ::-p-text(heliotrope.txt)');
    await page.goto(`${setting().service.url}/search`);
    await page.locator('.recent button').click();
    await page.waitForSelector('.notice ::-p-text(What are you looking for?)');
  });

  it('is a page of its own on phones', async () => {
    const page = await setting().open(anna, '/', { width: 360 });
    await page.locator('.bottom-bar a[href="/search"]').click();
    await page.waitForSelector('.search-field:focus');
    await page.keyboard.type('stone');
    await page.waitForSelector('[role=grid] ::-p-text(heliotrope.txt)');
    assert.equal(pathOf(page), '/search?q=stone');
  });
});
