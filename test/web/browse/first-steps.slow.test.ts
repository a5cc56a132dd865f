// Would catch an empty home that leads nowhere, or steps in every empty folder.
import assert from 'node:assert/strict';
import { it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

inBrowsers('an empty home', (setting) => {
  const linksOf = async (page: Page): Promise<(string | null)[]> => {
    await page.waitForSelector('.notice ::-p-text(This folder is empty.)');
    return page.$$eval('.first-steps a', (links) => links.map((link) => link.getAttribute('href')));
  };

  const open = (account: Account, path = '/', width = 1280): Promise<Page> =>
    setting().open(account, path, { width });

  it('leads to the drive and the phone, and opens the steps for phones', async () => {
    const page = await open(await setting().service.createUser('anna'));
    assert.deepEqual(await linksOf(page), ['/account/connect', '/account/connect?system=phone']);
    await page.focus('.first-steps li:nth-child(2) a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('::-p-text(These pages also work on phones.)');
  });

  it('leads administrators to invitations, and fits a phone', async () => {
    const { admin } = setting().service;
    const page = await open(admin, '/', 360);
    assert.deepEqual(await linksOf(page), ['/account/connect', '/admin/people']);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.locator('.first-steps ::-p-text(Invite colleagues)').click();
    await page.waitForSelector('button ::-p-text(Invite)');
  });

  it('differs from other empty folders', async () => {
    const ben = await setting().service.createUser('ben');
    const folder = await (await officeOf(setting().service, ben)).folder('Empty');
    assert.deepEqual(await linksOf(await open(ben, `/folders/${String(folder)}`)), []);
  });
});
