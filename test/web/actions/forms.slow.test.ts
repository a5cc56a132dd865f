import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Sends the form of the page twice before the service can answer, as Enter does that is pressed twice. */
async function sendTwice(page: Page, form: string): Promise<void> {
  await page.$eval(form, (element) => {
    if (!(element instanceof HTMLFormElement)) throw new Error('no form');
    element.requestSubmit();
    element.requestSubmit();
  });
}

/** What the page asks the service to change from now on: methods and paths. */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

inBrowsers('a form that is sent twice', (setting) => {
  let anna: Account;
  let office: Office;

  before(async () => {
    anna = await setting().service.createUser('anna');
    await setting().service.createUser('berta');
    office = await officeOf(setting().service, anna);
  });

  it('makes one folder', async () => {
    const page = await setting().open(anna);
    await page.locator('button::-p-text(New folder)').click();
    await page.waitForSelector('dialog input[name=name]:focus');
    await page.keyboard.type('Once');
    const changes = changesOf(page);
    await sendTwice(page, 'dialog form');
    await page.waitForSelector('[role=grid] ::-p-text(Once)');
    await page.waitForNetworkIdle();
    assert.deepEqual(changes, ['POST /web/api/folders']);
    assert.equal(await page.$('dialog'), null);
  });

  it('keeps the name that the service refuses, and makes the folder under another one', async () => {
    await office.folder('Taken');
    const page = await setting().open(anna);
    await page.waitForSelector('[role=grid] ::-p-text(Taken)');
    await page.locator('button::-p-text(New folder)').click();
    await page.waitForSelector('dialog input[name=name]:focus');
    await page.keyboard.type('Taken');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog .fault');
    assert.equal(await page.$eval('dialog input', (field) => Reflect.get(field, 'value')), 'Taken');
    await page.locator('dialog input[name=name]').fill('Free');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid] ::-p-text(Free)');
  });

  it('shares once', async () => {
    await office.folder('Shared');
    const page = await setting().open(anna);
    await page.locator('[aria-label="Actions for Shared"]').click();
    await page.locator('[role=menuitem] ::-p-text(Share)').click();
    await page.waitForSelector('dialog [role=combobox]:focus');
    await page.keyboard.type('berta');
    const changes = changesOf(page);
    await sendTwice(page, 'dialog form');
    await page.waitForSelector('.toast ::-p-text(is shared with berta)');
    await page.waitForNetworkIdle();
    assert.deepEqual(changes, ['POST /web/api/shares']);
  });

  it('saves a title once', async () => {
    const id = await office.upload('title.txt', 'text');
    const page = await setting().open(anna, `/documents/${String(id)}`);
    await page.locator('button[aria-label$=": Title"]').click();
    await page.waitForSelector('input[name=title]:focus');
    await page.keyboard.type('The title');
    const changes = changesOf(page);
    await sendTwice(page, 'form:has(input[name=title])');
    await page.waitForSelector('.editable ::-p-text(The title)');
    await page.waitForNetworkIdle();
    assert.deepEqual(changes, [`PATCH /web/api/documents/${String(id)}`]);
  });
});
