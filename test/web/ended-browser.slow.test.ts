import assert from 'node:assert/strict';
import { it } from 'mocha';
import { inBrowsers } from './support/in-browsers.ts';

// Would catch: a browser that crashes on a busy machine fails all later tests of its worker.

inBrowsers('a browser that ends in the middle of a test', (setting) => {
  let tries = 0;

  it('is replaced, and that test runs again', async () => {
    const page = await setting().open(null);
    tries++;
    if (tries === 1) {
      const child = page.browser().process();
      // That would show what it wrote last.
      child?.removeAllListeners('close');
      child?.kill('SIGKILL');
      await page.evaluate(() => new Promise(() => undefined));
    }
    assert.equal(tries, 2);
  });

  it('serves the tests after it', async () => {
    const page = await setting().open(null);
    assert.equal(await page.evaluate(() => 1 + 1), 2);
  });
});
