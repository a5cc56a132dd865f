import { it } from 'mocha';
import { drop } from './support/drop.ts';
import { hold } from './support/hold.ts';
import { inBrowsers } from './support/in-browsers.ts';

inBrowsers('an unfinished upload that the service does not delete', (setting) => {
  it('is told of', async () => {
    const anna = await setting().service.createUser('anna');
    const first = await setting().open(anna);
    const held = await hold(first, (request) => request.method() === 'PATCH');
    await drop(first, { name: 'film.bin', bytes: 9_000_000 });
    await held.first;
    const page = await first.browserContext().newPage();
    await first.close({ runBeforeUnload: false });
    await page.goto(setting().service.url);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const body = JSON.stringify({ message: 'Not today.', code: 'forbidden' });
      const isOurs = request.method() === 'DELETE';
      void (isOurs
        ? request.respond({ status: 403, contentType: 'application/json', body })
        : request.continue());
    });
    await page.locator('.uploads button ::-p-text(Discard)').click();
    await page.waitForSelector('.toast ::-p-text(Not today.)');
  });
});
