import { it } from 'mocha';
import { inBrowsers } from './support/in-browsers.ts';

inBrowsers('on a phone', (setting) => {
  it('every place can be reached', async () => {
    const { service } = setting();
    const page = await setting().open(service.admin, '/', { width: 360 });
    for (const [place, heading] of [
      ['Trash', 'Trash'],
      ['Activity', 'Activity'],
      ['Connect a drive', 'Account'],
      ['Administration', 'Administration'],
    ]) {
      await page.locator('.top-bar button[aria-haspopup=menu]').click();
      await page.locator(`[role=menuitem] ::-p-text(${place ?? ''})`).click();
      await page.waitForSelector(`h1 ::-p-text(${heading ?? ''})`);
    }
    for (const place of ['Search', 'Shared', 'Account', 'Files'])
      await page.locator(`.bottom-bar ::-p-text(${place})`).click();
    await page.waitForSelector('.bottom-bar a[aria-current=page] ::-p-text(Files)');
  });
});
