// Would catch a list that does not show with whom an entry is shared, or shows it after it has ended.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

inBrowsers('the mark of shared entries', (setting) => {
  let anna: Account;
  let office: Office;
  let folder: number;
  let share: number;

  before(async () => {
    const { service } = setting();
    anna = await service.createUser('anna');
    for (const [login, name] of [
      ['berta', 'Berta Berg'],
      ['carl', 'Carl Cohn'],
      ['dora', 'Dora Damm'],
      ['emil', 'Emil Ernst'],
    ] as const) {
      const { actor } = await service.createUser(login);
      await service.dms.account.update(actor, { name });
    }
    office = await officeOf(service, anna);
    folder = await office.folder('Plans');
    await office.folder('Private');
    const users = ['berta', 'carl', 'dora', 'emil'];
    share = (await service.dms.shares.create(anna.actor, { entryId: folder, users, permissions: 1 })).id;
  });

  /** The initials in the mark of a row, and its visible number. */
  async function markIn(page: Page, row: string): Promise<readonly string[]> {
    await page.waitForSelector(`${row} .shared-mark`);
    return page.$eval(`${row} .shared-mark`, (mark) => [
      ...[...mark.querySelectorAll<HTMLElement>('.circle')].map((circle) => circle.dataset['initials'] ?? ''),
      ...[...mark.children].map((part) => (part.className === '' ? part.textContent : '')).filter(Boolean),
    ]);
  }

  it('has three people, the number of the others, and a text for screen readers', async () => {
    const page = await setting().open(anna);
    assert.deepEqual(await markIn(page, '.grid-rows [role=row]'), ['BB', 'CC', 'DD', '+1']);
    await page.waitForSelector(
      '.shared-mark > .visually-hidden ::-p-text(Shared with Berta Berg, Carl Cohn, Dora Damm, and 1 other)',
    );
    assert.equal((await page.$$('.shared-mark')).length, 1);
    assert.equal(await page.$('.shared-mark .icon'), null);
  });

  it('has one person on a phone', async () => {
    const page = await setting().open(anna, '/', { width: 360 });
    assert.deepEqual(await markIn(page, '.grid-rows [role=row]'), ['BB', '+3']);
  });

  it('follows links and shares, in the list and in favourites', async () => {
    const page = await setting().open(anna);
    await page.locator('[aria-label="Actions for Private"]').click();
    await page.locator('[role=menuitem] ::-p-text(Share)').click();
    await page.locator('dialog button ::-p-text(Create link)').click();
    await page.locator('dialog button[type=submit] ::-p-text(Create link)').click();
    await page.waitForFunction(() => document.querySelectorAll('.shared-mark .icon').length === 1);
    await page.locator('dialog button ::-p-text(End)').click();
    await page.waitForFunction(() => document.querySelector('.shared-mark .icon') === null);
    await page.keyboard.press('Escape');
    await office.call('PUT', `/folders/${String(folder)}/favourite`);
    const favourites = await setting().open(anna, '/favourites');
    assert.deepEqual(await markIn(favourites, '.grid-rows [role=row]'), ['BB', 'CC', 'DD', '+1']);
    await office.call('DELETE', `/shares/${String(share)}`);
    for (const each of [page, favourites])
      await each.waitForFunction(() => document.querySelector('.shared-mark') === null);
  });
});
