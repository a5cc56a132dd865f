// Would catch a page that stays blank or silent because one of its scripts did not load.
import { it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { chunkWith } from '../support/chunks.ts';
import { inEveryBrowser } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';
import { officeOf } from '../support/office.ts';

/** Breaks off requests for the script that has a text: the first ones, or all until the function is called. */
async function breakOff(page: Page, text: string, times = Number.POSITIVE_INFINITY): Promise<() => void> {
  const chunk = chunkWith(text);
  let left = times;
  await intercept(page, (request) => {
    if (left === 0 || !new URL(request.url()).pathname.endsWith(chunk)) return false;
    left -= 1;
    void request.abort();
    return true;
  });
  return () => {
    left = 0;
  };
}

/** A text of the keyboard help. */
const HELP = 'Go to the next name that starts with these letters';

async function openHelp(page: Page): Promise<void> {
  await page.waitForSelector('::-p-text(This folder is empty.)');
  await page.keyboard.press('?');
}

inEveryBrowser('a script of the page that does not load', (setting) => {
  async function open(login: string): Promise<Page> {
    return setting().open(await setting().service.createUser(login));
  }

  it('is asked for once more, and nobody notices', async () => {
    const page = await open('anna');
    await breakOff(page, HELP, 1);
    await openHelp(page);
    await page.waitForSelector('dialog[open]');
  });

  it('is missed with a message, and can be tried again', async () => {
    const page = await open('berta');
    const mend = await breakOff(page, HELP);
    await openHelp(page);
    await page.waitForSelector('.toast.failed ::-p-text(A part of this page could not be loaded.)');
    mend();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
  });

  it('is missed with a message also if it is the first one with texts', async () => {
    const { service } = setting();
    const clara = await service.createUser('clara');
    const page = await setting().open(clara);
    // The browser has not seen the texts of another language.
    const mend = await breakOff(page, 'Der Dienst ist nicht erreichbar.');
    await (await officeOf(service, clara)).call('PATCH', '/account', { language: 'de' });
    await page.reload();
    await page.waitForSelector('[role=alert] ::-p-text(Die Seite konnte nicht geladen werden.)');
    mend();
    await page.locator('button ::-p-text(Seite neu laden)').click();
    await page.waitForSelector('.shell');
  });
});
