import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

const EVIL = '<img src=x onerror=alert(1)>';

/** The lines of the page, without their times. */
async function linesOf(page: Page): Promise<string[]> {
  await page.waitForSelector('.feed li');
  return page.$$eval('.feed li p', (lines) => lines.map((line) => line.textContent));
}

inBrowsers('the activity', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    folder = await office.folder('Letters');
    await office.upload('offer.txt', 'one', folder);
    const id = await office.upload('offer.txt', 'two', folder);
    await office.call('PATCH', `/documents/${String(id)}`, { name: 'final.txt' });
    await office.folder(EVIL);
  });

  it('tells in sentences what happened, with links to what it happened to', async () => {
    const page = await setting().open(anna, '/activity');
    const lines = await linesOf(page);
    assert.ok(lines.some((line) => line.startsWith('anna uploaded a new version of offer.txt (version 2)')));
    assert.ok(lines.some((line) => line.startsWith('anna renamed offer.txt → final.txt')));
    assert.ok(lines.some((line) => line.startsWith(`anna created the folder ${EVIL}`)));
    assert.ok(lines.some((line) => line.startsWith('anna signed in')));
    await page.waitForSelector('.feed h2 ::-p-text(Today)');
    await page.locator('.feed a ::-p-text(Letters)').click();
    await page.waitForSelector('h1 ::-p-text(Letters)');
    assert.equal(new URL(page.url()).pathname, `/folders/${String(folder)}`);
  });

  it('says in German what the service says, refusals and the names of fields, too', async () => {
    const { service } = setting();
    const ben = await service.createUser('ben');
    await service.dms.account.update(ben.actor, { language: 'de' });
    const id = await office.upload('archiv.zip', 'zip');
    await office.call('POST', '/shares', { document_id: id, users: ['ben'], permissions: 1 });
    await assert.rejects(
      (await officeOf(service, ben)).call('PATCH', `/documents/${String(id)}`, { name: 'b' }),
    );
    const lines = await linesOf(await setting().open(ben, '/activity'));
    const has = (start: string): boolean => lines.some((line) => line.startsWith(start));
    assert.ok(has('ben wurde abgewiesen: Sie dürfen „archiv.zip“ nicht '), lines.join('\n'));
    assert.ok(has('ben hat ein Konto geändert: ben (Sprache)'), lines.join('\n'));
  });

  it('shows one kind of action, and again all', async () => {
    const page = await setting().open(anna, '/activity');
    await page.waitForSelector('.feed li');
    await page.select('.activity-filters select', 'rename');
    await page.waitForFunction(() => document.querySelectorAll('.feed li').length === 1);
    assert.equal(new URL(page.url()).search, '?action=rename');
    await page.select('.activity-filters select', 'purge');
    await page.locator('.notice a ::-p-text(Remove the filters)').click();
    await page.waitForFunction(() => document.querySelectorAll('.feed li').length > 1);
  });

  it('shows nothing of a time in which nothing was done', async () => {
    const page = await setting().open(anna, '/activity?from=2001-01-01&until=2001-12-31');
    await page.waitForSelector('.notice ::-p-text(No activity matches the filters.)');
  });

  it('says beneath the field that a day is none', async () => {
    const page = await setting().open(anna, '/activity?until=123456-01-01');
    await page.waitForSelector('[type=date][aria-invalid=true] + [role=alert] ::-p-text(no later than 9999)');
  });

  it('lets administrators look for a user, and have it all as a file', async () => {
    const { admin } = setting().service;
    const page = await setting().open(admin, '/activity');
    await page.waitForSelector('.feed li');
    await page.type('.activity-filters input:not([type=date])', 'anna');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => new URLSearchParams(location.search).get('user') === 'anna');
    const lines = await linesOf(page);
    assert.ok(lines.every((line) => line.startsWith('anna ')));
    const asked = page.waitForResponse((response) => response.url().includes('/web/api/activity?user=anna'));
    await page.locator('.toolbar .button ::-p-text(Download as CSV)').click();
    assert.match((await asked).headers()['content-type'] ?? '', /^text\/csv/);
  });

  it('offers no file to others', async () => {
    const page = await setting().open(anna, '/activity');
    await page.waitForSelector('.feed li');
    assert.equal(await page.$('.toolbar .button'), null);
  });

  it('goes on to what is older', async () => {
    const carl = await setting().service.createUser('carl');
    const other = await officeOf(setting().service, carl);
    for (let number = 1; number <= 101; number++) await other.folder(`Folder ${String(number)}`);
    const page = await setting().open(carl, '/activity?action=create_folder');
    await page.waitForFunction(() => document.querySelectorAll('.feed li').length === 100);
    await page.locator('.older button').click();
    await page.waitForFunction(() => document.querySelectorAll('.feed li').length === 101);
    assert.equal(await page.$('.older button'), null);
  });
});
