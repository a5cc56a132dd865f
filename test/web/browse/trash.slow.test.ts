import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.locator(`[aria-label="Actions for ${name}"]`).click();
  await page.locator(`[role=menuitem] ::-p-text(${action})`).click();
}

async function waitUntilGone(page: Page, name: string): Promise<void> {
  await page.waitForFunction((text) => !document.querySelector('main')?.textContent.includes(text), {}, name);
}

function buttonsOf(page: Page): Promise<string[]> {
  return page.$$eval('.toolbar .button', (buttons) => buttons.map(({ textContent }) => textContent.trim()));
}

async function selectAll(page: Page, count: number): Promise<void> {
  await page.waitForFunction(() => document.querySelector('dialog') === null);
  await page.focus('[role=grid]');
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyA');
  await page.keyboard.up('Control');
  await page.waitForSelector(`.selected-count ::-p-text(${String(count)} selected)`);
}

inBrowsers('the trash', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
  });

  async function deleted(name: string, folderId = 0): Promise<number> {
    const id = await office.upload(name, name, folderId);
    await office.call('DELETE', `/documents/${String(id)}`);
    return id;
  }

  it('is empty at first', async () => {
    const page = await setting().open(anna, '/trash');
    await page.waitForSelector('.notice ::-p-text(The trash is empty.)');
  });

  it('says from where and by whom, restores, and takes that back', async () => {
    const folder = await office.folder('Letters');
    await deleted('offer.txt', folder);
    const page = await setting().open(anna, '/trash');
    await page.waitForSelector('[role=gridcell] ::-p-text(/Letters)');
    await page.waitForSelector('[role=gridcell] ::-p-text(anna)');
    await choose(page, 'offer.txt', 'Restore');
    await page.waitForSelector('.toast ::-p-text(“offer.txt” restored)');
    await page.waitForSelector('.notice ::-p-text(The trash is empty.)');
    await page.locator('.toast button.link').click();
    await page.waitForSelector('[role=grid] ::-p-text(offer.txt)');
  });

  it('restores several at once', async () => {
    await deleted('one.txt');
    await deleted('two.txt');
    const page = await setting().open(anna, '/trash');
    await page.waitForSelector('[role=grid] ::-p-text(one.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('two');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(two.txt)');
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await page.waitForSelector('.selected-count ::-p-text(2 selected)');
    await page.locator('.toolbar .button ::-p-text(Restore)').click();
    await page.waitForSelector('.toast ::-p-text(2 entries restored)');
    await waitUntilGone(page, 'one.txt');
  });

  it('asks before it deletes for good', async () => {
    const id = await deleted('<img src=x onerror=alert(1)>');
    await deleted('kept.txt');
    const page = await setting().open(anna, '/trash');
    await page.waitForSelector('[role=grid] ::-p-text(kept.txt)');
    await choose(page, '<img src=x onerror=alert(1)>', 'Delete permanently');
    await page.waitForSelector('dialog[open] ::-p-text(Delete “<img src=x onerror=alert(1)>” permanently?)');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await choose(page, '<img src=x onerror=alert(1)>', 'Delete permanently');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(Deleted permanently)');
    await waitUntilGone(page, 'onerror');
    await assert.rejects(office.call('POST', `/trash/${String(id)}/restore`, {}), /404/);
  });

  it('restores into another folder', async () => {
    await office.folder('Attic');
    await deleted('chair.txt');
    const page = await setting().open(anna, '/trash');
    await choose(page, 'chair.txt', 'Restore to …');
    await page.locator('dialog[open] .picker-line ::-p-text(Attic)').click();
    await page.waitForSelector('dialog .dialog-actions ::-p-text(Attic)');
    await page.locator('dialog .button ::-p-text(Restore here)').click();
    await page.waitForSelector('.toast ::-p-text(“chair.txt” restored)');
    const found = await office.call('GET', '/entries?path=/Attic/chair.txt');
    assert.ok(found);
  });

  it('says after how many days the service deletes for good', async () => {
    await deleted('chair.txt');
    const page = await setting().open(anna, '/trash');
    await page.waitForSelector('.toolbar .hint ::-p-text(Deleted permanently after 30 days)');
  });

  it('offers and counts only what the user may do', async () => {
    const { service } = setting();
    const ben = await service.createUser('ben');
    const bens = await officeOf(service, ben);
    const shared = await office.folder('Shared');
    await office.call('POST', '/shares', { folder_id: shared, users: ['ben'], permissions: 15 });
    for (const name of ['anna1.txt', 'anna2.txt']) {
      const id = await office.upload(name, name, shared);
      await bens.call('DELETE', `/documents/${String(id)}`);
    }
    const page = await setting().open(ben, '/trash');
    await page.waitForSelector('[role=grid] ::-p-text(anna2.txt)');
    assert.deepEqual(await buttonsOf(page), []);
    await selectAll(page, 2);
    assert.deepEqual(await buttonsOf(page), ['Restore']);
    await page.keyboard.press('Delete');
    await page.waitForSelector('.toast ::-p-text(Only the owner can do this.)');
    assert.equal(await page.$('dialog[open]'), null);

    const own = await bens.upload('ben.txt', 'x');
    await bens.call('DELETE', `/documents/${String(own)}`);
    await page.goto(`${service.url}/trash`);
    await page.locator('.toolbar .button ::-p-text(Empty trash)').click();
    await page.waitForSelector('dialog[open] ::-p-text(Delete one entry permanently?)');
    await page.waitForSelector('dialog[open] ::-p-text(2 more entries stay)');
    await page.keyboard.press('Escape');
    await selectAll(page, 3);
    await page.keyboard.press('Delete');
    await page.waitForSelector('dialog[open] ::-p-text(Delete “ben.txt” permanently?)');
    await page.waitForSelector('dialog[open] ::-p-text(2 more entries stay)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(Deleted permanently)');
    await waitUntilGone(page, 'ben.txt');
    await page.waitForSelector('[role=grid] ::-p-text(anna1.txt)');
  });

  it('is emptied, and says how much that is', async () => {
    const carl = await setting().service.createUser('carl');
    office = await officeOf(setting().service, carl);
    await deleted('one.txt');
    await deleted('two.txt');
    const page = await setting().open(carl, '/trash');
    await page.locator('.toolbar .button ::-p-text(Empty trash)').click();
    await page.waitForSelector('dialog[open] ::-p-text(Delete all 2 entries permanently?)');
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.notice ::-p-text(The trash is empty.)');
  });
});
