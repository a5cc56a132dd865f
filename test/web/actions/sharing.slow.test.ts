import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

async function openDialog(page: Page, name: string): Promise<void> {
  await page.locator(`[aria-label="Actions for ${name}"]`).click();
  await page.locator('[role=menuitem] ::-p-text(Share)').click();
  await page.waitForSelector('dialog [role=combobox]:focus');
}

inBrowsers('sharing', (setting) => {
  let anna: Account;
  let berta: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    berta = await setting().service.createUser('berta');
    await setting().service.createUser('carl');
    office = await officeOf(setting().service, anna);
  });

  async function share(name: string, login: string, permissions = 1): Promise<number> {
    const id = await office.folder(name);
    await office.call('POST', '/shares', { folder_id: id, users: [login], permissions });
    return id;
  }

  it('shares with a colleague: two clicks, three letters, Enter twice', async () => {
    await office.folder('Plans');
    const page = await setting().open(anna);
    await openDialog(page, 'Plans');
    await page.keyboard.type('ber');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.person ::-p-text(berta)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.toast ::-p-text(“Plans” is shared with berta)');
    assert.equal(await page.$('dialog'), null);
    const seen = await setting().open(berta, '/shared');
    await seen.waitForSelector('[role=grid] ::-p-text(Plans)');
    await seen.waitForSelector('[role=grid] ::-p-text(Can view)');
  });

  it('takes sharing back', async () => {
    await office.folder('Secret');
    const page = await setting().open(anna);
    await openDialog(page, 'Secret');
    await page.keyboard.type('carl');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.person ::-p-text(carl)');
    await page.keyboard.press('Enter');
    await page.locator('.toast button.link').click();
    await page.waitForFunction(() => document.querySelector('.toast') === null);
    await openDialog(page, 'Secret');
    await page.waitForSelector('.access ::-p-text(Not shared with other users)');
  });

  it('says beneath the field who is not known, and keeps what was chosen', async () => {
    await office.folder('Drafts');
    const page = await setting().open(anna);
    await openDialog(page, 'Drafts');
    await page.keyboard.type('zoe');
    await page.waitForSelector('.people-field ::-p-text(No people or groups found for “zoe”.)');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.people-field .fault ::-p-text(zoe)');
    assert.equal(await page.$eval('dialog [role=combobox]', (field) => Reflect.get(field, 'value')), 'zoe');
  });

  it('shows who has access, changes it, ends it, and takes that back', async () => {
    const outer = await share('Projects', 'carl');
    const inner = await office.folder('Bridge', outer);
    await office.call('POST', '/shares', { folder_id: inner, users: ['berta'], permissions: 1 });
    const page = await setting().open(anna, `/folders/${String(outer)}`);
    await openDialog(page, 'Bridge');
    await page.waitForSelector('.access a ::-p-text(Projects)');
    await page.select('[aria-label="Permission of berta"]', 'edit');
    await page.waitForFunction(
      async (id) => {
        const response = await fetch(`/web/api/shares?folder_id=${String(id)}`);
        return (await response.text()).includes('"permissions":15');
      },
      {},
      inner,
    );
    await page.locator('[aria-label="End the share with berta"]').click();
    await page.locator('.ended button').click();
    await page.waitForSelector('[aria-label="End the share with berta"]');
    assert.equal(await page.$('.ended'), null);
  });

  it('gives single permissions until a day, by the keyboard from the list', async () => {
    await office.folder('Archive 2025');
    const page = await setting().open(anna);
    await page.waitForSelector('[role=grid] ::-p-text(Archive 2025)');
    await page.focus('[role=grid]');
    await page.keyboard.type('archive');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(Archive 2025)');
    await page.keyboard.down('Alt');
    await page.keyboard.press('KeyS');
    await page.keyboard.up('Alt');
    await page.waitForSelector('dialog [role=combobox]:focus');
    await page.keyboard.type('carl');
    await page.waitForSelector('[role=option] ::-p-text(carl)');
    await page.keyboard.press('Enter');
    await page.select('dialog select', 'single');
    await page.locator('.bits ::-p-text(add)').click();
    await page.$eval('dialog input[name=end]', (field) => {
      if (field instanceof HTMLInputElement) field.value = '2099-12-31';
    });
    await page.locator('dialog button[type=submit]').click();
    await page.waitForSelector('.toast ::-p-text(Archive 2025)');
    await page.goto(`${setting().service.url}/shared?by=me`);
    await page.waitForSelector('[role=grid] ::-p-text(view, add)');
    await page.waitForSelector('[role=grid] ::-p-text(Dec 31, 2099)');
  });

  for (const [day, sentence] of [
    ['2001-01-01', 'must be in the future'],
    ['123456-01-01', 'Choose a date no later than 9999.'],
  ] as const)
    it(`says once, beneath the field, what is wrong with a day: ${day}`, async () => {
      const name = `Until ${day}`;
      await office.folder(name);
      const page = await setting().open(anna);
      await openDialog(page, name);
      await page.keyboard.type('carl');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.person ::-p-text(carl)');
      await page.$eval(
        'dialog input[name=end]',
        (field, value) => {
          if (field instanceof HTMLInputElement) field.value = value;
        },
        day,
      );
      await page.locator('dialog button[type=submit]').click();
      await page.waitForSelector('dialog input[name=end][aria-invalid=true]');
      assert.deepEqual(
        await page.$$eval('dialog .fault', (faults) => faults.map((each) => each.textContent)),
        [sentence],
      );
    });

  it('shares a document from its page, by Alt+S', async () => {
    const id = await office.upload('minutes.txt', 'minutes');
    const page = await setting().open(anna, `/documents/${String(id)}`);
    await page.waitForSelector('h1 ::-p-text(minutes.txt)');
    await page.keyboard.down('Alt');
    await page.keyboard.press('KeyS');
    await page.keyboard.up('Alt');
    await page.waitForSelector('dialog[open] ::-p-text(Share “minutes.txt”)');
  });

  it('shows the link where the browser has no clipboard', async () => {
    const id = await office.folder('Linked');
    const page = await setting().open(anna);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await openDialog(page, 'Linked');
    await page.locator('.copy-link button').click();
    const link = await page.waitForSelector('#share-link');
    assert.equal(
      await link?.evaluate((field) => Reflect.get(field, 'value')),
      `${setting().service.url}/folders/${String(id)}`,
    );
  });

  it('ends a share of its maker from the list, and takes it back', async () => {
    await share('Travel', 'berta');
    const page = await setting().open(anna, '/shared?by=me');
    await page.locator('[aria-label="Actions for Travel"]').click();
    await page.locator('[role=menuitem] ::-p-text(End share)').click();
    await page.waitForFunction(() => !document.querySelector('[role=grid]')?.textContent.includes('Travel'));
    await page.locator('.toast button.link').click();
    await page.waitForSelector('[role=grid] ::-p-text(Travel)');
  });

  it('changes a share of its maker from the list', async () => {
    await share('Menus', 'berta');
    const page = await setting().open(anna, '/shared?by=me');
    await page.locator('[aria-label="Actions for Menus"]').click();
    await page.locator('[role=menuitem] ::-p-text(Change …)').click();
    await page.waitForSelector('dialog [aria-label="Permission of berta"]');
  });

  it('asks before a recipient leaves', async () => {
    await share('Party', 'berta');
    const page = await setting().open(berta, '/shared');
    await page.locator('[aria-label="Actions for Party"]').click();
    await page.locator('[role=menuitem] ::-p-text(Leave)').click();
    await page.locator('dialog .button.danger').click();
    await page.waitForSelector('.toast ::-p-text(You have left “Party”)');
    await page.waitForFunction(() => !document.querySelector('main')?.textContent.includes('Party'));
  });

  it('says that nothing is shared', async () => {
    const dora = await setting().service.createUser('dora');
    const page = await setting().open(dora, '/shared');
    await page.waitForSelector('.notice ::-p-text(Nothing is shared with you)');
    await (await page.$('.page-tabs a[href="/shared?by=me"]'))?.click();
    await page.waitForSelector('.notice ::-p-text(You have not shared anything yet)');
  });
});
