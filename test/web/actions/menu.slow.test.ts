import assert from 'node:assert/strict';
import { it } from 'mocha';
import { chunkWith } from '../support/chunks.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';
import { hold } from '../support/requests.ts';

inBrowsers('a menu', (setting) => {
  it('lies beside the window until it has its place, so that a click there chooses nothing', async () => {
    const { service } = setting();
    const office = await officeOf(service, service.admin);
    await office.upload('notes.txt', 'one');
    const page = await setting().open(service.admin);
    await page.waitForSelector('[aria-label="Actions for notes.txt"]');
    const placing = chunkWith('"bottom-start"');
    const held = await hold(page, (request) => request.url().endsWith(placing));
    await page.locator('[aria-label="Actions for notes.txt"]').click();
    await held.first;
    const line = await page.waitForSelector('[role=menuitem]:focus');
    assert.equal(await line?.isIntersectingViewport(), false);
    await held.letGo();
    await page.locator('[role=menuitem] ::-p-text(Rename)').click();
    await page.waitForSelector('.rename input:focus');
  });
});
