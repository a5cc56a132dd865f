import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { type Office, officeOf } from '../support/office.ts';

/** Opens a path in a browser of somebody who reads German. */
type Opens = (account: Account, path: string) => Promise<Page>;

inBrowsers('messages of the service in German', (setting) => {
  let anna: Account;
  let office: Office;
  let letters: number;

  before(async () => {
    anna = await setting().service.createUser('anna');
    office = await officeOf(setting().service, anna);
    letters = await office.folder('Letters');
    await office.upload('alpha.txt', 'alpha', letters);
    await office.upload('draft.txt', 'one', letters);
    const id = await office.upload('draft.txt', 'two', letters);
    await office.call('PATCH', `/documents/${String(id)}`, { name: 'beta.txt' });
  });

  const openInGerman: Opens = async (account, path) => {
    const page = await setting().open(account, '/connect');
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'de' });
    await page.goto(setting().service.url + path);
    await page.waitForSelector('html[lang=de]');
    return page;
  };

  it('says beneath the field that a name is taken', async () => {
    const page = await openInGerman(anna, `/folders/${String(letters)}`);
    await page.waitForSelector('::-p-text(beta.txt)');
    await page.focus('[role=grid]');
    await page.keyboard.type('beta');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(beta.txt)');
    await page.keyboard.press('F2');
    await page.keyboard.type('alpha');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=alert] ::-p-text(Dieser Name ist in diesem Ordner bereits vergeben.)');
  });

  it('says why a form was refused', async () => {
    const page = await openInGerman(anna, '/account/profile');
    await page.waitForSelector('input[name=name]');
    await page.$eval('input[name=name]', (field) => field.select());
    await page.focus('input[name=name]');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.waitForSelector('input[name=name][aria-invalid=true]');
    await page.waitForSelector('.fault ::-p-text(Darf nicht leer sein.)');
  });

  it('tells in the activity what was done to what', async () => {
    const page = await openInGerman(anna, '/activity');
    await page.waitForSelector('.feed li ::-p-text(Version 2)');
    await page.waitForSelector('.feed li ::-p-text(draft.txt → beta.txt)');
  });
});
