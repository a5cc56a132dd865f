import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { pageBeside } from '../support/browsers.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { press } from '../support/keyboard.ts';
import { type Office, officeOf } from '../support/office.ts';
import { openAs } from '../support/sign-in.ts';

async function loseSession(page: Page): Promise<void> {
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
}

async function namesOf(office: Office): Promise<string> {
  return JSON.stringify(await office.call('GET', '/folders/0/contents'));
}

inBrowsers('another account at the same browser', (setting) => {
  let anna: Account;
  let ben: Account;

  before(async () => {
    anna = await setting().service.createUser('anna');
    ben = await setting().service.createUser('ben');
  });

  it('is given nothing that the one before has begun', async () => {
    const page = await setting().open(anna, '/');
    await page.waitForSelector('.upload-button');
    await press(page, 'Alt', 'KeyN');
    await page.waitForSelector('dialog input[name=name]');
    await page.keyboard.type('Secret project');
    // Whatever the page asks next asks to sign in, and takes the keys.
    await loseSession(page);
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog input[name=login]:focus');
    await page.type('dialog input[name=login]', 'ben');
    await page.type('dialog input[name=password]', ben.password);
    await page.evaluate(() => Reflect.set(globalThis, 'isStillHere', true));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !Reflect.has(globalThis, 'isStillHere'));
    await page.waitForSelector('.upload-button');
    await officeOf(setting().service, ben).then((office) => office.upload('after.txt', 'after'));
    await page.waitForSelector('::-p-text(after.txt)');
    for (const account of [anna, ben])
      assert.doesNotMatch(await namesOf(await officeOf(setting().service, account)), /Secret project/);
  });

  it('finds no page of the one before in another tab', async () => {
    const { service } = setting();
    await officeOf(service, anna).then((office) => office.upload('of anna.txt', 'x'));
    const page = await setting().open(anna, '/');
    await page.waitForSelector('::-p-text(of anna.txt)');
    await loseSession(page);
    const other = await pageBeside(page);
    await openAs(other, service, ben, '/');
    await page.waitForSelector('::-p-text(of anna.txt)', { hidden: true });
    await page.waitForSelector('::-p-text(after.txt)');
    await other.close();
  });
});
