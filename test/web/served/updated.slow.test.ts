import assert from 'node:assert/strict';
import { it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { inBrowsers } from '../support/in-browsers.ts';
import { intercept } from '../support/intercept.ts';

/** Answers as a service would that was updated since the page was opened, until the page is opened anew. */
async function update(page: Page, entry: (name: string) => string): Promise<void> {
  let isOpenedAnew = false;
  const newPage = `<script type="module" src="${entry('/assets/main-OF-TODAY.js')}"></script>`;
  await intercept(page, (request) => {
    const { pathname } = new URL(request.url());
    isOpenedAnew ||= request.isNavigationRequest();
    if (isOpenedAnew) return false;
    if (pathname === '/') void request.respond({ contentType: 'text/html', body: newPage });
    else if (pathname.startsWith('/assets/')) void request.respond({ status: 404 });
    else return false;
    return true;
  });
}

inBrowsers(
  'a page that was opened before an update of the service',
  (setting) => {
    it('is opened anew when the user goes to a part of it that is gone', async () => {
      const page = await setting().open(await setting().service.createUser('anna'));
      await page.waitForSelector('a[href="/trash"]');
      await update(page, (name) => name);
      await page.locator('a[href="/trash"]').click();
      await page.waitForFunction(() => document.title.startsWith('Trash'));
      assert.equal(new URL(page.url()).pathname, '/trash');
    });

    it('says that it got no file, and offers to try again, if the service is no other', async () => {
      const page = await setting().open(await setting().service.createUser('bert'));
      await page.waitForSelector('a[href="/trash"]');
      const own = await page.$eval('script[type=module]', (script) => script.getAttribute('src'));
      await update(page, () => own ?? '');
      await page.locator('a[href="/trash"]').click();
      await page.waitForSelector('button ::-p-text(Try again)');
    });
  },
  // Only Chromium keeps quiet in its console about a script that is missing.
  { browsers: ['chromium'] },
);
