import assert from 'node:assert/strict';
import { it } from 'mocha';
import { inBrowsers } from './support/in-browsers.ts';

// Would catch: tests of pages that wait without end, as Puppeteer does not look again when a text changes.
inBrowsers('a wait for a text', (setting) => {
  it('ends when nothing but the characters of the text change', async () => {
    const page = await setting().open(null, '/sign-in');
    const button = await page.waitForSelector('button[type=submit]');
    const waited = page.waitForSelector('button ::-p-text(Changed)');
    await button?.evaluate(async (element) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (text !== null) text.nodeValue = 'Changed';
    });
    assert.equal(await (await waited)?.evaluate(({ textContent }) => textContent), 'Changed');
  });
});
